// A part that all readers of a page share is made once, and without knowing any reader.
import { expect, test } from 'vitest';

import type { SeatView } from '../../seat/forms/view.ts';
import { readerOf } from './shared-parts.ts';
import type { SiteData } from './site-data.ts';

const site = (): SiteData => ({ builtAt: '2024-03-01T09:00:00Z' }) as SiteData;
const readerNamed = (name: string): App.Locals =>
  readerOf({ who: { id: name, name }, token: `${name}’s` } as SeatView);

test('a shared part is made once for each state of the game, for all readers', async () => {
  const [now, later] = [site(), site()];
  const made: string[] = [];
  const part = (reader: App.Locals, of: SiteData, html: string) =>
    reader.share?.(of, 'lists', () => {
      made.push(html);
      return Promise.resolve(html);
    });
  const [ana, ben] = [readerNamed('ana'), readerNamed('ben')];
  expect(await Promise.all([part(ana, now, 'first'), part(ben, now, 'second')])).toEqual(['first', 'first']);
  expect(await part(ben, later, 'third')).toBe('third');
  expect(made).toEqual(['first', 'third']);
});

test('a shared part can’t find out who reads it, so nothing leaks from one seat to another', async () => {
  const ana = readerNamed('ana');
  expect(ana).toMatchObject({ isAtHome: true, seat: { token: 'ana’s' } });
  const asking = ana.share?.(site(), 'lists', async () => {
    await Promise.resolve();
    return ana.seat?.token ?? '';
  });
  // Other parts, made at the same time, may ask who reads them.
  expect(ana.seat?.who?.name).toBe('ana');
  await expect(asking).rejects.toThrow('The part “lists” is for all readers');
  expect(await ana.share?.(site(), 'lists', () => Promise.resolve(String(ana.isAtHome)))).toBe('true');
});

test('published pages have no reader', () => {
  expect(readerOf(undefined)).toEqual({ isAtHome: false });
});
