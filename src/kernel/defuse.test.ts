import { expect, test } from 'vitest';

import { defuse, defuseMessage, givesOrders, seen } from './defuse.ts';

const shown = (text: string): string => text.replaceAll('\u200b', '|');

test.each([
  ['Fixes #7 @ana', 'Fixes #|7 @|ana'],
  ['see #a', 'see #a'],
  ['GH-7 and gh-8, GH-x', 'GH|-7 and gh|-8, GH-x'],
  ['https://a.example', 'https:|//a.example'],
  ['www.a.example and www. then', 'www|.a.example and www. then'],
])('“%s” reads the same and does nothing', (text, wanted) => {
  expect(shown(defuse(text))).toBe(wanted);
  expect(defuse(defuse(text))).toBe(defuse(text));
});

test('what turns or hides the text around it is taken out', () => {
  expect(seen('a\u202eb\u200bc\ufeff\u{e0041}d')).toBe('abcd');
  expect(seen('👨\u200d👩')).toBe('👨\u200d👩');
});

test('a message of a commit keeps no build from running', () => {
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
])('“%s” gives orders', (message) => {
  expect(givesOrders(message)).toBe(true);
  expect(givesOrders(defuseMessage(message))).toBe(false);
});

test.each(['Close the door', 'prefixes #7', 'Nothing', '[ci]'])('“%s” gives none', (message) => {
  expect(givesOrders(message)).toBe(false);
});
