import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { mayPromise } from '../../src/promises/read-promises.ts';
import { findParted, type InForce, type Parted } from '../../src/wording/say-parted.ts';
import type { MatterChange } from '../../src/kernel/state.ts';
import { modulesUsedBy } from '../../src/ruleset/rules-that-run.ts';
import { listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import { splitFrontMatter } from '../../src/ruleset/front-matter.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { shippedLibrary as library } from '../../src/store/fixtures/shipped-library.ts';
import { openGame } from '../../src/session/play/open-game.ts';
import { readLibrary } from '../../src/store/library.ts';
import { mutantsOf } from '../live/mutants.ts';
import { ALL_KINDS, contradictionsOf } from './contradictions.ts';
import { slowTest } from '../slowly.ts';

const { core, dynasties } = listPacks(library);
const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const packs = [...core, ...dynasties].filter((_, at) => ALL || at % 5 === 0);

const opened = new Map<string, Promise<InForce>>();

function inForce(pack: string): Promise<InForce> {
  const known = opened.get(pack);
  if (known !== undefined) return known;
  const isCore = core.includes(pack);
  const path = `${pack}/pack.yml`;
  const era = isCore ? pack : (readPackFile(path, library.get(path) ?? '').pack?.core ?? '2021');
  const open = (async (): Promise<InForce> => {
    const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id, at) => ({ id, name: id, admin: at === 0 }));
    const { files: content } = await createGame(library, {
      name: 'Words',
      core: era,
      ...(!isCore && { dynasty: pack }),
      players,
      at: '2030-06-03T09:00:00Z',
    });
    const { play } = await openGame(content, { caches });
    const { manifest, model, terms, files } = play;
    play.dispose();
    return { manifest, model, terms, files };
  })();
  opened.set(pack, open);
  return open;
}

const changeOf = (path: string, content: string): MatterChange => ({
  verb: 'file',
  path: `content/ruleset/${path}`,
  content,
});

async function saidOf(pack: string, path: string, after: string): Promise<readonly Parted[]> {
  return findParted({ changes: [changeOf(path, after)], text: '' }, await inForce(pack));
}

const codeOf = (rule: string, files: ReadonlyMap<string, string>): string =>
  modulesUsedBy(`${rule}.ts`, files)
    .map((path) => files.get(path) ?? '')
    .join('\n');

const withoutPromises = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !mayPromise(line))
    .join('\n');

/** Rules with something that the engine does, by their paths; each second one in the sample. */
async function played(pack: string): Promise<readonly string[]> {
  const { manifest } = await inForce(pack);
  return manifest.rules
    .filter(({ clause, mechanics }) => clause !== null || mechanics !== undefined)
    .map(({ path }) => path)
    .filter((_, at) => ALL || at % 2 === 0);
}

test.each(packs)('%s: no notice for a comma, emphasis or a line break in any rule', async (pack) => {
  const { files } = await inForce(pack);
  for (const rule of await played(pack)) {
    const text = files.get(`${rule}.md`) ?? '';
    const { body } = splitFrontMatter(text);
    const head = text.slice(0, text.length - body.length);
    const commas = [
      body.replace(/(?<=\p{Ll}{3}) (?=\p{Ll}{3})/u, ', '),
      body.replace(/(?<= )(\p{Ll}{4,})(?= \p{Ll}{3})/u, '**$1**'),
      body.replace(/(?<=\p{Ll}{3}) (?=\p{Ll}{3})/u, '\n'),
      body.replace(/, /u, ' '),
    ];
    for (const after of commas)
      expect([rule, await saidOf(pack, `${rule}.md`, head + after)]).toEqual([rule, []]);
  }
});

test.each(packs)('%s: no notice for a comment, a type or a new layout of a clause', async (pack) => {
  const { files } = await inForce(pack);
  for (const rule of await played(pack)) {
    const clause = files.get(`${rule}.ts`);
    if (clause === undefined) continue;
    const after = `// Brighter.\n${clause.replaceAll('\n  ', '\n      ')}\ntype Lamp = string;\n`;
    // Text that runs over several lines is not layout.
    if (!/`[^`]*\n[^`]*`/u.test(clause))
      expect([rule, await saidOf(pack, `${rule}.ts`, after)]).toEqual([rule, []]);
    const text = files.get(`${rule}.md`) ?? '';
    const [contradiction] = contradictionsOf(text, '').filter(({ kind }) => kind === 'a new mechanic');
    const both = [
      changeOf(`${rule}.ts`, `// Brighter.\n${clause}`),
      changeOf(`${rule}.md`, contradiction?.after ?? ''),
    ];
    const parted = findParted({ changes: both, text: '' }, await inForce(pack));
    expect(parted.map(({ stays }) => stays)).toEqual(['clause']);
  }
});

slowTest('no notice for any live value or row amended alone', async () => {
  const falsely: string[] = [];
  let tried = 0;
  for (const mutant of mutantsOf(readLibrary())) {
    const pack = mutant.pack.replace(/^core\//u, '');
    if (!packs.includes(pack)) continue;
    const path = mutant.file.slice(mutant.pack.length + 1);
    const text = (await inForce(pack)).files.get(path) ?? '';
    // The third change of a row gives it the words of another, which no code reads.
    for (const after of mutant.after.slice(0, mutant.before.startsWith('|') ? 2 : undefined)) {
      tried++;
      const said = await saidOf(
        pack,
        path,
        text.replace(mutant.before, () => after),
      );
      if (said.length > 0) falsely.push(`${mutant.key} → ${after}`);
    }
  }
  expect(tried).toBeGreaterThan(200);
  expect(falsely).toEqual([]);
});

const missed: string[] = [];
const seen = new Map<string, number>();
let named = 0;

test.each(packs)('%s: a notice for each contradiction, of ten kinds', async (pack) => {
  const { files } = await inForce(pack);
  for (const rule of await played(pack))
    for (const { kind, after } of contradictionsOf(files.get(`${rule}.md`) ?? '', codeOf(rule, files))) {
      // The engine reads a promise, so another one is no contradiction.
      if (withoutPromises(after) === withoutPromises(files.get(`${rule}.md`) ?? '')) continue;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      const said = await saidOf(pack, `${rule}.md`, after);
      if (said.length === 0) missed.push(`${pack} ${rule}: ${kind}`);
      if (said.some(({ reworded }) => reworded.some(({ does }) => does.length > 0))) named++;
    }
  expect(missed).toEqual([]);
});

test('the rules tested covered nearly all kinds, and most notices name what the code goes on doing', () => {
  if (ALL) expect([...seen.keys()].toSorted()).toEqual(ALL_KINDS.toSorted());
  expect(seen.size).toBeGreaterThan(ALL_KINDS.length - 3);
  const all = [...seen.values()].reduce((sum, count) => sum + count, 0);
  expect(named / all).toBeGreaterThan(0.5);
});
