import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { explainError } from './explain-error.ts';

const failed = (more: object): Error =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), more);

test.each([
  [{ code: 'ENOSPC', path: '/game/log' }, '/game/log can’t be written: the disk is full.'],
  [{ code: 'ENOSPC' }, 'A file can’t be written: the disk is full.'],
])('a full disk is told as that, whether or not the system says where: %j', (more, what) => {
  expect(explainError(failed(more))).toMatchObject({
    ending: 'broken',
    problems: [{ code: 'disk-full', what, next: expect.stringContaining('Make room') }],
  });
});

test('a file where a folder is needed is named, whether it is the path itself or stands above it', () => {
  const here = fileURLToPath(import.meta.url);
  for (const [code, path] of [
    ['ENOTDIR', join(here, 'below', 'it')],
    ['ENOTDIR', here],
    ['EEXIST', here],
  ] as const)
    expect(explainError(failed({ code, path, syscall: 'mkdir' })).problems).toEqual([
      expect.objectContaining({ code: 'not-a-folder', what: `${here} is a file, and no folder.` }),
    ]);
  expect(explainError(failed({ code: 'EEXIST', path: here, syscall: 'open' })).ending).toBe('bug');
});

test('what nobody foresaw is a mistake of the engine', () => {
  expect(explainError(failed({ code: 'EODD' })).ending).toBe('bug');
});

test('a refusal is told as one, though out of the sandbox only its name and its code come', () => {
  const refused = Object.assign(new Error('nobody is called so'), { name: 'Refusal', code: 'no-such-thing' });
  expect(explainError(refused)).toEqual({
    ending: 'refused',
    problems: [{ code: 'no-such-thing', what: 'nobody is called so' }],
  });
});
