import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeExclusive } from './exclusive.ts';

test('allows one holder at a time, and passes on the system’s error for a path that can’t be opened', () => {
  const folder = mkdtempSync(join(tmpdir(), 'exclusive-'));
  try {
    const release = takeExclusive(join(folder, 'lock'));
    expect(release).not.toBeNull();
    expect(takeExclusive(join(folder, 'lock'))).toBeNull();
    release?.();
    takeExclusive(join(folder, 'lock'))?.();
    expect(() => takeExclusive(join(folder, 'none/lock'))).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
