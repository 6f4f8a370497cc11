import { expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { Play } from '../../src/session/play/play.ts';
import type { ModelDescription } from '../../src/kernel/describe-model.ts';
import { compareTypes, unhandled } from '../../src/rehearse/types/check-types.ts';
import { findMissingText } from '../../src/rehearse/lint/find-missing-text.ts';
import { findUnspoken } from '../../src/rehearse/lint/find-unspoken.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { composeRuleset, listPacks, readPackFile } from '../../src/ruleset/compose.ts';

const library = shippedLibrary;
const { core, dynasties } = listPacks(library);

/** Every core by itself, and every dynasty on the core that it was written for. */
const rulesets = [
  ...core.map((era) => ({ core: era })),
  ...dynasties.map((dynasty) => {
    const path = `${dynasty}/pack.yml`;
    return { core: readPackFile(path, library.get(path) ?? '').pack?.core ?? '', dynasty };
  }),
];

/** Actions that could be told only by their title. */
function untold({ actions }: ModelDescription): readonly string[] {
  return Object.entries(actions).flatMap(([id, { sentence }]) =>
    sentence !== null && FOLLOWS_A_NAME.test(sentence) ? [] : [`${id}: ${sentence}`],
  );
}

/** `lit {room}`, told as `Ada lit Cistern of Whispers (G4)` */
const FOLLOWS_A_NAME = /^\p{Ll}[^.]*[^.,;\s]$/u;

async function judge(
  files: ReadonlyMap<string, string>,
  terms: Parameters<typeof Play.start>[0]['terms'],
): Promise<{ readonly problems: readonly string[]; readonly model: ModelDescription }> {
  const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
  const model = play.sandbox.describe();
  const problems = unhandled(await compareTypes(files, model), files);
  play.dispose();
  return { problems: problems.map(({ file, line, message }) => `${file}:${line}: ${message}`), model };
}

const problemsOf = async (...asked: Parameters<typeof judge>): Promise<readonly string[]> =>
  (await judge(...asked)).problems;

test.each(rulesets)(
  'the clauses of $core $dynasty use only what its rules define, and each action has a sentence',
  async (choice) => {
    const { files, terms } = composeRuleset(library, choice);
    const { problems, model } = await judge(files, terms);
    expect(problems).toEqual([]);
    expect(untold(model)).toEqual([]);
    expect(await findUnspoken(files, readRuleset(files, terms).manifest.rules, model)).toEqual([]);
  },
);

/** Each is a slip in a name that stands in a string, and the name that was meant. */
const SLIPS: readonly (readonly [line: string, meant: string])[] = [
  ["effect: ({ actor }) => actor.gain('pipz', 1),", 'pips'],
  ["effect: ({ actor }) => actor.spend('pipz', 1),", 'pips'],
  ["effect: ({ actor, people }) => people.map((one) => actor.transfer('pipz', 1, one)),", 'pips'],
  ['cost: () => ({ pips: 1, pipz: 1 }),', 'pips'],
  ['effect: ({ actor }) => actor.set({ pipz: 1 }),', 'pips'],
  ["effect: ({ actor }) => actor.reset('pipz'),", 'pips'],
  ['effect: ({ players }) => void players.where({ pipz: 1 }),', 'pips'],
  ["effect: ({ submissions }) => void submissions('bidd'),", 'bid'],
  ["effect: ({ post, actor }) => void post({ kind: 'proposall', title: 'x', author: actor }),", 'proposal'],
  ["effect: ({ emit }) => emit('bell-ringz'),", 'bell-rings'],
  ["private: true, reveals: ['players.pipz'],", 'players.pips'],
  ["effect: ({ view }) => void view('tolll'),", 'toll'],
  ["effect: ({ hook }) => void hook('tax-on'),", 'tax-of'],
  ["effect: ({ value }) => void value('prize'),", 'price'],
  ["effect: ({ list }) => void list('ware'),", 'wares'],
  ["effect: ({ table }) => void table('fee', {}),", 'fees'],
];

const SLIPPING = `---
title: Slip
order: 90
---

A toll is [3](#value:price). One of these [wares](#list:wares):

- silk

The [fees](#table:fees):

| id |
| --- |
| a |
`;

test('a misspelt name in a string is an error at its line that suggests the nearest', async () => {
  const { files, terms } = composeRuleset(library, { core: core.at(-1) ?? '', dynasty: 'proving' });
  const clause = `import { action, boolean, derive, integer, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  views: { toll: derive({ of: 'game', returns: integer(), value: () => 1 }) },
  hooks: { 'tax-of': () => 1 },
  on: { 'bell-rings'() {} },
  submissions: { bid: { open: { late: boolean() }, with: { words: text() } } },
  actions: {
${SLIPS.map(([line], at) => `    'slip-${at}': action({ ${line} }),`).join('\n')}
  },
}));
`;
  const slipped = new Map(files).set('dynastic/slip.md', SLIPPING).set('dynastic/slip.ts', clause);
  const play = await Play.start({ files: slipped, terms, state: null, draw: () => 1, caches });
  const typed = (await compareTypes(slipped, play.sandbox.describe())).map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  );
  play.dispose();
  const told = [
    ...typed,
    ...findMissingText(slipped, readRuleset(slipped).manifest).map(({ where, what }) => `${where}: ${what}`),
  ];
  const first = clause.split('\n').findIndex((line) => line.includes("'slip-0'")) + 1;
  const missed = SLIPS.filter(
    ([, meant], at) =>
      !told.some(
        (line) =>
          line.startsWith(`dynastic/slip.ts:${first + at}: `) && new RegExp(`["']${meant}["']`).test(line),
      ),
  );
  expect(missed, told.join('\n')).toEqual([]);
  expect(told).toHaveLength(SLIPS.length);
});

