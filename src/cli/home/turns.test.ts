import { setTimeout } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { Turns } from './turns.ts';

test('deeds go before those who read, each in its order and one at a time', async () => {
  const [warned, told]: [string[], string[]] = [[], []];
  const turns = new Turns((text) => void warned.push(text));
  let busy = 0;
  const run = (name: string) => async (): Promise<void> => {
    expect((busy += 1)).toBe(1);
    await setTimeout(1);
    busy -= 1;
    told.push(name);
  };
  await Promise.all([
    turns.read(run('first page')),
    turns.read(run('second page')),
    turns.deed(run('vote')),
    turns.read(run('third page')),
    turns.deed(run('act')),
  ]);
  expect(told).toEqual(['first page', 'vote', 'act', 'second page', 'third page']);
  expect(warned).toEqual([]);
});

test('a reader who has waited for long goes before the next deed', async () => {
  const told: string[] = [];
  const turns = new Turns(() => undefined);
  const run = (name: string, ms: number) => async (): Promise<void> => {
    await setTimeout(ms);
    told.push(name);
  };
  await Promise.all([
    turns.deed(run('long', 1_100)),
    turns.read(run('page', 1)),
    turns.deed(run('vote', 1)),
    turns.read(run('other page', 1)),
    turns.deed(run('act', 1)),
  ]);
  expect(told).toEqual(['long', 'page', 'vote', 'other page', 'act']);
});

test('what fails is told, and the next has its turn', async () => {
  const warned: string[] = [];
  const turns = new Turns((text) => void warned.push(text));
  const fail = (text: string) => (): Promise<void> => Promise.reject(new Error(text));
  const own: unknown[] = [];
  await turns.deed(fail('lost'));
  await turns.read(fail('away'), (error) => void own.push(String(error)));
  await turns.read(fail('twice'), () => {
    throw new Error('and again');
  });
  let done = false;
  await turns.deed(() => Promise.resolve(void (done = true)));
  expect([warned, own, done]).toEqual([['lost', 'and again'], ['Error: away'], true]);
});
