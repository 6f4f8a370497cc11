import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveFolder, type Served } from '../../src/cli/local/serve-folder.ts';
import { openAsFiles } from '../../src/site/render/open-as-files.ts';
import { readyShell } from '../../src/site/render/shell.ts';
import { type BuiltSite, BASE } from './built-site.ts';
import { launchBrowser, newReader } from './find-browser.ts';
import { HAS_TIME, slowTest } from '../slowly.ts';
import { faultsOn, looksFor } from './look-at-pages.ts';

/** One page of each kind. */
const KINDS: Readonly<Record<string, string>> = {
  front: '',
  ruleset: 'ruleset/',
  rule: 'rules/core/votable-matters/votes/',
  posts: 'posts/',
  matters: 'matters/',
  'matters of a month': 'matters-of/2024-03/',
  'an enacted matter': 'matters/1/',
  'a hostile matter': 'matters/2/',
  'hostile comments': 'matters/3/',
  map: 'show/map/',
  'map of a day': 'show/map/on/2024-03-06/',
  'first day of the dynasty': 'first/',
  table: 'show/rooms/',
  cards: 'show/denizens/',
  timeline: 'show/runs/',
  gamestate: 'gamestate/',
  thing: 'things/rooms/E5/',
  players: 'players/',
  'one player': 'players/bo/',
  ledger: 'ledger/',
  play: 'play/',
  'the ruleset then': 'then/',
  'the ruleset after a matter': 'then/1/',
  dice: 'dice/',
  dynasties: 'dynasties/',
  statistics: 'statistics/',
  search: 'search/',
  feeds: 'feeds/',
  seal: 'seal/',
  'no such page': '404.html',
};
/** Words to search for, and the title of what is to come first. */
const SOUGHT = [
  ['qourum', 'Quorum'],
  ['#1', '[Core] A shorter window'],
  ['votes', '1.4.1 Votes'],
] as const;
/** What takes a browser long is for the long suite. */
const WHOLE = process.env['GITNOMIC_SAMPLE'] === 'whole';
const NO_COLOUR = 'rgba(0, 0, 0, 0)';
const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** By how much the page moved while it loaded. */
const readShift = (): Promise<number> =>
  new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 20);
  });