test('a view of a matter and a player takes both', async () => {
  const { files, terms } = composeRuleset(library, { core: core.at(-1) ?? '', dynasty: 'proving' });
  const clause = `import { boolean, derive, rule } from 'gitnomic/rules';

export default rule(({ players, view }) => ({
  views: {
    stands: derive({
      of: ['matter', 'player'],
      returns: boolean(),
      value: (matter, player) => matter.pending && player.is(matter.author),
    }),
    anybody: derive({ of: 'matter', returns: boolean(), value: (matter) => players.some((one) => view('stands', matter, one)) }),
  },
}));
`;
  const both = new Map(files)
    .set('dynastic/both.md', '---\ntitle: Both\norder: 90\n---\nA rule.\n')
    .set('dynastic/both.ts', clause);
  expect(await problemsOf(both, terms)).toEqual([]);
  expect(
    await problemsOf(
      new Map(both).set('dynastic/both.ts', clause.replace('matter, one', 'one, matter')),
      terms,
    ),
  ).toHaveLength(1);
});

test('a clause’s own hooks and events need no declaration, nor do a map’s keys', async () => {
  const { files, terms } = composeRuleset(library, { core: core.at(-1) ?? '', dynasty: 'proving' });
  const clause = `import { action, integer, map, rule } from 'gitnomic/rules';

export default rule(() => ({
  player: { stock: map(integer()) },
  hooks: { 'price-of': ({ ware }) => (ware === 'silk' ? 2 : 1) },
  on: { sold: ({ ware, game }) => void [ware, game] },
  actions: {
    sell: action({
      cost: { 'stock.silk': 1 },
      effect({ actor, hook, emit }) {
        actor.gain('stock.coins', hook('price-of', { ware: 'silk' }));
        emit('sold', { ware: 'silk' });
      },
    }),
  },
}));
`;
  const own = new Map(files)
    .set('dynastic/own.md', '---\ntitle: Own\norder: 90\n---\nA rule.\n')
    .set('dynastic/own.ts', clause);
  expect(await problemsOf(own, terms)).toEqual([]);
  const typed = new Map(own)
    .set('dynastic/helpers/words.ts', 'export interface Tells {\n  sold: { ware: string };\n}\n')
    .set(
      'dynastic/own.ts',
      `${clause}\nexport interface Asks {\n  'price-of'(words: { ware: 'silk' | 'oil' }): number;\n}\n`,
    );
  expect(await problemsOf(typed, terms)).toEqual([]);
  const wrong = clause
    .replace("'price-of', { ware: 'silk' }", "'price-of', { ware: 'silc' }")
    .replace("emit('sold', { ware: 'silk' })", "emit('sold', { wares: 'silk' })");
  const slipped = typed.set('dynastic/own.ts', `${typed.get('dynastic/own.ts')?.replace(clause, wrong)}`);
  expect((await problemsOf(slipped, terms)).map((problem) => problem.split(': ')[0])).toEqual([
    'dynastic/own.ts:11',
    'dynastic/own.ts:12',
  ]);
});

