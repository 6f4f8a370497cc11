// Threads answer each question or say why not; one that broke is reported and not asked again.
import { afterEach, expect, test } from 'vitest';

import type { HomeGame } from '../../host/game.ts';
import { PageThread, toShow } from './page-thread.ts';
import { TrialsThread } from './trials-thread.ts';

const threadOf = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads';\n${body}`)}`,
  );

const MAKER = threadOf(`
parentPort.on('message', ({ id, question }) => {
  if (question.path === 'odd') return parentPort.postMessage({ id, failed: 'no such page' });
  if (question.path === 'die') throw new Error('out of memory');
  if (question.path === 'tell') { parentPort.postMessage({ complete: 1 }); parentPort.postMessage({ warning: 'slow' }); }
  parentPort.postMessage({ id, done: { question, quietMs: workerData.quietMs } });
});`);
const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});
const pages = (): PageThread => {
  const thread = new PageThread({ maker: MAKER, quietMs: 7 });
  closing.push(thread);
  return thread;
};
const view = {} as Parameters<PageThread['page']>[1];

test('makes each page as it was asked for, and a failure is only that of its own page', async () => {
  const thread = pages();
  const [one, odd, other] = await Promise.allSettled([
    thread.page('a/', view),
    thread.page('odd', view),
    thread.page('b/', view),
  ]);
  expect(one).toMatchObject({ value: { question: { ask: 'page', path: 'a/' }, quietMs: 7 } });
  expect(String(odd.status === 'rejected' && odd.reason)).toBe('Error: no such page');
  expect(other).toMatchObject({ value: { question: { path: 'b/' } } });
});

test('tells why a thread broke to those who wait for it, and to those who ask later', async () => {
  const thread = pages();
  const all = await Promise.allSettled([thread.page('die', view), thread.page('a/', view)]);
  expect(all.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
    'Error: out of memory',
    'Error: out of memory',
  ]);
  await expect(thread.page('a/', view)).rejects.toThrow('out of memory');
});

test('sends the changed files of the game, and names those that are gone', async () => {
  const sent: unknown[] = [];
  const echo = threadOf(
    `parentPort.on('message', ({ id, question }) => { parentPort.postMessage({ warning: JSON.stringify({ ...question, files: { changed: [...question.files.changed], gone: question.files.gone } }) }); parentPort.postMessage({ id, done: null }); });`,
  );
  const own = new PageThread({ maker: echo });
  closing.push(own);
  own.follow(
    () => undefined,
    (text) => sent.push(JSON.parse(text)),
  );
  const show = (files: Record<string, string>) =>
    own.show({ files: new Map(Object.entries(files)), now: 'now', receiver: null, folder: '/g' });
  await show({ a: '1', b: '1' });
  await show({ a: '2', c: '1' });
  await show({ a: '2', c: '1' });
  expect(sent).toMatchObject([
    {
      ask: 'show',
      now: 'now',
      folder: '/g',
      files: {
        changed: [
          ['a', '1'],
          ['b', '1'],
        ],
        gone: [],
      },
    },
    {
      files: {
        changed: [
          ['a', '2'],
          ['c', '1'],
        ],
        gone: ['b'],
      },
    },
    { files: { changed: [], gone: [] } },
  ]);
});

test('the follower of a thread hears its news', async () => {
  const heard: string[] = [];
  const thread = pages();
  thread.follow(
    () => heard.push('complete'),
    (text) => heard.push(text),
  );
  await thread.page('tell', view);
  expect(heard).toEqual(['complete', 'slow']);
});

test('shows a game with its key, if it has one, at its own time', () => {
  const game = (key?: object) => ({ vault: { key }, now: () => 'then', folder: '/g' }) as unknown as HomeGame;
  const files = new Map([['a', '1']]);
  expect(toShow(game({ recipient: 'age1x' }), files)).toEqual({
    files,
    now: 'then',
    receiver: 'age1x',
    folder: '/g',
  });
  expect(toShow(game(), files).receiver).toBeNull();
});

/** Tries two matters each time; at a certain hour it can't, or breaks. */
const TRIER = threadOf(`
let times = 0;
parentPort.on('message', ({ folder, now, engine }) => {
  times += 1;
  if (now === 'broken') throw new Error('out of memory');
  if (now === 'wrong') { parentPort.postMessage({ warning: 'no game' }); return parentPort.postMessage({ done: true }); }
  if (now === 'report') parentPort.postMessage({ warning: [folder, engine, times].join(' ') });
  if (now !== 'nothing') { parentPort.postMessage({ tried: true }); parentPort.postMessage({ tried: true }); }
  parentPort.postMessage({ done: true });
});`);

function trier() {
  const heard: string[] = [];
  const thread = new TrialsThread((text) => heard.push(text), TRIER);
  closing.push(thread);
  const left: string[] = [];
  const game = (now: string) =>
    ({
      folder: '/g',
      machineTime: () => now,
      caches: { engine: 'e' },
      trials: { leaveToOthers: () => left.push('left') },
    }) as unknown as HomeGame;
  thread.follow(game(''), () => heard.push('tried'));
  return { heard, thread, game, left };
}

test('leaves trials to the thread, which reports once what it tried together', async () => {
  const { heard, thread, game, left } = trier();
  expect(left).toEqual(['left']);
  thread.wake(game('report'));
  await expect.poll(() => heard).toEqual(['A matter could not be tried: /g e 1', 'tried']);
});

test('a game that changed while the thread was busy is tried afterwards, as it is then', async () => {
  const { heard, thread, game } = trier();
  for (const now of ['a', 'b', 'report']) thread.wake(game(now));
  await expect.poll(() => heard).toEqual(['tried', 'A matter could not be tried: /g e 2', 'tried']);
  thread.wake(game('nothing'));
  thread.wake(game('wrong'));
  await expect.poll(() => heard.slice(3)).toEqual(['A matter could not be tried: no game']);
});

test('reports a broken thread, and asks nothing of it again', async () => {
  const { heard, thread, game } = trier();
  thread.wake(game('broken'));
  await expect.poll(() => heard).toEqual(['Matters are no longer tried: out of memory']);
  thread.wake(game('report'));
  await thread.close();
  expect(heard).toHaveLength(1);
});

test('ignores what a thread still says after it was closed', async () => {
  const { heard, thread, game } = trier();
  thread.wake(game('a'));
  await thread.close();
  expect(heard).toEqual([]);
});
