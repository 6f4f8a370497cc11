// Every page, file and form of a game answers in a browser, in its second dynasty too, and again after the page is loaded anew.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildPlayground } from '../../scripts/build-playground/build.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { filesBelow } from '../../src/platform/node/files.ts';
import { FORM_NAMES } from '../../src/seat/forms/registry.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { findBrowser, launchBrowser, newReader } from '../site/find-browser.ts';
import { AtTheDevice, BELOW, serveBelow } from './at-the-device.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RULES = { core: 'fireside', dynasty: 'dice-and-dares' };
const GOAL = 'dice-and-dares/dynastic/the-goal.md';
const MOST_MS = 240_000;
const unseen = findBrowser() === null && process.env['CI'] === undefined;

/** A game in which the first throw wins, in one file. */
async function gameSoonWon(folder: string): Promise<string> {
  const goal = shippedLibrary.get(GOAL) ?? expect.fail(GOAL);
  const players = ['Ana', 'Bo', 'Cy'].map((name, at) => ({
    id: name.toLowerCase(),
    name,
    admin: at === 0,
    emperor: at === 0,
  }));
  const library = new Map([...shippedLibrary, [GOAL, goal.replaceAll('25', '1')]]);
  await beginLocalGame(folder, library, { name: 'Our game', ...RULES, players, practice: true });
  const paths = filesBelow(folder).filter((path) => !/^\.gitnomic\/(?:cache|site)\//u.test(path));
  const files = paths.map((path) => [path, readFileSync(join(folder, path)).toString('base64')]);
  return JSON.stringify({ 'gitnomic-game': 1, name: 'Our game', files: Object.fromEntries(files) });
}

describe.skipIf(unseen)('in a game in the playground', () => {
  const out = mkdtempSync(join(tmpdir(), 'everywhere-'));
  let server: Server;
  let browser: Browser;
  let context: BrowserContext;
  let ana: AtTheDevice;

  beforeAll(async () => {
    await buildPlayground(ROOT, out);
    writeFileSync(join(out, 'game.json'), await gameSoonWon(join(out, 'game')));
    server = await serveBelow(out);
    browser = await launchBrowser();
    context = await newReader(browser, { serviceWorkers: 'allow' });
    const { port } = server.address() as AddressInfo;
    ana = new AtTheDevice(await context.newPage(), `http://localhost:${port}${BELOW}`);
    await ana.page.goto(ana.url);
    await ana.arrive();
    await ana.page.click('summary:has-text("Open a game")');
    await ana.page.setInputFiles('#open-file', join(out, 'game.json'));
    await ana.seen();
    await ana.sitAs('ana');
  }, MOST_MS);

  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
    rmSync(out, { recursive: true, force: true });
  });

  /** Sends the first form of a page with what it holds and these values, and returns the answer. */
  function send(path: string, values: Record<string, string>): Promise<{ status: number; text: string }> {
    return ana.frame.evaluate(
      async ([at, given]) => {
        const page = new DOMParser().parseFromString(await (await fetch(at)).text(), 'text/html');
        const form = page.querySelector<HTMLFormElement>('main form[method=post]');
        if (form === null) return { status: 0, text: page.body.textContent };
        const words = new URLSearchParams();
        for (const [name, value] of new FormData(form)) words.append(name, String(value));
        for (const [name, value] of Object.entries(given)) words.set(name, value);
        const action = new URL(form.getAttribute('action') ?? '', new URL(at, document.baseURI));
        const answer = await fetch(action, { method: 'POST', body: words });
        return { status: answer.status, text: await answer.text() };
      },
      [`${BELOW}${path}`, values] as const,
    );
  }

  /** Sees what would come of an action, and takes it. */
  async function act(action: string, values: Record<string, string> = {}): Promise<string> {
    const path = `do/act/?action=${action}`;
    const seen = await send(path, { ...values, do: 'take' });
    const mark = /name="mark"[^>]*value="([^"]*)"/u.exec(seen.text)?.[1] ?? '';
    return (await send(path, { ...values, mark, do: 'take' })).text;
  }

  /** Opens everything that pages name, from the front page on, and returns what failed and what was opened. */
  function openAll(more: readonly string[]): Promise<{ failed: string[]; opened: string[] }> {
    return ana.frame.evaluate(
      async ([below, started]) => {
        const opened = new Set<string>();
        const failed: string[] = [];
        const waiting = [...started];
        for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
          if (opened.has(path)) continue;
          opened.add(path);
          const answer = await fetch(path);
          const text = await answer.text();
          if (answer.status >= 500 || (answer.status === 404 && !path.includes('/do/')))
            failed.push(`${path} ${answer.status} ${text.slice(0, 200)}`);
          if (!/html/u.test(answer.headers.get('content-type') ?? '')) continue;
          const page = new DOMParser().parseFromString(text, 'text/html');
          for (const tag of page.querySelectorAll('[href], [src], meta[content]')) {
            const named = tag.getAttribute('href') ?? tag.getAttribute('src') ?? tag.getAttribute('content');
            if (named === null || (tag.matches('meta') && !named.startsWith('/'))) continue;
            const found = URL.parse(
              named.replace(/^webcal:/u, location.protocol),
              new URL(path, location.href),
            );
            if (found === null || found.host !== location.host) continue;
            const isForm = found.pathname.startsWith(`${below}do/`);
            if (found.pathname.startsWith(below) && !(isForm && found.search.includes('answer=')))
              waiting.push(`${found.pathname}${found.search}`);
          }
        }
        return { failed, opened: [...opened] };
      },
      [BELOW, ['', ...more].map((path) => `${BELOW}${path}`)] as const,
    );
  }

  const forms = FORM_NAMES.map((name) => `do/${name}/`);

  test(
    'a dynasty is won, the next one begins, and the pages of both exist',
    { timeout: MOST_MS },
    async () => {
      await ana.voteFor(await ana.propose('Hats', 'Each Player may wear a hat.'), 'bo');
      await ana.sitAs('ana');
      expect(await act('throw-the-die')).toContain('has won');
      expect(await act('ascend', { 'p-theme': 'Pirates' })).toContain('Dynasty 2');
      expect(await ana.read('then/')).toContain('Hats');
      for (const path of ['', 'first/', 'ruleset/', 'gamestate/'])
        expect(await ana.read(`dynasties/1/${path}`), path).toMatch(/Dynasty 1|The Goal|Ana/u);
      expect(await ana.read('ruleset/')).not.toContain('Dares');
    },
  );

  test(
    'every page, feed, calendar, picture and form that is linked anywhere answers',
    { timeout: MOST_MS },
    async () => {
      const { failed, opened } = await openAll(forms);
      expect(failed).toEqual([]);
      expect(opened.length).toBeGreaterThan(100);
      expect(opened).toEqual(
        expect.arrayContaining(
          ['dynasties/1/ruleset/', 'deadlines.ics', 'players/ana.ics', 'feed.xml', 'do/back/', 'then/'].map(
            (path) => `${BELOW}${path}`,
          ),
        ),
      );
    },
  );

  test('a reloaded page keeps its address, its seat and what was being typed', async () => {
    await ana.go('do/rule/?change=add');
    await ana.frame.getByLabel('Its text').fill('Each Player may wear a hat.');
    await ana.page.reload();
    await ana.seen();
    expect(ana.frame.url()).toBe(`${ana.url}do/rule/?change=add`);
    await expect
      .poll(() => ana.frame.getByLabel('Its text').inputValue())
      .toBe('Each Player may wear a hat.');
    expect(await ana.read('')).toContain('Ana');
  });

  test(
    'every form answers as it is, and somebody goes back in time in a copy',
    { timeout: MOST_MS },
    async () => {
      const answers = await Promise.all(
        forms.map(async (path) => `${path} ${(await send(path, { do: 'preview' })).status}`),
      );
      expect(answers.filter((one) => / 5\d\d$/u.test(one))).toEqual([]);
      await ana.go('do/back/');
      const before = ana.frame.locator('button[name=commit]').nth(1);
      await Promise.all([ana.frame.waitForNavigation({ waitUntil: 'load' }), before.click()]);
      expect(await ana.read('')).toContain('copy of the game');
      expect(await ana.read('ruleset/')).toContain('Dares');
    },
  );

  test('on a phone its own bar fits on one line', async () => {
    await ana.page.setViewportSize({ width: 360, height: 740 });
    await ana.page.reload();
    await ana.seen();
    await ana.page.evaluate(() => document.getElementById('newer')?.removeAttribute('hidden'));
    expect((await ana.page.locator('#bar').boundingBox())?.height).toBeLessThan(60);
    await ana.page.setViewportSize({ width: 1280, height: 800 });
  });

  test('opens a copy without secrets for practice, and says so', async () => {
    await ana.page.reload();
    await ana.seen();
    await ana.page.click('#take');
    const [download] = await Promise.all([
      ana.page.waitForEvent('download'),
      ana.page.getByRole('button', { name: 'Save a copy without them' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('our-game-copy.gitnomic.json');
    await download.saveAs(join(out, 'copy.json'));
    ana.page.on('dialog', (dialog) => void dialog.accept());
    await ana.page.click('#forget');
    await ana.page.locator('#begin').waitFor({ state: 'visible' });
    await ana.page.setInputFiles('#open-file', join(out, 'copy.json'));
    await expect
      .poll(() => ana.page.textContent('#said'))
      .toContain('it is for reading, and for practice with new dice');
    await ana.seen();
    await ana.page.click('#forget');
    await ana.page.locator('#begin').waitFor({ state: 'visible' });
  });

  test(
    'rules that need more players say so before they begin, and pasted rules say how they were read',
    { timeout: MOST_MS },
    async () => {
      await ana.page.fill('#names', 'Ann\nBob\nCat');
      await ana.page.selectOption('#rules', '2021/crypt');
      await ana.page.click('#go');
      await expect
        .poll(() => ana.page.textContent('#said'), { timeout: 60_000 })
        .toContain('These rules need 5 players, and you have 3');
      expect(await ana.page.locator('#game').isVisible()).toBe(false);
      await ana.page.selectOption('#rules', 'own/');
      await ana.page.fill(
        '#text',
        '1. Everybody has 5 apples.\n\n2. A vote takes one day.\n\n3. Whoever eats an apple says thank you.',
      );
      await ana.page.click('#go');
      await ana.seen();
      expect(await ana.page.textContent('#said')).toContain('numbered text, and became 3 rules');
    },
  );
});
