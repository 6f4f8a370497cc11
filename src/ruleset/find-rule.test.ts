import { expect, test } from 'vitest';

import { findRule } from './find-rule.ts';
import { readRuleset } from './read.ts';

const text = (title: string): string => `---\ntitle: ${title}\n---\nText.\n`;
const { manifest } = readRuleset(
  new Map([
    ['core/lords.md', text('Lords')],
    ['dynastic/lords.md', text('Lords')],
    ['dynastic/ladies.md', text('Ladies')],
  ]),
);

test('lists the numbers of rules that share a title, and finds one of them by its number', () => {
  expect(findRule(manifest, 'lords')).toEqual({ rule: null, numbers: ['1.1', '2.2'], near: null });
  expect(findRule(manifest, '2.2').rule?.path).toBe('dynastic/lords');
});

test('suggests a similar title if no rule has the given one', () => {
  expect(findRule(manifest, 'Laddies')).toEqual({ rule: null, numbers: [], near: 'Ladies' });
});
