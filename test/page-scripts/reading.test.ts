// Scripts of pages that are read: tables, filters, times, maps, galleries.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser } from '../site/find-browser.ts';
import { type PageWish, ScriptPages, settle } from './script-pages.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;
const SCRIPTS = [
  'copy-addresses',
  'filter-matters',
  'find-rows',
  'follow-builds',
  'follow-contents',
  'line-numbers',
  'local-times',
  'sort-tables',
  'step-map',
  'term-cards',
  'view-pieces',
  'written-times',
];

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'in a browser', () => {
  let pages: ScriptPages;
  beforeAll(async () => {
    pages = await ScriptPages.open(...SCRIPTS);
  });
  afterAll(() => pages.close());
  const show = (script: string, body: string, wish?: PageWish) => pages.show(body, [script], wish);
  /** Puts another version of the page in place, as when somebody else has acted. */
  const renew = (page: Page, body: string): Promise<void> =>
    page.evaluate((html) => {
      document.body.innerHTML = html;
      document.dispatchEvent(new Event('gitnomic-renewed'));
    }, body);
  /** From now on time goes on only as the test says. */
  const stopClock = async (page: Page): Promise<void> => {
    await page.clock.install({ time: new Date('2030-06-03T09:00:00Z') });
    await page.clock.pauseAt(new Date('2030-06-03T10:00:00Z'));
  };
  const textsOf = (page: Page, selector: string): Promise<readonly string[]> =>
    page.locator(selector).allTextContents();

  describe('tables are sorted by a column’s contents', () => {
    const tableOf = (cells: readonly string[], head = '<th>Name</th><th>Size</th>'): string =>
      `<table data-sortable><thead><tr>${head}</tr></thead><tbody>${cells
        .map((one, at) => `<tr><td>${String.fromCodePoint(99 - at)}</td><td>${one}</td></tr>`)
        .join('')}</tbody></table>`;
    const sizes = (page: Page) => textsOf(page, 'td:nth-child(2)');
    const orders = (page: Page) =>
      page.locator('th').evaluateAll((all) => all.map((one) => one.getAttribute('aria-sort')));

    test.each<[string, readonly string[], readonly string[]]>([
      ['numbers', ['10', '9', '1,000'], ['9', '10', '1,000']],
      ['numbers below zero', ['2', '−3', '-10'], ['-10', '−3', '2']],
      ['numbers before words', ['10 was 2', '9 was 99', '8'], ['8', '9 was 99', '10 was 2']],
      ['words', ['pear', ' apple', 'fig 10', 'fig 9'], [' apple', 'fig 9', 'fig 10', 'pear']],
      ['some empty', ['2', '', '1'], ['', '1', '2']],
      ['numbers with something behind them', ['10a', '9a'], ['9a', '10a']],
    ])('%s', async (_, given, sorted) => {
      const page = await show('sort-tables', tableOf(given));
      await page.click('th:nth-child(2) button');
      expect(await sizes(page)).toEqual(sorted);
      expect(await orders(page)).toEqual([null, 'ascending']);
      await page.click('th:nth-child(2) button');
      expect(await sizes(page)).toEqual(sorted.toReversed());
      expect(await orders(page)).toEqual([null, 'descending']);
      await page.click('th:nth-child(2) button');
      expect(await sizes(page)).toEqual(sorted);
      await page.click('th:nth-child(1) button');
      expect(await orders(page)).toEqual(['ascending', null]);
      expect(await sizes(page)).toEqual(given.toReversed());
    });

    test('also in their new version, each as the reader sorted it', async () => {
      const other = tableOf(['5', '4']);
      const page = await show('sort-tables', other + tableOf(['2', '1']));
      await page.locator('table').nth(1).locator('th:nth-child(2) button').click();
      expect(await sizes(page)).toEqual(['5', '4', '1', '2']);
      await renew(page, other + tableOf(['3', '2', '1']));
      expect(await sizes(page)).toEqual(['5', '4', '1', '2', '3']);
      await page.locator('table').nth(1).locator('th:nth-child(2) button').click();
      expect(await sizes(page)).toEqual(['5', '4', '3', '2', '1']);
      expect(await page.locator('button').allTextContents()).toEqual(['Name', 'Size', 'Name', 'Size']);
      expect(await page.locator('button').first().getAttribute('type')).toBe('button');
    });

    test('can’t sort a single row, and a table that isn’t renewed keeps its buttons', async () => {
      const page = await show('sort-tables', tableOf(['1']) + tableOf(['2', '1']));
      expect(await page.locator('button').count()).toBe(2);
      await page.evaluate(() => document.dispatchEvent(new Event('gitnomic-renewed')));
      expect(await page.locator('button button, button').count()).toBe(2);
      await show('sort-tables', '<table data-sortable></table>');
    });
  });

  describe('filtering matters', () => {
    const MATTERS = `<div id="filters"><select data-by="kind"><option value=""><option>call<option>proposal</select>
      <select data-by="author"><option value=""><option>ana<option>bo</select></div><p id="shown"></p>
      <details><summary>Old</summary><ul class="list"><li data-kind="call" data-author="ana">1<li data-kind="proposal" data-author="bo">2</ul></details>
      <details><summary>New</summary><ul class="list"><li data-kind="proposal" data-author="ana">3</ul></details><details id="other" open></details>`;
    const seen = (page: Page) =>
      page
        .locator('li')
        .evaluateAll((all) =>
          (all as HTMLElement[]).filter((one) => !one.hidden).map((one) => one.textContent.trim()),
        );
    const open = (page: Page) =>
      page.locator('details').evaluateAll((all) => all.map((one) => one.hasAttribute('open')));

    test('shows what was chosen, and unfolds it', async () => {
      const page = await show('filter-matters', MATTERS);
      expect([await seen(page), await open(page)]).toEqual([
        ['1', '2', '3'],
        [false, false, true],
      ]);
      await page.selectOption('[data-by=kind]', 'proposal');
      expect([await seen(page), await page.textContent('#shown')]).toEqual([['2', '3'], '2 of 3']);
      expect(await open(page)).toEqual([true, true, true]);
      await page.selectOption('[data-by=author]', 'ana');
      expect([await seen(page), await page.textContent('#shown')]).toEqual([['3'], '1 of 3']);
      expect(await open(page)).toEqual([false, true, true]);
      await renew(page, MATTERS);
      expect([await seen(page), await page.inputValue('[data-by=kind]')]).toEqual([['3'], 'proposal']);
      await page.selectOption('[data-by=author]', '');
      await page.selectOption('[data-by=kind]', '');
      expect([await seen(page), await page.textContent('#shown')]).toEqual([['1', '2', '3'], '']);
      expect(await open(page)).toEqual([false, false, true]);
    });

    test('leaves folds alone until something is chosen', async () => {
      const page = await show(
        'filter-matters',
        MATTERS.replace('<details><summary>New', '<details open><summary>New'),
      );
      expect(await open(page)).toEqual([false, true, true]);
    });

    test('follows the address, and leaves a page without a filter alone', async () => {
      const page = await show('filter-matters', MATTERS, { at: '/?author=bo' });
      expect([await seen(page), await page.inputValue('[data-by=author]')]).toEqual([['2'], 'bo']);
      const plain = await show('filter-matters', '<ul class="list"><li data-kind="call">1</ul>', {
        at: '/?author=bo',
      });
      expect(await seen(plain)).toEqual(['1']);
      const quiet = await show('filter-matters', MATTERS.replace('<p id="shown"></p>', ''), {
        at: '/?kind=call',
      });
      expect(await seen(quiet)).toEqual(['1']);
    });
  });

  describe('finding rows', () => {
    const ROWS = `<div data-find><input><p role="status"></p></div>
      <details data-findable><summary>A</summary><table><thead><tr><th>Fig</th></tr></thead><tbody><tr><td>Oak leaf</td></tr><tr><td>Café fig</td></tr></tbody></table></details>
      <section data-findable><table><tbody><tr><td>Oak fig</td></tr></tbody></table></section>
      <details data-findable open><summary>C</summary><table><tbody><tr><td>Pine</td></tr></tbody></table></details>`;
    const seen = (page: Page) =>
      page
        .locator('tbody tr')
        .evaluateAll((all) =>
          (all as HTMLElement[])
            .filter((one) => !one.hidden && one.closest('[data-findable]')?.hasAttribute('hidden') === false)
            .map((one) => one.textContent),
        );
    const open = (page: Page) =>
      page.locator('details').evaluateAll((all) => all.map((one) => one.hasAttribute('open')));
    const said = (page: Page) => page.textContent('[role=status]');

    test('requires all words, in any case and with or without accents, and unfolds the groups', async () => {
      const page = await show('find-rows', ROWS);
      expect([await seen(page), await open(page)]).toEqual([
        ['Oak leaf', 'Café fig', 'Oak fig', 'Pine'],
        [false, true],
      ]);
      await page.fill('input', ' CAFE  fi ');
      expect([await seen(page), await said(page), await open(page)]).toEqual([
        ['Café fig'],
        '1 found',
        [true, false],
      ]);
      await page.fill('input', 'oak');
      expect([await seen(page), await said(page)]).toEqual([['Oak leaf', 'Oak fig'], '2 found']);
      await page.fill('input', '');
      expect([await seen(page), await said(page), await open(page)]).toEqual([
        ['Oak leaf', 'Café fig', 'Oak fig', 'Pine'],
        '',
        [false, true],
      ]);
    });

    test('starts at once if the address has a search, and continues in a new version of the page', async () => {
      const page = await show('find-rows', ROWS, { at: '/?find=oak' });
      expect([await page.inputValue('input'), await seen(page)]).toEqual(['oak', ['Oak leaf', 'Oak fig']]);
      await page.evaluate(
        (html) => {
          const next = document.createElement('div');
          next.innerHTML = html;
          const [, ...groups] = next.children;
          for (const one of document.querySelectorAll('[data-findable]')) one.remove();
          document.body.append(...groups);
          document.dispatchEvent(new Event('gitnomic-renewed'));
        },
        ROWS.replace('<details data-findable>', '<details data-findable open>').replace('Pine', 'Oak'),
      );
      expect([await seen(page), await said(page)]).toEqual([['Oak leaf', 'Oak fig', 'Oak'], '3 found']);
      // The first was folded before anything was searched for.
      await page.fill('input', '');
      expect(await open(page)).toEqual([false, true]);
    });

    test('leaves a page without the field alone', async () => {
      const page = await show('find-rows', ROWS.replace(/<div data-find>.*<\/div>/u, ''), {
        at: '/?find=oak',
      });
      expect(await seen(page)).toHaveLength(4);
      const quiet = await show('find-rows', ROWS.replace('<p role="status"></p>', ''), { at: '/?find=pine' });
      expect(await seen(quiet)).toEqual(['Pine']);
    });
  });

  describe('times', () => {
    const browser = { locale: 'en-GB', timezoneId: 'America/New_York' };
    const clock = (now: string) => ({
      browser,
      html: `lang="en" data-now="${now}"`,
    });
    const shown = async (body: string, now: string, html = '') => {
      const page = await show('local-times', body, {
        ...clock(now),
        html: html || `lang="en" data-now="${now}"`,
      });
      return page
        .locator('time')
        .evaluateAll((all) => (all as HTMLElement[]).map((one) => [one.textContent, one.title]));
    };

    test('are in the reader’s own zone with the distance from now, and a day stays the game’s', async () => {
      const body =
        '<time datetime="2024-03-01T01:30:00Z"> 2024-03-01 01:30 UTC </time><time datetime="2024-03-01">2024-03-01</time><time datetime="2023-12-31T12:00:00Z">2023-12-31 12:00 UTC</time><time datetime="soon">soon</time>';
      expect(await shown(body, '2024-03-02T01:30:00Z')).toEqual([
        ['Thu 29 Feb, 20:30', '2024-03-01 01:30 UTC; 24 h ago'],
        ['Fri 1 Mar', '2024-03-01; 26 h ago'],
        ['Sun, 31 Dec 2023, 7:00', '2023-12-31 12:00 UTC; 62 days ago'],
        ['soon', ''],
      ]);
    });

    test('are in the page’s language', async () => {
      const body = '<time datetime="2024-03-01T01:30:00Z">2024-03-01 01:30 UTC</time>';
      expect(await shown(body, '2024-03-01T00:30:00Z', 'lang="de" data-now="2024-03-01T00:30:00Z"')).toEqual([
        ['Do., 29. Feb., 20:30', '2024-03-01 01:30 UTC; in 1 Std.'],
      ]);
      expect(await shown(body, '2024-03-01T00:30:00Z', 'data-now="2024-03-01T00:30:00Z"')).toEqual([
        ['Thu 29 Feb, 20:30', '2024-03-01 01:30 UTC; in 1 h'],
      ]);
      // A game that has ended is read later.
      const still = 'data-now="2024-03-01T00:30:00Z" data-still';
      expect(await shown(body, '2026-03-01T00:30:00Z', still)).toEqual([
        ['Thu, 29 Feb 2024, 20:30', '2024-03-01 01:30 UTC; in 1 h'],
      ]);
    });

    test('that are due count down, by the second in the last hour', async () => {
      const due = (at: string) => `<p><time datetime="${at}" data-due>${at}</time></p>`;
      const page = await pages.show(
        due('2024-03-01T01:00:30Z') +
          due('2024-03-01T03:00:00Z') +
          due('2024-03-01T00:00:00Z') +
          due('2024-03-01T01:59:59.500Z'),
        [],
        clock('2024-03-01T01:00:00Z'),
      );
      await stopClock(page);
      await page.addScriptTag({ url: '/scripts/local-times.js', type: 'module' });
      const left = () => textsOf(page, '.left');
      await expect.poll(left).toEqual([', in 0:30 min', ', in 2 h', ', 1 h ago', ', in 60 min']);
      await page.clock.runFor(1_000);
      expect(await left()).toEqual([', in 0:29 min', ', in 2 h', ', 1 h ago', ', in 59:59 min']);
      await page.clock.runFor(30_000);
      expect(await left()).toEqual([', 0 min ago', ', in 2 h', ', 1 h ago', ', in 59:29 min']);
      // A part that stayed and has its time again has it once.
      await page.evaluate(() => {
        const [first] = document.querySelectorAll('time');
        first?.replaceWith(
          Object.assign(document.createElement('time'), {
            dateTime: '2024-03-01T02:00:00Z',
            textContent: '02:00',
          }),
        );
        document.querySelector('time')?.setAttribute('data-due', '');
        document.dispatchEvent(new Event('gitnomic-renewed'));
      });
      expect(await textsOf(page, 'p:first-child .left')).toEqual([', in 1 h']);
      expect(await page.locator('.left').count()).toBe(4);
    });

    test('are found in sentences, and nowhere else', async () => {
      const page = await show(
        'written-times',
        '<main><p>Until 2024-03-01 09:00 UTC, or <b>2024-03-01 10:00 UTC</b>.</p><ul><li>2024-03-01 09:00 UTC</li><li>Never</li></ul></main><p>2024-03-01 09:00 UTC</p>',
      );
      expect(
        await page
          .locator('time')
          .evaluateAll((all) =>
            (all as HTMLTimeElement[]).map((one) => [
              one.dateTime,
              one.textContent,
              one.parentElement?.localName,
            ]),
          ),
      ).toEqual([
        ['2024-03-01T09:00Z', '2024-03-01 09:00 UTC', 'p'],
        ['2024-03-01T09:00Z', '2024-03-01 09:00 UTC', 'li'],
      ]);
      expect(await page.textContent('main')).toBe(
        'Until 2024-03-01 09:00 UTC, or 2024-03-01 10:00 UTC.2024-03-01 09:00 UTCNever',
      );
    });
  });

  test('numbers the lines of a clause, however many there are', async () => {
    const page = await show('line-numbers', '<textarea class="clause">a\nb</textarea><textarea>c</textarea>');
    const numbers = () => textsOf(page, '.numbers');
    expect(await numbers()).toEqual(['1\n2']);
    await page.fill('.clause', Array.from({ length: 40 }, () => 'x').join('\n'));
    expect((await numbers())[0]?.split('\n').at(-1)).toBe('40');
    expect(
      await page
        .locator('.clause')
        .evaluate((area: HTMLTextAreaElement) => [
          area.wrap,
          area.parentElement?.className,
          area.previousElementSibling?.getAttribute('aria-hidden'),
        ]),
    ).toEqual(['off', 'numbered', 'true']);
    await page.evaluate(() => {
      const [area, beside] = ['textarea.clause', '.numbers'].map((one) =>
        document.querySelector<HTMLElement>(one),
      );
      Object.assign(beside?.style ?? {}, { height: '40px', overflow: 'hidden', whiteSpace: 'pre' });
      area?.scrollTo(0, 30);
    });
    await expect.poll(() => page.locator('.numbers').evaluate(({ scrollTop }) => scrollTop)).toBe(30);
  });

  test('marks the part being read in the table of contents', async () => {
    const page = await show(
      'follow-contents',
      `<nav id="toc"><a href="#a">A</a><a href="#b">B</a><a href="#none">C</a><a href="/x">D</a></nav>${['a', 'b'].map((id) => `<section id="${id}" style="height: 2000px">${id}</section>`).join('')}`,
      { browser: { viewport: { width: 800, height: 600 } } },
    );
    const current = () =>
      page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('aria-current')));
    await expect.poll(current).toEqual(['true', null, null, null]);
    await page.evaluate(() => scrollTo(0, 2500));
    await expect.poll(current).toEqual([null, 'true', null, null]);
    await page.evaluate(() => scrollTo(0, 1900));
    await expect.poll(current).toEqual(['true', null, null, null]);
  });

  describe('copying the address of a sentence', () => {
    const RULE =
      '<main><p>Votes. <a class="here" href="#s1"><b>1</b></a><a href="#s2">2</a></p></main><a data-desk="/propose/" href="https://forge.example/">Edit</a><a data-desk href="/kept/">Keep</a>';
    test('says so for a while', async () => {
      const page = await show('copy-addresses', RULE, {
        before: () =>
          Object.defineProperty(navigator, 'clipboard', {
            value: { writeText: async (text: string) => void Object.assign(window, { copied: text }) },
          }),
      });
      const copied = () => page.evaluate(() => Reflect.get(window, 'copied') as unknown);
      await stopClock(page);
      await page.click('a[href="#s2"]');
      expect(await copied()).toBeUndefined();
      await page.click('a.here b');
      expect(await copied()).toBe('https://game.example/#s1');
      expect(await textsOf(page, '.copied')).toEqual(['Copied the address of 1.']);
      await page.clock.runFor(4_100);
      expect(await textsOf(page, '.copied')).toEqual(['']);
      expect(
        await page
          .locator('[data-desk]')
          .evaluateAll((all) => (all as HTMLAnchorElement[]).map((one) => one.getAttribute('href'))),
      ).toEqual(['/propose/', '']);
      await page.evaluate(() => document.querySelector('main')?.replaceChildren());
      await page.evaluate(() => document.dispatchEvent(new Event('gitnomic-renewed')));
      expect(await page.locator('main .copied').count()).toBe(1);
    });

    test('says nothing if the browser doesn’t allow it', async () => {
      const page = await show('copy-addresses', RULE, {
        before: () =>
          Object.defineProperty(navigator, 'clipboard', {
            value: { writeText: () => Promise.reject(new Error('no')) },
          }),
      });
      await page.click('a.here');
      expect(await textsOf(page, '.copied')).toEqual(['']);
    });
  });

  test('reloads a page that was rebuilt', async () => {
    const page = await pages.show('<p id="live" data-built="/built.txt">old</p>', [], {
      answers: {
        '/built.txt': [null, { status: 500, text: 'x' }, 'one', 'one', 'two'],
        '/': '<p>new</p>',
      },
    });
    await stopClock(page);
    await page.addScriptTag({ url: '/scripts/follow-builds.js', type: 'module' });
    for (let count = 1; count < 5; count++) {
      await page.clock.runFor(1_500);
      await expect.poll(() => page.sent.filter(({ path }) => path === '/built.txt').length).toBe(count);
      await settle(page);
      expect(await page.textContent('p')).toBe('old');
    }
    await page.clock.runFor(1_500);
    await expect.poll(() => page.textContent('p')).toBe('new');
    expect((await show('follow-builds', '<p id="live"></p>')).sent).toEqual([]);
  });

  test('a defined word shows its meaning', async () => {
    const page = await show(
      'term-cards',
      '<style>#term-card { margin: 0 }</style><p style="margin: 200px"><a class="term" href="#there" data-means="Somebody who plays.">Player</a> <a class="term" href="#there" data-means="Who rules.">Emperor</a> <a class="term" href="#x">x</a></p>',
      { browser: { viewport: { width: 600, height: 500 }, hasTouch: true } },
    );
    const card = () =>
      page
        .locator('#term-card')
        .evaluateAll((all) =>
          all.map((one) => [
            one.matches(':popover-open') ? one.textContent : '',
            one.getAttribute('role'),
            one.className,
          ]),
        );
    const described = () =>
      page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('aria-describedby')));
    expect(await card()).toEqual([['', 'tooltip', 'notice']]);
    await page.hover('a');
    expect([await card(), await described()]).toEqual([
      [['Somebody who plays.', 'tooltip', 'notice']],
      ['term-card', null, null],
    ]);
    const [word, box] = [
      await page.locator('a').first().boundingBox(),
      await page.locator('#term-card').boundingBox(),
    ];
    expect([box?.x, box?.y]).toEqual([word?.x, (word?.y ?? 0) + (word?.height ?? 0) + 4]);
    await page.mouse.move(0, 0);
    expect([await card(), await described()]).toEqual([[['', 'tooltip', 'notice']], [null, null, null]]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await card()).toEqual([['Who rules.', 'tooltip', 'notice']]);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    expect(await card()).toEqual([['', 'tooltip', 'notice']]);
    // The first tap shows it, the second one follows the link.
    await page.tap('a');
    expect([await card(), new URL(page.url()).hash]).toEqual([
      [['Somebody who plays.', 'tooltip', 'notice']],
      '',
    ]);
    await page.tap('a');
    await expect.poll(() => new URL(page.url()).hash).toBe('#there');
    // A click with a mouse follows it at once.
    const other = await show('term-cards', '<a class="term" href="#there" data-means="x">Player</a>');
    await other.click('a');
    await expect.poll(() => new URL(other.url()).hash).toBe('#there');
  });

  test('the card of a word at the edge stays in view', async () => {
    const page = await show(
      'term-cards',
      '<a class="term" style="position: absolute; right: 0; bottom: 0" href="#a" data-means="A long meaning that does not fit there at all.">A</a><a class="term" style="position: absolute; left: 0; top: 0" href="#b" data-means="B">B</a>',
      { browser: { viewport: { width: 400, height: 300 } } },
    );
    await page.addStyleTag({
      content: '#term-card { position: fixed; margin: 0; inset: auto; width: 150px; padding: 0; border: 0 }',
    });
    await page.hover('a');
    const box = await page.locator('#term-card').boundingBox();
    expect([box?.x, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([400 - 150 - 8, 292]);
    await page.hover('a >> nth=1');
    expect((await page.locator('#term-card').boundingBox())?.x).toBe(8);
  });

  describe('stepping through a map', () => {
    const MAP = {
      first: { A1: ['red', '', [], ''], B1: ['', 'Dock', [['*', 'boat', 'x2']], 'ne'] },
      steps: [
        { at: '2024-03-01T09:00:00Z', by: 'Ana', what: 'sailed', cells: { A1: ['blue', 'Bay', [], 's'] } },
        {
          at: '2024-03-02T09:00:00Z',
          by: 'Bo',
          what: 'dug',
          cells: { A1: ['', 'Pit', [], ''], B1: ['red', 'Quay', [], ''] },
        },
      ],
    };
    const GRID = `<div id="stepper" data-steps="/steps.json"><button id="step-back">‹</button><input type="range" id="step" min="0" max="2" value="2"><button id="step-on">›</button><p id="step-said"></p></div>
      <table id="grid"><tr><td data-place="A1"><a href="#"></a></td><td data-place="B1"><a href="#"></a></td><td data-place="C1"><a href="#">c</a></td></tr></table>`;
    const cells = (page: Page) =>
      page
        .locator('td')
        .evaluateAll((all) => all.map((one) => [one.className, one.querySelector('a')?.innerHTML]));
    const A1 = (name: string) =>
      `<span class="place">A1</span> ${name === '' ? '' : `<strong>${name}</strong>`}`;

    test('goes forwards and back, and says what happened', async () => {
      const page = await show('step-map', GRID, { answers: { '/steps.json': JSON.stringify(MAP) } });
      const said = () => page.textContent('#step-said');
      expect([page.sent, await said()]).toEqual([[], '']);
      await page.click('#step-back');
      await expect.poll(said).toBe('Step 1 of 2, 2024-03-01 09:00 UTC: Ana sailed (A1)');
      expect(await cells(page)).toEqual([
        ['c-blue closed-s changed', `${A1('Bay')}<span class="skip">closed to the south</span>`],
        [
          ' closed-n closed-e',
          '<span class="place">B1</span> <strong>Dock</strong> <span class="mark" title="boat"><span aria-hidden="true">*</span><span class="skip">boat</span> x2</span><span class="skip">closed to the north, east</span>',
        ],
        ['', 'c'],
      ]);
      expect(await page.locator('[data-kept]').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
        'stepper',
        'grid',
      ]);
      await page.click('#step-back');
      await expect.poll(said).toBe('At the start.');
      expect((await cells(page))[0]).toEqual(['c-red', A1('')]);
      await page.click('#step-on');
      await page.click('#step-on');
      await expect.poll(said).toBe('As it is now, since 2024-03-02 09:00 UTC: Bo dug (A1, B1)');
      expect((await cells(page)).map(([name]) => name)).toEqual(['', 'c-red', '']);
      expect(await page.locator('[data-kept]').count()).toBe(0);
      await page.locator('#step').fill('1');
      await expect.poll(said).toMatch(/^Step 1/u);
      expect(page.sent).toHaveLength(1);
    });

    test('doesn’t redraw an unchanged cell', async () => {
      const page = await show('step-map', GRID, { answers: { '/steps.json': JSON.stringify(MAP) } });
      await page.locator('#step').fill('1');
      await expect.poll(() => page.textContent('#step-said')).toMatch(/^Step 1/u);
      await page.evaluate(() => document.querySelector('[data-place=B1] a')?.append('mine'));
      await page.locator('#step').fill('0');
      await expect.poll(() => page.textContent('#step-said')).toMatch(/^At the start/u);
      expect(await page.textContent('[data-place=B1]')).toContain('mine');
    });

    test('works as far as it can without its slider, its text or a link in a cell', async () => {
      expect((await show('step-map', GRID.replace(/<input[^>]*>/u, ''))).sent).toEqual([]);
      const bare = GRID.replace('<p id="step-said"></p>', '').replace(
        '<td data-place="A1"><a href="#"></a>',
        '<td data-place="A1">',
      );
      const page = await show('step-map', bare, { answers: { '/steps.json': JSON.stringify(MAP) } });
      await page.locator('#step').fill('1');
      await expect
        .poll(async () => (await cells(page)).map(([name]) => name))
        .toEqual(['c-blue closed-s changed', ' closed-n closed-e', '']);
    });
  });

  describe('viewing pieces', () => {
    const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    const piece = (title: string, by = '') =>
      `<li><a class="piece" href="/pieces/${title}/"><img src="${DOT}" sizes="1px" loading="lazy" alt=""><span class="title">${title}</span></a>${by === '' ? '' : `<p class="meta"> by\n ${by} </p>`}</li>`;
    const GALLERY = `<ul>${piece('Dawn', 'Ana')}<li><a class="piece" href="/pieces/none/">No picture</a></li>${piece('Dusk')}${piece('Noon', 'Bo')}</ul>
      <dialog id="viewer"><div id="viewed"></div><a id="viewer-more">More</a><button id="viewer-back">‹</button><button id="viewer-on">›</button><button id="viewer-close">×</button></dialog>`;
    const viewed = (page: Page) =>
      page.evaluate(() => [
        document.querySelector('dialog')?.open,
        document.querySelector('#viewed p')?.textContent,
        document.querySelector<HTMLAnchorElement>('#viewer-more')?.pathname,
      ]);

    test('goes from one to the next, by buttons and by keys', async () => {
      const page = await show('view-pieces', GALLERY);
      await page.click('a.piece >> nth=0');
      expect(await viewed(page)).toEqual([true, 'Dawn, by Ana (1 of 3)', '/pieces/Dawn/']);
      expect(
        await page
          .locator('#viewed img')
          .evaluate((one: HTMLImageElement) => [one.sizes, one.loading, one.alt]),
      ).toEqual(['90vw', 'eager', 'Dawn']);
      expect(await page.getAttribute('#viewed p', 'role')).toBe('status');
      await page.click('#viewer-on');
      expect(await viewed(page)).toEqual([true, 'Dusk (2 of 3)', '/pieces/Dusk/']);
      await page.keyboard.press('ArrowRight');
      expect((await viewed(page))[1]).toBe('Noon, by Bo (3 of 3)');
      await page.keyboard.press('ArrowRight');
      expect((await viewed(page))[1]).toBe('Dawn, by Ana (1 of 3)');
      await page.keyboard.press('ArrowLeft');
      await page.click('#viewer-back');
      expect((await viewed(page))[1]).toBe('Dusk (2 of 3)');
      await page.keyboard.press('Enter');
      await page.click('#viewer-close');
      expect((await viewed(page))[0]).toBe(false);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('href')))
        .toMatch(/pieces/u);
    });

    test('is skipped if the reader opens the piece elsewhere', async () => {
      const page = await show('view-pieces', GALLERY);
      for (const held of ['ctrlKey', 'metaKey', 'shiftKey'])
        expect(
          await page.evaluate((key) => {
            const click = new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true });
            document.addEventListener(
              'click',
              (event) => {
                Object.assign(window, { was: event.defaultPrevented });
                event.preventDefault();
              },
              { once: true },
            );
            document.querySelector('a.piece')?.dispatchEvent(click);
            return [Reflect.get(window, 'was') as unknown, document.querySelector('dialog')?.open];
          }, held),
        ).toEqual([false, false]);
    });

    test('unfolds a folded round that a link leads to', async () => {
      const rounds =
        '<details id="round 1"><p>1</p></details><details id="r2"><p>2</p></details><p id="p"></p>';
      const open = (page: Page) =>
        page.locator('details').evaluateAll((all) => (all as HTMLDetailsElement[]).map((one) => one.open));
      const page = await show('view-pieces', rounds, { at: '/#round%201' });
      expect(await open(page)).toEqual([true, false]);
      await page.evaluate(() => (location.hash = '#r2'));
      await expect.poll(() => open(page)).toEqual([true, true]);
      expect(await open(await show('view-pieces', rounds, { at: '/#p' }))).toEqual([false, false]);
      expect(await open(await show('view-pieces', rounds))).toEqual([false, false]);
    });
  });
});
