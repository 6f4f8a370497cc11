import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { hosts } from '../../src/host/registry.ts';
import { listPacks, readPackFile, recommendedPack } from '../../src/ruleset/compose.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { languageOf } from '../../src/store/read-language.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { slowTest } from '../slowly.ts';

const NOW = '2030-06-03T09:00:00Z';
const folder = mkdtempSync(join(tmpdir(), 'gitnomic-init-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function begin(name: string, ...words: string[]): Promise<string> {
  let out = '';
  const sink = { write: (text: string) => (out += text) };
  const players = ['ana', 'bo', 'cy', 'dee'].flatMap((id) => ['--player', id]);
  const code = await runCli({
    words: ['init', name, '--json', ...players, ...words],
    folder,
    environment: { CI: '1', GITNOMIC_NOW: '2030-06-03T09:00:00Z' },
    terminal: makeTerminal(sink, sink, {}),
    hosts,
    caches,
  });
  expect(code, out).toBe(0);
  return (JSON.parse(out) as { core: string }).core;
}

const { dynasties } = listPacks(shippedLibrary);
const coreOf = (dynasty: string): string | undefined =>
  readPackFile(`${dynasty}/pack.yml`, shippedLibrary.get(`${dynasty}/pack.yml`) ?? '').pack?.core;
/** One dynasty of each era, with the core rules that it was written for. */
const ofEachEra = new Map(
  dynasties.flatMap((dynasty) => {
    const core = coreOf(dynasty);
    return core === undefined ? [] : [[core, dynasty] as const];
  }),
);

test.each([...ofEachEra])(
  'without --core the rules are those that %s was written for: %s',
  async (core, dynasty) => {
    expect(await begin(dynasty, '--dynasty', dynasty)).toBe(core);
  },
);

test('without anything a game begins with the recommended rules, and with --core those that are named', async () => {
  expect(ofEachEra.size).toBeGreaterThan(1);
  const recommended = recommendedPack(shippedLibrary);
  expect(recommended?.core).toBeDefined();
  expect(await begin('plain')).toBe(recommended?.core);
  const rules = (game: string) => readdirSync(join(folder, game, 'content/ruleset'));
  // These rules know dynasties, so they have all the usual sections.
  expect(rules('plain')).toEqual(['appendix', 'core', 'dynastic', 'special-case']);
  expect(
    readdirSync(join(folder, 'plain/content/ruleset/dynastic')).filter((file) => !file.endsWith('.md')),
  ).toEqual([]);
  const [first = ''] = ofEachEra.keys();
  expect(await begin('named', '--core', first)).toBe(first);
});

test('a pace writes its numbers into the rules, and one that nobody knows is named with those that there are', async () => {
  const text = (game: string): string =>
    readFileSync(join(folder, game, 'content/ruleset/core/passing.md'), 'utf8');
  await begin('tonight', '--pace', 'tonight');
  await begin('weeks', '--pace', 'weeks');
  expect(text('tonight')).toContain('after [15 minutes](#value:window)');
  expect(text('weeks')).toContain('after [2 days](#value:window)');
  const words = ['init', 'never', '--player', 'ana', '--pace', 'slowly'];
  expect(await runIn(folder, NOW, words)).toMatchObject({
    code: 2,
    said: expect.stringContaining('one of tonight, weeks') as string,
  });
  // Nothing that is told ends in the middle of a sentence.
  for (const core of listPacks(shippedLibrary).core) {
    const { code, said } = await runIn(folder, NOW, [
      'init',
      'never',
      '--player',
      'ana',
      '--core',
      core,
      '--pace',
      'slowly',
    ]);
    expect([core, code, said]).toEqual([core, 2, expect.stringMatching(/(?:for example \w+|\.)\n$/u)]);
  }
});

test('a dynasty under other core rules than its own is refused, with the dynasties that fit', async () => {
  const bound = dynasties.filter((one) => coreOf(one) !== undefined);
  for (const core of listPacks(shippedLibrary).core) {
    const fitting = bound.filter((one) => coreOf(one) === core);
    for (const dynasty of bound.filter((one) => !fitting.includes(one)).slice(0, 1)) {
      const words = ['init', 'mixed', '--player', 'ana', '--core', core, '--dynasty', dynasty];
      const { code, said } = await runIn(folder, NOW, words);
      expect([code, said]).toEqual([
        2,
        expect.stringContaining(`the core rules ${coreOf(dynasty)}, not ${core}`),
      ]);
      for (const one of bound)
        if (one !== dynasty)
          expect(said.includes(`${one},`) || said.includes(`${one}.`)).toBe(fitting.includes(one));
    }
  }
  expect(existsSync(join(folder, 'mixed'))).toBe(false);
});

test('a dynasty that needs a leader begins with the first player, who is told so, unless somebody else is named', async () => {
  const leads = (game: string): string =>
    readFileSync(join(folder, game, 'content/gamestate/dynasty.md'), 'utf8');
  const words = (game: string, dynasty: string): readonly string[] => [
    'init',
    game,
    '--dynasty',
    dynasty,
    ...['ana', 'bo', 'cy'].flatMap((name) => ['--player', name]),
  ];
  const needed: string[] = [];
  for (const dynasty of dynasties) {
    const { code, said } = await runIn(folder, NOW, words(`led-${dynasty}`, dynasty));
    expect(code, said).toBe(0);
    const isLed = leads(`led-${dynasty}`).includes('emperor: ana');
    expect([dynasty, said.includes('These rules need a leader, so ana is the first')]).toEqual([
      dynasty,
      isLed,
    ]);
    if (isLed) needed.push(dynasty);
  }
  expect(needed).toEqual(['clans', 'crypt', 'crypt-cleanup', 'gallery', 'menagerie']);
  const { said } = await runIn(folder, NOW, [...words('led-by-bo', 'crypt'), '--emperor', 'bo']);
  expect(leads('led-by-bo')).toContain('emperor: bo');
  expect(said).not.toContain('need a leader');
});

test('whoever begins a game alone is told of practice', async () => {
  const alone = ['init', 'alone', '--player', 'ana'];
  expect((await runIn(folder, NOW, alone)).said).toContain('To play alone, for practice');
  expect(
    (await runIn(folder, NOW, ['init', 'practised', '--player', 'ana', '--practice'])).said,
  ).not.toContain('alone');
});

test.each([
  ['2021', 3, 'These rules need 5 players, and you have 3'],
  ['2021', 5, null],
  ['fireside', 3, null],
])('with the rules of %s and %i players init says: %s', async (core, count, wanted) => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].slice(0, count).flatMap((id) => ['--player', id]);
  const { code, said } = await runIn(folder, NOW, [
    'init',
    `needs-${core}-${count}`,
    '--core',
    core,
    ...players,
  ]);
  expect(code).toBe(0);
  if (wanted === null) expect(said).not.toContain('These rules need');
  else expect(said).toContain(wanted);
  expect(said.match(/gitnomic [a-z]/gu)).toHaveLength(1);
});

