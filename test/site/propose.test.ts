// A proposal written in the browser, on a page that is published: what it sends is what the forge's form takes.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { readWorded } from '../../src/decide/worded-changes.ts';
import { findBrowser, launchBrowser } from './find-browser.ts';
import { faultsAt, faultsOn } from './look-at-pages.ts';
import { NOW, sampleGame } from './sample-game.ts';
import { playedOnGitHub, servePublished, type Published } from './serve-published.ts';

const RULE = 'core/votable-matters/votes';
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
    page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test('a live value is changed by itself, a rule is repealed, and both are sent as the form takes them', async () => {
    await page.goto(`${at}rules/core/votable-matters/votes/`);
    await page.click('text=Propose a change of this rule');
    await page.waitForSelector('.chips input');
    const chip = page.locator('.chips label', { hasText: 'fewest votes' }).locator('input');
    await chip.fill('3');
    await page.waitForSelector('[data-shown] ins');
    expect(await page.textContent('[data-shown]')).toContain('Votes');
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
    expect(address.searchParams.get('template')).toBe('1-propose.yml');
    expect(address.searchParams.get('title')).toBe('Three at least');
    const changes = parse(address.searchParams.get('changes') ?? '') as Record<
      string,
      Record<string, string>
    >[];
    expect(changes).toHaveLength(2);
    expect(changes[0]?.['edit-rule']).toMatchObject({ rule: 'core/votable-matters/votes' });
    expect(changes[0]?.['edit-rule']?.['with']).toContain('[3](#value:fewest-votes)');
    expect(changes[1]).toEqual({ 'repeal-rule': 'core/players/idle-players' });
    expect(await faultsOn(page, () => Promise.resolve())).toEqual([]);
  });

  test('a new rule with a clause, another’s clause and a value are one draft, and what is too long for a link is copied', async () => {
    const fresh = await browser.newContext();
    const desk = await fresh.newPage();
    const link = async (): Promise<URLSearchParams> =>
      new URL((await desk.getAttribute('[data-send-link]', 'href')) ?? '').searchParams;
    const CLAUSE = "import { rule } from 'gitnomic/rules';\n\nexport default rule(() => ({}));\n";
    await desk.goto(`${at}propose/`);
    await desk.selectOption('[data-field="rule"]', '');
    await desk.fill('[data-field="name"]', 'Lamps');
    await desk.fill('[data-field="body"]', 'There are lamps.');
    await desk.selectOption('[data-field="place"]', 'under core/players');
    const parted = readWorded((await link()).get('changes') ?? '');
    expect(parted.changes).toEqual([
      { verb: 'add-rule', title: 'Lamps', text: 'There are lamps.', parent: 'core/players' },
    ]);
    await desk.selectOption('[data-field="place"]', 'section appendix');
    await desk.click('summary');
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
    for (const said of ['There are lamps.', 'The clause of Lamps', '// Gladly.', 'puissance'])
      expect(shown).toContain(said);
    const changes = [
      { verb: 'add-rule', section: 'appendix', title: 'Lamps', text: 'There are lamps.', clause: CLAUSE },
      { verb: 'file', path: `content/ruleset/${RULE}.ts`, content: `// Gladly.\n${clause.trimEnd()}\n` },
      { verb: 'set', path: 'players.bo.puissance', value: 7 },
    ];
    const sent = (await link()).get('changes') || (await desk.inputValue('[data-copied]'));
    const read = readWorded(sent);
    expect(read).toEqual({ problems: [], changes: expect.arrayContaining(changes) as unknown });
    await desk.fill('[data-field="body"]', 'Lamps, lamps. '.repeat(700));
    const [rest, copied] = [await link(), await desk.inputValue('[data-copied]')];
    expect([rest.get('title'), rest.get('changes')]).toEqual(['Lights', '']);
    expect([...rest.values()].join()).toContain('It is dark.');
    expect(await desk.isVisible('[data-copy]')).toBe(true);
    expect(readWorded(copied).changes).toHaveLength(3);
    await fresh.close();
  });

  test(
    'axe finds nothing on a page with a form, and none is wider than the screen',
    { timeout: 240_000 },
    async () => {
      await page.goto(`${at}play/`);
      const acts = await page.$$eval('a[href*="/act/"]', (all) =>
        all.map((one) => one.getAttribute('href') ?? ''),
      );
      expect(acts.length).toBeGreaterThan(3);
      const paths = ['propose/', 'post/', 'seal/', 'play/', 'matters/3/', ...acts.slice(0, 2)];
      const addresses = paths.map((path) => new URL(path, at).href);
      expect(await faultsAt(browser, addresses)).toEqual([]);
      expect(await faultsAt(browser, addresses, { script: false })).toEqual([]);
    },
  );
});
