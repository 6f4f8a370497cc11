import { expect, test } from 'vitest';

import { BOUNDS } from '../../kernel/bounds.ts';
import { markOwnPost } from './own-post.ts';

const MARKER = '\n\n<!-- gitnomic:post votes%2F9 -->';

test('marks a post by the rules with their id for it, and escapes any other mark', () => {
  expect(markOwnPost('votes/9', 'Aye <!-- or nay -->')).toBe(`Aye &lt;!-- or nay -->${MARKER}`);
});

test('cuts the text so that it fits the forge’s limit together with the mark', () => {
  const whole = 'x'.repeat(BOUNDS.forgeText.written - MARKER.length);
  expect(markOwnPost('votes/9', whole)).toBe(`${whole}${MARKER}`);
  const cut = markOwnPost('votes/9', `${whole}x`);
  expect(cut.length).toBeLessThanOrEqual(BOUNDS.forgeText.written);
  expect(cut.endsWith(MARKER)).toBe(true);
  expect(cut.startsWith('x'.repeat(1_000))).toBe(true);
});
