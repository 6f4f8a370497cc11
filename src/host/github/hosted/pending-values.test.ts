import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { keepPending, settlePending } from './decide-here.ts';

test('values waiting for the engine are stored once its ledger has their line, each for the state after it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pending-'));
  const written: (readonly [object, object])[] = [];
  const write = (key: object, values: object): Promise<void> => {
    written.push([key, values]);
    return Promise.resolve();
  };
  const vault = { write } as unknown as Parameters<typeof settlePending>[1];
  const pending = (): readonly string[] => readdirSync(join(folder, 'pending'));
  const line = (n: number, told: unknown): string => JSON.stringify({ n, told });
  try {
    const files = new Map([
      ['content/ledger/2024-03.jsonl', `${line(7, 'c/1')}\n${line(8, 7)}\n{"n":9}\n`],
      ['content/posts/1.md', line(3, 'c2')],
    ]);
    await settlePending(folder, vault, files);
    keepPending(folder, 'c/1', { a: 1 });
    keepPending(folder, 'c2', { b: 2 });
    writeFileSync(join(folder, 'pending/notes.txt'), 'x');
    const before = pending().length;
    await settlePending(folder, vault, files);
    const digest = createHash('sha256').update(line(7, 'c/1')).digest('hex').slice(0, 12);
    expect(written).toEqual([[{ lines: 8, digest }, { a: 1 }]]);
    expect([before, pending().length]).toEqual([3, 2]);
    expect(pending()).toContain('notes.txt');
    await settlePending(folder, vault, files);
    expect(written).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
