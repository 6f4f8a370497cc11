// How the game of a scenario begins: who plays, what the scenario gives, and what can't be given.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { onKernel } from '../../scenario/on-kernel/fixtures/on-kernel.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { composed, termsFor } from './lay-out.ts';
import { runScenarioOn } from './run-on.ts';

const CLAUSE = `import { integer, optional, player, rule, text, thing } from 'gitnomic/rules';
export default rule(() => ({
  player: { coins: integer({ start: 3 }), boat: optional(thing('boats')) },
  game: { pot: integer() },
  emperor: { whim: text() },
  things: { boats: { fields: { owner: player(), twin: optional(thing('boats')), oars: integer() } } },
}));
`;
const library = new Map(shippedLibrary)
  .set('proving/dynastic/boats.md', '---\ntitle: Boats\norder: 90\n---\nThere are boats.\n')
  .set('proving/dynastic/boats.ts', CLAUSE);

/** The failures of a scenario in which nothing happens. */
async function begun(given: string, then: string, more = "rules: { core: '2021', dynasty: proving }") {
  const text = `title: Boats
${more}
start: 2030-06-03T09:00:00Z
players: { ana: { admin: true }, bo: { idle: -3d }, cy: { emperor: true }, dee: {}, eli: {} }
given: ${given}
steps: []
then: ${then}
`.replace('-3d', '2030-06-01T09:00:00Z');
  const { failures } = await runScenarioOn(onKernel(), 'some.yml', text, { library, caches });
  return failures.map(({ message }) => message);
}

test.each([
  '{ ana: { state: active, admin: true, coins: 3, boat: null, name: ana } }',
  "{ ana: { joined: '2029-06-03T09:00:00Z', last-active: '2030-06-03T09:00:00Z' } }",
  "{ bo: { state: idle, idle-since: '2030-06-01T09:00:00Z', idle-reason: inactive, admin: false } }",
])('players joined a year ago, and otherwise are as the scenario says: %s', async (players) => {
  expect(await begun('{}', `{ players: ${players}, dynasty: { emperor: cy } }`)).toEqual([]);
});

test('things can belong to players and refer to one another, in any order', async () => {
  const given = `{
    players: { ana: { boat: ark, coins: 7 } }, game: { pot: 12 }, emperor: { whim: fish }, dynasty: { theme: The sea },
    boats: { ark: { oars: 4, twin: raft, owner: ana }, raft: { twin: ark, owner: bo } }
  }`;
  const then = `{
    players: { ana: { boat: ark, coins: 7 }, bo: { coins: 3 } }, game: { pot: 12 }, emperor: { whim: fish }, dynasty: { theme: The sea },
    boats: { ark: { oars: 4, twin: raft, owner: ana }, raft: { twin: ark, owner: bo, oars: 0 } }
  }`;
  expect(await begun(given, then)).toEqual([]);
  expect(await begun(given, then.replace('coins: 7', 'coins: 8'))).toEqual([
    'players.ana.coins is 7; expected 8',
  ]);
});

test.each([
  ['{ posts: { 1: {} } }', "given: posts can't be given; make them by steps"],
  ['{ ships: { ark: {} } }', 'given: there is no collection ships'],
  ['{ game: { pot: much } }', "the game can't begin like this: game.pot:"],
  ['{ game: { pan: 1 } }', "the game can't begin like this: game.pan:"],
  ['{ boats: { ark: { owner: zoe } } }', "the game can't begin like this: boats.ark"],
])('refuses to begin with %s', async (given, problem) => {
  await expect(begun(given, '{}')).rejects.toThrow(`some.yml: ${problem}`);
});

test('plays a scenario on each core it names, and each failure names its core', async () => {
  const text =
    "title: Both\nrules: { core: ['2021', '2019'], dynasty: proving }\nstart: 2030-06-03T09:00:00Z\nplayers: { ana: {} }\nsteps: []\nthen: { players: { ana: { coins: 9 } } }\n";
  const { failures } = await runScenarioOn(onKernel(), 'some.yml', text, { library, caches });
  expect(failures.map(({ core, step, message }) => [core, step, message])).toEqual(
    ['2021', '2019'].map((core) => [core, null, 'players.ana.coins is 3; expected 9']),
  );
});

test('a scenario has to name an existing core, and may combine any dynasty with it', async () => {
  await expect(begun('{}', '{}', '')).rejects.toThrow('rules: is missing; expected the core and the dynasty');
  expect(() => composed('some.yml', library, '1999', undefined)).toThrow(/^some\.yml: .*1999/u);
  // A dynasty may be tried on another core than its own.
  expect(composed('some.yml', library, 'suber', 'proving').files.has('dynastic/boats.md')).toBe(true);
  expect(composed('some.yml', library, 'suber', undefined).files.has('dynastic/boats.md')).toBe(false);
});

const OWN = { player: 'Sailor', players: 'Crew', emperor: 'Captain', emperors: 'Captaincy' };
test.each([
  [undefined, OWN],
  [{}, OWN],
  [{ player: 'Monk' }, { ...OWN, player: 'Monk', players: 'Monks' }],
  [
    { player: 'Monk', players: 'Order' },
    { ...OWN, player: 'Monk', players: 'Order' },
  ],
  [{ emperor: 'Abbot' }, { ...OWN, emperor: 'Abbot', emperors: 'Abbots' }],
  [{ emperors: 'Chiefs' }, { ...OWN, emperors: 'Chiefs' }],
])('the terms %j of a scenario replace those of its rules', (terms, all) => {
  expect(termsFor({ terms } as never, OWN as never)).toEqual(all);
});
