import { expect, test } from 'vitest';

import { nothingLeft } from './kernel-options.ts';

test('what was left behind, and nobody has, is a fault of whoever runs the kernel', () => {
  expect(() => nothingLeft('P1', 'comments')).toThrow(
    'the comments of P1 were left behind, and nobody has them',
  );
});
