// What the doctor finds in a game's files: whether it can go on, what its rules promise, and what was set aside.
import { beforeAll, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { SMALL } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import { FORMAT, FORMAT_FILE, migrations, type Migration } from '../../store/formats/migrations.ts';
import { RULESET, type ContentFiles } from '../../store/paths.ts';
import { checkContent } from './check-content.ts';
import type { Finding } from './finding.ts';

const NOW = '2024-03-02T09:00:00Z';
const GRAIN = {
  'dynastic/grain.md':
    '---\ntitle: Grain\norder: 95\n---\nEach Player has Grain.\n\nThis rule promises that Grain stays between 4 and 9.\n',
  'dynastic/grain.ts': `import { integer, rule } from 'gitnomic/rules';
export default rule(() => ({ player: { grain: integer({ start: 3 }) } }));
`,
};
let files: ContentFiles;
beforeAll(async () => {
  ({ files } = await sessionWith(SMALL));
});

const foundIn = (changes: Readonly<Record<string, string>>): Promise<readonly Finding[]> =>
  checkContent(new Map([...files, ...Object.entries(changes)]), NOW, caches);
const rulesOf = (rules: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(rules).map(([path, text]) => [`${RULESET}${path}`, text]));

test('finds nothing in a game that can go on, and only the format in an older one', async () => {
  expect(await foundIn({})).toEqual([]);
  const older = { [FORMAT_FILE]: `{"format":${FORMAT - 1}}\n` };
  const toThis: Migration = { to: FORMAT, what: 'Nothing changes.', migrate: () => new Map() };
  (migrations as Migration[]).push(toThis);
  try {
    expect(await foundIn(older)).toMatchObject([
      {
        code: 'older-format',
        level: 'note',
        what: expect.stringMatching(new RegExp(`format ${FORMAT - 1},.*format ${FORMAT}\\.$`, 'u')) as string,
      },
    ]);
  } finally {
    (migrations as Migration[]).pop();
  }
  expect(await foundIn(older)).toMatchObject([
    { code: 'older-format', level: 'problem', what: expect.stringContaining(`before ${FORMAT}`) as string },
  ]);
});

test('notes a broken promise with its place', async () => {
  expect(await foundIn(rulesOf(GRAIN))).toMatchObject([
    { code: 'promise-broken', level: 'note', where: 'content/ruleset/dynastic/grain.md:7' },
  ]);
});

test('has advice of its own for what is wrong in a game that goes on, or suggests a proposal', async () => {
  const clause = `import { action, rule } from 'gitnomic/rules';
export default rule(() => ({ actions: { mill: action({ effect({ game, value }) { value('husk'); game.husks += 1; } }) } }));
`;
  const found = await foundIn(rulesOf({ ...GRAIN, 'dynastic/grain.ts': clause }));
  const advice = Object.fromEntries(
    found.filter(({ level }) => level === 'problem').map(({ code, next }) => [code, next]),
  );
  expect(advice).toEqual({
    'no-such-promise': expect.stringMatching(/^For example: This rule promises that Grain/u) as string,
    'no-value': 'Give the text a link such as [48](#value:husk).',
    'clause-types': 'A proposal can fix it; `gitnomic lint` shows where.',
  });
  expect(found.find(({ code }) => code === 'clause-types')?.where).toBe(
    'content/ruleset/dynastic/grain.ts:2',
  );
});

test('reports rules that don’t load with the way back, and asks them nothing', async () => {
  const found = await foundIn(rulesOf({ ...GRAIN, 'dynastic/grain.ts': 'this is no clause' }));
  expect(found.map(({ code }) => code)).not.toContain('stopped');
  expect(found.map(({ code }) => code)).not.toContain('promise-broken');
  expect(found).toMatchObject([
    {
      level: 'problem',
      where: expect.stringContaining('dynastic/grain.ts') as string,
      next: expect.stringMatching(/nothing can happen in the game.*recover --as ana`\.$/u) as string,
    },
  ]);
});

test('reports rules under which nothing can pass, with the way back', async () => {
  const clause = `import { rule } from 'gitnomic/rules';
export default rule(() => ({ hooks: { 'may-enact'({ refuse }) { refuse('no gulls'); } } }));
`;
  const text = '---\ntitle: Gulls\norder: 96\n---\nNo gulls.\n';
  const found = await foundIn(rulesOf({ 'core/gulls.md': text, 'core/gulls.ts': clause }));
  expect(found[0]).toMatchObject({
    code: 'stopped',
    level: 'problem',
    what: expect.stringMatching(/^The game can’t go on: .*\.$/u) as string,
    next: expect.stringMatching(
      /^Until this is fixed, no vote can change the rules\..*--as ana`\.$/u,
    ) as string,
  });
});

test('notes what the engine set aside, which needs nothing', async () => {
  const ledger = { n: 0, at: NOW, by: 'engine', what: 'set aside', draws: [], changes: [] };
  const aside = { ...ledger, stopped: 'event 3', refused: 'Gitnomic has a fault', fault: 'x', engine: 'y' };
  const found = await foundIn({ 'content/ledger/2024-03.jsonl': `${JSON.stringify(aside)}\n` });
  expect(found).toMatchObject([{ code: 'set-aside', level: 'note' }]);
});
