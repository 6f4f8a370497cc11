// What people read of a matter's trial.
import { expect, test } from 'vitest';

import { IN_ENGLISH } from '../language/wording.ts';
import { sayBroken, sayHowFar, sayPromises, sayTrial } from './say-trial.ts';
import type { PromiseAsked } from './ask-promises.ts';
import type { Trial } from './try-matter.ts';

const trial = (more: Partial<Trial> = {}): Trial => ({
  ok: true,
  problems: [],
  omitted: [],
  typed: false,
  ...more,
});
const say = (more: Partial<Trial>, isStuck = false): string => sayTrial(trial(more), IN_ENGLISH, isStuck);
const RAN = '**Test run** in a copy of the game, with everybody in favour:';

test.each<[string, Partial<Trial>, string]>([
  ['works', {}, `${RAN} it works.\n`],
  [
    'works, and its code is of the right types',
    { typed: true },
    `${RAN} it works. The code passes the type check.\n`,
  ],
  ['stays undecided', { ok: false }, `${RAN} still undecided after ten days.\n`],
  [
    'would fail',
    { ok: false, problems: ['no such rule', 'too long'] },
    `${RAN} it would fail.\n\n- no such rule\n- too long\n`,
  ],
  [
    'has side effects',
    { warnings: ['it costs more'] },
    `${RAN} it works.\n\n**Side effects:**\n\n- it costs more.\n`,
  ],
  [
    'brings code and tests',
    { clauses: ['Earn: any Player'], scenarios: ['It holds'] },
    `${RAN} it works.\n\n**The code in plain words:**\n\n- Earn: any Player\n\n**Tests:**\n\n- It holds\n`,
  ],
  [
    'is compared with the past',
    { hindsight: ['Two of nine would have ended otherwise.', 'Tea: failed'] },
    `${RAN} it works.\n\n**The past weeks.** Two of nine would have ended otherwise.\n\n- Tea: failed\n`,
  ],
  [
    'would have changed nothing',
    { hindsight: ['Nothing would have been otherwise.'] },
    `${RAN} it works.\n\n**The past weeks.** Nothing would have been otherwise.\n`,
  ],
])('a matter that %s', (_, more, said) => {
  expect(say(more)).toBe(said);
});

test('for a stuck matter, leaves out that it works, and says everything else', () => {
  expect(say({ warnings: ['it costs more'] }, true)).toBe('\n**Side effects:**\n\n- it costs more.\n');
  expect(say({ ok: false, problems: ['no such rule'] }, true)).toContain('it would fail');
  expect(sayTrial(null, IN_ENGLISH)).toBe('');
  expect(sayTrial(trial(), IN_ENGLISH)).toBe(`${RAN} it works.\n`);
});

test('lists what would be left out, with the reason', () => {
  expect(say({ omitted: [{ change: 'set oil', reason: 'it is too much' }] })).toBe(
    `${RAN} it would pass, but not all of it would work.\n\n**Missing, or left out if it passes:**\n\n- set oil: it is too much.\n`,
  );
});

const asked = (more: Partial<PromiseAsked> = {}): PromiseAsked => ({
  path: 'core/oil',
  rule: 'Oil',
  line: 3,
  says: 'Oil stays between 0 and 9',
  at: '2024-03-01T09:00:00Z',
  moves: 4,
  states: 2,
  way: null,
  ...more,
});
const way = (more: object = {}): NonNullable<PromiseAsked['way']> => ({
  lines: ['bo drills', '3 days later'],
  turn: 1,
  why: 'oil is 10',
  wasSoBefore: false,
  isSmall: false,
  moves: [],
  ...more,
});
const promises = (...all: readonly PromiseAsked[]): string => sayPromises(all, IN_ENGLISH);

test('says how far the search went for promises that were kept', () => {
  expect(promises(asked())).toBe(
    '**Promises:** kept, as far as a search could tell.\n\n- Oil promises that Oil stays between 0 and 9. No way to break it was found within 4 moves and 2 states.\n',
  );
  expect(sayHowFar(asked({ moves: 9, states: 9, unfinished: 'Singing never *ends*.' }), IN_ENGLISH)).toBe(
    'Singing never \\*ends\\*.',
  );
  expect(sayHowFar(asked({ moves: 0, states: 0 }), IN_ENGLISH)).toBe('Every step is checked against it.');
  expect(sayPromises('as-before', IN_ENGLISH)).toMatch(/^\*\*Promises:\*\* kept as before, /u);
  expect([promises(), sayPromises(undefined, IN_ENGLISH)]).toEqual(['', '']);
});

test('for a promise that can be broken, says by which steps, from where waiting is enough, and why', () => {
  expect(promises(asked({ way: way() }), asked())).toBe(
    [
      '**Promises:** one can be broken.',
      '',
      '- Oil promises that Oil stays between 0 and 9. This breaks it:',
      '  1. bo drills – from here on, waiting is enough',
      '  2. 3 days later',
      '',
      '  Oil is 10.',
      '- Oil promises that Oil stays between 0 and 9. No way to break it was found within 4 moves and 2 states.',
      '',
    ].join('\n'),
  );
  expect(promises(asked({ way: way({ isSmall: true, turn: null }) }))).toContain(
    'In a game with few players and no posts, this breaks it:',
  );
  expect(promises(asked({ way: way({ isSmall: true, turn: null }) }))).not.toContain('waiting is enough');
});

test('doesn’t blame the matter for a promise that could be broken before; a broken one needs no steps', () => {
  const before = promises(asked({ way: way({ wasSoBefore: true }) }));
  expect(before).toMatch(/^\*\*Promises:\*\* one can be broken, as before\./u);
  expect(before).toContain('It was so before as well, so this isn’t held against the matter.');
  expect(promises(asked({ way: way({ wasSoBefore: true }) }), asked({ way: way() }))).toMatch(
    /one can be broken\.\n/u,
  );
  expect(promises(asked({ way: way({ lines: [] }) }))).toContain('It isn’t kept even now. Oil is 10.');
});

test('in one paragraph, gives the way as a list of steps', () => {
  expect(sayBroken(asked(), IN_ENGLISH)).toBeNull();
  expect(sayBroken(asked({ way: way() }), IN_ENGLISH)).toBe(
    'Oil promises that Oil stays between 0 and 9. This breaks it: bo drills; 3 days later. Oil is 10.',
  );
  expect(sayBroken(asked({ way: way({ lines: [] }) }), IN_ENGLISH)).toBe(
    'Oil promises that Oil stays between 0 and 9. It isn’t kept even now. Oil is 10.',
  );
});
