import { expect, test } from 'vitest';
import { LatestOnly } from './when-quiet.ts';

test('while busy, only the latest request is kept, and all requests are answered by it', async () => {
  const done: number[] = [];
  const answered: number[] = [];
  let finish = (): void => undefined;
  const line = new LatestOnly<number>(async (n) => {
    if (n === 1) await new Promise<void>((go) => (finish = go));
    done.push(n);
  });
  const ask = (n: number): Promise<number> => line.ask(n).then(() => answered.push(n));
  const first = ask(1);
  await new Promise((go) => setImmediate(go));
  const all = [first, ask(2), ask(3), ask(4)];
  await new Promise((go) => setImmediate(go));
  expect(answered).toEqual([]);
  finish();
  await Promise.all(all);
  expect(done).toEqual([1, 4]);
  expect(answered.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
});

test('if the latest request fails, those it replaced fail too, and the next one works', async () => {
  const line = new LatestOnly<string>(async (what) => {
    if (what === 'broken') throw new Error('it can’t be shown');
  });
  const all = await Promise.allSettled([line.ask('first'), line.ask('passed over'), line.ask('broken')]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(line.ask('sound')).resolves.toBeUndefined();
});
