import { expect, test } from 'vitest';

import { BOUNDS } from '../../kernel/bounds.ts';
import { markOwnPost } from './own-post.ts';

const MARKER = '\n\n<!-- gitnomic:post votes%2F9 -->';

test('a text of the rules is posted with their name for it behind it, and holds no other mark', () => {
  expect(markOwnPost('votes/9', 'Aye <!-- or nay -->')).toBe(`Aye &lt;!-- or nay -->${MARKER}`);
});

test('as many letters are posted as a forge takes, mark and all', () => {
  const whole = 'x'.repeat(BOUNDS.forgeText.written - MARKER.length);
  expect(markOwnPost('votes/9', whole)).toBe(`${whole}${MARKER}`);
  const cut = markOwnPost('votes/9', `${whole}x`);
  expect(cut.length).toBeLessThanOrEqual(BOUNDS.forgeText.written);
  expect(cut.endsWith(MARKER)).toBe(true);
  expect(cut.startsWith('x'.repeat(1_000))).toBe(true);
});