test('what a clause can do without if a rule is gone is no problem, unless no library rule ever defined it', async () => {
  const { files, terms } = composeRuleset(library, { core: core.at(-1) ?? '', dynasty: 'proving' });
  const ruleAsking = (name: string): ReadonlyMap<string, string> =>
    new Map(files).set('dynastic/meek.md', '---\ntitle: Meek\norder: 90\n---\nA rule.\n').set(
      'dynastic/meek.ts',
      `import { action, rule } from 'gitnomic/rules';

export default rule((g) => ({
  actions: {
    bow: action({
      effect({ actor }) {
        const held = g.maybe(() => actor.${name}, 0);
        g.maybe(() => actor.gain('${name}', 1));
        if (held) g.hook('suffer', { person: actor }, 0);
      },
    }),
  },
}));
`,
    );
  expect(await problemsOf(ruleAsking('honor'), terms)).toEqual([]);
  const slips = await problemsOf(ruleAsking('honorz'), terms);
  expect(slips.map((problem) => problem.split(': ')[0])).toEqual([
    'dynastic/meek.ts:7',
    'dynastic/meek.ts:8',
  ]);
  const bare = new Map(ruleAsking('honor')).set(
    'dynastic/meek.ts',
    (ruleAsking('honor').get('dynastic/meek.ts') ?? '').replace(
      'g.maybe(() => actor.honor, 0)',
      'actor.honor',
    ),
  );
  expect(await problemsOf(bare, terms)).toHaveLength(1);
});

test('finds what a clause takes from another rule, unless its text mentions it or it has a fallback', async () => {
  const { files, terms } = composeRuleset(library, { core: core.at(-1) ?? '', dynasty: 'clans' });
  const ruleTaking = (text: string, ask: string): ReadonlyMap<string, string> =>
    new Map(files).set('dynastic/proud.md', `---\ntitle: Proud\norder: 90\n---\n${text}\n`).set(
      'dynastic/proud.ts',
      `import { action, rule } from 'gitnomic/rules';

export default rule((g) => ({
  actions: { boast: action({ effect: ({ actor }) => void (${ask}) }) },
}));
`,
    );
  const found = async (text: string, ask: string): Promise<readonly string[]> => {
    const proud = ruleTaking(text, ask);
    const play = await Play.start({ files: proud, terms, state: null, draw: () => 1, caches });
    const all = await findUnspoken(proud, play.manifest.rules, play.sandbox.describe());
    play.dispose();
    return all.map(({ where, what }) => `${where}: ${what}`);
  };
  expect(await found('The proud boast.', 'actor.honor')).toEqual([
    'dynastic/proud.ts:4: The clause takes “honor” from “Honor”, which its own rule’s text doesn’t mention: without that rule the action would be refused.',
  ]);
  expect(await found('Who has Honor boasts.', 'actor.honor')).toEqual([]);
  expect(await found('The proud boast.', 'g.maybe(() => actor.honor, 0)')).toEqual([]);
});
