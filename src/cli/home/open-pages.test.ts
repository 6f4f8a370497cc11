// Open pages hear about the first change at once, and about all changes of a burst together.
import { expect, test, vi } from 'vitest';

import { OpenPages } from './open-pages.ts';

const BO = { id: 'bo', name: 'Bo', bot: false };

test('reports a burst of changes at its beginning and once more, with the last of them', () => {
  vi.useFakeTimers();
  try {
    let version = 1;
    const pages = new OpenPages(
      () => String(version),
      () => Date.now(),
    );
    const said: string[] = [];
    const page = { write: (piece: string) => void said.push(piece.trim()), end: () => void said.push('end') };
    pages.add(page, { id: 'a browser', seat: BO });
    const change = () => {
      version += 1;
      pages.tell();
    };
    change();
    expect(said).toEqual(['data: 1', 'data: 2']);
    for (let n = 0; n < 5; n++) {
      vi.advanceTimersByTime(20);
      change();
    }
    expect(said).toEqual(['data: 1', 'data: 2']);
    vi.advanceTimersByTime(1_000);
    expect(said).toEqual(['data: 1', 'data: 2', 'data: 7']);
    change();
    expect(said.at(-1)).toBe('data: 8');
    pages.delete(page);
    change();
    vi.advanceTimersByTime(1_000);
    expect(said.at(-1)).toBe('data: 8');
  } finally {
    vi.useRealTimers();
  }
});

test('with many pages open, tells them of changes about once a second, one after another', () => {
  vi.useFakeTimers();
  try {
    const pages = new OpenPages(
      () => 'state',
      () => Date.now(),
    );
    const said: string[] = [];
    for (let n = 0; n < 25; n++)
      pages.add(
        { write: (piece) => void said.push(piece), end: () => undefined },
        { id: `browser ${n}`, seat: BO },
      );
    said.length = 0;
    pages.tell();
    expect(said.length).toBeLessThan(8);
    vi.advanceTimersByTime(1_000);
    expect(said.length).toBe(25);
    for (let n = 0; n < 100; n++) {
      pages.tell();
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(2_000);
    expect(said.length / 25).toBe(4);
    pages.tell();
    pages.close();
    vi.advanceTimersByTime(1_000);
    expect(said.length / 25).toBeLessThan(5);
  } finally {
    vi.useRealTimers();
  }
});

test('of many pages in one browser, tells the oldest to ask by themselves, to make room for the next', () => {
  const pages = new OpenPages(() => '1');
  const said: string[] = [];
  const open = (name: string, browser: string) =>
    pages.add(
      {
        write: (piece: string) => void said.push(`${name}: ${piece.trim().replaceAll('\n', ' ')}`),
        end: () => void said.push(`${name} ends`),
      },
      { id: browser, seat: BO },
    );
  for (const name of ['a', 'b', 'c']) open(name, 'one');
  open('x', 'another');
  expect(said).toEqual(['a: data: 1', 'b: data: 1', 'c: data: 1', 'x: data: 1']);
  open('d', 'one');
  expect(said.slice(4)).toEqual(['d: data: 1', 'a: event:ask-yourself data:', 'a ends']);
  said.length = 0;
  pages.close();
  expect(said).toEqual(['b ends', 'c ends', 'x ends', 'd ends']);
});

test('great numbers of listening strangers keep nobody waiting who has a seat', () => {
  vi.useFakeTimers();
  try {
    const pages = new OpenPages(
      () => 'state',
      () => Date.now(),
    );
    let [told, ended] = [0, 0];
    const stranger = () => ({ write: () => undefined, end: () => void (ended += 1) });
    for (let n = 0; n < 1_000; n++) pages.add(stranger(), { id: `before ${n}`, seat: null });
    pages.add({ write: () => void (told += 1), end: () => undefined }, { id: 'Bo’s', seat: BO });
    for (let n = 0; n < 1_000; n++) pages.add(stranger(), { id: `after ${n}`, seat: null });
    expect([told, ended > 1_900]).toEqual([1, true]);
    for (const changes of [2, 3]) {
      pages.tell();
      vi.advanceTimersByTime(2_500);
      expect(told).toBe(changes);
    }
    pages.close();
  } finally {
    vi.useRealTimers();
  }
});
