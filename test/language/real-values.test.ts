// Every text that pages fill in, with the values that a played game really hands over, in a language that marks them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { PageThread } from '../../src/cli/home/page-thread.ts';
import { serveHome } from '../../src/cli/home/serve-home.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';
import { Browse } from '../home/browse.ts';
import { wordsOn } from '../site/read-html.ts';
import { filledTexts, MARKING, sentenceOf, type Filled } from './marked-values.ts';
import { BEGAN, CORES, known, NAMES, PACKS, play, timeAt } from './played-game.ts';
import { oddIn } from './odd-values.ts';

const whole = process.env['GITNOMIC_SAMPLE'] === 'whole';
const OFTEN: ReadonlySet<string> = new Set(['fireside']);
const GAMES = [...CORES, ...PACKS].filter(({ title }) => whole || OFTEN.has(title));
const NEVER_MS = 3_600_000;

/** All of them take many minutes: each `npm test` reads three pages of each kind. */
const MOST_OF_A_KIND = whole ? Infinity : 3;

/** The words of the pages that links lead to, as one player. */
async function readPages(browse: Browse): Promise<readonly string[]> {
  const words: string[] = [];
  const seen = new Set<string>();
  const kinds = new Map<string, number>();
  const ahead = ['/'];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const [, kind = ''] = at.split(/[/?]/u);
    const place = (kinds.get(kind) ?? 0) + 1;
    if (place > MOST_OF_A_KIND) continue;
    kinds.set(kind, place);
    const { text, type = '', location } = await browse.get(at);
    if (location !== undefined) ahead.push(location);
    if (!type.includes('html')) continue;
    words.push(wordsOn(text, ['prose']));
    for (const [, href = ''] of text.matchAll(/href="([^"#]+)/gu)) {
      const { host, pathname, search } = new URL(href.replaceAll('&amp;', '&'), `http://here${at}`);
      if (host === 'here' && !/\.\w+$/u.test(pathname)) ahead.push(`${pathname}${search}`);
    }
  }
  return words;
}

async function changeThings(folder: string, at: string): Promise<void> {
  const propose = ['propose', '--as', 'Bo', '--text', 'Why not.'];
  for (const words of [
    [...propose, '--title', 'Call me Bobby', '--set', 'players.bo.name=Bobby'],
    ['propose', '--as', 'Cy', '--add-rule', 'Manners', '--text', 'Everybody says please.'],
    ['peace', '--as', 'Ana', 'pace', '1', '--why', 'slow'],
  ])
    await runIn(folder, at, words);
}

describe.each(GAMES)('$title', ({ title, init }) => {
  const root = mkdtempSync(join(tmpdir(), 'gitnomic-values-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('no text is filled with a value in machine form', async () => {
    const folder = join(root, title, 'game');
    const begun = await runIn(root, timeAt(BEGAN), [
      'init',
      folder,
      '--name',
      'Harbour',
      ...init,
      ...NAMES.flatMap((name) => ['--player', name]),
    ]);
    expect(begun, begun.said).toMatchObject({ code: 0 });
    const now = await play(folder);
    await changeThings(folder, now);
    const ids = await known(folder, now);
    mkdirSync(join(folder, 'content/languages'), { recursive: true });
    writeFileSync(join(folder, 'content/site.yml'), 'language: eo\n');
    writeFileSync(join(folder, 'content/languages/eo.yml'), JSON.stringify(MARKING));
    const game = await openLocalGame(folder, { now, caches });
    const pages = new PageThread({ quietMs: NEVER_MS });
    const server = await serveHome({ game, port: 0, caches, pages });
    try {
      const ana = new Browse(server.port);
      await ana.sitAs('ana');
      await vi.waitUntil(async () => (await ana.get('/do/time/')).text.includes('<html lang="eo"'), 60_000);
      const texts = (await readPages(ana)).flatMap(filledTexts);
      const found = new Map<string, Filled>();
      for (const filled of texts) found.set(sentenceOf(filled), filled);
      const filledIn = new Set(
        [...found.values()].flatMap(({ message, values }) => (values.size > 0 ? [message] : [])),
      );
      expect(filledIn.size).toBeGreaterThan(40);
      expect([...found].flatMap(([sentence, filled]) => oddIn(sentence, filled, ids))).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
