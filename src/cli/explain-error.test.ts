import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { explainError } from './explain-error.ts';

const failed = (more: object): Error =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), more);

test.each([
  [{ code: 'ENOSPC', path: '/game/log' }, '/game/log can’t be written: the disk is full.'],
  [{ code: 'ENOSPC' }, 'A file can’t be written: the disk is full.'],
])('reports a full disk as that, whether or not the system says where: %j', (more, what) => {
  expect(explainError(failed(more))).toMatchObject({
    ending: 'broken',
    problems: [{ code: 'disk-full', what, next: expect.stringContaining('Make room') }],
  });
});

test('names a file that should be a folder, whether it is the path itself or above it', () => {
  const here = fileURLToPath(import.meta.url);
  for (const [code, path] of [
    ['ENOTDIR', join(here, 'below', 'it')],
    ['ENOTDIR', here],
    ['EEXIST', here],
  ] as const)
    expect(explainError(failed({ code, path, syscall: 'mkdir' })).problems).toEqual([
      expect.objectContaining({ code: 'not-a-folder', what: `${here} is a file, not a folder.` }),
    ]);
  expect(explainError(failed({ code: 'EEXIST', path: here, syscall: 'open' })).ending).toBe('bug');
});

/** Returns the error that Node throws for a system call. */
function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test.skipIf(process.platform === 'win32')(
  'doesn’t blame the engine for names too long or links that lead nowhere, in any call',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'explain-'));
    try {
      const loop = join(folder, 'loop');
      symlinkSync(loop, loop);
      const long = join(folder, 'a'.repeat(400));
      const said = (call: () => unknown): string => {
        const { ending, problems } = explainError(thrownBy(call));
        expect([ending, problems.length]).toEqual(['broken', 1]);
        return problems[0]?.what ?? '';
      };
      for (const call of [() => statSync(loop), () => readFileSync(join(loop, 'x'))])
        expect(said(call)).toMatch(/loop(?:\/x)? contains links that lead in a circle\.$/u);
      for (const call of [() => readFileSync(long), () => writeFileSync(long, '')])
        expect(said(call)).toBe(`${join(folder, 'a'.repeat(80))}… is too long a name for this system.`);
      // Node doesn't give the path of an open file.
      expect(said(() => readFileSync(folder))).toBe('There is a folder where a file is needed.');
      // Node gives no code for this call.
      const remove = (path: string) => () => rmSync(path, { recursive: true, force: true });
      expect(said(remove(join(loop, 'x')))).toMatch(
        /loop\/x (?:can’t be used\. The system says: Too many levels of symbolic links|contains links that lead in a circle)\.$/u,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test.each([
  ['EPERM', 'no-access', '/game can’t be opened: access is denied.'],
  ['EBUSY', 'in-use', '/game is in use by another program.'],
  ['EMFILE', 'too-many-files', '/game can’t be opened: too many files are open on this system.'],
  ['ENXIO', 'system-error', '/game can’t be used. The system says: no such device or address.'],
])('explains %s in words', (code, named, what) => {
  const error = Object.assign(new Error(`${code}: no such device or address, open '/game'`), {
    code,
    errno: -6,
    syscall: 'open',
    path: '/game',
  });
  expect(explainError(error)).toMatchObject({ ending: 'broken', problems: [{ code: named, what }] });
});

test('calls anything unforeseen a bug of the engine', () => {
  expect(explainError(failed({ code: 'EODD' })).ending).toBe('bug');
});

test('recognizes a refusal, though only its name and its code come out of the sandbox', () => {
  const refused = Object.assign(new Error('nobody is called so'), { name: 'Refusal', code: 'no-such-thing' });
  expect(explainError(refused)).toEqual({
    ending: 'refused',
    problems: [{ code: 'no-such-thing', what: 'nobody is called so' }],
  });
});