/** What a reader's browser makes of the pages. Without a browser these are left out, but never where CI says so. */
export function checkInBrowser(site: () => BuiltSite): void {
  let browser: Browser | null = null;
  let served: Served | null = null;
  let page: Page;
  const go = async (path: string, viewport = WIDE): Promise<void> => {
    await page.setViewportSize(viewport);
    await page.goto(`http://localhost:${served?.port ?? 0}${BASE}${path}`);
  };

  beforeAll(async () => {
    browser = await launchBrowser();
    served = await serveFolder(site().folder, 47_100, 200);
    page = await (await newReader(browser, { reducedMotion: 'reduce' })).newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  // In `npm test` each fifth, so that both looks are among them, and everything hostile.
  const kinds = Object.entries(KINDS).filter(
    ([kind], index) => HAS_TIME || index % 8 === 0 || kind.includes('hostile'),
  );
  describe.each(kinds)('%s', (kind, path) => {
    const looks = looksFor(Object.keys(KINDS).indexOf(kind));
    const asked: string[] = [];
    const errors: string[] = [];
    // Opened once for both: axe takes the page as it is.
    beforeAll(async () => {
      const listen = (request: { url(): string }): void => void asked.push(request.url());
      const complain = (message: { type(): string; text(): string }): void => {
        if (message.type() === 'error') errors.push(message.text());
      };
      page.on('request', listen).on('console', complain);
      await go(path, PHONE);
      await page.waitForTimeout(50);
      page.off('request', listen).off('console', complain);
    });

    test('nothing hostile runs or is fetched, and a phone scrolls one way only', async () => {
      await page.setViewportSize(PHONE);
      expect(asked).not.toEqual([]);
      expect(asked.filter((url) => !url.startsWith('http://localhost:'))).toEqual([]);
      expect(errors).toEqual([]);
      expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
      // Words in a table that scrolls don’t stand as a tower.
      expect(
        await page
          .locator('table[data-sortable] td')
          .evaluateAll((all) =>
            all.flatMap((cell) =>
              cell.textContent.trim().length > 30 && cell.getBoundingClientRect().width < 130
                ? [cell.outerHTML.slice(0, 120)]
                : [],
            ),
          ),
      ).toEqual([]);
      const { width, wide } = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        wide: [...document.querySelectorAll('main *')]
          .filter(
            (one) =>
              one.getBoundingClientRect().right > innerWidth + 1 &&
              one.closest('.scroll, pre, .grid-map') === null,
          )
          .slice(0, 3)
          .map((one) => one.outerHTML.slice(0, 120)),
      }));
      expect({ width, wide }).toEqual({ width: PHONE.width, wide: [] });
      // A deadline’s distance comes by script, since only the browser knows the time; it may take another line.
      if (WHOLE) expect(await page.evaluate(readShift)).toBeLessThan(0.02);
    });

    test(`axe finds nothing: ${looks.map(({ where }) => where).join(' and ')}`, async () => {
      expect(await faultsOn(page, () => Promise.resolve(), looks)).toEqual([]);
    });
  });

  slowTest('two moments of the ruleset are put together from the record of changes', async () => {
    const said = async (what: RegExp): Promise<void> => {
      await expect.poll(() => page.textContent('#said')).toMatch(what);
    };
    await go('then/');
    // What changed last is there at once, without what stayed.
    expect(await page.locator('#to').inputValue()).toBe(
      await page.locator('#to option').last().getAttribute('value'),
    );
    await page.selectOption('#from', { index: 0 });
    await said(/^2 rules have changed\.$/u);
    const kept = 'may have one Vote';
    expect(await page.textContent('#outcome')).not.toContain(kept);
    await page.check('#whole');
    expect(await page.textContent('#outcome')).toContain(kept);
    expect(await page.textContent('#outcome del')).toBe('48');
    expect(await page.textContent('#outcome ins')).toBe('36');
    expect((await page.locator('#to option').allTextContents()).join()).toContain('A shorter window, ');
    await page.selectOption('#to', { index: 0 });
    await said(/^The rules after the beginning\.$/u);
    // The address leads to the same two moments again.
    await page.reload();
    await said(/^The rules after the beginning\.$/u);
    // So does the address of a matter, with all of the ruleset as it stood after it.
    await go('then/?after=1');
    await said(/^The rules after \[Core\] A shorter window, /u);
    expect(await page.textContent('#outcome')).toContain('36');
  });

  slowTest(
    'on a phone a ruleset is read by its parts, without a script, and on paper it is whole',
    async () => {
      const context = await newReader(browser as Browser, { javaScriptEnabled: false, viewport: PHONE });
      const phone = await context.newPage();
      const at = `http://localhost:${served?.port ?? 0}${BASE}`;
      for (const [path, part] of [
        ['ruleset/', 'core.votable-matters.votes'],
        ['first/', 'core.votable-matters.votes'],
        ['then/1/', 'core.votable-matters.votes'],
      ] as const) {
        await phone.goto(`${at}${path}`);
        const parts = phone.locator('.parts > *:visible');
        const all = await phone.locator('.parts > *').count();
        expect([path, await parts.count()]).toEqual([path, 0]);
        expect(await phone.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5_000);
        await phone.click(`#toc a[href="#${part}"]`);
        expect(await parts.count()).toBe(1);
        const target = phone.locator(`[id="${part}"]`);
        expect(await target.isVisible()).toBe(true);
        // The reader is led to the rule itself, and not to where it was estimated to be.
        await expect
          .poll(async () => Math.abs((await target.boundingBox())?.y ?? Infinity))
          .toBeLessThan(300);
        await phone.click('#toc .whole');
        expect(await parts.count()).toBe(all);
        await phone.goto(`${at}${path}`);
        await phone.emulateMedia({ media: 'print' });
        expect(await parts.count()).toBe(all);
        await phone.emulateMedia({ media: 'screen' });
        await phone.setViewportSize(WIDE);
        expect(await parts.count()).toBe(all);
        await phone.setViewportSize(PHONE);
      }
      await context.close();
    },
  );

  test.skipIf(!WHOLE)(
    'an address leads to its sentence in a ruleset of which only what is seen is laid out',
    async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await go('ruleset/');
      const places = await page
        .locator('a.here')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
      for (const place of [places[Math.floor(places.length / 2)], places.at(-1)]) {
        await page.goto('about:blank');
        await go(`ruleset/${place ?? ''}`, PHONE);
        await expect
          .poll(() => page.locator(':target').evaluate((one) => Math.round(one.getBoundingClientRect().top)))
          .toBeLessThan(PHONE.height - 40);
        expect(
          await page.locator(':target').evaluate((one) => one.getBoundingClientRect().top),
        ).toBeGreaterThan(0);
      }
      await page.emulateMedia({ reducedMotion: 'reduce' });
    },
  );

  slowTest('the ruleset is printed as a booklet, and is there as one text', async () => {
    await go('ruleset/');
    const booklet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sizes = [...booklet.matchAll(/\/MediaBox \[0 0 (\d+)[.\d]* (\d+)/gu)].map(([, wide, high]) => [
      wide,
      high,
    ]);
    expect(sizes.length).toBeGreaterThan(4);
    expect(new Set(sizes.map(String))).toEqual(new Set(['420,594']));
    const text = site().text('ruleset.md');
    expect(text).toContain('### 1.4 ');
    expect(text).toContain('36 hours');
    expect(text).not.toContain('#value:');
  });

  slowTest(
    'each sentence of a rule has an address, and beside it, below it on a phone, stands who changed it',
    async () => {
      const rule = 'rules/core/votable-matters/votes/';
      const boxes = () =>
        page.evaluate(() => {
          const note = document.querySelector('.placed .by');
          const words = note?.closest('li, p');
          const [by, of] = [note, words].map((one) => one?.getBoundingClientRect());
          return { by: by?.toJSON() as DOMRect, of: of?.toJSON() as DOMRect };
        });
      await go(rule);
      expect((await page.textContent('.placed .by'))?.replaceAll(/\s+/gu, ' ')).toContain(
        '[Core] A shorter window, ',
      );
      const wide = await boxes();
      expect(wide.by.left).toBeGreaterThan(wide.of.right);
      expect(wide.by.top).toBeLessThan(wide.of.bottom);
      await go(rule, PHONE);
      const narrow = await boxes();
      expect(narrow.by.right).toBeLessThanOrEqual(narrow.of.right + 1);
      expect(narrow.by.top).toBeGreaterThan(narrow.of.top + 20);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const link = page.locator('.placed li .here').first();
      const place = await link.textContent();
      await link.focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelector('.copied')?.textContent !== '');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(/#core\.votable-matters\.votes:2\.1$/u);
      expect(copied.endsWith(place ?? '–')).toBe(true);
      expect(await page.locator('.placed :target').count()).toBe(1);
    },
  );

  slowTest('a rule names the rules that cite it', async () => {
    await go('ruleset/');
    const [to, from] = await page
      .locator('article.rule a.term')
      .first()
      .evaluate((term) => [
        (term.getAttribute('href') ?? '').slice(1).split(':')[0] ?? '',
        term.closest('article')?.id ?? '',
      ]);
    await go(
      await page
        .locator(`article[id="${to}"] header a.meta`)
        .first()
        .evaluate((a) => (a.getAttribute('href') ?? '').replace(/^\/harbour\//u, '')),
    );
    expect(
      await page
        .locator('h2:text("Cited by") + ul a')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
    ).toContain(`/harbour/ruleset/#${from}`);
  });

  test('search finds a rule by words of its text, and shows hostile titles as text', async () => {
    await go('search/');
    await page.fill('#words', 'voting window');
    await page.waitForSelector('#results li');
    expect(await page.textContent('#results')).toContain('Votes');
    expect(await page.textContent('#results mark')).toMatch(/voting|window/iu);
    // A slip, a number with its sign, and the rule that explains a word before those that use it.
    for (const [words, first] of SOUGHT) {
      await page.fill('#words', words);
      await expect.poll(() => page.textContent('#results li a')).toBe(first);
      expect(new URL(page.url()).searchParams.get('q')).toBe(words);
      // A matter has its number beside it, marked.
      if (words.startsWith('#')) expect(await page.innerHTML('#results li p')).toContain('#<mark>1</mark>');
    }
    await page.fill('#words', 'window.harmed');
    await page.waitForFunction(() => document.getElementById('results')?.textContent.includes('<script>'));
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  });

  test.skipIf(!WHOLE).each([
    ['Asia/Tokyo', () => 540],
    // Its summer began on 10 March at 05:30 UTC.
    ['America/St_Johns', (at: string) => (at < '2024-03-10T05:30' ? -210 : -150)],
  ])('a deadline is shown by the clocks of %s', async (timezoneId, offsetAt) => {
    const context = await newReader(browser as Browser, { timezoneId, locale: 'en-US' });
    const there = await context.newPage();
    await there.goto(`http://localhost:${served?.port ?? 0}${BASE}matters/`);
    const shown = await there
      .locator('time[data-due]')
      .evaluateAll((all) => all.map((one) => [one.getAttribute('datetime') ?? '', one.textContent]));
    expect(shown).not.toEqual([]);
    for (const [at = '', text] of shown) {
      const local = new Date(Date.parse(at) + offsetAt(at) * 60_000);
      const hour = local.getUTCHours();
      const clock = `${hour % 12 || 12}:${String(local.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
      const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][local.getUTCDay()] ?? '';
      expect(text?.replaceAll(/\s/gu, ' ')).toContain(clock);
      expect(text).toMatch(new RegExp(`^${day}, Mar ${local.getUTCDate()}\\b`, 'u'));
    }
    await context.close();
  });

  test.skipIf(!WHOLE)(
    'pages made for it open as files, with styles, links, search and steps of the map',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'gitnomic-files-'));
      try {
        cpSync(join(site().folder, BASE), folder, { recursive: true });
        const { folder: shell } = await readyShell(BASE, '');
        openAsFiles(folder, { base: BASE, shell });
        const front = pathToFileURL(join(folder, 'index.html')).href;
        await page.goto(front);
        expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(
          NO_COLOUR,
        );
        const pages = [...site().pages.keys()].filter((path) =>
          /^(?:index|matters\/|rules\/core|show|dynasties)/u.test(path),
        );
        for (const path of pages) {
          const html = readFileSync(join(folder, path), 'utf8');
          for (const [, address = ''] of html.matchAll(/ (?:href|src)="(?![a-z]+:|#|\/\/)([^"#?]+)/gu))
            expect(existsSync(join(folder, path, '..', decodeURI(address))), `${path}: ${address}`).toBe(
              true,
            );
        }
        await page.click('nav >> text=Map');
        expect(page.url()).toMatch(/^file:.*show\/map\/index\.html$/u);
        await page.focus('#step');
        await page.keyboard.press('ArrowLeft');
        await expect.poll(() => page.textContent('#step-said')).toBe('At the start.');
        await page.fill('.find input', 'quorum');
        await page.press('.find input', 'Enter');
        await page.click('#results a >> text=Quorum');
        expect(page.url()).toMatch(/^file:.*ruleset\/index\.html#/u);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  slowTest('terms of a rule lead to their definitions, and live values to what set them', async () => {
    await go('ruleset/');
    const term = page.locator('[id="core.votable-matters.votes"] a.term').first();
    const place = await term.getAttribute('href');
    expect(place).toMatch(/^#./);
    await page.click('[id="core.votable-matters.votes"] a.live >> text=36');
    expect(new URL(page.url()).hash).toBe('#value-window');
    expect(await page.textContent('#value-window')).toMatch(
      /window\s*36 hours\s*\[Core\] A shorter window.*was 48 hours/s,
    );
  });

  slowTest('a map can be stepped through by keyboard, and each day of it has a page', async () => {
    await go('show/map/');
    const room = page.locator('[data-place=D4] strong');
    const now = await page.innerHTML('#grid tbody');
    expect(await room.textContent()).toContain('<script>');
    await page.focus('#step');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.getElementById('step-said')?.textContent === 'At the start.');
    expect(await room.count()).toBe(0);
    await page.click('#step-on');
    expect(await page.textContent('#step-said')).toMatch(/Eli|eli/);
    expect((await page.innerHTML('#grid tbody')).replace(/\s+/g, '')).toBe(now.replace(/\s+/g, ''));
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
    await go('show/map/on/2024-03-06/');
    expect(await page.textContent('[data-place=D4] strong')).toContain('<script>');
  });

  slowTest(
    'a wall of the map stands out from the page in both schemes and on paper, and places are of one size',
    async () => {
      await go('show/map/');
      await page.evaluate(() =>
        document
          .querySelector('[data-place=E5]')
          ?.classList.add('closed-n', 'closed-e', 'closed-s', 'closed-w'),
      );
      for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { media: 'print' }] as const) {
        await page.emulateMedia(media);
        const seen = await page.evaluate(() => {
          const bright = (colour: string): number =>
            (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
          const sizeOf = (id: string): readonly number[] => {
            const link = document.querySelector(`[data-place=${id}] a`);
            return [link?.clientWidth ?? 0, link?.clientHeight ?? 0];
          };
          const place = document.querySelector('[data-place=E5]');
          const paper = bright(getComputedStyle(document.body).backgroundColor);
          const shadows = place === null ? '' : getComputedStyle(place).boxShadow;
          const walls = shadows.match(/rgb\([^)]*\)(?= (-7px 0px|7px 0px|0px -7px|0px 7px) )/g) ?? [];
          return {
            walls: walls.map((wall) => Math.abs(bright(wall) - paper)),
            sizes: [sizeOf('E5'), sizeOf('F5')],
          };
        });
        expect(seen.walls).toHaveLength(4);
        expect(Math.min(...seen.walls)).toBeGreaterThan(120);
        expect(seen.sizes[0]).toEqual(seen.sizes[1]);
      }
      await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    },
  );

  test('a matter shows what it changes word by word, and how its votes came in', async () => {
    await go('matters/1/');
    expect(await page.textContent('.change del')).toBe('48 hours');
    expect(await page.textContent('.change ins')).toBe('36 hours');
    expect(await page.getAttribute('.small-chart svg', 'aria-label')).toContain('5 FOR');
  });

  slowTest.each([
    ['matters/1/', '.beside-votes > div'],
    ['matters/', '.matter-rows > li:first-child > div'],
    ['posts/', '.post-body > div'],
  ])(
    'where there is room votes stand beside what they are about, and below it on a phone: %s',
    async (path, parts) => {
      const boxes = async () => {
        const [text, votes] = [page.locator(parts).nth(0), page.locator(parts).nth(1)];
        return [await text.boundingBox(), await votes.boundingBox()] as const;
      };
      await go(path);
      const [text, votes] = await boxes();
      expect(votes?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0));
      expect(votes?.y).toBe(text?.y);
      await go(path, PHONE);
      const [above, below] = await boxes();
      expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    },
  );

  slowTest('tally, chart and table of a matter show the same votes, the author’s own with them', async () => {
    for (const [path, count] of [
      ['matters/1/', 5],
      ['matters/2/', 5],
      ['matters/3/', 1],
    ] as const) {
      await go(path);
      expect(await page.textContent('.bar + .meta')).toContain(`${count} for`);
      expect(await page.getAttribute('.small-chart svg', 'aria-label')).toContain(`${count} FOR`);
      expect(await page.locator('tbody .tag.for').count()).toBe(count);
    }
    expect(await page.textContent('tbody tr:has(.tag.for)')).toMatch(/eli\s*FOR.*automatic/s);
  });

  slowTest(
    'each line of a chart is a small one of its own, its end named in its own colour, and statistics stand in the menu',
    async () => {
      await go('');
      await page.click('nav >> text=Statistics');
      await page.waitForURL(/statistics\/$/u);
      const charts = page.locator('.multiples').first();
      expect(await charts.locator('figure').count()).toBe(await charts.locator('svg .line').count());
      const colours = await charts
        .locator('figure')
        .first()
        .evaluate((one) => {
          const of = (name: string, key: 'fill' | 'stroke' | 'color'): string =>
            getComputedStyle(one.querySelector(name) ?? one)[key];
          return [of('figcaption', 'color'), of('.end', 'fill'), of('.line', 'stroke')];
        });
      expect(new Set(colours).size).toBe(1);
      expect(await charts.locator('figure').first().locator('text').count()).toBeLessThanOrEqual(5);
      // The menu keeps to one line beside its field.
      const nav = await page.locator('.top nav').boundingBox();
      expect(nav?.height).toBeLessThan(70);
    },
  );

  test('matters can be filtered', async () => {
    await go('matters/');
    await page.selectOption('[data-by=author]', 'cy');
    expect(await page.textContent('#shown')).toBe('1 of 3');
  });

  test('the keyboard is enough: past the menu, through the menu, into the map and to a room', async () => {
    await go('');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#content');
    await go('');
    const passed: string[] = [];
    for (let step = 0; step < 20 && passed.at(-1) !== 'The map'; step++) {
      await page.keyboard.press('Tab');
      passed.push(await focused(page));
    }
    expect(passed).toContain('Ruleset');
    await page.keyboard.press('Enter');
    await page.waitForURL(/show\/map\/$/);
    for (let step = 0; step < 60 && !(await focused(page)).startsWith('A1'); step++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/things\/rooms\/A1\/$/);
  });
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent?.trim().replace(/\s+/g, ' ') ?? '');
}
