// Scripts of published pages: forms that lead to the forge or act in a reader's name, proposals written in the browser, and sealing.
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { open } from '../../src/session/secrets/open.ts';
import { findBrowser } from '../site/find-browser.ts';
import { type PageWish, ScriptPages, settle } from './script-pages.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;
const json = (value: unknown): string =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A reader may have signed in, and what they do is noted; the forge answers as the test says. */
const signedIn = (): void => {
  const did: unknown[] = [];
  const hand = {
    login: 'bo-h',
    forge: 'Forge',
    comment: (post: string, body: string) => {
      did.push(['comment', post, body]);
      return answer('https://forge.example/1#c');
    },
    open: (title: string, body: string) => {
      did.push(['open', title, body]);
      return answer('https://forge.example/2');
    },
  };
  const answer = (made: string): Promise<string> => {
    const fault = Reflect.get(window, 'fault') as string | undefined;
    if (fault !== undefined) return Promise.reject(new Error(fault));
    return new Promise((done) => setTimeout(() => done(made), 30));
  };
  Object.assign(window, { did, isIn: true });
  document.addEventListener('gitnomic-who-is-signed-in', (event) => {
    if (Reflect.get(window, 'isIn') === true) (event as CustomEvent<(one: unknown) => void>).detail(hand);
  });
};
const did = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'did') as unknown);
const signOut = (page: Page, isIn = false): Promise<void> =>
  page.evaluate((is) => {
    Object.assign(window, { isIn: is });
    document.dispatchEvent(new Event('gitnomic-signed-in'));
  }, isIn);

