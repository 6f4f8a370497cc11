// Open pages are told of the first change at once, and of a burst together, the last of it included.
import { expect, test, vi } from 'vitest';

import { OpenPages } from './open-pages.ts';

test('a burst of changes is told at its beginning and once more, with the last of them', () => {
  vi.useFakeTimers();
  try {
    let version = 1;
    const pages = new OpenPages(
      () => String(version),
      () => Date.now(),
    );
    const told: string[] = [];
    const page = { write: (piece: string) => void told.push(piece.trim()), end: () => void told.push('end') };
    pages.add(page);
    const change = () => {
      version += 1;
      pages.tell();
    };
    change();
    expect(told).toEqual(['data: 1', 'data: 2']);
    for (let n = 0; n < 5; n++) {
      vi.advanceTimersByTime(20);
      change();
    }
    expect(told).toEqual(['data: 1', 'data: 2']);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['data: 1', 'data: 2', 'data: 7']);
    change();
    expect(told.at(-1)).toBe('data: 8');
    pages.delete(page);
    change();
    vi.advanceTimersByTime(1_000);
    expect(told.at(-1)).toBe('data: 8');
  } finally {
    vi.useRealTimers();
  }
});
