// What a matter changes, however it is hidden, is told alike by its page, its comment, the terminal and the feed; and the page shows all
// of it on a phone and on a desk. `GITNOMIC_SHOTS=folder` keeps pictures of the pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runIn } from '../../src/main/fixtures/run-in.ts';
import { programChanges } from '../../src/wording/program-changes.ts';
import { namesInDiff } from '../../src/session/summaries.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { RULESET } from '../../src/store/paths.ts';
import { asSeen, OF_CODE, OF_TEXT } from '../fuzz/hidden-changes.ts';
import { findBrowser, launchBrowser } from '../site/find-browser.ts';
import { Browse } from './browse.ts';
import { openHome, START, type TestHome } from './open-home.ts';
import { quickCaches } from '../quick-caches.ts';
import { HAS_TIME } from '../slowly.ts';

const isLong = process.env['GITNOMIC_FUZZ'] !== undefined;
const SHOTS = process.env['GITNOMIC_SHOTS'];
/** Of each sort of hiding one; all in the long suite. */
const SAMPLE = [
  'the names of two values are swapped',
  'a value is struck through',
  'a value has a letter that nobody sees',
  'a value stands in a footnote',
  'rows are reversed',
  'a part deep in the front matter is another',
  'code stands far to the right',
  'a name has a letter of another script',
  'a comment turns its direction',
];
const KINDS = [...Object.entries(OF_TEXT), ...Object.entries(OF_CODE)].filter(
  ([name]) => isLong || SAMPLE.includes(name),
);

interface Hidden {
  readonly name: string;
  readonly post: string;
}

const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli'];
const CHUNKS = Array.from({ length: Math.ceil(KINDS.length / 10) }, (_, at) =>
  KINDS.slice(10 * at, 10 * at + 10),
);

/** A text as it is read: without marks, and with every run of blanks as one. */
function flat(text: string): string {
  return text
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/&#(?:x([0-9a-f]+)|(\d+));/giu, (_, hex?: string, digits?: string) =>
      String.fromCodePoint(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\u200b\s]+/gu, '');
}

/** The engine's comment on a post, as it reads now. */
function commentOn({ folder }: TestHome, post: string): string {
  const log = readFileSync(join(folder, '.gitnomic/forge/events.jsonl'), 'utf8').trim().split('\n');
  const said = log.map((line) => JSON.parse(line) as { type: string; post: string; text: string });
  return said.findLast((one) => one.type === 'engine-said' && one.post === post)?.text ?? '';
}