const plain = (id: string, more: object = {}): object => ({
  id,
  label: id,
  input: 'text',
  about: null,
  hint: null,
  required: false,
  optional: false,
  options: [],
  min: null,
  max: null,
  numbers: false,
  start: {},
  parts: [],
  ...more,
});

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'in a browser', () => {
  let pages: ScriptPages;
  beforeAll(async () => {
    pages = await ScriptPages.open('send-forms', 'propose', 'seal-forms', 'read-files');
  });
  afterAll(() => pages.close());
  const said = (page: Page): Promise<string | null> => page.textContent('.said');

  describe('a form that is sent to the forge', () => {
    const target = (more: object = {}): object => ({
      address: 'https://forge.example/new?title={title}&body={with}&text={text}',
      title: 'Act: {title}',
      body: 'With:\n{with}',
      most: 200,
      ...more,
    });
    const copying = (name: string): string =>
      `<div data-copying="${name}" hidden><textarea data-copied></textarea><button type="button" data-copy>Copy</button></div>`;
    const sentForm = (
      inside: string,
      more: { readonly forms?: object; readonly fields?: readonly object[]; readonly about?: string } = {},
    ): string =>
      `<form class="sent" data-forms="${json(more.forms ?? { act: target() })}" data-fields="${json(more.fields ?? [])}" ${more.about ?? ''}>${inside}<button data-by-hand="Do it">Go on</button><p class="said"></p>${copying('with')}${copying('text')}</form>`;
    const show = (body: string, wish?: PageWish) => pages.show(body, ['send-forms'], wish);
    const ROOM = plain('room', { label: 'Room', required: true });
    const fields =
      '<input name="title" value=" A move "><input name="p-room"><input type="hidden" name="p-none"><textarea name="p-lines"></textarea>';

    test('leads there with everything filled in, once it’s valid', async () => {
      const page = await show(
        sentForm(fields, { fields: [ROOM, plain('lines', { input: 'lines', optional: true })] }),
        {
          answers: { '/new': 'The forge' },
        },
      );
      await page.click('button');
      expect(await said(page)).toBe('Room is missing.');
      expect(
        await page
          .locator('[aria-invalid=true]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('name'))),
      ).toEqual(['p-room']);
      await page.fill('[name=p-room]', 'D4');
      await page.fill('[name=p-lines]', 'true\n-1.5\nso, so');
      await page.click('button');
      await page.waitForURL('https://forge.example/**');
      const words = new URL(page.url()).searchParams;
      expect([words.get('title'), words.get('body'), words.has('text')]).toEqual([
        'A move',
        'room: D4\nlines: ["true","-1.5","so, so"]',
        false,
      ]);
    });

    const WRITTEN = [
      ['D4', 'D4'],
      ['true', '"true"'],
      ['-3.5', '"-3.5"'],
      ['3 boats', '3 boats'],
      [' D4', '" D4"'],
      ['[x]', '"[x]"'],
      ['Émile', 'Émile'],
    ] as const;
    test('writes words so that they read back unchanged', async () => {
      const page = await show(sentForm('<input name="p-room">', { fields: [ROOM] }), { before: signedIn });
      for (const [at, [given]] of WRITTEN.entries()) {
        await page.fill('[name=p-room]', given);
        await page.click('button');
        // The form is empty again once it was taken.
        await expect.poll(() => page.inputValue('[name=p-room]')).toBe('');
        expect(await did(page)).toHaveLength(at + 1);
      }
      expect(await did(page)).toEqual(
        WRITTEN.map(([, written]) => ['open', 'Act:', `With:\nroom: ${written}`]),
      );
    });

    test('shows what to copy if it’s too long for an address', async () => {
      const long = 'é'.repeat(2_000);
      const page = await show(
        sentForm('<input name="p-room"><textarea name="text">short</textarea>', {
          fields: [ROOM],
          forms: { act: target({ most: 9_000 }) },
        }),
        {
          before: () =>
            Object.defineProperty(navigator, 'clipboard', {
              value: { writeText: async (text: string) => void Object.assign(window, { copied: text }) },
            }),
        },
      );
      await page.fill('[name=p-room]', long);
      await page.click('button');
      expect(await said(page)).toBe('That’s too long for a link. Open it there.');
      expect(await page.getAttribute('.said a', 'href')).toBe('https://forge.example/new?text=short');
      expect(
        await page
          .locator('[data-copying]')
          .evaluateAll((all) =>
            (all as HTMLElement[]).map((one) => [one.hidden, one.querySelector('textarea')?.value]),
          ),
      ).toEqual([
        [false, `room: ${long}`],
        [true, ''],
      ]);
      await page.click('[data-copying=with] button');
      expect(await page.evaluate(() => Reflect.get(window, 'copied') as unknown)).toBe(`room: ${long}`);
      await page.fill('[name=p-room]', 'x'.repeat(9_000));
      await page.click('button:has-text("Go on")');
      expect(await said(page)).toBe(
        'That’s 12 characters too long for one post; 9000 is the limit. Shorten it, or send it in parts.',
      );
    });

    test('is filled in by its address', async () => {
      const page = await show(
        sentForm(
          '<input name="p-room"><select name="s"><option>a<option>b</select><textarea name="t"></textarea><input type="radio" name="r" value="1"><input type="radio" name="r" value="2">',
        ),
        { at: '/?p-room=D4&s=b&t=words&r=2&none=1' },
      );
      expect(
        await page
          .locator('[name]')
          .evaluateAll((all) => (all as HTMLInputElement[]).map(({ value }) => value)),
      ).toEqual(['D4', 'b', 'words', '1', '2']);
    });

    test('goes to the form of the chosen kind', async () => {
      const page = await show(
        sentForm('<select name="kind"><option>call<option>story</select><input name="title">', {
          forms: {
            call: target({ title: 'Call {title}' }),
            story: target({ title: '{title}', body: 'Story' }),
          },
        }),
        { before: signedIn },
      );
      await page.selectOption('select', 'story');
      await page.click('button');
      await expect.poll(() => did(page)).toEqual([['open', 'Untitled', 'Story']]);
      const none = await show(sentForm('', { forms: {} }), { before: signedIn });
      await none.click('button');
      expect([await did(none), await said(none)]).toEqual([[], '']);
    });

    test('acts for a signed-in reader once, and is then empty', async () => {
      const page = await show(sentForm('<input name="title">'), { before: signedIn });
      expect(await page.textContent('button')).toBe('Do it');
      await page.fill('[name=title]', `  ${'x'.repeat(300)}  `);
      await page.evaluate(() => {
        for (let count = 0; count < 2; count++) document.querySelector('form')?.requestSubmit();
      });
      await expect
        .poll(() => said(page))
        .toBe('Sent. The answer appears there in a few minutes. See it there.');
      expect(await did(page)).toEqual(
        [['open', `Act:   ${'x'.repeat(300)}`.slice(0, 250), 'With:\n']].map(([a, , c]) => [
          a,
          `Act: ${'x'.repeat(300)}`.slice(0, 250),
          c,
        ]),
      );
      expect([await page.inputValue('[name=title]'), await page.getAttribute('.said a', 'href')]).toEqual([
        '',
        'https://forge.example/2',
      ]);
      await page.click('button');
      await expect.poll(async () => ((await did(page)) as unknown[]).length).toBe(2);
      await signOut(page);
      expect(await page.textContent('button')).toBe('Go on');
      await signOut(page, true);
      expect(await page.textContent('button')).toBe('Do it');
    });

    test('says what the forge refused, and can be sent again', async () => {
      const page = await show(sentForm('<input name="title" value="A">'), { before: signedIn });
      await page.evaluate(() => void Object.assign(window, { fault: 'The forge is away.' }));
      await page.click('button');
      await expect.poll(() => said(page)).toBe('The forge is away.');
      await page.evaluate(() => void Object.assign(window, { fault: undefined }));
      await page.click('button');
      await expect.poll(() => said(page)).toMatch(/^Sent\./u);
    });

    test('asks for confirmation before what can’t be undone, and again if it has changed', async () => {
      const page = await show(
        sentForm('<input name="p-room"><input name="p-door">', {
          fields: [plain('room'), plain('door', { optional: true })],
          about: 'data-sure="burn it"',
        }),
        { before: signedIn },
      );
      const would = (what: string): string =>
        `Nothing has happened yet: bo-h would burn it${what}. This can’t be undone. Press again if you’re sure.`;
      await page.fill('[name=p-room]', 'D4');
      await page.fill('[name=p-door]', 'north');
      await page.click('button');
      await expect.poll(() => said(page)).toBe(would(', with room: D4; door: north'));
      await page.fill('[name=p-door]', '');
      await page.click('button');
      await expect.poll(() => said(page)).toBe(would(', with room: D4'));
      expect(await did(page)).toEqual([]);
      await page.click('button');
      await expect.poll(() => said(page)).toMatch(/^Sent\./u);
      await page.fill('[name=p-room]', 'D4');
      await page.click('button');
      await expect.poll(() => said(page)).toBe(would(', with room: D4'));
      const bare = await show(sentForm('', { about: 'data-sure="ring"' }), { before: signedIn });
      await bare.click('button');
      await expect
        .poll(() => said(bare))
        .toBe('Nothing has happened yet: bo-h would ring. This can’t be undone. Press again if you’re sure.');
    });

    test('adds rows at a button', async () => {
      const page = await show(
        sentForm(
          '<fieldset data-rows="p-r"><input type="hidden" name="p-r.rows" value="1"><input name="p-r.0"><button>More</button></fieldset>',
        ),
      );
      await expect
        .poll(async () => {
          await page.click('text=More');
          return page.inputValue('[name="p-r.rows"]');
        })
        .toMatch(/^[2-9]$/u);
    });

    describe('as a comment', () => {
      const comment =
        '<form class="sent" data-comment="7"><textarea name="text"></textarea><button name="vote" value=":for:">For</button><button name="say">Say it</button><p class="said"></p></form>';

      test('votes and comments for a signed-in reader', async () => {
        const page = await show(comment, { before: signedIn });
        await page.click('text=Say it');
        await expect.poll(() => said(page)).toBe('Write a comment first.');
        await page.fill('textarea', ' Gladly. ');
        await page.click('text=For');
        await expect.poll(() => said(page)).toBe('Sent. It counts in a few minutes. See it there.');
        expect(await page.inputValue('textarea')).toBe('');
        await page.click('text=For');
        await expect
          .poll(() => did(page))
          .toEqual([
            ['comment', '7', 'Gladly.\n\n:for:'],
            ['comment', '7', ':for:'],
          ]);
        await signOut(page);
        await page.click('text=For');
        await expect.poll(() => said(page)).toBe('Sign in first.');
      });
    });

    test('shows some parts only to signed-in readers', async () => {
      const page = await show('<p data-signed-in hidden>Here</p>', { before: signedIn });
      expect(await page.isVisible('p')).toBe(true);
      await signOut(page);
      expect(await page.isVisible('p')).toBe(false);
    });

    test('sends without a place for its message', async () => {
      const page = await show(sentForm('<input name="title">').replace('class="said"', 'class="quiet"'), {
        before: signedIn,
      });
      const failed: string[] = [];
      page.on('pageerror', ({ message }) => failed.push(message));
      await page.click('button');
      await expect.poll(async () => ((await did(page)) as unknown[]).length).toBe(1);
      await settle(page, 40);
      expect(failed).toEqual([]);
    });
  });

  describe('a proposal', () => {
    const RULES = [
      {
        path: 'core/votes',
        title: 'Votes',
        body: 'Players vote for [48 hours](#value:window).\n\nQuorum is half.\n',
        clause: 'export default 1;\n',
      },
      { path: 'core/players', title: 'Players', body: 'Players play.\n', clause: '' },
    ];
    const VALUES = [
      { path: 'players.ana.oil', name: 'Oil of Ana', type: 0, now: '3', texts: { value: ['3'] } },
      { path: 'game.open', name: 'Open', type: 1, now: 'yes', texts: { value: ['yes'] } },
      {
        path: 'game.names',
        name: 'Names',
        type: 2,
        now: 'a',
        texts: { 'value.rows': ['1'], 'value.0': ['a'] },
      },
      { path: 'game.sides', name: 'Sides', type: 3, now: 'n', texts: { value: ['n'] } },
    ];
    const TYPES = [
      [
        plain('value', { label: 'Value', input: 'integer', required: true }),
        '<label for="set-value">Value</label><input id="set-value" name="p-value">',
      ],
      [
        plain('value', { input: 'yes-no' }),
        '<label>Value</label><select name="p-value"><option>yes<option>no</select>',
      ],
      [
        plain('value', { input: 'rows', parts: [plain('0')] }),
        '<fieldset data-rows="p-value"><legend>Value</legend><input type="hidden" name="p-value.rows" value="1"><input name="p-value.0"><button>More</button></fieldset>',
      ],
      [
        plain('value', { input: 'some-of' }),
        '<fieldset><legend>Value</legend><input type="checkbox" name="p-value" value="n"><input type="checkbox" name="p-value" value="e"></fieldset>',
      ],
    ] as const;
    const FORM = {
      address: 'https://forge.example/new?title={title}&changes={changes}&reason={reason}',
      title: '{title}',
      body: '{changes}\n\n{reason}',
      most: 9_000,
    };
    const copying = (name: string): string =>
      `<div data-copying="${name}" hidden><textarea data-copied></textarea></div>`;
    const DESK = `<div id="desk" data-rules="/rules.json" data-values-at="/values.json" data-form="${json(FORM)}" hidden>
      <select data-field="rule"></select><p><input data-field="name"></p><p><select data-field="place"><option value=""><option>section appendix<option>under core/players</select></p>
      <div><textarea data-field="body" style="height: 40px"></textarea></div><textarea data-field="clause"></textarea>
      <button data-button="undo">Undo</button><button data-button="repeal">Repeal</button>
      <input id="desk-value" list="l"><datalist id="l"></datalist><button data-add-value>Set</button><div data-values></div>
      ${TYPES.map(([field, html], at) => `<template data-type="${at}" data-asks="${json(field)}">${html}</template>`).join('')}
      <input data-field="title"><textarea data-field="reason"></textarea><div data-stale></div><div data-shown></div>
      <a data-send-link hidden>Go on</a><button data-button="propose" hidden>Propose it</button><button data-button="discard" data-sure="Sure?" hidden>Discard</button>
      <p class="said"></p>${copying('changes')}${copying('reason')}</div>`;
    const show = async (wish: PageWish = {}) => {
      const answers = {
        '/rules.json': JSON.stringify(RULES),
        '/values.json': JSON.stringify(VALUES),
        ...wish.answers,
      };
      const page = await pages.show(DESK, ['propose'], { at: '/propose/', ...wish, answers });
      await page.waitForSelector('#desk:not([hidden])');
      return page;
    };
    const at = (name: string): string => `[data-field="${name}"]`;
    const words = async (page: Page) => {
      const { searchParams } = new URL((await page.getAttribute('[data-send-link]', 'href')) ?? '');
      return ['title', 'changes', 'reason'].map((name) => searchParams.get(name));
    };
    const changes = async (page: Page) => (await words(page))[1];
    const draft = (page: Page) =>
      page.evaluate(
        () =>
          JSON.parse(localStorage.getItem('gitnomic-draft /propose/') ?? 'null') as { parts: object } | null,
      );
    const options = (page: Page) => page.locator(`${at('rule')} option`).allTextContents();
    const EDIT = '- edit-rule: {"rule":"core/votes","replace":"Quorum is half.","with":"Quorum is a third."}';
    const write = (page: Page) =>
      page.fill(at('body'), 'Players vote for [48 hours](#value:window).\n\nQuorum is a third.\n');

    test('is written, shown, and carried to the forge', async () => {
      const page = await show();
      expect([await options(page), await page.inputValue(at('rule'))]).toEqual([
        ['Votes', 'Players', 'a new rule'],
        'core/votes',
      ]);
      expect([await page.inputValue(at('body')), await page.inputValue(at('clause'))]).toEqual([
        RULES[0]?.body,
        RULES[0]?.clause,
      ]);
      for (const one of [
        '[data-send-link]',
        '[data-button=propose]',
        '[data-button=discard]',
        at('name'),
        at('place'),
      ])
        expect([one, await page.isVisible(one)]).toEqual([one, false]);
      await write(page);
      await page.fill(at('title'), 'A third');
      await page.fill(at('reason'), 'So.');
      expect(await words(page)).toEqual(['A third', EDIT, 'So.']);
      for (const one of ['[data-send-link]', '[data-button=discard]'])
        expect([one, await page.isVisible(one)]).toEqual([one, true]);
      expect(await page.isVisible('[data-button=propose]')).toBe(false);
      await expect
        .poll(() => page.locator('[data-shown] :is(h3, ins, del)').allTextContents())
        .toEqual(['Votes', 'half', 'a third']);
      expect(await options(page)).toEqual(['Votes (in your draft)', 'Players', 'a new rule']);
      await page.reload();
      await page.waitForSelector('#desk:not([hidden])');
      expect([
        await words(page),
        await page.inputValue(at('title')),
        await page.inputValue(at('reason')),
      ]).toEqual([['A third', EDIT, 'So.'], 'A third', 'So.']);
      await page.click('text=Undo');
      expect([
        await changes(page),
        await page.inputValue(at('body')),
        await page.isVisible('[data-send-link]'),
      ]).toEqual([null, RULES[0]?.body, false]);
      await expect.poll(() => page.textContent('[data-shown]')).toBe('');
      expect(await options(page)).toEqual(['Votes', 'Players', 'a new rule']);
    });

    test('changes live values and code, and shows the new values', async () => {
      const page = await show();
      await page.fill('.chips input', '36 hours');
      expect(await changes(page)).toBe(
        '- edit-rule: {"rule":"core/votes","replace":"Players vote for [48 hours](#value:window).","with":"Players vote for [36 hours](#value:window)."}',
      );
      await expect
        .poll(() => page.locator('[data-shown] li').allTextContents())
        .toEqual(['window: 48 hours → 36 hours']);
      await page.click('text=Undo');
      await page.fill(at('clause'), 'export default 2;');
      expect(await changes(page)).toBe(
        '- file: {"path":"content/ruleset/core/votes.ts","content":"export default 2;\\n"}',
      );
      await expect
        .poll(() => page.locator('[data-shown] h3').allTextContents())
        .toEqual(['The code of Votes']);
      await page.fill(at('clause'), ' ');
      expect(await changes(page)).toBe('- file: {"path":"content/ruleset/core/votes.ts","content":null}');
    });

    test('repeals rules and adds new ones, each in its place', async () => {
      const page = await show({ at: '/propose/?rule=core/players' });
      expect(await page.inputValue(at('body'))).toBe('Players play.\n');
      await page.click('text=Repeal');
      expect(await changes(page)).toBe('- repeal-rule: "core/players"');
      await page.fill(at('body'), '');
      await page.fill(at('title'), 'Two');
      expect(await changes(page)).toBe('- repeal-rule: "core/players"');
      await page.selectOption(at('rule'), { label: 'a new rule' });
      expect(await page.isVisible(at('name'))).toBe(true);
      await page.fill(at('body'), 'It is dark.');
      expect(await changes(page)).toBe('- repeal-rule: "core/players"');
      await page.fill(at('name'), ' Night ');
      await page.selectOption(at('place'), 'under core/players');
      await page.fill(at('clause'), 'x');
      const night = '- add-rule: {"under":"core/players","title":"Night","text":"It is dark.","clause":"x"}';
      expect(await changes(page)).toBe(`- repeal-rule: "core/players"\n${night}`);
      await page.selectOption(at('rule'), { label: 'a new rule' });
      expect(await page.inputValue(at('rule'))).toBe('new/2');
      await page.fill(at('name'), 'Day');
      await page.fill(at('body'), 'It is light.');
      expect(await options(page)).toEqual([
        'Votes',
        'Players (in your draft)',
        ' Night  (in your draft)',
        'Day (in your draft)',
        'a new rule',
      ]);
      await page.reload();
      await page.waitForSelector('#desk:not([hidden])');
      expect((await options(page)).map((one) => one.trim())).toEqual([
        'Votes',
        'Players (in your draft)',
        'Night  (in your draft)',
        'Day (in your draft)',
        'a new rule',
      ]);
      await page.selectOption(at('rule'), 'new/1');
      expect([
        await page.inputValue(at('name')),
        await page.inputValue(at('place')),
        await page.inputValue(at('body')),
      ]).toEqual([' Night ', 'under core/players', 'It is dark.']);
      await page.selectOption(at('rule'), 'core/votes');
      expect(await page.isVisible(at('name'))).toBe(false);
    });

    test('sets values, each with the fields of its type', async () => {
      const page = await show({ at: '/propose/?set=players.ana.oil' });
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('p-value');
      expect(
        await page
          .locator('datalist option')
          .evaluateAll((all) =>
            (all as HTMLOptionElement[]).map(({ value, textContent }) => [value, textContent]),
          ),
      ).toEqual([
        ['Oil of Ana', '3'],
        ['Open', 'yes'],
        ['Names', 'a'],
        ['Sides', 'n'],
      ]);
      expect([
        await page.textContent('.set label'),
        await page.getAttribute('.set label', 'for'),
        await page.inputValue('#set-1'),
      ]).toEqual(['New value of Oil of Ana', 'set-1', '3']);
      expect(await changes(page)).toBeNull();
      await page.fill('#set-1', 'many');
      expect([await said(page), await changes(page)]).toEqual([
        'Oil of Ana: Value needs a whole number, not many.',
        null,
      ]);
      await page.fill('#set-1', '5');
      expect([await said(page), await changes(page)]).toEqual(['', '- set: {"players.ana.oil":5}']);
      await expect.poll(() => page.textContent('[data-shown]')).toContain('5');
      await page.fill('#desk-value', ' Open ');
      await page.click('text=Set');
      expect(await page.inputValue('#desk-value')).toBe('');
      expect(
        await page.evaluate(() => document.activeElement?.closest('.set')?.getAttribute('data-path')),
      ).toBe('game.open');
      await page.selectOption('[data-path="game.open"] select', 'no');
      for (const path of ['game.names', 'game.sides']) {
        await page.fill('#desk-value', path);
        await page.click('text=Set');
      }
      await page.click('text=More');
      await page.fill('[name="p-value.1"]', 'b');
      expect(
        await page
          .locator('[type=checkbox]')
          .evaluateAll((all) => (all as HTMLInputElement[]).map(({ checked }) => checked)),
      ).toEqual([true, false]);
      await page.check('[value=e]');
      const all = [
        '- set: {"players.ana.oil":5}',
        '- set: {"game.open":false}',
        '- set: {"game.names":["a","b"]}',
        '- set: {"game.sides":["n","e"]}',
      ];
      expect((await changes(page))?.split('\n')).toEqual(all);
      await page.goto('https://game.example/propose/');
      await page.waitForSelector('#desk:not([hidden])');
      expect((await changes(page))?.split('\n')).toEqual(all);
      await page.click('text=Leave Open unchanged');
      expect((await changes(page))?.split('\n')).toEqual(all.filter((one) => !one.includes('open')));
      // One that is set already is shown, and not added again.
      await page.fill('#desk-value', 'Names');
      await page.click('text=Set');
      expect(await page.locator('[data-path="game.names"]').count()).toBe(1);
      await page.fill('#desk-value', 'Nothing');
      await page.click('text=Set');
      expect(
        await page.locator('#desk-value').evaluate((one: HTMLInputElement) => one.validationMessage),
      ).toBe('There’s no value called Nothing. Choose one from the list.');
      await page.fill('#desk-value', 'N');
      expect(
        await page.locator('#desk-value').evaluate((one: HTMLInputElement) => one.validationMessage),
      ).toBe('');
    });

    test('opens at the sentence or the values that the reader came for', async () => {
      const page = await show({ at: '/propose/?sentence=Quorum%20is%20half.' });
      expect(
        await page.evaluate(() => {
          const area = document.activeElement as HTMLTextAreaElement;
          return area.value.slice(area.selectionStart, area.selectionEnd);
        }),
      ).toBe('Quorum is half.');
      const none = await show({ at: '/propose/?sentence=None' });
      expect(await none.evaluate(() => document.activeElement === document.body)).toBe(true);
      const values = await show({ at: '/propose/?set' });
      expect(await values.evaluate(() => document.activeElement?.id)).toBe('desk-value');
    });

    test('isn’t sent while its rules have changed or gone, until its author has looked', async () => {
      const page = await show({
        answers: {
          '/rules.json': [
            JSON.stringify(RULES),
            JSON.stringify([{ ...RULES[0], body: 'Players vote.\n\nQuorum is half.\n' }]),
          ],
        },
      });
      await write(page);
      await page.selectOption(at('rule'), 'core/players');
      await page.fill(at('body'), 'Players dance.\n');
      await page.reload();
      await page.waitForSelector('#desk:not([hidden])');
      const stale = () => page.locator('[data-stale] p').allTextContents();
      expect(await stale()).toEqual([
        'Votes has changed since you wrote this. Below, your text is compared with the current one: you would undo what others have changed. I’ve checked. Keep my text',
        'The rule core/players no longer exists. Remove it',
      ]);
      expect(await page.isVisible('[data-send-link]')).toBe(false);
      await page.click('text=Remove it');
      expect([
        (await stale()).length,
        await page.evaluate(() => document.activeElement?.getAttribute('data-field')),
      ]).toEqual([1, 'rule']);
      await page.click('text=Keep my text');
      expect([await stale(), await page.isVisible('[data-send-link]')]).toEqual([[], true]);
      expect(await changes(page)).toContain('core/votes');
      expect(await changes(page)).not.toContain('players"');
    });

    test('is discarded only after a second press', async () => {
      const page = await show({ at: '/propose/?set=players.ana.oil' });
      await write(page);
      await page.fill('#set-1', '5');
      await page.fill(at('title'), 'A');
      await page.fill(at('reason'), 'B');
      await page.click('[data-button=discard]');
      expect(await page.textContent('[data-button=discard]')).toBe('Sure?');
      await page.focus(at('title'));
      expect(await page.textContent('[data-button=discard]')).toBe('Discard');
      await page.click('[data-button=discard]');
      expect(await changes(page)).toContain('third');
      await page.click('[data-button=discard]');
      expect([
        await changes(page),
        await page.inputValue(at('title')),
        await page.inputValue(at('reason')),
        await page.inputValue(at('body')),
        await page.locator('.set').count(),
      ]).toEqual([null, '', '', RULES[0]?.body, 0]);
      expect([
        await page.isVisible('[data-button=discard]'),
        await page.textContent('[data-button=discard]'),
      ]).toEqual([false, 'Discard']);
      expect(await draft(page)).toEqual({ title: '', reason: '', parts: {}, values: {} });
    });

    test('is proposed only once by a signed-in reader', async () => {
      const page = await show({ before: signedIn });
      await write(page);
      expect([
        await page.isVisible('[data-send-link]'),
        await page.isVisible('[data-button=propose]'),
      ]).toEqual([false, true]);
      await page.evaluate(() => {
        for (let count = 0; count < 2; count++)
          document.querySelector<HTMLElement>('[data-button=propose]')?.click();
      });
      await expect
        .poll(() => said(page))
        .toBe('Proposed. A test run follows there within minutes. See it there.');
      expect(await did(page)).toEqual([['open', 'A proposal', `${EDIT}\n\n`]]);
      expect(await draft(page)).toEqual({ title: '', reason: '', parts: {}, values: {} });
      await page.evaluate(() => void Object.assign(window, { fault: 'The forge is away.' }));
      await page.click('[data-button=propose]');
      await expect.poll(() => said(page)).toBe('The forge is away.');
      await signOut(page);
      expect([
        await page.isVisible('[data-send-link]'),
        await page.isVisible('[data-button=propose]'),
      ]).toEqual([true, false]);
    });

    test('that is too long can be copied by hand, or shortened', async () => {
      const page = await show();
      await write(page);
      await page.fill(at('reason'), 'é'.repeat(1_300));
      expect(
        await page
          .locator('[data-copying]')
          .evaluateAll((all) =>
            (all as HTMLElement[]).map((one) => [one.hidden, one.querySelector('textarea')?.value.length]),
          ),
      ).toEqual([
        [true, 0],
        [false, 1_300],
      ]);
      await page.fill(at('reason'), 'e'.repeat(9_000));
      expect(await said(page)).toMatch(/^That’s \d+ characters too long for one post; 9000 is the limit\./u);
      expect([
        await page.isVisible('[data-send-link]'),
        await page.locator('[data-copying]:not([hidden])').count(),
      ]).toEqual([false, 0]);
    });

    test.each<[string, () => void]>([
      ['is no JSON', () => localStorage.setItem('gitnomic-draft /propose/', '{')],
      ['is no draft', () => localStorage.setItem('gitnomic-draft /propose/', '7')],
      ['is nothing', () => localStorage.setItem('gitnomic-draft /propose/', 'null')],
    ])('starts afresh if what the browser stored %s', async (_, before) => {
      const page = await show({ before });
      await write(page);
      expect(await changes(page)).toBe(EDIT);
    });

    test('can be written if the browser stores nothing, and says so', async () => {
      const page = await show({
        before: () => {
          for (const name of ['setItem', 'removeItem'] as const)
            Storage.prototype[name] = () => {
              throw new Error('denied');
            };
        },
      });
      await write(page);
      expect([await said(page), await changes(page)]).toEqual([
        'This browser can’t save drafts: what you write is lost when you leave the page.',
        EDIT,
      ]);
    });
  });

  describe('a sealed text', () => {
    const FIELDS = [
      { ...plain('bid', { label: 'Bid', input: 'integer', required: true }), open: false },
      { ...plain('lot', { label: 'Lot' }), open: true },
    ];
    const sealForm = (about = ''): string =>
      `<select id="sender"><option value="bo" data-sealed="2"><option value="cy"></select><input id="serial"><input id="recipient"><input id="own">
      <form class="seal" data-game="Salon" data-dynasty="1" data-submission="bid" data-fields="${json(FIELDS)}" ${about}><input name="p-bid"><input name="p-lot"><button>Seal</button><p class="said"></p><p id="out" hidden><textarea class="sealed-text"></textarea></p></form>`;
    const show = (body: string) => pages.show(body, ['seal-forms']);

    test('opens with its recipient’s key, and with the sender’s own', async () => {
      const [theirs, mine] = [await generateX25519Identity(), await generateX25519Identity()];
      const page = await show(sealForm());
      expect(await page.inputValue('#serial')).toBe('2');
      await page.selectOption('#sender', 'cy');
      expect(await page.inputValue('#serial')).toBe('0');
      await page.fill('#recipient', ` ${await identityToRecipient(theirs)} `);
      await page.fill('#own', await identityToRecipient(mine));
      await page.fill('[name=p-bid]', 'x');
      await page.click('button');
      await expect.poll(() => said(page)).toBe('Bid needs a whole number, not x.');
      expect(await page.isVisible('#out')).toBe(false);
      await page.fill('[name=p-bid]', '12');
      await page.fill('[name=p-lot]', 'B');
      await page.click('button');
      await expect.poll(() => said(page)).toBe('Sealed. Post everything below as a comment.');
      expect(await page.isVisible('#out')).toBe(true);
      const text = await page.inputValue('.sealed-text');
      for (const key of [theirs, mine])
        expect(await open([key], text, { game: 'Salon', dynasty: 1, sender: 'cy' })).toMatchObject({
          submission: 'bid',
          serial: 0,
          params: { bid: 12 },
          open: { lot: 'B' },
        });
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(text);
      expect(page.sent).toEqual([]);
    });

    test('to people who open it together needs a key from each', async () => {
      const people = await Promise.all(
        ['ana', 'bo'].map(async (id) => ({
          id,
          recipient: await identityToRecipient(await generateX25519Identity()),
        })),
      );
      const holders = (of: readonly object[]): string => `data-holders="${json({ needed: 2, people: of })}"`;
      const page = await show(sealForm(holders([...people, { id: 'cy', recipient: null }])));
      await page.fill('[name=p-bid]', '12');
      await page.click('button');
      await expect.poll(() => said(page)).toBe('No key of cy is known yet: ask them for one.');
      const all = await show(sealForm(holders(people)));
      await all.fill('[name=p-bid]', '12');
      await all.click('button');
      await expect.poll(() => said(all)).toBe('Sealed. Post everything below as a comment.');
      expect(await all.inputValue('.sealed-text')).toContain('AGE ENCRYPTED FILE');
    });
  });

  describe('a site’s data', () => {
    interface Reader {
      readonly readJson: (of: string) => Promise<unknown>;
      readonly addressHere: (of: string) => string;
    }
    const read = async (page: Page, path: string) => {
      await page.addScriptTag({
        type: 'module',
        content: "import * as reader from '/scripts/read-files.js'; Object.assign(window, { reader });",
      });
      await page.waitForFunction(() => 'reader' in window);
      return page.evaluate(async (address) => {
        const { readJson, addressHere } = Reflect.get(window, 'reader') as Reader;
        return [
          addressHere('/game/matters/3/'),
          await readJson(address).catch((error: unknown) => String(error)),
        ];
      }, path);
    };

    test('is fetched from a server if there is one', async () => {
      const page = await pages.show('<p id="offline" data-base="/game/"></p>', [], {
        answers: { '/a.json': '{"a":1}' },
      });
      expect(await read(page, '/a.json')).toEqual(['/game/matters/3/', { a: 1 }]);
      expect(await read(page, '/none.json')).toEqual(['/game/matters/3/', 'Error: /none.json: 404']);
    });

    test('comes as scripts if the site is a folder', async () => {
      const page = await pages.show('<p id="offline" data-base="/game/" data-root="../"></p>', [], {
        at: '/folder/page/',
        answers: {
          '/folder/a.json.js':
            "window.gitnomicFiles = { 'https://game.example/folder/a.json.js': { a: 2 } };",
        },
      });
      expect(await read(page, '/game/a.json')).toEqual(['../matters/3/index.html', { a: 2 }]);
      expect(await read(page, '/game/none.json')).toEqual(['../matters/3/index.html', 'Error: ../none.json']);
    });
  });
});
