// Scripts of the pages at home: forms are previewed, kept and filled in, and pages are brought up to date in place.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser } from '../site/find-browser.ts';
import { type PageWish, ScriptPages, settle } from './script-pages.ts';

/** More than the time that reports share one update. */
const TOGETHER_MS = 30;
const unseen = findBrowser() === null && process.env['CI'] === undefined;

/** A stream of the server that the test speaks for, as `EventSource` has it. */
const withStream = (): void => {
  class Stream extends EventTarget {
    static readonly CLOSED = 2;
    readyState = 1;
    readonly url: string;
    constructor(url: string) {
      super();
      this.url = url;
      const streams = (Reflect.get(window, 'streams') ?? []) as Stream[];
      Object.assign(window, { streams: [...streams, this] });
    }
    close(): void {
      this.readyState = 2;
    }
  }
  Object.assign(window, { EventSource: Stream });
};
const hear = (page: Page, type: string, data = ''): Promise<void> =>
  page.evaluate(
    ([kind, text]) => {
      const streams = Reflect.get(window, 'streams') as EventTarget[];
      streams.at(-1)?.dispatchEvent(new MessageEvent(kind, { data: text }));
    },
    [type, data] as const,
  );
const streams = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() =>
    ((Reflect.get(window, 'streams') ?? []) as EventSource[]).map(({ readyState }) => readyState),
  );

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'in a browser', () => {
  let pages: ScriptPages;
  beforeAll(async () => {
    pages = await ScriptPages.open('forms');
  });
  afterAll(() => pages.close());
  const show = (body: string, wish?: PageWish) => pages.show(body, ['forms'], wish);
  const field = (name: string, value = ''): string =>
    `<label>${name} <input id="${name}" name="${name}" value="${value}"></label>`;
  const door = (inside: string, about = 'data-live="yes"', id = 'f'): string =>
    `<form method="post" action="/do/act/" id="${id}" class="door" ${about}>${inside}<button class="main" name="do" value="act">Do it</button><div class="preview" id="${id}-preview"></div></form>`;
  const frame = (main: string, seat = 'bo', after = ''): string =>
    `<a class="home" href="/"></a><p id="offline" data-seat="${seat}"></p><p id="home" data-changes="/changed"></p><main id="content">${main}</main>${after}`;
  const news = (
    main: string,
    more: { readonly seat?: string; readonly head?: string; readonly after?: string } = {},
  ): string =>
    `<!doctype html><html data-now="2030-01-02T00:00:00Z"><head><title>${more.head ?? 'New'}</title></head><body>${frame(main, more.seat, more.after)}</body></html>`;
  /** From now on time goes on only as the test says. */
  const stopClock = async (page: Page): Promise<void> => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 10_000);
  };
  const posts = ({ sent }: { readonly sent: readonly { method: string; path: string; body: string }[] }) =>
    sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

  describe('the preview of a form', () => {
    const fill = async (page: Page, field: string, text: string): Promise<void> => {
      await page.fill(field, text);
      await page.clock.runFor(350);
    };
    test('is shown while it’s filled in, once the reader pauses', async () => {
      const page = await show(door(field('room', 'D4') + field('text')), {
        answers: { '/do/act/': '<p>You would go.</p>' },
      });
      await stopClock(page);
      await page.locator('#text').pressSequentially('ab');
      await page.clock.runFor(340);
      await fill(page, '#text', 'abc');
      await expect.poll(() => page.textContent('#f-preview')).toBe('You would go.');
      expect(posts(page)).toEqual(['room=D4&text=abc&do=preview']);
      expect(page.sent[0]).toMatchObject({ path: '/do/act/', part: 'preview' });
    });

    test('isn’t requested by a form without a preview, or without a place for it', async () => {
      const page = await show(door(field('a'), '', 'e') + door(field('b')).replace('id="f-preview"', ''));
      await stopClock(page);
      await fill(page, '#a', 'x');
      await fill(page, '#b', 'x');
      await settle(page);
      expect(page.sent).toEqual([]);
    });

    test('shows what is wrong at the fields, until it’s right', async () => {
      const page = await show(
        door(field('room') + field('text') + '<input type="hidden" name="secret"><select name="s"></select>'),
        {
          answers: {
            '/do/act/': [
              '<p data-wrong="room s">No such room.</p><p data-wrong="secret">x</p>',
              { status: 400, text: '<b>Refused</b>' },
              '<p>Fine.</p>',
            ],
          },
        },
      );
      const wrong = () =>
        page.locator('[aria-invalid=true]').evaluateAll((all) => all.map((one) => one.getAttribute('name')));
      await stopClock(page);
      await fill(page, '#room', 'x');
      await expect.poll(wrong).toEqual(['room', 's']);
      await fill(page, '#room', 'y');
      await expect.poll(() => page.textContent('#f-preview')).toBe('<b>Refused</b>');
      expect(await wrong()).toEqual([]);
      await fill(page, '#room', 'z');
      await expect.poll(() => page.textContent('#f-preview')).toBe('Fine.');
    });

    test('is marked as seen, so that the form can be sent at once', async () => {
      const page = await show(
        door(
          '<input type="hidden" name="mark" value="own"><input type="hidden" name="action" value="dig"><input type="hidden" name="mark" value="">' +
            field('room'),
        ),
        {
          answers: {
            '/do/act/': [
              '<p data-wrong="" data-mark="a1">x</p><p data-wrong="" data-mark="a2">y</p>',
              '<p>No</p>',
            ],
          },
        },
      );
      const marks = () =>
        page
          .locator('[name=mark]')
          .evaluateAll((all) => (all as HTMLInputElement[]).map(({ value }) => value));
      await stopClock(page);
      await fill(page, '#room', 'x');
      await expect.poll(marks).toEqual(['own', 'a2']);
      await fill(page, '#room', 'y');
      await expect.poll(marks).toEqual(['own', '']);
    });

    test('answers the latest request, whichever answer comes first', async () => {
      const page = await show(door(field('room')), {
        before: () => {
          const answers: ((text: string) => void)[] = [];
          Object.assign(window, { answers });
          window.fetch = () => new Promise((done) => answers.push((text) => done(new Response(text))));
        },
      });
      const asked = () => page.evaluate(() => (Reflect.get(window, 'answers') as unknown[]).length);
      await stopClock(page);
      await fill(page, '#room', 'x');
      await expect.poll(asked).toBe(1);
      await fill(page, '#room', 'y');
      await expect.poll(asked).toBe(2);
      const answer = (at: number, text: string) =>
        page.evaluate(
          ([which, said]) =>
            (Reflect.get(window, 'answers') as ((text: string) => void)[])[Number(which)]?.(String(said)),
          [at, text],
        );
      await answer(1, 'second');
      await answer(0, 'first');
      await settle(page);
      expect(await page.textContent('#f-preview')).toBe('second');
    });

    test('isn’t available while the game doesn’t answer', async () => {
      const page = await show(door(field('room')), { answers: { '/do/act/': null } });
      await stopClock(page);
      await fill(page, '#room', 'x');
      await expect
        .poll(() => page.textContent('#f-preview'))
        .toBe('The game doesn’t answer. Is it still running?');
    });
  });

  describe('rows', () => {
    const row = (at: number, moves = at > 0): string =>
      `<div class="field"><label for="p-names.${at}">Name ${at + 1}</label><input id="p-names.${at}" name="p-names.${at}"><textarea name="p-names.${at}.b">text</textarea><select name="p-names.${at}.c"><option>a<option>b</select><input type="checkbox" name="p-names.${at}.d" value="on" checked><input type="hidden" name="p-names.${at}.e" value="kept">${moves ? `<button class="quiet" name="earlier" value="p-names.${at}" aria-label="Move Name ${at + 1} up">↑</button>` : ''}</div>`;
    const simple = (at: number, value: string): string =>
      `<div class="field"><input name="p-s.${at}" value="${value}"><input type="file">${at > 0 ? '<button name="earlier" value="x">↑</button>' : ''}</div>`;
    const list = (rows: readonly string[], name: string, most = ''): string =>
      `<fieldset data-rows="${name}"><input type="hidden" name="${name}.rows" value="${rows.length}">${rows.join('')}<button name="do" value="preview" ${most}>More</button></fieldset>`;

    test('can be added, empty and with their own names, up to the limit', async () => {
      const page = await show(door(list([row(0), row(1)], 'p-names', 'data-most="4"'), ''));
      await page.selectOption('[name="p-names.1.c"]', 'b');
      await page.fill('[name="p-names.1"]', 'Bo');
      await page.click('text=More');
      const added = page.locator('.field').nth(2);
      expect(
        await added.evaluate((one) =>
          [...one.querySelectorAll<HTMLInputElement>('[name]')].map(({ name, value, checked }) => [
            name,
            value,
            checked ?? null,
          ]),
        ),
      ).toEqual([
        ['p-names.2', '', false],
        ['p-names.2.b', '', null],
        ['p-names.2.c', 'a', null],
        ['p-names.2.d', 'on', false],
        ['p-names.2.e', 'kept', false],
        ['earlier', 'p-names.2', null],
      ]);
      expect(await added.locator('label').textContent()).toBe('Name 3');
      expect(await added.locator('label').getAttribute('for')).toBe('p-names.2');
      expect(await added.locator('button').getAttribute('aria-label')).toBe('Move Name 3 up');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('p-names.2');
      expect(await page.inputValue('[name="p-names.1"]')).toBe('Bo');
      expect(await page.inputValue('[name="p-names.rows"]')).toBe('3');
      await page.click('text=More');
      expect(await page.isHidden('text=More')).toBe(true);
      expect(await page.inputValue('[name="p-names.rows"]')).toBe('4');
      expect(page.sent).toEqual([]);
    });

    test('move up with their contents, unless they hold boxes', async () => {
      const page = await show(door(list([simple(0, 'a'), simple(1, 'b')], 'p-s'), ''));
      const values = () =>
        page
          .locator('[name^="p-s."]:not([type=hidden])')
          .evaluateAll((all) => (all as HTMLInputElement[]).map(({ value }) => value));
      await page.evaluate(() =>
        document
          .querySelector('form')
          ?.addEventListener('input', () => Object.assign(window, { told: true })),
      );
      await page.click('[name=earlier]');
      expect(await values()).toEqual(['b', 'a']);
      expect(
        await page.evaluate(() => [
          Reflect.get(window, 'told') as unknown,
          document.activeElement?.getAttribute('name'),
        ]),
      ).toEqual([true, 'p-s.0']);
      expect(page.sent).toEqual([]);
      const boxes = await show(door(list([row(0), row(1)], 'p-names'), ''), {
        answers: { '/do/act/': 'sent' },
      });
      await boxes.click('[name=earlier]');
      await expect.poll(() => posts(boxes).length).toBe(1);
      const others = await show(
        door(
          list([simple(0, 'a'), simple(1, 'b').replace('<input type="file">', '<input name="two">')], 'p-s'),
          '',
        ),
        { answers: { '/do/act/': 'sent' } },
      );
      await others.click('[name=earlier]');
      await expect.poll(() => posts(others).length).toBe(1);
    });
  });

  test('shows a conditional field only when it applies', async () => {
    const only = JSON.stringify({ field: 'measure', values: ['mute', 'pace'] }).replaceAll('"', '&quot;');
    const page = await show(
      door(
        `<select name="measure"><option>open<option>mute<option>pace</select><p id="whom" data-only="${only}">Whom</p><p id="none" data-only="${only.replace('measure', 'nothing')}"></p>`,
        '',
      ),
    );
    const hidden = () =>
      page.locator('[data-only]').evaluateAll((all) => (all as HTMLElement[]).map((one) => one.hidden));
    expect(await hidden()).toEqual([true, true]);
    await page.selectOption('select', 'pace');
    expect(await hidden()).toEqual([false, true]);
    await page.selectOption('select', 'open');
    expect(await hidden()).toEqual([true, true]);
  });

  test('a rule’s text has fields beside it for its numbers and words', async () => {
    const page = await show(
      door(
        '<textarea class="rule" name="text">For [48 hours](#value:window) and [no](https://x.example) [3](#value:most-votes).</textarea>',
        '',
      ),
    );
    const chips = () =>
      page
        .locator('.chips label')
        .evaluateAll((all) =>
          all.map((one) => [
            one.textContent,
            one.querySelector('input')?.value,
            one.querySelector('input')?.size,
          ]),
        );
    expect(await chips()).toEqual([
      ['window ', '48 hours', 8],
      ['most votes ', '3', 4],
    ]);
    await page.locator('.chips input').nth(1).fill('5]\\n[');
    expect(await page.inputValue('textarea')).toBe(
      'For [48 hours](#value:window) and [no](https://x.example) [5\\n](#value:most-votes).',
    );
    // While it is typed its field stays.
    expect(await page.evaluate(() => document.activeElement?.closest('.chips') !== null)).toBe(true);
    await page.fill('textarea', 'Nothing.');
    expect(await chips()).toEqual([]);
    expect(await page.locator('.chips').isHidden()).toBe(true);
  });

  describe('typed text', () => {
    const CONTENTS =
      field('title', 'Old') +
      '<textarea name="text"></textarea><input type="checkbox" name="c" value="1"><input type="checkbox" name="c" value="2" checked><input type="password" name="pin"><input type="hidden" name="h" value="1">' +
      '<fieldset data-rows="p-n"><input type="hidden" name="p-n.rows" value="1"><input name="p-n.0"><button name="do" value="preview" data-most="2">More</button></fieldset>';
    const kept = (page: Page) => page.evaluate(() => Object.keys(sessionStorage));
    const again = (page: Page) => page.goto(page.url());

    const fill = async (page: Page): Promise<void> => {
      await page.fill('#title', 'New');
      await page.fill('textarea', 'Words');
      await page.fill('[name=pin]', '1234');
      await page.check('[value="1"]');
      await page.uncheck('[value="2"]');
      await page.click('text=More');
      await page.fill('[name="p-n.1"]', 'second');
    };
    const values = (page: Page) =>
      page
        .locator('input:not([type=checkbox]), textarea')
        .evaluateAll((all) => (all as HTMLInputElement[]).map(({ name, value }) => `${name}=${value}`));
    const ticked = (page: Page) =>
      page
        .locator('[type=checkbox]')
        .evaluateAll((all) => (all as HTMLInputElement[]).map(({ checked }) => checked));
    const BEFORE = ['title=Old', 'text=', 'pin=', 'h=1', 'p-n.rows=1', 'p-n.0='];
    const AFTER = ['title=New', 'text=Words', 'pin=', 'h=1', 'p-n.rows=2', 'p-n.0=', 'p-n.1=second'];

    test('is restored with the page, until it’s discarded', async () => {
      const page = await show(frame(door(CONTENTS)), { at: '/p/?answer=1&x=2' });
      expect(await page.getAttribute('form', 'autocomplete')).toBe('off');
      await fill(page);
      expect(await kept(page)).toEqual(['gitnomic-typed bo /p/ x=2 f']);
      expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('1234');
      await page.goto('https://game.example/p/?x=2');
      expect(await page.textContent('.notice')).toBe('Your unsent text is restored. Discard');
      expect([await values(page), await ticked(page)]).toEqual([AFTER, [true, false]]);
      expect(await page.getAttribute('.notice', 'role')).toBe('status');
      expect(await page.isHidden('text=More')).toBe(true);
      await expect.poll(() => page.sent.some(({ part }) => part === 'preview')).toBe(true);
      await page.click('text=Discard');
      expect([await values(page), await ticked(page)]).toEqual([BEFORE, [false, true]]);
      expect(await page.isVisible('text=More')).toBe(true);
      expect([await kept(page), await page.locator('.notice').count()]).toEqual([[], 0]);
      await again(page);
      expect(await page.locator('.notice').count()).toBe(0);
    });

    test('isn’t restored on another page, in another form, or if nothing differs', async () => {
      const page = await show(frame(door(CONTENTS)), { at: '/p/' });
      await page.fill('#title', 'New');
      await page.goto('https://game.example/p/?x=2');
      expect(await page.inputValue('#title')).toBe('Old');
      await page.goto('https://game.example/p/');
      expect(await page.inputValue('#title')).toBe('New');
      await page.fill('#title', 'Old');
      expect(await kept(page)).toEqual([]);
      const step = await show(frame(door(CONTENTS, 'data-step="yes"')));
      await step.fill('#title', 'New');
      expect(await kept(step)).toEqual([]);
    });

    test('is offered, but not filled in, if the form has changed since', async () => {
      const changed = frame(door(CONTENTS.replace('Old', 'Other')));
      const page = await show(frame(door(CONTENTS)), { answers: { '/': changed } });
      await page.fill('#title', 'Mine');
      await again(page);
      expect(await page.textContent('.notice')).toBe(
        'You typed something here before this form changed. Restore',
      );
      expect(await page.inputValue('#title')).toBe('Other');
      await page.click('text=Restore');
      expect(await page.inputValue('#title')).toBe('Mine');
      expect(await page.locator('.notice').count()).toBe(0);
    });

    test('by others at this browser is deleted', async () => {
      const page = await show(frame(door(CONTENTS)), {
        before: () => {
          sessionStorage.setItem('gitnomic-typed ana / x', '{}');
          sessionStorage.setItem('gitnomic-typed bo / x', '{}');
          sessionStorage.setItem('other ana', '1');
        },
      });
      expect((await kept(page)).toSorted()).toEqual(['gitnomic-typed bo / x', 'other ana']);
    });

    const RESULT = (is: string): string => `<p id="result" class="${is}"></p>`;
    test.each<[string, string, boolean]>([
      ['is forgotten once it was taken', `${RESULT('done')}${door(CONTENTS)}`, false],
      ['is kept if it was refused', `${RESULT('refused')}${door(CONTENTS)}`, true],
      ['is kept where nothing says what came of it', 'nothing', true],
    ])('%s', async (_, answer, isKept) => {
      const page = await show(frame(door(CONTENTS)), { answers: { '/do/act/': frame(answer) } });
      await page.fill('#title', 'New');
      await page.click('text=Do it');
      await page.waitForURL('**/do/act/');
      await page.waitForLoadState();
      expect((await kept(page)).includes('gitnomic-typed bo /  f')).toBe(isKept);
      // Only where the answer came is it known what was sent.
      expect((await kept(page)).includes('gitnomic-sent')).toBe(answer === 'nothing');
    });

    test('is deleted once it was taken from another form that a button led to', async () => {
      const more = '<button name="do" value="count" formaction="/do/count/">Count it</button>';
      const page = await show(frame(door(`${CONTENTS}${more}`)), {
        answers: {
          '/do/count/': frame(door(field('gold', ''), 'data-answer="yes"')),
          '/do/act/': frame(`${RESULT('done')}${door(CONTENTS)}`),
        },
      });
      await page.fill('#title', 'New');
      await page.click('text=Count it');
      await page.waitForURL('**/do/count/');
      await page.waitForLoadState();
      expect(await kept(page)).toContain('gitnomic-typed bo /  f');
      await page.fill('#gold', '3');
      await page.click('text=Do it');
      await page.waitForURL('**/do/act/');
      await page.waitForLoadState();
      expect(await kept(page)).toEqual([]);
    });

    test('in the answer of a form is restored on going back to it', async () => {
      const asking = frame(door(CONTENTS.replace('Old', 'Read'), 'data-answer="yes"'));
      const page = await show(frame(door(CONTENTS)), { answers: { '/do/act/': asking } });
      await page.fill('#title', 'New');
      await page.click('text=Do it');
      await page.waitForURL('**/do/act/');
      // The form shows what the game has read, and not what was typed.
      expect([await page.inputValue('#title'), await page.locator('.notice').count()]).toEqual(['Read', 0]);
      await page.fill('#title', 'Newer');
      expect((await kept(page)).filter((one) => one !== 'gitnomic-sent')).toEqual(['gitnomic-typed bo /  f']);
      await page.evaluate(() => history.pushState(null, '', '/do/act/?again'));
      await page.goto('https://game.example/do/act/');
      expect([await page.inputValue('#title'), await page.locator('.notice').count()]).toEqual(['Newer', 1]);
    });

    test('stays in the form if the browser can’t store it', async () => {
      const page = await show(frame(door(CONTENTS)), {
        before: () => {
          Storage.prototype.setItem = () => {
            throw new Error('full');
          };
          Object.defineProperty(window, 'localStorage', { value: { setItem: () => undefined } });
        },
      });
      const failed: string[] = [];
      page.on('pageerror', ({ message }) => failed.push(message));
      await page.fill('#title', 'New');
      expect([await page.inputValue('#title'), failed]).toEqual(['New', []]);
    });
  });

  describe('a page that others changed', () => {
    test('is updated in place, and the form being filled in stays', async () => {
      const page = await show(
        frame(`<h1>Old</h1>${door(field('room'))}${door(field('other', 'a'), '', 'g')}`),
        {
          before: withStream,
          answers: {
            '/': news(`<h1>New</h1>${door(field('room', 'changed'))}${door(field('other', 'b'), '', 'g')}`),
            '/do/act/': '<p>Fresh</p>',
          },
        },
      );
      await page.fill('#room', 'typed');
      await hear(page, 'message', 's1');
      await settle(page, TOGETHER_MS);
      expect(page.sent.filter(({ part }) => part === 'renew')).toEqual([]);
      await hear(page, 'message', 's2');
      await expect.poll(() => page.textContent('h1')).toBe('New');
      expect([await page.inputValue('#room'), await page.inputValue('#other')]).toEqual(['typed', 'b']);
      expect([await page.title(), await page.getAttribute('html', 'data-now')]).toEqual([
        'New',
        '2030-01-02T00:00:00Z',
      ]);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('room');
      await expect.poll(() => page.textContent('#f-preview')).toBe('Fresh');
      await hear(page, 'message', 's2');
      await settle(page, TOGETHER_MS);
      expect(page.sent.filter(({ part }) => part === 'renew')).toHaveLength(1);
    });

    const renewed = async (page: Page): Promise<void> => {
      await hear(page, 'message', 'a');
      await hear(page, 'message', `b ${Math.random()}`);
    };

    test('stays as it is if something is open, and says that there is news', async () => {
      const cases: readonly (readonly [string, string, string])[] = [
        ['a form of which the new page has none', door(field('room')), '<h1>New</h1>'],
        ['a question', door('<input name="sure" value="yes">'), `<h1>New</h1>${door('')}`],
      ];
      for (const [what, old, fresh] of cases) {
        const page = await show(frame(`<h1>Old</h1>${old}`), {
          before: withStream,
          answers: { '/': news(fresh) },
        });
        if (what.startsWith('a form')) await page.fill('#room', 'x');
        await renewed(page);
        await expect.poll(() => page.locator('#news').count(), { message: what }).toBe(1);
        expect([
          await page.textContent('h1'),
          await page.textContent('#news'),
          await page.getAttribute('#news a', 'href'),
        ]).toEqual(['Old', 'There is news', 'https://game.example/']);
        await renewed(page);
        await settle(page, TOGETHER_MS);
        expect(await page.locator('#news').count()).toBe(1);
      }
    });

    test('says that there is news if the page is gone, but not without an answer or a main part', async () => {
      for (const [answer, count] of [
        [{ status: 404, text: '' }, 1],
        [null, 0],
        ['<p>x</p>', 0],
      ] as const) {
        const page = await show(frame('<h1>Old</h1>'), { before: withStream, answers: { '/': answer } });
        await renewed(page);
        await expect.poll(() => page.sent.length).toBe(1);
        await settle(page, TOGETHER_MS);
        expect([await page.textContent('h1'), await page.locator('#news').count()]).toEqual(['Old', count]);
      }
    });

    test('reloads for somebody who has been let in', async () => {
      const page = await show(frame('<h1>Old</h1>', ''), {
        before: withStream,
        answers: { '/': [news('x', { seat: 'bo' }), frame('<h1>In</h1>')] },
      });
      await renewed(page);
      await expect.poll(() => page.textContent('h1')).toBe('In');
    });

    test('waits until no dialog is open', async () => {
      const page = await show(frame('<h1>Old</h1><dialog>x</dialog>'), {
        before: withStream,
        answers: { '/': news('<h1>New</h1>') },
      });
      await page.evaluate(() => document.querySelector('dialog')?.showModal());
      await renewed(page);
      await settle(page, TOGETHER_MS);
      expect([await page.textContent('h1'), page.sent]).toEqual(['Old', []]);
      await page.evaluate(() => document.querySelector('dialog')?.close());
      await expect.poll(() => page.textContent('h1')).toBe('New');
    });

    test('updates again if something happens meanwhile, however often', async () => {
      const page = await show(frame('<h1>Old</h1>'), { before: withStream });
      await page.evaluate(() => {
        const answers: ((text: string) => void)[] = [];
        Object.assign(window, { answers });
        window.fetch = () => new Promise((done) => answers.push((text) => done(new Response(text))));
      });
      const asked = () => page.evaluate(() => (Reflect.get(window, 'answers') as unknown[]).length);
      const answer = (at: number, text: string) =>
        page.evaluate(
          ([which, said]) =>
            (Reflect.get(window, 'answers') as ((text: string) => void)[])[Number(which)]?.(String(said)),
          [at, text],
        );
      await renewed(page);
      await expect.poll(asked).toBe(1);
      for (let count = 0; count < 3; count++) {
        await renewed(page);
        await settle(page, TOGETHER_MS);
      }
      expect(await asked()).toBe(1);
      await answer(0, news('<h1>One</h1>'));
      await expect.poll(asked).toBe(2);
      await answer(1, news('<h1>Two</h1>'));
      await expect.poll(() => page.textContent('h1')).toBe('Two');
      await settle(page, TOGETHER_MS);
      expect(await asked()).toBe(2);
    });

    const choices = (
      rest: string,
    ): string => `<input id="find"><input type="checkbox" id="all"><textarea id="note">a</textarea><input type="hidden" id="serial" value="1">
      <details><summary>Votes (2)</summary>x</details><details><summary>Others</summary>y</details><div id="grid" data-kept>${rest}</div><div id="gone" data-kept>gone</div>
      <div class="scroll" style="width: 50px; overflow: auto"><p style="width: 900px">wide</p></div><p id="spot">spot</p>`;

    test('keeps what the reader has chosen, unfolded, scrolled and marked', async () => {
      const fresh = choices('fresh')
        .replace('(2)', '(3)')
        .replace('value="1"', 'value="2"')
        .replace('<div id="gone" data-kept>gone</div>', '');
      const page = await show(frame(`<h1>Old</h1>${choices('mine')}`), {
        at: '/#spot',
        before: withStream,
        answers: { '/': news(`<h1>New</h1>${fresh}`) },
      });
      await page.fill('#find', 'oak');
      await page.check('#all');
      await page.evaluate(() => {
        document.querySelector('details')?.setAttribute('open', '');
        document.querySelector('.scroll')?.scrollTo({ left: 40 });
        for (const one of document.querySelectorAll<HTMLInputElement>('#serial')) one.value = '7';
      });
      await page.focus('#note');
      await renewed(page);
      await expect.poll(() => page.textContent('h1')).toBe('New');
      expect(
        await page.evaluate(() => ({
          find: document.querySelector<HTMLInputElement>('#find')?.value,
          all: document.querySelector<HTMLInputElement>('#all')?.checked,
          note: document.querySelector<HTMLTextAreaElement>('#note')?.value,
          serial: document.querySelector<HTMLInputElement>('#serial')?.value,
          open: [...document.querySelectorAll('details')].map((one) => [
            one.open,
            one.querySelector('summary')?.textContent,
          ]),
          kept: [...document.querySelectorAll('[data-kept]')].map((one) => one.textContent),
          left: document.querySelector('.scroll')?.scrollLeft,
          focus: document.activeElement?.id,
          marked: document.querySelector('.targeted')?.id,
        })),
      ).toEqual({
        find: 'oak',
        all: true,
        note: 'a',
        serial: '2',
        open: [
          [true, 'Votes (3)'],
          [false, 'Others'],
        ],
        kept: ['mine'],
        left: 40,
        focus: 'note',
        marked: 'spot',
      });
      // Going elsewhere on the page takes the mark away.
      await page.evaluate(() => (location.hash = '#find'));
      await expect.poll(() => page.locator('.targeted').count()).toBe(0);
    });

    test('keeps in view what was in view, although more is added above', async () => {
      const part = (id: string): string => `<section id="${id}" style="height: 700px">${id}</section>`;
      const page = await show(
        frame(`<h1>Old</h1>${part('a')}${part('b')}<h2 style="height: 40px">Votes 2</h2>${part('c')}`),
        {
          before: withStream,
          browser: { viewport: { width: 800, height: 600 } },
          answers: {
            '/': [
              news(
                `<h1>New</h1>${part('x')}${part('a')}${part('b')}<h2 style="height: 40px">Votes 3</h2>${part('c')}`,
              ),
              news(`<h1>Newer</h1>${part('b')}<h2 style="height: 40px">Votes 4</h2>${part('c')}`),
            ],
          },
        },
      );
      const topOf = (selector: string) =>
        page.locator(selector).evaluate((one) => Math.round(one.getBoundingClientRect().top));
      await page.evaluate(() => document.querySelector('h2')?.scrollIntoView());
      await page.evaluate(() => scrollBy({ top: -100, behavior: 'instant' }));
      const before = await topOf('h2');
      await renewed(page);
      await expect.poll(() => page.textContent('h1')).toBe('New');
      expect(await topOf('h2')).toBe(before);
      await renewed(page);
      await expect.poll(() => page.textContent('h1')).toBe('Newer');
      expect(await topOf('h2')).toBe(before);
      await page.evaluate(() => scrollTo(0, 0));
      await renewed(page);
      await settle(page, TOGETHER_MS);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });

    test('updates its frame too, unless the reader is in it, and keeps its result', async () => {
      const around = (text: string): string =>
        `<nav class="phone-bar"><button>${text}</button></nav><footer>${text}</footer>`;
      const page = await show(
        frame('<h1>Old</h1><p id="here"></p><p id="result">Done.</p>', 'bo', around('1')),
        {
          before: withStream,
          answers: { '/': news('<h1>New</h1><p id="here"></p>', { after: around('2') }) },
        },
      );
      await page.focus('.phone-bar button');
      await renewed(page);
      await expect.poll(() => page.textContent('h1')).toBe('New');
      expect([await page.textContent('.phone-bar'), await page.textContent('footer')]).toEqual(['1', '2']);
      expect(
        await page.evaluate(() => document.querySelector('#here')?.nextElementSibling?.textContent),
      ).toBe('Done.');
      await renewed(page);
      await settle(page, TOGETHER_MS);
      expect(await page.locator('#result').count()).toBe(1);
    });

    test('requests its answers again, and nothing can be confirmed until they come', async () => {
      const answered = (mark: string): string =>
        door(
          `<input name="mark" value="${mark}">`,
          'data-live="yes" data-answer="yes"',
          mark === '' ? 'open' : 'marked',
        );
      const page = await show(frame(`<h1>Old</h1>${answered('')}${answered('m')}`), {
        before: withStream,
        answers: { '/': news(`<h1>New</h1>${answered('')}${answered('m')}`), '/do/act/': '<p>Now</p>' },
      });
      await renewed(page);
      await expect.poll(() => page.textContent('#open-preview')).toBe('Now');
      expect(posts(page)).toEqual(['mark=&do=preview']);
      await expect.poll(() => page.locator('button.main[disabled], .stale').count()).toBe(0);
    });
  });

  describe('the list of who is here', () => {
    const HERE = '<p id="here" hidden>With you: <span></span> (<b></b>)</p>';
    test('is shown while there are two or more', async () => {
      const page = await show(frame(HERE), { before: withStream });
      await hear(page, 'here', '["Ana","Bo","Cy"]');
      expect([
        await page.textContent('#here'),
        await page.isHidden('#here'),
        await page.locator('#here bdi').count(),
      ]).toEqual(['With you: Ana, Bo, Cy (3)', false, 3]);
      await hear(page, 'here', '["Bo"]');
      expect(await page.isHidden('#here')).toBe(true);
    });

    test('isn’t shown on a page without a place for it', async () => {
      const page = await show(frame(''), { before: withStream });
      const failed: string[] = [];
      page.on('pageerror', ({ message }) => failed.push(message));
      await hear(page, 'here', '["Ana","Bo"]');
      expect(failed).toEqual([]);
    });

    test('reloads the page when the person at this browser changes', async () => {
      const page = await show(frame('<h1>Bo</h1>'), {
        before: withStream,
        answers: { '/': frame('<h1>Again</h1>') },
      });
      expect(await page.evaluate(() => localStorage.getItem('gitnomic-sits-here'))).toBe('bo ');
      const tell = (key: string, newValue: string) =>
        page.evaluate((one) => void dispatchEvent(new StorageEvent('storage', one)), { key, newValue });
      await tell('other', 'ana ');
      await tell('gitnomic-sits-here', 'bo ');
      await settle(page);
      expect(await page.textContent('h1')).toBe('Bo');
      await tell('gitnomic-sits-here', 'ana ');
      await expect.poll(() => page.textContent('h1')).toBe('Again');
    });
  });

  describe('a game that doesn’t answer', () => {
    const lost = (page: Page) => page.locator('#lost').allTextContents();
    const NO = ['The game doesn’t answer. Is it still running?'];
    const opened = async (wish: PageWish = {}) => {
      const page = await show(frame(door(field('room'), '')), { before: withStream, ...wish });
      await stopClock(page);
      return page;
    };
    /** Without a later one of its streams, the page has been connected again. */
    const fail = (page: Page, readyState: number): Promise<void> =>
      page.evaluate((state) => {
        const last = (Reflect.get(window, 'streams') as EventTarget[]).at(-1);
        Object.assign(last ?? {}, { readyState: state });
        last?.dispatchEvent(new Event('error'));
      }, readyState);

    test('is reported after a while, until it answers', async () => {
      const page = await opened();
      await fail(page, 0);
      await page.clock.runFor(2_000);
      expect(await lost(page)).toEqual([]);
      await fail(page, 0);
      await page.clock.runFor(1_500);
      expect(await lost(page)).toEqual(NO);
      expect(await page.getAttribute('#lost', 'role')).toBe('alert');
      expect(await streams(page)).toEqual([0]);
      await hear(page, 'message', 's1');
      expect(await lost(page)).toEqual([]);
      await fail(page, 0);
      await hear(page, 'message', 's1');
      await page.clock.runFor(4_000);
      expect(await lost(page)).toEqual([]);
    });

    test('is asked again if the browser gives up', async () => {
      const page = await opened();
      await fail(page, 2);
      await page.clock.runFor(2_900);
      expect(await streams(page)).toEqual([2]);
      await page.clock.runFor(200);
      expect(await streams(page)).toEqual([2, 1]);
    });

    test('is polled now and then if there are too many pages', async () => {
      const page = await opened({
        answers: { '/changed': ['s1', 's1', null, 's2'], '/': news('<h1>New</h1>') },
      });
      const asked = () => page.sent.filter(({ path }) => path === '/changed?now').length;
      await hear(page, 'ask-yourself');
      expect(await streams(page)).toEqual([2]);
      for (let count = 1; count <= 3; count++) {
        await page.clock.runFor(5_000);
        await expect.poll(asked).toBe(count);
      }
      await settle(page);
      await page.clock.runFor(3_000);
      expect(await lost(page)).toEqual(NO);
      await page.clock.runFor(2_000);
      await expect.poll(asked).toBe(4);
      await expect.poll(() => lost(page)).toEqual([]);
      await page.clock.runFor(50);
      await expect.poll(() => page.textContent('h1')).toBe('New');
    });

    test('isn’t listened to while the page is hidden', async () => {
      const page = await opened();
      const see = (state: string) =>
        page.evaluate((one) => {
          Object.defineProperty(document, 'visibilityState', { value: one, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, state);
      await see('hidden');
      expect(await streams(page)).toEqual([2]);
      await see('visible');
      expect(await streams(page)).toEqual([2, 1]);
    });

    test('holds back what is sent, until something answers', async () => {
      const page = await opened({ answers: { '/healthz': [null, 'ok'], '/do/act/': 'Sent' } });
      await page.fill('#room', 'D4');
      await fail(page, 0);
      await page.clock.runFor(3_100);
      await page.click('text=Do it');
      await expect.poll(() => page.sent.map(({ path }) => path)).toEqual(['/healthz']);
      expect(await lost(page)).toEqual(NO);
      await page.click('text=Do it');
      await expect.poll(() => posts(page)).toEqual(['room=D4&do=act']);
    });
  });

  test('scrolls an answer below a long form into view', async () => {
    const long = frame(`<div style="height: 3000px"></div>${door('')}`);
    const page = await show(long, { browser: { viewport: { width: 400, height: 600 } } });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const answered = await show(long.replace('id="f-preview">', 'id="f-preview"><p>Refused.</p>'), {
      browser: { viewport: { width: 400, height: 600 } },
    });
    expect(await answered.evaluate(() => scrollY)).toBeGreaterThan(2000);
  });

  test('a reopened page requests its open answers again', async () => {
    const asking = frame(
      door('<input name="a" value="1">', 'data-live="yes" data-answer="yes"') +
        door('', 'data-live="yes"', 'g'),
    );
    const page = await show(asking, { answers: { '/do/act/': '<p>Now</p>' } });
    expect(page.sent).toEqual([]);
    await page.reload();
    await expect.poll(() => page.textContent('#f-preview')).toBe('Now');
    expect(posts(page)).toEqual(['a=1&do=preview']);
  });

  describe('a picture from this machine', () => {
    const PICTURE = door(
      '<p><input id="pic" name="pic"><input type="file" data-file-of="pic"></p><p><input type="file" data-file-of="nowhere"></p>',
      '',
    );
    /** Noise can hardly be compressed; one colour can. */
    const choose = async (
      page: Page,
      name: string,
      size: readonly number[],
      noise = false,
    ): Promise<void> => {
      const drawn = await page.evaluate(
        ([width = 0, height = 0, isNoise]) => {
          const canvas = Object.assign(document.createElement('canvas'), { width, height });
          const data = new ImageData(width, height);
          let seed = 7;
          for (const at of data.data.keys())
            data.data[at] =
              at % 4 === 3 || isNoise === 0 ? 255 : (seed = (seed * 16_807) % 2_147_483_647) % 256;
          canvas.getContext('2d')?.putImageData(data, 0, 0);
          return canvas.toDataURL('image/png').split(',')[1] ?? '';
        },
        [...size, Number(noise)],
      );
      const file = { name, mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') };
      await page.setInputFiles('[data-file-of=pic]', file);
      await expect.poll(() => page.locator('.carried img').getAttribute('alt')).toBe(name);
    };
    const sizeOf = (page: Page): Promise<readonly number[]> =>
      page.locator('.carried img').evaluate(async (one: HTMLImageElement) => {
        await one.decode();
        return [one.naturalWidth, one.naturalHeight];
      });

    test('is shrunk, shown in place of its address, and can be removed', async () => {
      const page = await show(PICTURE);
      await choose(page, 'cat.png', [400, 200], true);
      const address = await page.inputValue('#pic');
      expect(address).toMatch(/^data:image\/webp;base64,/u);
      expect(Buffer.from(address.split(',')[1] ?? '', 'base64').length).toBeLessThanOrEqual(32 * 1024);
      expect([await page.getAttribute('.carried img', 'src'), await page.isHidden('#pic')]).toEqual([
        address,
        true,
      ]);
      const [wide = 0, high = 0] = await sizeOf(page);
      expect(wide).toBeLessThan(400);
      expect(Math.abs(wide / high - 2)).toBeLessThan(0.1);
      await page.locator('#pic').evaluate((one: HTMLInputElement) => {
        one.value = 'https://x.example/a.png';
        one.dispatchEvent(new Event('input', { bubbles: true }));
      });
      expect([await page.locator('.carried').count(), await page.isHidden('#pic')]).toEqual([0, false]);
      await choose(page, 'dog.png', [10, 20]);
      expect(await sizeOf(page)).toEqual([10, 20]);
      await choose(page, 'sky.png', [1400, 700]);
      expect(await sizeOf(page)).toEqual([1280, 640]);
      await page.click('text=Remove the picture');
      expect([
        await page.inputValue('#pic'),
        await page.inputValue('[data-file-of=pic]'),
        await page.locator('.carried').count(),
      ]).toEqual(['', '', 0]);
    });

    test('is refused by name if it isn’t a picture', async () => {
      const page = await show(PICTURE);
      await page.setInputFiles('[data-file-of=pic]', {
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('x'),
      });
      await expect
        .poll(() =>
          page.locator('[data-file-of=pic]').evaluate((one: HTMLInputElement) => one.validationMessage),
        )
        .toBe('notes.txt is no picture that this browser can read.');
      expect([await page.inputValue('#pic'), await page.inputValue('[data-file-of=pic]')]).toEqual(['', '']);
      await choose(page, 'dog.png', [10, 20]);
      await expect
        .poll(() =>
          page.locator('[data-file-of=pic]').evaluate((one: HTMLInputElement) => one.validationMessage),
        )
        .toBe('');
    });
  });
});
