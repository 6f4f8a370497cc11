// A rehearsal blames a proposal only for its own effects, and not for older faults.
import { expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { Desk } from '../session/fixtures/desk.ts';
import { newGameIn } from '../session/fixtures/session.ts';
import type { RulesRehearsal } from '../session/play/play-options.ts';
import { GOES_ON } from '../session/play/say-rehearsal.ts';
import { onKernel } from '../scenario/on-kernel/fixtures/runner.ts';
import { EASY, FEW } from './fixtures/guarded.ts';
import { rehearsalIn } from './rehearse-rules.ts';

const rehearse = rehearsalIn(onKernel);

type Files = Readonly<Record<string, string>>;

const words = (title: string, text: string): string => `---\ntitle: ${title}\norder: 95\n---\n${text}\n`;

/** A rule that refuses changes of other rules from a given time on, each with a reason. */
const guard = (refused: Files, from = '2000-01-01T00:00:00Z'): string =>
  `import { rule } from 'gitnomic/rules';
const refused = ${JSON.stringify(refused)};
export default rule(() => ({
  hooks: {
    'may-change'({ change: { verb, rule: touched }, now, refuse }) {
      const why = refused[touched?.path ?? ''] ?? refused['*'];
      if (verb !== 'set' && why !== undefined && now >= '${from}') refuse(why);
    },
  },
}));
`;

const TREASURY: Files = { 'dynastic/treasury.md': words('Treasury', 'It holds coins.') };
const MORE: Files = { 'dynastic/treasury.md': words('Treasury', 'It holds silver coins.') };
const GUARD_WORDS: Files = { 'dynastic/guard.md': words('Guard', 'Some rules stay as they are.') };
const guarded = (refused: Files, from?: string): Files => ({
  ...GUARD_WORDS,
  'dynastic/guard.ts': guard(refused, from),
});

/** The result of a proposal that changes some rules of a game. */
async function rehearsed(before: Files, changes: Files, game = FEW): Promise<RulesRehearsal> {
  const desk = await Desk.open({ ...newGameIn(game), ruleset: new Map(Object.entries(before)) });
  const { play } = desk.session.position.open;
  return rehearse({
    before: { files: play.files, terms: play.terms },
    after: { files: new Map([...play.files, ...Object.entries(changes)]), terms: play.terms },
    state: play.state(),
    at: desk.now,
    ledger: { length: 0, at: () => null },
    caches,
  });
}

test('reports what rules lock, and why', async () => {
  const { locks, stops, freezes } = await rehearsed(TREASURY, {
    ...MORE,
    ...guarded({ 'dynastic/treasury': 'it is carved in stone' }),
  });
  expect([stops, freezes]).toEqual([null, null]);
  expect(locks).toEqual([
    'reword the rule dynastic/treasury: it is carved in stone',
    'repeal the rule dynastic/treasury: it is carved in stone',
  ]);
});

test('doesn’t blame the proposal for a lock that was there before', async () => {
  const before = { ...TREASURY, ...guarded({ 'dynastic/treasury': 'it is carved in stone' }) };
  const clause = `${before['dynastic/guard.ts']}// Well guarded.\n`;
  expect(await rehearsed(before, { ...MORE, 'dynastic/guard.ts': clause })).toEqual(GOES_ON);
});

test('reports only the new one of two locks', async () => {
  const before = { ...TREASURY, ...guarded({ 'dynastic/treasury': 'it is carved in stone' }) };
  const stone = { 'dynastic/treasury': 'it is carved in stone', 'dynastic/guard': 'it guards itself' };
  const { locks } = await rehearsed(before, { ...MORE, ...guarded(stone) }, EASY);
  expect(locks).toEqual([
    'reword the rule dynastic/guard: it guards itself',
    'repeal the rule dynastic/guard: it guards itself',
  ]);
});

/** A rule that refuses to enact what some matter is not. */
const only = (test: string): Files => ({
  ...GUARD_WORDS,
  'dynastic/guard.ts': `import { rule } from 'gitnomic/rules';
export default rule(() => ({
  hooks: { 'may-enact'({ matter, refuse }) { if (!(${test})) refuse('it is not theirs'); } },
}));
`,
});

test.each([
  ["matter.author?.id === 'cy'", ['change a rule except by a matter of cy']],
  ["matter.title.includes('please')", ['change a rule except by a matter that says “please”']],
])(
  'reports that only some matters come into force if that is new, but not if it was so before: %s',
  async (test, locks) => {
    const rules = only(test);
    expect((await rehearsed(TREASURY, { ...MORE, ...rules })).locks).toEqual(locks);
    const before = { ...TREASURY, ...rules };
    const clause = `${rules['dynastic/guard.ts']}// Well guarded.\n`;
    expect(await rehearsed(before, { ...MORE, 'dynastic/guard.ts': clause })).toEqual(GOES_ON);
  },
);

test('rules that allow no change freeze the game, but are accepted if none was possible before either', async () => {
  const frozen = guarded({ '*': 'nothing changes' });
  expect(await rehearsed(TREASURY, { ...MORE, ...frozen })).toMatchObject({
    locks: [],
    freezes: 'nothing changes; this is caused by the change of Treasury, Guard',
    stops: null,
  });
  const awry = { ...MORE, 'dynastic/guard.ts': `${frozen['dynastic/guard.ts']}// Well guarded.\n` };
  expect(await rehearsed({ ...TREASURY, ...frozen }, awry)).toEqual(GOES_ON);
});

test('finds a freeze that begins later, with the month from which nothing can be changed', async () => {
  const { freezes } = await rehearsed(TREASURY, guarded({ '*': 'nothing changes' }, '2024-07-01T00:00:00Z'));
  expect(freezes).toBe('from 2024-07-01 on: nothing changes; this is caused by the change of Guard');
});

test('rules under which nothing comes into force stop the game, now or from some month on', async () => {
  const shut = (from: string): Files => ({
    ...GUARD_WORDS,
    'dynastic/guard.ts': `import { rule } from 'gitnomic/rules';
export default rule(() => ({
  hooks: { 'may-enact'({ now, refuse }) { if (now >= '${from}') refuse('the doors are shut');  } },
}));
`,
  });
  const stopped = await rehearsed(TREASURY, shut('2000-01-01T00:00:00Z'));
  expect(stopped).toMatchObject({
    freezes: null,
    locks: [],
    stops: expect.stringContaining('the doors are shut'),
  });
  const later = await rehearsed(TREASURY, shut('2024-09-01T00:00:00Z'));
  expect(later).toMatchObject({
    freezes: null,
    stops: expect.stringMatching(/^from 2024-09-01 on: .*the doors are shut/u),
  });
});

test('a month in which nothing can be changed is a rest and not a freeze', async () => {
  const resting = guarded({ '*': 'it is winter' }, '2024-07-01T00:00:00Z')['dynastic/guard.ts'] ?? '';
  const awake = resting.replace("now >= '2024-07-01T00:00:00Z'", "now.startsWith('2024-07')");
  expect(await rehearsed(TREASURY, { ...GUARD_WORDS, 'dynastic/guard.ts': awake })).toEqual(GOES_ON);
  const long = resting.replace("now >= '2024-07-01T00:00:00Z'", '/^2024-0[78]/u.test(now)');
  expect(await rehearsed(TREASURY, { ...GUARD_WORDS, 'dynastic/guard.ts': long })).toMatchObject({
    freezes: 'from 2024-07-01 on: it is winter; this is caused by the change of Guard',
  });
});

test('doesn’t try a change of words that no clause reads', async () => {
  expect(await rehearsed(TREASURY, MORE)).toEqual(GOES_ON);
});

test('rules that can’t be put in force stop the game, with the reason', async () => {
  const { stops } = await rehearsed(TREASURY, { ...GUARD_WORDS, 'dynastic/guard.ts': 'export default 7;' });
  expect(stops).toMatch(/^dynastic\/guard\.ts: the code must/u);
});
