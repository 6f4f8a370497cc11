// A proposal written in the browser, on a page that is published: what it sends is what the forge's form takes.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { readWorded } from '../../src/wording/worded-changes.ts';
import { parseFormBody } from '../../src/forge/github/form-body.ts';
import { findBrowser, launchBrowser, newReader } from './find-browser.ts';
import { faultsAt, faultsOn } from './look-at-pages.ts';
import { NOW, sampleGame } from './sample-game.ts';
import { playedOnGitHub, servePublished, type Published } from './serve-published.ts';

const RULE = 'core/votable-matters/votes';
/** What a link to a new issue answers, by the headings of its text. */
const answersIn = (address: string | null): ReadonlyMap<string, string> =>
  new Map(parseFormBody(new URL(address ?? '').searchParams.get('body') ?? ''));
const unseen = findBrowser() === null && process.env['CI'] === undefined;

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'in a browser', () => {
  let site: Published;
  let browser: Browser;
  let page: Page;
  let at = '';

  beforeAll(async () => {
    site = await servePublished();
    await site.publish(playedOnGitHub(await sampleGame()), NOW);
    ({ at } = site);
    browser = await launchBrowser();
    page = await (await newReader(browser, { viewport: { width: 390, height: 844 } })).newPage();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test('a rule’s sentence links to the page that selects it, and without script to the filled-in form', async () => {
    await page.goto(`${at}rules/${RULE}/`);
    await page.locator('summary', { hasText: 'Propose a change of one sentence' }).press('Enter');
    const kind = page.locator('a[data-desk]', { hasText: 'It has been open for its voting window' });
    await kind.press('Enter');
    await page.waitForSelector('#desk:not([hidden])');
    const chosen = (): Promise<string> =>
      page.evaluate(() => {
        const area = document.querySelector<HTMLTextAreaElement>('[data-field="body"]');
        return area === document.activeElement && area !== null
          ? area.value.slice(area.selectionStart, area.selectionEnd)
          : '';
      });
    await expect.poll(chosen).toMatch(/^It has been open for its voting window, .*AGAINST\.$/u);
    await page.keyboard.type('It has been open for a day.');
    await page.waitForSelector('[data-shown] ins');
    expect(await page.inputValue('[data-field="body"]')).toContain('It has been open for a day.');
    await page.locator('[data-button="undo"]').press('Enter');
    const context = await newReader(browser, { javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${at}rules/${RULE}/`);
    const href = await plain
      .locator('a[data-desk]', { hasText: 'It has been open for its' })
      .getAttribute('href');
    await context.close();
    const read = readWorded(answersIn(href).get('Changes') ?? '');
    expect(read.problems).toEqual([]);
    expect(read.changes).toMatchObject([{ verb: 'edit-rule', rule: RULE }]);
  });

  test('a live value is changed by itself, a rule is repealed, and both are sent as the form expects them', async () => {
    await page.goto(`${at}rules/core/votable-matters/votes/`);
    await page.click('text=Propose a change of this rule');
    await page.waitForSelector('.chips input');
    const chip = page.locator('.chips label', { hasText: 'fewest votes' }).locator('input');
    await chip.fill('3');
    await page.waitForSelector('[data-shown] ins');
    expect(await page.textContent('[data-shown]')).toContain('Votes');
    // As it will read, without the mark of the value.
    expect(await page.textContent('[data-shown]')).toMatch(/at least 23 valid Votes/u);
    await page.fill('[data-field="title"]', 'Three at least');
    await page.reload();
    await page.waitForSelector('#desk:not([hidden])');
    expect(await page.inputValue('[data-field="title"]')).toBe('Three at least');
    await page.selectOption('[data-field="rule"]', 'core/players/idle-players');
    await page.click('[data-button="repeal"]');
    // Where it goes on looks like the button that it is.
    const main = page.locator('[data-send-link]');
    expect(await main.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)');
    const address = new URL((await page.getAttribute('[data-send-link]', 'href')) ?? '');
    expect(address.searchParams.get('title')).toBe('Three at least');
    const changes = parse(answersIn(address.href).get('Changes') ?? '') as Record<
      string,
      Record<string, string>
    >[];
    expect(changes).toHaveLength(2);
    expect(changes[0]?.['edit-rule']).toMatchObject({ rule: 'core/votable-matters/votes' });
    expect(changes[0]?.['edit-rule']?.['with']).toContain('[3](#value:fewest-votes)');
    expect(changes[1]).toEqual({ 'repeal-rule': 'core/players/idle-players' });
    expect(await faultsOn(page, () => Promise.resolve())).toEqual([]);
  });

  test('a new rule with a clause, another’s clause and a value make one draft, and text too long for a link is copied', async () => {
    const fresh = await newReader(browser);
    const desk = await fresh.newPage();
    const link = async (): Promise<string> => (await desk.getAttribute('[data-send-link]', 'href')) ?? '';
    const answers = async (): Promise<ReadonlyMap<string, string>> => answersIn(await link());
    const CLAUSE = "import { rule } from 'gitnomic/rules';\n\nexport default rule(() => ({}));\n";
    await desk.goto(`${at}propose/`);
    await desk.selectOption('[data-field="rule"]', '');
    await desk.fill('[data-field="name"]', 'Lamps');
    await desk.fill('[data-field="body"]', 'There are lamps.');
    await desk.selectOption('[data-field="place"]', 'under core/players');
    const parted = readWorded((await answers()).get('Changes') ?? '');
    expect(parted.changes).toEqual([
      { verb: 'add-rule', title: 'Lamps', text: 'There are lamps.', parent: 'core/players' },
    ]);
    await desk.selectOption('[data-field="place"]', 'section appendix');
    await desk.click('#desk summary');
    await desk.fill('[data-field="clause"]', CLAUSE);
    await desk.selectOption('[data-field="rule"]', RULE);
    const clause = await desk.inputValue('[data-field="clause"]');
    await desk.fill('[data-field="clause"]', `// Gladly.\n${clause}`);
    await desk.fill('#desk-value', 'players.bo.puissance');
    await desk.click('[data-add-value]');
    await desk.fill('[data-path="players.bo.puissance"] input[name]', '7');
    await desk.fill('[data-field="reason"]', 'It is dark.');
    await desk.fill('[data-field="title"]', 'Lights');
    await desk.reload();
    await desk.selectOption('[data-field="rule"]', 'new/1');
    expect(await desk.inputValue('[data-field="clause"]')).toBe(CLAUSE);
    expect(await desk.inputValue('[data-field="place"]')).toBe('section appendix');
    const shown = await desk.textContent('[data-shown]');
    for (const said of ['There are lamps.', 'The code of Lamps', '// Gladly.', 'Puissance 10 → 7'])
      expect(shown).toContain(said);
    const changes = [
      { verb: 'add-rule', section: 'appendix', title: 'Lamps', text: 'There are lamps.', clause: CLAUSE },
      { verb: 'file', path: `content/ruleset/${RULE}.ts`, content: `// Gladly.\n${clause.trimEnd()}\n` },
      { verb: 'set', path: 'players.bo.puissance', value: 7 },
    ];
    const copying = '[data-copying="changes"] [data-copied]';
    const sent = (await answers()).get('Changes') || (await desk.inputValue(copying));
    const read = readWorded(sent);
    expect(read).toEqual({ problems: [], changes: expect.arrayContaining(changes) as unknown });
    await desk.fill('[data-field="body"]', 'Lamps, lamps. '.repeat(700));
    const [rest, copied] = [await answers(), await desk.inputValue(copying)];
    expect(rest.has('Changes')).toBe(false);
    expect(rest.get('Reason')).toContain('It is dark.');
    expect(await desk.isVisible('[data-copying="changes"] [data-copy]')).toBe(true);
    expect(readWorded(copied).changes).toHaveLength(3);
    // Reasons that are too long as well are no less to be copied.
    const reasons = 'It is dark. '.repeat(700);
    await desk.fill('[data-field="reason"]', reasons);
    expect(await desk.inputValue('[data-copying="reason"] [data-copied]')).toBe(reasons);
    expect(new URL(await link()).searchParams.get('title')).toBe('Lights');
    expect(await desk.isVisible('[data-copying="title"]')).toBe(false);
    await desk.fill('[data-field="body"]', 'Lamps, lamps. '.repeat(5_000));
    expect(await desk.textContent('#desk > .said')).toContain('too long for one post');
    expect(await desk.isVisible('[data-send-link]')).toBe(false);
    await fresh.close();
  });

  test('a draft survives the loss of its rules and of the browser’s storage, and is discarded by two presses', async () => {
    const fresh = await newReader(browser);
    const desk = await fresh.newPage();
    await desk.goto(`${at}propose/?rule=${RULE}`);
    const words = await desk.inputValue('[data-field="body"]');
    await desk.fill('[data-field="body"]', `${words}\nGladly.\n`);
    expect(await desk.textContent(`option[value="${RULE}"]`)).toContain('in your draft');
    // As if others had changed the one rule, and taken away the other, since it was written.
    await desk.evaluate((rule) => {
      const key = Object.keys(localStorage).find((one) => one.startsWith('gitnomic-draft')) ?? '';
      const draft = JSON.parse(localStorage.getItem(key) ?? '') as {
        parts: Record<string, { from: { body: string } }>;
      };
      const [part] = Object.values(draft.parts);
      if (part === undefined) throw new Error('nothing was kept');
      draft.parts['core/gone'] = structuredClone(part);
      part.from.body = `It was otherwise before. ${rule}`;
      localStorage.setItem(key, JSON.stringify(draft));
    }, RULE);
    await desk.reload();
    await desk.waitForSelector('#desk:not([hidden])');
    expect(await desk.textContent('[data-stale]')).toContain('Votes has changed since you wrote this');
    expect(await desk.isVisible('[data-send-link]')).toBe(false);
    await desk.click('text=I’ve checked');
    expect(await desk.isVisible('[data-send-link]')).toBe(false);
    await desk.click('text=Remove it');
    expect(await desk.isVisible('[data-send-link]')).toBe(true);
    expect(await desk.textContent('[data-stale]')).toBe('');
    await desk.fill('#desk-value', 'players.bo.puisance');
    await desk.click('[data-add-value]');
    expect(await desk.$eval('#desk-value', (one: HTMLInputElement) => one.validationMessage)).toContain(
      'puisance',
    );
    await desk.click('[data-button="discard"]');
    expect(await desk.isVisible('[data-send-link]')).toBe(true);
    await desk.click('[data-button="discard"]');
    expect(await desk.isVisible('[data-send-link]')).toBe(false);
    expect(await desk.inputValue('[data-field="body"]')).toBe(words);
    // What is kept there may be no draft at all, and a browser may keep nothing.
    for (const kept of ['{', 'null']) {
      await desk.evaluate((text) => localStorage.setItem(`gitnomic-draft ${location.pathname}`, text), kept);
      await desk.reload();
      await desk.waitForSelector('#desk:not([hidden])');
    }
    await desk.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await desk.reload();
    await desk.waitForSelector('#desk:not([hidden])');
    await desk.fill('[data-field="reason"]', 'So that it is said.');
    expect(await desk.textContent('#desk > .said')).toContain('This browser can’t save drafts');
    await fresh.close();
  });

  test('a post too long for a link leads to its form with the rest filled in, and its text to be copied', async () => {
    await page.goto(`${at}post/?kind=story&title=A+long+night`);
    const text = 'It was dark. '.repeat(900);
    await page.fill('[name="text"]', text);
    await page.click('form.sent button.main');
    await page.waitForSelector('form.sent .said a');
    const address = (await page.getAttribute('form.sent .said a', 'href')) ?? '';
    expect(new URL(address).searchParams.get('title')).toBe('A long night');
    expect([...answersIn(address)]).toEqual([['Kind', 'Story Post (story)']]);
    expect(await page.inputValue('[data-copying="text"] [data-copied]')).toBe(text.trim());
    expect(await page.isVisible('[data-copying="text"] [data-copy]')).toBe(true);
    expect(await page.isVisible('[data-copying="title"]')).toBe(false);
  });

  test('without script each kind of post has its own form, and none is preselected', async () => {
    const bare = await newReader(browser, { javaScriptEnabled: false });
    const still = await bare.newPage();
    await still.goto(`${at}post/`);
    const links = await still.$$eval('noscript a, .notice a', (all) =>
      all.map((one) => [one.textContent, one.getAttribute('href')] as const),
    );
    expect(links.length).toBeGreaterThan(3);
    const kinds = links.map(
      ([title, to]) => [title?.split(' (')[0] ?? '', answersIn(to).get('Kind')] as const,
    );
    expect(kinds.filter(([, kind]) => kind !== undefined).length).toBeGreaterThan(2);
    for (const [title, kind = title] of kinds) expect(kind).toContain(title);
    // A form that can’t be sent does not stand there to be filled in.
    expect(await still.isVisible('form.sent')).toBe(false);
    await bare.close();
  });

  test('axe finds nothing on a page with a form, and none is wider than the screen', async () => {
    await page.goto(`${at}play/`);
    const acts = await page.$$eval('a[href*="/act/"]', (all) =>
      all.map((one) => one.getAttribute('href') ?? ''),
    );
    expect(acts.length).toBeGreaterThan(3);
    const paths = ['propose/', 'post/', 'seal/', 'play/', 'matters/3/', ...acts.slice(0, 2)];
    const addresses = paths.map((path) => new URL(path, at).href);
    expect(await faultsAt(browser, addresses)).toEqual([]);
    expect(await faultsAt(browser, addresses, { script: false })).toEqual([]);
  });
});
