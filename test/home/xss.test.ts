// What people write, wherever it ends on the pages at home, in a real browser: nothing of it runs, leads away or loads.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { serveHome, type HomeServer } from '../../src/cli/home/serve-home.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { findBrowser, launchBrowser, newReader } from '../site/find-browser.ts';
import { HOSTILE, HOSTILE_LINE } from '../site/hostile.ts';

const NOW = '2024-03-01T09:00:00Z';
const HARM = 'window.harmed=1';
/** By the kinds of place that OWASP's cheat sheets on cross-site scripting tell apart: element, attribute, script, style, address. */
const WAYS_OUT: readonly string[] = [
  `"><svg/onload=${HARM}>`,
  `' autofocus onfocus=${HARM} x='`,
  `" autofocus onfocus="${HARM}" x="`,
  `</title><script>${HARM}</script>`,
  `</textarea><script>${HARM}</script>`,
  `</script><script>${HARM}</script>`,
  `</style><img src=x onerror=${HARM}>`,
  `--><script>${HARM}</script><!--`,
  `]]><script>${HARM}</script>`,
  `<details open ontoggle=${HARM}>x</details>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${HARM}&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${HARM}>">`,
  `<a href="jav&#x09;ascript:${HARM}">a</a>`,
  `[a](javascript:${HARM}) [b](&#106;avascript:${HARM}) <javascript:${HARM}>`,
  `javascript:${HARM}`,
  `\\u003cscript\\u003e${HARM}\\u003c/script\\u003e`,
  `<video><source onerror=${HARM}></video><marquee onstart=${HARM}>m</marquee>`,
  `\${${HARM}}{{${HARM}}}`,
];
/** A title is no longer than this. */
const LINE = `${HOSTILE_LINE} ${WAYS_OUT.join(' ')}`.slice(0, 290);
const TEXT = [...Object.values(HOSTILE).filter((one) => one.length < 500), ...WAYS_OUT].join('\n\n');
/** What a rule may be called, and what may stand in it. */
const TITLE = `<script>${HARM}</script> "><img src=x onerror=${HARM}>`;
const RULE = TEXT.replaceAll('](#value:', '](x:');
const asCode = (text: string): string => JSON.stringify(text);

const CLAUSE = `import { action, derive, integer, rule, text } from 'gitnomic/rules';
const bad = ${asCode(LINE)};
export default rule(({ refuse }) => ({
  things: { huts: { title: bad, ids: ['a', 'b'], fields: { note: text({ start: bad }) } } },
  game: { motto: text({ start: bad }) },
  views: {
    sign: derive({ of: 'huts', returns: text(), value: () => bad }),
    broken: derive({ of: 'huts', returns: text(), value: () => { throw new Error(bad); } }),
  },
  actions: {
    shout: action({ title: bad, with: { word: text({ about: bad }) }, effect({ game, word, result }) { game.motto = word; result(bad); } }),
    never: action({ title: bad, check() { refuse(bad); }, effect() {} }),
  },
}));`;
/** A clause that says it where it is tried. */
const TRIED = `import { rule } from 'gitnomic/rules';
export default rule(() => ({ on: { enacted() { throw new Error(${asCode(`says in the trial ${WAYS_OUT.join(' ')}`)}); } } }));`;

/** In haste those that are linked to from the front page; else as many as there are kinds of pages, and more. */
const MOST_PAGES = process.env['GITNOMIC_FUZZ'] === undefined ? 25 : 150;

