import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { Typed } from '../../src/cli/commands/fixtures/typed.ts';
import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { Wish } from '../../src/host/host.ts';
import { hosts } from '../../src/host/registry.ts';
import { listPacks, readPackFile, recommendedPack } from '../../src/ruleset/compose.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import type { ContentFiles } from '../../src/store/paths.ts';
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
    terminal: makeTerminal(sink, sink, {}, () => 0),
    hosts,
    caches,
  });
  expect(code, out).toBe(0);
  return (JSON.parse(out) as { core: string }).core;
}

interface Begun {
  readonly code: number;
  readonly said: string;
  readonly files: ContentFiles;
}

/** The same with a host that begins games in memory, which is quicker. */
async function beginInMemory(...words: readonly string[]): Promise<Begun> {
  let files: ContentFiles = new Map();
  const home = {
    begin: async (_: string, __: unknown, wish: Wish) => {
      const game = await homeWith(wish);
      files = await game.content();
      return game;
    },
  };
  const typed = await Typed.in({ core: 'fireside' }, { folder, host: { home } });
  const { code, out, err } = await typed.type(['init', 'game', ...words].join(' '));
  return { code, said: out + err, files };
}
const PLAYERS = ['ana', 'bo', 'cy'].map((name) => `--player ${name}`);

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
  'without --core, uses the %s core if --dynasty is %s, which was written for it',
  async (core, dynasty) => {
    const { said } = await beginInMemory('--json', '--dynasty', dynasty, ...PLAYERS);
    expect(JSON.parse(said)).toMatchObject({ core });
  },
);

test('a game begins with the recommended rules by default, and with the named ones by --core', async () => {
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

test('a pace writes its numbers into the rules, and an unknown one is refused with those that exist', async () => {
  const text = async (pace: string): Promise<string | undefined> =>
    (await beginInMemory('--pace', pace, ...PLAYERS)).files.get('content/ruleset/core/passing.md');
  expect(await text('tonight')).toContain('after [15 minutes](#value:window)');
  expect(await text('weeks')).toContain('after [2 days](#value:window)');
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

test('refuses a dynasty under another core than its own, and names the dynasties that fit', async () => {
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

test('a dynasty that needs a leader begins with the first player, unless another is named, and says so', async () => {
  const leads = ({ files }: Begun): string => files.get('content/gamestate/dynasty.md') ?? '';
  const needed: string[] = [];
  for (const dynasty of dynasties) {
    const begun = await beginInMemory('--dynasty', dynasty, ...PLAYERS);
    expect(begun.code, begun.said).toBe(0);
    const isLed = leads(begun).includes('emperor: ana');
    expect([dynasty, begun.said.includes('These rules need a leader, so ana is the first')]).toEqual([
      dynasty,
      isLed,
    ]);
    if (isLed) needed.push(dynasty);
  }
  expect(needed).toEqual(['clans', 'crypt', 'crypt-cleanup', 'gallery', 'menagerie']);
  const byBo = await beginInMemory('--dynasty', 'crypt', '--emperor', 'bo', ...PLAYERS);
  expect(leads(byBo)).toContain('emperor: bo');
  expect(byBo.said).not.toContain('need a leader');
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
