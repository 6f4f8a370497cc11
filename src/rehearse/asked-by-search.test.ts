// Promises that take a search: what breaks them, in the words that people read.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { contentOfPosition } from '../tick/current-content.ts';
import { askRulesInForce, type PromiseAsked } from './ask-promises.ts';

/** A game with few rules, one of which promises this, and lets matters be enacted unless this is so. */
async function searchedIn(
  {
    core = 'suber',
    promise = 'a rule can be changed within four weeks by what its players can do, provided that at least three players are active',
  },
  refused: string,
  actions = "sing: action({ title: 'Sing', effect({ game }) { game.songs += 1; } })",
): Promise<PromiseAsked | undefined> {
  const rules = {
    'dynastic/gulls.md': `---\ntitle: Gulls\norder: 95\n---\nThey are proud.\n\nThis rule promises that ${promise}.\n`,
    'dynastic/gulls.ts': `import { action, integer, rule, time, hoursAfter } from 'gitnomic/rules';
export default rule((g) => ({
  game: { songs: integer() },
  actions: { ${actions} },
  hooks: { 'may-enact'({ refuse, matter }) { if (${refused}) refuse('the gulls do not like it'); } },
}));
`,
  };
  const { session, now, files } = await sessionWith({ core, dynasty: undefined as never, rules });
  const effort = { states: 10, tries: 20 };
  const asked = await askRulesInForce(contentOfPosition(session.position, files), now, caches, effort);
  return asked.find(({ path }) => path === 'dynastic/gulls');
}
const WHY = 'the gulls do not like it (Gulls, dynastic/gulls)';

test.each<[what: string, refused: string, way: object | null]>([
  ['nothing', 'false', null],
  [
    'time alone',
    "g.now >= '2024-04-20'",
    { lines: [expect.stringMatching(/^2024-03-01 09:00 UTC: 50 days later$/u)], turn: null, why: WHY },
  ],
  [
    'an action',
    'g.game.songs > 0',
    { lines: [expect.stringMatching(/^2024-03-01 09:00 UTC: \w+ does “Sing”$/u)], turn: 1, why: WHY },
  ],
])('finds that %s breaks a promise, or says how far the search went', async (_, refused, way) => {
  const asked = await searchedIn({}, refused);
  expect(asked).toMatchObject({ rule: 'Gulls', line: 7, way });
  expect((asked?.moves ?? 0) <= 40 && (way !== null || (asked?.states ?? 0) > 0)).toBe(true);
});

test('the last move itself can break a promise about matters', async () => {
  const promise = 'no matter is enacted with fewer than half in favour';
  const asked = await searchedIn({ core: 'prose', promise }, 'false');
  expect(asked?.way).toMatchObject({
    lines: [expect.stringMatching(/: a Proposal passes, with 1 in favour and 2 against$/u)],
    turn: null,
    why: 'more votes were against it than in favour',
  });
});
