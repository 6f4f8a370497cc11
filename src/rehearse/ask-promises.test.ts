// What rules promise is asked of them as they are: some promises by a look, others by a search.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { SMALL } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { contentOfPosition } from '../tick/current-content.ts';
import { askRulesInForce, type PromiseAsked } from './ask-promises.ts';

const clause = (actions: string): string => `import { action, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  player: { grain: integer({ start: 3 }) },
  game: { pot: integer({ start: 12 }) },
  actions: { ${actions} },
}));
`;
const SOW = `sow: action({ title: 'Sow grain', effect({ actor }) { actor.grain += 1; } })`;

async function askedOf(promise: string, actions = SOW): Promise<readonly PromiseAsked[]> {
  const rules = {
    'dynastic/grain.md': `---\ntitle: Grain\norder: 1\n---\nEach Player has Grain, and there is a Pot.\n\n${promise}\n`,
    'dynastic/grain.ts': clause(actions),
  };
  const { session, now, files } = await sessionWith({ ...SMALL, rules });
  const asked = await askRulesInForce(contentOfPosition(session.position, files), now, caches, {
    states: 0,
    tries: 0,
  });
  // The core makes a promise of its own.
  return asked.filter(({ path }) => path === 'dynastic/grain');
}

test('asks nothing of rules that promise nothing', async () => {
  expect(await askedOf('That is all.')).toEqual([]);
});

test('a value within its promised bounds keeps them, and is checked at every step', async () => {
  expect(await askedOf('This rule promises that Grain stays between 0 and 9.')).toMatchObject([
    {
      path: 'dynastic/grain',
      rule: 'Grain',
      says: 'Grain stays between 0 and 9',
      at: '2024-03-01T09:00:00Z',
      moves: 0,
      states: 0,
      way: null,
    },
  ]);
});

test.each([
  [
    'This rule promises that Grain stays between 4 and 9.',
    ['ana: 3', 'bo: 3', 'cy: 3', 'dee: 3', 'eli: 3', 'fay: 3'],
  ],
  [
    'This rule promises that Grain stays between 0 and 2.',
    ['ana: 3', 'bo: 3', 'cy: 3', 'dee: 3', 'eli: 3', 'fay: 3'],
  ],
  ['This rule promises that Pot stays between 0 and 9.', ['Pot: 12']],
])('lists the owners of values that are already out of bounds: %s', async (promise, lines) => {
  const [asked] = await askedOf(promise);
  expect(asked?.way).toEqual({
    lines,
    turn: null,
    why: 'the value is already outside',
    wasSoBefore: false,
    isSmall: false,
    moves: [],
  });
});

test('a value at the limit of its bounds keeps them', async () => {
  const [low] = await askedOf('This rule promises that Grain stays between 3 and 9.');
  const [high] = await askedOf('This rule promises that Grain stays between 0 and 3.');
  expect([low?.way, high?.way]).toEqual([null, null]);
});

test('only an existing action, by its name or title, can be the only one to change a value', async () => {
  const [there] = await askedOf('This rule promises that only “Sow grain” changes Grain.');
  expect(there?.way).toBeNull();
  const [gone] = await askedOf('This rule promises that only “Reap” changes Grain.');
  expect(gone?.way).toMatchObject({
    lines: ['nothing may change the value'],
    why: 'no rule has an action of that name',
  });
});

test('searches a promise of two rules once, and ignores rules that are switched off', async () => {
  const text = (title: string, more = ''): string =>
    `---\ntitle: ${title}\norder: 95\n${more}---\nThis rule promises that whoever idles can come back within 4 weeks.\n`;
  const { session, now, files } = await sessionWith({
    core: 'suber',
    dynasty: undefined as never,
    rules: {
      'dynastic/a.md': text('A'),
      'dynastic/b.md': text('B'),
      'special-case/c.md': text('C', 'status: inactive\n'),
    },
  });
  const asked = await askRulesInForce(contentOfPosition(session.position, files), now, caches, {
    states: 4,
    tries: 8,
  });
  const [a, b, ...others] = asked.filter(({ path }) => !path.startsWith('core/'));
  expect(others).toEqual([]);
  expect({ ...b, path: a?.path, rule: a?.rule }).toEqual(a);
});
