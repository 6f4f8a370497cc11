import { expect, test } from 'vitest';

import { asTypedHere, calledAs } from './called-as.ts';

test.each([
  [{}, 'gitnomic'],
  [{ npm_lifecycle_event: 'npx' }, 'npx gitnomic'],
  [{ npm_lifecycle_event: 'gitnomic', npm_package_name: 'gitnomic' }, 'npm run -s gitnomic --'],
  [{ npm_lifecycle_event: 'start', npm_package_name: 'gitnomic' }, 'npm run -s gitnomic --'],
  [{ npm_lifecycle_event: 'start', npm_package_name: 'harbour' }, 'gitnomic'],
])('after %j, the next command begins with %s', (environment, words) => {
  expect(calledAs(environment)).toBe(words);
});

test.each([
  ['`gitnomic why 3` tells', ['tick'], '`gitnomic why 3` tells'],
  ['`gitnomic why 3` tells', ['tick', '--game', 'my game'], '`gitnomic why 3 --game "my game"` tells'],
  [
    '`gitnomic status`, `gitnomic log`',
    ['x', '--game=-g'],
    '`gitnomic status --game -g`, `gitnomic log --game -g`',
  ],
  ['`gitnomic status --game g`', ['tick', '--game', 'h'], '`gitnomic status --game g`'],
  ['`gitnomic vote --help`', ['vote', '--game', 'h'], '`gitnomic vote --help`'],
  ['`gitnomic vote for 1`', ['vote', '1', 'for', '--as', 'bo'], '`gitnomic vote for 1 --as bo`'],
  ['`gitnomic why roll dice=…`', ['why', 'roll', '--as', 'bo'], '`gitnomic why roll dice=… --as bo`'],
  ['`gitnomic why 1`', ['resolve', '1', '--as', 'bo'], '`gitnomic why 1`'],
  ['`gitnomic seal keys mine`', ['seal', '--as', 'bo'], '`gitnomic seal keys mine --as bo`'],
  ['`gitnomic doctor`', ['doctor', 'recover', '--as', 'bo'], '`gitnomic doctor`'],
  ['`gitnomic init FOLDER`', ['tick', '--game', 'h'], '`gitnomic init FOLDER`'],
  ['`gitnomic import history X`', ['tick', '--game', 'h'], '`gitnomic import history X --game h`'],
])('completes %s after %j', (text, words, completed) => {
  expect(asTypedHere(text, words, {})).toBe(completed);
});