slowTest(
  'a game begins in the language that its founder names, with a file of translations or one to be filled in',
  async () => {
    const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
    await begin('german', '--language', 'de');
    const { language } = parse(read('german/content/site.yml')) as { language: string };
    expect(language).toBe('de');
    expect(Object.keys(parse(read('german/content/languages/de.yml')) as object)).toEqual(
      expect.arrayContaining(['Ruleset', 'Propose']),
    );
    writeFileSync(join(folder, 'eo.yml'), '"Ruleset": "Regularo"\n"Propose": "Proponi"\n');
    await begin('esperanto', '--language', 'eo.yml', '--dynasty', dynasties[0] ?? '');
    expect(languageOf(contentOfFolder(join(folder, 'esperanto')))).toEqual({
      tag: 'eo',
      texts: { Ruleset: 'Regularo', Propose: 'Proponi' },
    });
    const words = ['init', 'hub', '--github', 'ana/hub', '--engine', 'ana/engine', '--admin', 'ana:1'];
    expect((await runIn(folder, NOW, [...words, '--language', 'eo.yml'])).code).toBe(0);
    // The forms of a game on GitHub are in its language too.
    expect(read('hub/.github/ISSUE_TEMPLATE/1-propose.yml')).toContain('name: Proponi');
    writeFileSync(join(folder, 'fr.yml'), '"Ruleset": "{1}"\n');
    for (const wrong of ['fr.yml', 'not a tag', 'it.yml']) {
      const { code, said } = await runIn(folder, NOW, [
        'init',
        'wrong',
        '--player',
        'ana',
        '--language',
        wrong,
      ]);
      expect([code, said]).toEqual([2, expect.stringContaining('bad-language')]);
    }
    expect(existsSync(join(folder, 'wrong'))).toBe(false);
  },
);

/** Returns the texts that say which language a game has. */
function contentOfFolder(path: string): ReadonlyMap<string, string> {
  return new Map(
    ['content/site.yml', 'content/languages/eo.yml'].map((file) => [
      file,
      readFileSync(join(path, file), 'utf8'),
    ]),
  );
}
