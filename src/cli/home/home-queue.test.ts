import { setTimeout } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { HomeQueue } from './home-queue.ts';

test('actions go before readers, each in order and one at a time', async () => {
  const [warned, said]: [string[], string[]] = [[], []];
  const queue = new HomeQueue((text) => void warned.push(text));
  let busy = 0;
  const run = (name: string) => async (): Promise<void> => {
    expect((busy += 1)).toBe(1);
    await setTimeout(1);
    busy -= 1;
    said.push(name);
  };
  await Promise.all([
    queue.read(run('first page')),
    queue.read(run('second page')),
    queue.act(run('vote')),
    queue.read(run('third page')),
    queue.act(run('act')),
  ]);
  expect(said).toEqual(['first page', 'vote', 'act', 'second page', 'third page']);
  expect(warned).toEqual([]);
});

test('readers who waited long go before the next action, all together, and then the waiting actions', async () => {
  const said: string[] = [];
  const queue = new HomeQueue(() => undefined);
  const run = (name: string, ms: number) => async (): Promise<void> => {
    await setTimeout(ms);
    said.push(name);
  };
  await Promise.all([
    queue.act(run('long', 1_100)),
    queue.read(run('page', 1)),
    queue.act(run('vote', 1)),
    queue.read(run('other page', 1)),
    queue.act(run('act', 1)),
    setTimeout(1_050).then(() => queue.read(run('last page', 1))),
  ]);
  expect(said).toEqual(['long', 'page', 'other page', 'last page', 'vote', 'act']);
});

test('reports what fails, and goes on with the next', async () => {
  const warned: string[] = [];
  const queue = new HomeQueue((text) => void warned.push(text));
  const fail = (text: string) => (): Promise<void> => Promise.reject(new Error(text));
  const own: unknown[] = [];
  await queue.act(fail('lost'));
  await queue.read(fail('away'), (error) => void own.push(String(error)));
  await queue.read(fail('twice'), () => {
    throw new Error('and again');
  });
  let done = false;
  await queue.act(() => Promise.resolve(void (done = true)));
  expect([warned, own, done]).toEqual([['lost', 'and again'], ['Error: away'], true]);
});