describe.each(CHUNKS.map((kinds) => ({ kinds })))('$kinds.0.0 and others', ({ kinds }) => {
  let home: TestHome;
  let browser: Browser | null = null;
  const hidden: Hidden[] = [];

  beforeAll(async () => {
    home = await openHome({ dynasty: 'proving', caches: quickCaches });
    if (findBrowser() !== null) browser = await launchBrowser();
    const { game } = home;
    const files = [...(await game.content())].filter(([path]) => path.startsWith(RULESET));
    const base = await game.main();
    for (const [place, [name, spoil]] of kinds.entries()) {
      const ending = name in OF_TEXT ? '.md' : '.ts';
      const found = files
        .filter(([path]) => path.endsWith(ending))
        .map(([path, text]) => [path, text, spoil(text, 1)] as const)
        .find(([, text, after]) => after !== null && after !== text);
      if (found === undefined) continue;
      const author = { name: 'bo', email: '', at: START };
      const changes = new Map([[found[0], found[2]]]);
      const head = await writeCommit(game.forge.repository, {
        parents: [base],
        changes,
        author,
        message: name,
      });
      // Nobody may have more than two proposals pending.
      const by = { id: PLAYERS[place % PLAYERS.length] ?? '', name: 'Somebody', bot: false };
      const title = `Hidden ${place}`;
      await game.people.open(by, { kind: 'proposal', title, text: '', head, branch: `hidden-${place}` });
      await game.tick();
      const { posts } = (await game.openPosition()).open.play.state();
      const post = Object.values(posts).find((one) => one.title === title)?.id;
      if (post !== undefined) hidden.push({ name, post });
    }
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await home.close();
  });

  test('page, comment, terminal and feed show each hidden change alike', async () => {
    expect(hidden.length).toBeGreaterThan(kinds.length * 0.8);
    const browse = new Browse(home.server.port);
    // The ticks above were not the server's own: it notices them by the files that they changed.
    const last = hidden.at(-1)?.post ?? '';
    await expect.poll(async () => (await browse.get(`/matters/${last}/`)).status).toBe(200);
    const feed = (await browse.get('/feed.xml')).text;
    const entries = feed.split('<entry>');
    const position = await home.game.openPosition();
    const { play } = position.open;
    let inFeed = 0;
    for (const { name, post } of hidden) {
      const one = play.state().posts[post];
      const program = programChanges(one?.changes ?? [], namesInDiff(play));
      const told = program.flatMap(({ shown: { facts, notes } }) => [
        ...facts.flatMap((fact) => [fact.name, fact.before ?? '', fact.after ?? '']),
        ...notes,
      ]);
      const words = program.flatMap(({ shown }) =>
        shown.words.flatMap(({ kind, text }) => (kind === 'same' || text.length > 400 ? [] : [text])),
      );
      expect([name, told.length + words.length]).not.toEqual([name, 0]);
      const entry = entries.find((part) => part.includes(`/matters/${post}/`));
      if (entry !== undefined) inFeed++;
      const places = {
        page: flat((await browse.get(`/matters/${post}/`)).text),
        comment: flat(asSeen(commentOn(home, post))),
        terminal: flat((await runIn(home.folder, START, ['diff', post])).said),
        // The feed ends with the newest posts.
        ...(entry === undefined ? {} : { feed: flat(flat(entry)) }),
      };
      for (const [where, text] of Object.entries(places)) {
        // A feed says of a long file that its page has the words.
        const all = text.includes('toolongtoshowhere') ? told : [...told, ...words];
        for (const piece of all)
          expect([name, where, text]).toEqual([name, where, expect.stringContaining(flat(piece))]);
      }
    }
    expect(inFeed).toBeGreaterThan(5);
  }, 600_000);

  test.runIf(HAS_TIME && (findBrowser() !== null || process.env['CI'] !== undefined))(
    'on a phone and on a desk nothing of it lies off the page or is covered',
    async () => {
      for (const width of [390, 1280]) {
        const page = await browser!.newPage({ viewport: { width, height: 900 } });
        for (const { name, post } of hidden) {
          await page.goto(`${home.server.url}matters/${post}/`);
          const wide = await page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>('.scroll > table, .notes, .diff')].flatMap(
              (element) => {
                const { right } = element.getBoundingClientRect();
                const scrolls =
                  element.closest('.scroll') !== null || getComputedStyle(element).overflowX !== 'visible';
                return right > innerWidth + 1 && !scrolls ? [`${element.className} to ${right}`] : [];
              },
            ),
          );
          // The names of the columns stand above them.
          const beside = await page.evaluate(
            () =>
              [...document.querySelectorAll('.scroll > table')].filter((table) => {
                const [head, body] = [table.querySelector('thead'), table.querySelector('tbody')];
                return (
                  (head?.getBoundingClientRect().bottom ?? 0) > (body?.getBoundingClientRect().top ?? 0) + 1
                );
              }).length,
          );
          const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
          expect([name, width, wide, isWide, beside]).toEqual([name, width, [], false, 0]);
          if (SHOTS !== undefined)
            await page.screenshot({
              path: join(SHOTS, `${width}-${name.replaceAll(/\W+/gu, '-')}.png`),
              fullPage: true,
            });
        }
        await page.close();
      }
    },
    600_000,
  );
});