const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)('text by people, in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-xss-'));
  let server: HomeServer | undefined;
  let browser: Browser | undefined;
  let page: Page;
  const at = (): string => server?.url ?? '';
  const asked = new Set<string>();
  let dialogs = 0;

  beforeAll(async () => {
    const library = new Map(shippedLibrary)
      .set('proving/dynastic/bad.md', `---\ntitle: ${JSON.stringify(TITLE)}\norder: 90\n---\n${RULE}\n`)
      .set('proving/dynastic/bad.ts', CLAUSE);
    const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
      id,
      name: id === 'bo' ? 'bo' : `${id} ${HOSTILE_LINE}`,
      admin: id === 'ana',
      emperor: id === 'cy',
    }));
    const wish = { name: HOSTILE_LINE, core: '2021', dynasty: 'proving', players };
    const game = await beginLocalGame(folder, library, wish, { now: NOW, caches });
    const bo = { id: 'bo', name: 'bo', bot: false };
    const stranger = { id: 'x', name: HOSTILE_LINE, bot: false };
    const main = await game.main();
    const head = await writeCommit(game.forge.repository, {
      parents: [main],
      changes: new Map([
        [
          'content/ruleset/dynastic/tried.md',
          `---\ntitle: ${JSON.stringify(`T ${TITLE}`)}\norder: 91\n---\n${RULE}\n`,
        ],
        ['content/ruleset/dynastic/tried.ts', TRIED],
      ]),
      author: { name: HOSTILE_LINE, email: '', at: NOW },
      message: `${LINE}\n`,
    });
    await game.people.open(bo, { kind: 'proposal', title: `P ${LINE}`, text: TEXT, head });
    const story = await game.people.open(bo, { kind: 'story', title: LINE, text: TEXT });
    for (const title of WAYS_OUT) await game.people.open(bo, { kind: 'story', title, text: title });
    for (const by of [bo, stranger]) await game.people.comment(by, story, TEXT);
    await game.people.comment(bo, story, `/act shout word=${JSON.stringify(LINE)}`);
    await game.people.comment(bo, story, '/act never');
    await game.people.comment(bo, story, `/act ${LINE}`);
    await game.tick();
    server = await serveHome({ game, port: 0, caches });
    browser = await launchBrowser();
    page = await (await newReader(browser, { serviceWorkers: 'allow' })).newPage();
    // On a busy machine a page takes its time.
    page.on('dialog', (dialog) => void ((dialogs += 1), dialog.dismiss()));
    page.on('request', (request) => asked.add(new URL(request.url()).host));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What of a page would run, lead away or load, once everything on it was pointed at, opened and written into. */
  const dangersOn = async (): Promise<readonly string[]> => {
    await page.evaluate((text) => {
      for (const details of document.querySelectorAll('details')) details.open = true;
      for (const field of document.querySelectorAll<HTMLInputElement>(
        'textarea, input[type=text], input[type=search], input:not([type])',
      )) {
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      for (const one of document.querySelectorAll<HTMLElement>('body *')) {
        one.dispatchEvent(new MouseEvent('mouseover'));
        // Nothing else takes it, and a browser lays the page out to find that out of each.
        if (one.tabIndex >= 0) one.focus({ preventScroll: true });
      }
    }, `${LINE}\n${TEXT}`);
    await page.waitForTimeout(100);
    return page.evaluate(() => {
      const found: string[] = 'harmed' in window ? ['it ran'] : [];
      for (const one of document.querySelectorAll('*')) {
        for (const { name, value } of one.attributes) {
          if (name.startsWith('on')) found.push(`${one.tagName} ${name}`);
          if (
            /^(href|src|action|formaction|xlink:href)$/u.test(name) &&
            /^[\s\0-\x20]*(javascript|vbscript|data:text)/iu.test(value)
          )
            found.push(`${one.tagName} ${name}=${value}`);
        }
        if (/^(iframe|object|embed|base|marquee|math|video)$/iu.test(one.tagName)) found.push(one.tagName);
        if (
          one.tagName === 'SCRIPT' &&
          one.textContent.includes('harmed') &&
          one.getAttribute('type') !== 'application/json'
        )
          found.push(`script: ${one.textContent.slice(0, 80)}`);
      }
      return found;
    });
  };

  test('nothing runs on any linked page', async () => {
    await page.goto(`${at()}do/who/`);
    await page
      .locator('label, li', { hasText: /^\s*bo\s*$/u })
      .first()
      .locator('input')
      .check()
      .catch(() => page.check('input[type=radio][value=bo]'));
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const waiting = [
      '',
      'matters/1/',
      'do/act/?action=shout',
      `do/act/?action=${encodeURIComponent(LINE)}`,
      `do/rule/?path=${encodeURIComponent(LINE)}`,
      `matters/${encodeURIComponent(LINE)}/`,
      `search/?q=${encodeURIComponent(LINE)}`,
      `search/#${encodeURIComponent(LINE)}`,
    ];
    const seen = new Set<string>();
    const wrong: string[] = [];
    for (let path = waiting.shift(); path !== undefined && seen.size < MOST_PAGES; path = waiting.shift()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const answer = await page.goto(`${at()}${path}`, { waitUntil: 'load' });
      if (!(answer?.headers()['content-type'] ?? '').includes('html')) continue;
      const links = await page.$$eval('a[href]', (all) => all.map((one) => (one as HTMLAnchorElement).href));
      for (const danger of await dangersOn()) wrong.push(`${path}: ${danger}`);
      if (!page.url().startsWith(at())) wrong.push(`${path} led to ${page.url()}`);
      for (const link of links)
        if (link.startsWith(at()) && !/\.(?:xml|json|zip|png|svg|md|txt)$/u.test(link))
          waiting.push(link.slice(at().length).replace(/#.*$/u, ''));
    }
    expect(wrong).toEqual([]);
    expect([...seen].filter((path) => /^matters\/\d/u.test(path)).length).toBeGreaterThan(0);
    expect(seen.size).toBeGreaterThan(MOST_PAGES - 1);
    expect(dialogs).toBe(0);
    expect([...asked]).toEqual([new URL(at()).host]);
  }, 300_000);

  test('shows a trial’s result as plain text', async () => {
    await page.goto(`${at()}matters/1/`);
    expect(await page.textContent('h1')).toContain('P <script>');
    // The words of the clause's own error, which nothing but the verdict shows.
    const verdict = page
      .locator('p', { hasText: 'Missing, or left out if it passes' })
      .locator('xpath=following-sibling::ul[1]');
    expect(await verdict.textContent()).toContain('says in the trial "><svg/onload=window.harmed=1>');
    expect(await dangersOn()).toEqual([]);
  });
});
