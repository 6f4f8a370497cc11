// The pages “Check it yourself” and “What if?” of a published site, in Chromium, from static files below a path.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { serveFolder, type Served } from '../../src/cli/local/serve-folder.ts';
import { playTable } from '../platform/play-game.ts';
import { GIVEN } from '../platform/plans.ts';
import { findBrowser, launchBrowser, newReader } from '../site/find-browser.ts';
import { middleOf, pathIn } from './pack-places.ts';
import { publishTable } from './publish-table.ts';

const MOST_MS = 240_000;
const VOTES = 'core/votable-matters/votes';
const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)('a published site', { timeout: MOST_MS }, () => {
  const root = mkdtempSync(join(tmpdir(), 'reader-'));
  const out = join(root, 'site/some/path');
  const place = (name: string): string => join(out, 'record', name);
  let record: ReadonlyMap<string, string | Uint8Array>;
  let served: Served;
  let browser: Browser;
  let page: Page;
  let asked: string[];
  let complaints: string[];

  beforeAll(async () => {
    record = await publishTable(await playTable(GIVEN), root, '/some/path/');
    served = await serveFolder(join(root, 'site'), 8930);
    browser = await launchBrowser();
  }, MOST_MS);

  beforeEach(async () => {
    for (const [name, content] of record) writeFileSync(place(name), content);
    page = await (await newReader(browser)).newPage();
    page.setDefaultTimeout(MOST_MS);
    [asked, complaints] = [[], []];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace('/some/path/', '')));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (said) => {
      if (said.type() === 'error') complaints.push(said.text());
    });
  });
  afterEach(() => {
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    return page.context().close();
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
    rmSync(root, { recursive: true, force: true });
  });

  const isOfReader = (path: string): boolean => /^(?:reader|record)\//u.test(path);

  async function check(what = ''): Promise<string> {
    await page.goto(`${served.url}some/path/check/`);
    expect(asked.filter(isOfReader)).toEqual([]);
    await page.selectOption('#check-what', what);
    await page.click('#check-run');
    await page.locator('#check-run:not([disabled])').waitFor();
    return page.innerText('#check-found');
  }

  async function tryIt(change: (body: string) => string, clause?: (text: string) => string): Promise<string> {
    await page.goto(`${served.url}some/path/what-if/?rule=${encodeURIComponent(VOTES)}`);
    await page.locator('#what-if-body:not([disabled])').waitFor();
    await page.fill('#what-if-body', change(await page.inputValue('#what-if-body')));
    if (clause !== undefined) {
      await page.click('details summary:has-text("Its code")');
      await page.fill('#what-if-clause', clause(await page.inputValue('#what-if-clause')));
    }
    await page.click('#what-if-try');
    await page.locator('#what-if-stop[hidden]').waitFor({ state: 'attached' });
    return page.innerText('#what-if-found');
  }

  test('lets its reader check it, whole or by dynasty, and a page that is only read loads none of that', async () => {
    for (const what of ['', '1']) {
      const found = await check(what);
      expect(found).toMatch(/✓ \d+ objects match their names/u);
      expect(found).toMatch(/✓ \d+ lines of the journal/u);
      expect(found).toMatch(/✓ \d+ lines of the ledger .* [1-9]\d* rolls and [1-9]\d* enactments/u);
      expect(await page.locator('#check-found .refused').count()).toBe(0);
      asked.length = 0;
    }
    await page.goto(`${served.url}some/path/rules/${VOTES}/`);
    expect(await page.getByRole('link', { name: 'What if?' }).getAttribute('href')).toContain(
      'what-if/?rule=',
    );
    expect(asked.filter(isOfReader)).toEqual([]);
  });

  test.each([
    ['the journal', /^lines-.*\.log$/u],
    ['the ledger', /^content\/ledger\/.*\.jsonl$/u],
    ['a rule', /votes\.md$/u],
  ])('shows one changed byte in %s in red, with its place', async (_, path) => {
    const about = JSON.parse(readFileSync(place('about.json'), 'utf8')) as { main: string; journal: string };
    const file = await pathIn(record, path.source.startsWith('^lines') ? about.journal : about.main, path);
    const pack = Buffer.from(readFileSync(place('game.pack')));
    const at = middleOf(root, readFileSync(place('game.idx')), file.oid);
    pack[at] = (pack[at] ?? 0) ^ 0x55;
    writeFileSync(place('game.pack'), pack);
    const found = await check();
    const red = await page.locator('#check-found .refused').allInnerTexts();
    expect(red.join('\n'), found).toContain(file.path);
    if (/journal/u.test(_)) expect(red.join('\n')).toMatch(/\.log, line \d+: /u);
    expect(await page.innerText('#check-said')).toContain('Something is wrong');
  });

  test('lets its reader try a number, a sentence that breaks the rules, and a new clause', async () => {
    const shorter = await tryIt((body) => body.replace('[36 hours]', '[24 hours]'));
    expect(shorter).toContain('it works');
    expect(shorter).toContain('Had this been in force since');
    expect(shorter).toContain('No way was found to break what the rules promise');
    expect(await page.locator('#what-if-propose').isVisible()).toBe(true);
    expect(asked).not.toContain('record/game.pack');
    expect(asked).not.toContain('reader/type-stripper.js');
    expect(await tryIt((body) => body.replace(/\[36 hours\]\(#value:window\)/u, 'a while'))).toContain(
      'it would fail',
    );
    const coded = await tryIt(
      (body) => body,
      (text) => `const tried: number = 1;\nvoid tried;\n${text}`,
    );
    expect(coded).toContain('types of the code aren’t checked');
    expect(asked).toContain('reader/type-stripper.js');
  });
});
