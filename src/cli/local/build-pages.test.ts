import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { systemErrorIn } from './build-pages.ts';

test('the system’s error is found in what a process says at its end, as Node prints it and in words', () => {
  let thrown: unknown;
  try {
    writeFileSync('/dev/null/page.html', '');
  } catch (error) {
    thrown = error;
  }
  const found = { code: 'ENOTDIR', syscall: 'open', path: '/dev/null/page.html' };
  expect(systemErrorIn(`it stopped:\n${inspect(thrown)}\n\nNode.js v26\n`)).toEqual(found);
  expect(systemErrorIn(`the pages could not be compiled:\n${(thrown as Error).message}\n  at x\n`)).toEqual(
    found,
  );
  expect(systemErrorIn('TypeError: x is not a function')).toBeNull();
});
