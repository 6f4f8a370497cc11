import { expect, test } from 'vitest';

import { defuse, defuseMessage, givesOrders, seen } from './defuse.ts';

const shown = (text: string): string => text.replaceAll('\u200b', '|');

test.each([
  ['Fixes #7 @ana', 'Fixes #|7 @|ana'],
  ['see #a', 'see #a'],
  ['GH-7 and gh-8, GH-x', 'GH|-7 and gh|-8, GH-x'],
  ['https://a.example', 'https:|//a.example'],
  ['www.a.example and www. then', 'www|.a.example and www. then'],
])('makes “%s” read the same and do nothing', (text, wanted) => {
  expect(shown(defuse(text))).toBe(wanted);
  expect(defuse(defuse(text))).toBe(defuse(text));
});

test('removes what turns or hides the text around it', () => {
  expect(seen('a\u202eb\u200bc\ufeff\u{e0041}d')).toBe('abcd');
  expect(seen('\u3164a\u115f\u1160b\uffa0\u034f\ufff9c\ufffb')).toBe('abc');
  expect(seen('👨\u200d👩')).toBe('👨\u200d👩');
});

test('a commit message can’t keep a build from running', () => {
  expect(shown(defuseMessage('a [skip ci] b'))).not.toContain('[skip ci]');
  expect(shown(defuseMessage('[no deploy]'))).toBe('[|no deploy]');
  expect(shown(defuseMessage('[normal]'))).toBe('[normal]');
  expect(shown(defuseMessage('***NO_CI***'))).toBe('*|**NO_CI*|**');
  expect(shown(defuseMessage('skip-checks: true and ci-skip'))).toBe('skip|-checks: true and ci|-skip');
});

test.each([
  'Closes #7',
  'fix GH-7',
  'resolved: a/b#7',
  'Fixes https://a.example/1',
  '[skip ci]',
  '[no-build]',
])('“%s” gives orders until it is defused', (message) => {
  expect(givesOrders(message)).toBe(true);
  expect(givesOrders(defuseMessage(message))).toBe(false);
});

test.each(['Close the door', 'prefixes #7', 'Nothing', '[ci]'])('“%s” gives no orders', (message) => {
  expect(givesOrders(message)).toBe(false);
});

/** https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue */
const KEYWORDS = ['close', 'closes', 'closed', 'fix', 'fixes', 'fixed', 'resolve', 'resolves', 'resolved'];
const REFERENCES = ['#7', 'GH-7', 'ana/har-bour.x#7', 'https://github.com/ana/harbour/issues/7'];

test('each way of closing an issue on GitHub gives orders, and none once it is defused', () => {
  for (const keyword of KEYWORDS)
    for (const word of [
      keyword,
      keyword.toUpperCase(),
      keyword.replace(/^./u, (first) => first.toUpperCase()),
    ])
      for (const between of [' ', ': ', ':  ', '\n', ' '.repeat(40)])
        for (const reference of REFERENCES)
          for (const message of [
            `${word}${between}${reference}`,
            `Night (${word}${between}${reference}, #8)\n`,
          ]) {
            expect([message, givesOrders(message)]).toEqual([message, true]);
            const harmless = defuseMessage(message);
            expect([message, givesOrders(harmless), harmless.includes(reference)]).toEqual([
              message,
              false,
              false,
            ]);
          }
});
