import { expect, test } from 'vitest';

import { sessionWith } from '../fixtures/session.ts';
import { failingViews } from './views-shown.ts';

const view = (of: string, value: string, type = 'integer()'): string =>
  `derive({ of: '${of}', returns: ${type}, value: ${value} })`;

test('reports each failing public view of players and of the game once, with the reason', async () => {
  const views = {
    tired: view('player', "(one) => { if (one.id === 'bo') throw new Error('too tired'); return 1; }"),
    wordy: view('game', "() => 'many'"),
    hidden: view('player', "() => { throw new Error('a secret'); }", 'integer({ private: true })'),
    fine: view('player', '() => 3'),
  };
  const clause = `import { derive, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  views: { ${Object.entries(views)
    .map(([id, code]) => `${id}: ${code}`)
    .join()} },
}));`;
  const rules = {
    'dynastic/gulls.md': '---\ntitle: Gulls\norder: 95\n---\nThey are proud.\n',
    'dynastic/gulls.ts': clause,
  };
  const { session, now } = await sessionWith({ core: 'suber', dynasty: undefined as never, rules });
  expect(Object.fromEntries(failingViews(session.position.open.play, now))).toEqual({
    tired: 'tired of bo is not shown: the code of Gulls fails in its view "tired": too tired.',
    wordy: 'wordy of game is not shown: the view "wordy" must be a whole number, not "many".',
  });
});
