import { expect, test } from 'vitest';

import { readOptions } from './sample-options.ts';

test('reads the options of the sample', () => {
  expect(readOptions([])).toEqual({ game: undefined, dynasties: undefined, verbose: false });
  expect(readOptions(['--game', 'suber', '--verbose'])).toMatchObject({ game: 'suber', verbose: true });
  expect(readOptions(['--dynasties', '2'])).toMatchObject({ dynasties: 2 });
});

test('help prints the usage and plays nothing', () => {
  const said = /^npm run sample -- [^]*--game PACK[^]*--help/u;
  expect(readOptions(['--help'])).toMatchObject({ code: 0, said: expect.stringMatching(said) as unknown });
});

test.each([
  [['--gmae', 'suber'], /--gmae/u],
  [['suber'], /suber/u],
  [['--game'], /--game/u],
  [['--game', ''], /--game needs/u],
  [['--dynasties', 'two'], /not two/u],
  [['--dynasties', '0'], /not 0/u],
])('reports %j as wrong, with the usage', (words, why) => {
  const read = readOptions(words);
  expect(read).toMatchObject({ code: 2, said: expect.stringMatching(why) as unknown });
  expect(read).toMatchObject({ said: expect.stringMatching(/npm run sample -- \[/u) as unknown });
});
