// What a form says of a draft: how its trial went, and which pending matters change the same words.
import { expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import type { Trial } from '../../src/rehearse/try-matter.ts';
import { AtTable, saidIn } from '../../src/seat/forms/fixtures/at-table.ts';
import { fieldFor, tell } from '../../src/seat/forms/form.ts';
import { partedIn, saidOfRivals, saidOfTrial, trialOf } from '../../src/seat/forms/trial.ts';
import { changesClauses, tryDraft } from '../../src/seat/try-draft.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { somebody } from '../../src/session/fixtures/desk.ts';

let gameOfSix: HomeGame | undefined;
const VOTES = 'core/votable-matters/votes';
const FILE = `content/ruleset/${VOTES}.md`;

test('says which pending matters change the same words as a draft, and by whom', async () => {
  const text = (await (await homeWith()).content()).get(FILE) ?? '';
  const lasting = (hours: number): string => text.replace('[48 hours]', `[${hours} hours]`);
  const game = await homeWith({
    posts: [
      { by: 'bo', title: 'Longer', changes: { [`${VOTES}.md`]: lasting(72) } },
      { by: 'dee', title: 'Lamps', changes: { 'dynastic/lamps.md': '---\ntitle: Lamps\n---\nLit.\n' } },
      { by: 'eli', title: 'Just talk' },
    ],
  });
  const said = async (changes: Record<string, string | null>) =>
    saidIn({
      said: await saidOfRivals(new AtTable(game, 'cy').visit(), {
        changes: new Map(Object.entries(changes)),
      } as never),
    });
  expect(await said({ [FILE]: lasting(36) })).toEqual([
    '“Longer” by bo, which is being voted on, changes the same words. If both pass, somebody has to choose between them.',
  ]);
  // It wants the same, or something that goes together with it.
  expect(await said({ [FILE]: lasting(72) })).toEqual([]);
  expect(await said({ [FILE]: `${text}\nVotes are polite.\n` })).toEqual([]);
  expect(await said({ 'content/ruleset/dynastic/fog.md': 'x' })).toEqual([]);
});

const trial = (more: Partial<Trial> = {}): Trial => ({
  ok: true,
  problems: [],
  omitted: [],
  typed: false,
  ...more,
});
const RAN = 'Test run, with everybody in favour:';

test.each<[Partial<Trial>, readonly string[]]>([
  [{}, [`${RAN} it works.`]],
  [{ typed: true }, [`${RAN} it works. The code passes the type check.`]],
  [{ ok: false }, [`${RAN} still undecided after ten days.`]],
  [
    { ok: false, problems: ['no such rule'], warnings: ['it costs more'] },
    [`${RAN} it would fail.`, 'no such rule', 'it costs more'],
  ],
  [
    { omitted: [{ change: 'set oil', reason: 'too much' }] },
    [
      `${RAN} it would pass, but not all of it would work.`,
      'Missing, or left out if it passes: set oil: too much',
    ],
  ],
  [
    { passing: ['ana: Coins 1 → 3'], hindsight: ['The same.'] },
    [
      `${RAN} it works.`,
      'When it passes',
      'ana: Coins 1 → 3',
      'If it had been so in the past weeks',
      'The same.',
    ],
  ],
  [
    { hindsight: ['Two would have ended otherwise.', 'Tea: failed'] },
    [
      `${RAN} it works.`,
      'If it had been so in the past weeks',
      'Two would have ended otherwise.',
      'Tea: failed',
    ],
  ],
])('describes a trial %j', (more, told) => {
  expect(saidIn({ said: saidOfTrial(trial(more), IN_ENGLISH) })).toEqual(told);
  const isGood = more.ok !== false && more.omitted === undefined;
  expect(saidOfTrial(trial(more), IN_ENGLISH)[0]?.tone).toBe(isGood ? 'done' : 'refused');
});

test('doesn’t repeat what was already said of a table, but the trial still fails', () => {
  const reason = 'gets: No rule defines “Gulls”. Expected an amount, for example 3 Coins';
  const one = trial({ omitted: [{ change: 'the row “When” of Tea', reason }] });
  const told = [tell('refused', '“Tea”, line 3, “When”, under “gets”: No rule defines “Gulls”.')];
  const [shown] = saidOfTrial(one, IN_ENGLISH, told);
  expect([shown?.tone, shown?.list]).toEqual(['refused', []]);
  expect(saidOfTrial(one, IN_ENGLISH)[0]?.list).toHaveLength(1);
  const warnings = [
    'dynastic/tea.md:7: When: Nobody counts it. Expected a head, for example When',
    'Bo wins',
  ];
  const heading = [tell('refused', '“Tea”, line 3, under “When”: Nobody counts it.')];
  expect(saidOfTrial(trial({ warnings }), IN_ENGLISH, heading)[0]?.list).toEqual(['Bo wins']);
});

test('says nothing of a draft that wasn’t tried', () => {
  expect(saidOfTrial(null, IN_ENGLISH)).toEqual([]);
});

test('offers a box to mean words that no code carries out, unless the proposal says so', async () => {
  const rules = {
    'dynastic/oil.md': '---\ntitle: Oil\norder: 1\n---\nEach Player has Oil.\n',
    'dynastic/oil.ts': `import { integer, rule } from 'gitnomic/rules';\nexport default rule(() => ({ player: { oil: integer() } }));\n`,
  };
  const visit = new AtTable(await homeWith({ rules }), 'cy').visit();
  const changes = new Map([
    ['content/ruleset/dynastic/oil.md', rules['dynastic/oil.md'].replace('has Oil', 'has a lot of Oil')],
  ]);
  const open = await partedIn(visit, { changes }, { text: '' });
  const WORDS =
    'Only the words of Oil change. The code goes on with “Keeps oil for each player”. The text now says “a lot of”.';
  const TICK = 'A tick tells the others that you mean it so.';
  const box = (title: string, about: string) =>
    fieldFor({
      name: 'meant',
      label: 'Is that on purpose?',
      about,
      input: 'some-of',
      options: [{ value: title, label: `Yes, with “${title}” it is` }],
    });
  expect(open).toEqual({ said: [tell('plain', WORDS)], fields: [box('Oil', TICK)] });
  expect(await partedIn(visit, { changes }, { text: 'On purpose: Oil' })).toEqual({
    said: [tell('plain', `${WORDS} The proposal says that this is on purpose.`)],
    fields: [],
  });
  // If no code stands beside the words, the box alone tells it.
  const song = '---\ntitle: Song\n---\nEach Player who sings wins the game.\n';
  const added = await partedIn(visit, draftOf('content/ruleset/dynastic/song.md', song), { text: '' });
  const UNDONE = 'No table or code carries out these words of Song: “Each Player who sings wins the game.”';
  expect(added).toEqual({ said: [], fields: [box('Song', `${UNDONE} ${TICK}`)] });
  expect(await partedIn(visit, { changes: new Map() }, { text: '' })).toEqual({ said: [], fields: [] });
});

const FOG = '---\ntitle: Fog\n---\nFog.\n\n| Each player has | starts at |\n| --- | --- |\n| Fog | 2 |\n';
const CLAUSE = `import { rule } from 'gitnomic/rules';\nexport default rule(() => ({}));\n`;
const draftOf = (path: string, text: string | null) => ({ changes: new Map([[path, text]]) });

test('tries a draft if it changes what the computer does, has an author and has no problems yet', async () => {
  const GATE = `import { rule } from 'gitnomic/rules';
export default rule(({ refuse }) => ({
  hooks: {
    'may-post'({ author, title }, next) {
      if (author.id === 'bo' || title === 'Nobody’s') refuse('not now');
      next();
    },
  },
}));
`;
  const rules = {
    'dynastic/gate.md': '---\ntitle: Gate\norder: 1\n---\nA gate.\n',
    'dynastic/gate.ts': GATE,
  };
  const game = await homeWith({ rules });
  const base = await game.main();
  const post = { kind: 'proposal', title: 'Fog', text: '' };
  const table = draftOf('content/ruleset/dynastic/fog.md', FOG);
  const draft = (problems: readonly string[] = [], { changes } = table) => ({
    base,
    changes,
    diff: [],
    problems,
  });
  const visit = (who: string | null) => new AtTable(game, who).visit();
  const words = draftOf('content/ruleset/dynastic/fog.md', '---\ntitle: Fog\n---\nFog | mist.\n');
  expect(await trialOf(visit(null), post, draft())).toBeNull();
  expect(await trialOf(visit('cy'), post, draft(['it is empty']))).toBeNull();
  expect(await trialOf(visit('cy'), post, draft([], words))).toBeNull();
  const works = {
    ok: true,
    problems: [],
    warnings: [],
    omitted: [],
    typed: false,
    clauses: [],
    scenarios: [],
    passing: ['ana, bo, cy, dee, eli, fay: Fog 2'],
  };
  expect(await trialOf(visit('cy'), post, draft())).toEqual(works);
  // Who may not propose it is told how it would go for those who may.
  expect(await trialOf(visit('bo'), post, draft())).toEqual(works);
  expect(await tryDraft(game, null, post, draft())).toEqual(works);
  // Where nobody may, and of what nobody votes on, there is nothing to try.
  expect(await tryDraft(game, somebody('cy'), { ...post, title: 'Nobody’s' }, draft())).toBeNull();
  expect(await tryDraft(game, somebody('cy'), { ...post, kind: 'story' }, draft())).toBeNull();
});

test.each<[string, string | null, boolean]>([
  ['content/ruleset/dynastic/fog.ts', CLAUSE, true],
  ['content/ruleset/dynastic/fog.ts', null, true],
  ['content/ruleset/dynastic/fog.md', FOG, true],
  ['content/ruleset/dynastic/fog.md', null, false],
  ['content/ruleset/dynastic/fog.md', 'Fog | mist.\n', false],
  ['content/ruleset/dynastic/fog.md', '| Fog | Height |\n| --- | --- |\n| low | 1 |\n', false],
  ['content/pages/fog.ts', CLAUSE, false],
  ['content/pages/fog.md', FOG, false],
])('changing %s to %j changes what the computer does: %s', async (path, text, changes) => {
  gameOfSix ??= await homeWith();
  const terms = await withPosition(gameOfSix, ({ open }) => open.play.terms);
  expect(changesClauses({ ...draftOf(path, text), diff: [] }, terms)).toBe(changes);
});
