// A server of its own, asked over the machine's own network.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { homeWith } from '../../host/fixtures/home-with.ts';
import type { PageMaking } from './page-thread.ts';
import { MOST_BYTES } from './reply.ts';
import { serveHome, type HomeServer } from './serve-home.ts';

const PAGES: PageMaking = {
  follow: () => undefined,
  show: () => Promise.resolve(),
  page: (path) =>
    Promise.resolve({ status: 200, type: 'text/plain', bytes: new TextEncoder().encode(`the page ${path}`) }),
  close: () => Promise.resolve(),
};

async function served(): Promise<HomeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-serve-'));
  const server = await serveHome({ game: { ...(await homeWith()), folder }, port: 0, caches, pages: PAGES });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return server;
}

interface Got {
  readonly status: number | undefined;
  readonly text: string;
  readonly cookie: string | undefined;
}

function ask(
  port: number,
  method: string,
  path: string,
  type: string | null = null,
  body = '',
): Promise<Got> {
  return new Promise((done, failed) => {
    const headers = { host: `localhost:${port}`, ...(type === null ? {} : { 'content-type': type }) };
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () =>
        done({ status: answer.statusCode, text, cookie: answer.headers['set-cookie']?.[0] }),
      );
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

test('answers at the address that it gives, with a cookie for its port', async () => {
  const { url, port } = await served();
  expect(url).toBe(`http://localhost:${port}/`);
  const front = await ask(port, 'GET', '/');
  expect([front.status, front.text]).toEqual([200, 'the page ']);
  expect(front.cookie).toMatch(new RegExp(`^gitnomic-home-${port}=`, 'u'));
  expect((await ask(port, 'HEAD', '/')).text).toBe('');
});

test('accepts a form if it is one and not too long', async () => {
  const { port } = await served();
  // A form that is read is refused for its token.
  expect((await ask(port, 'POST', '/do/post/', FORM, 'title=A')).status).toBe(403);
  expect((await ask(port, 'POST', '/do/post/', 'text/plain', 'title=A')).status).toBe(415);
  expect((await ask(port, 'POST', '/do/post/', FORM, `text=${'x'.repeat(MOST_BYTES)}`)).status).toBe(413);
  expect((await ask(port, 'POST', '/do/post/', FORM, `text=${'x'.repeat(MOST_BYTES - 5)}`)).status).toBe(403);
});

test('an open page hears of changes until it is closed', async () => {
  const { port, close } = await served();
  const pieces: string[] = [];
  const ended = new Promise<void>((done) => {
    request(
      { host: '127.0.0.1', port, path: '/changed', headers: { host: `localhost:${port}` } },
      (answer) => {
        answer.on('data', (part: Buffer) => pieces.push(part.toString()));
        answer.on('close', done);
      },
    ).end();
  });
  await expect.poll(() => pieces.join('')).toContain('data: ');
  await close();
  await ended;
});

test('takes the next port if one is in use, and fails if it may try no other', async () => {
  const first = await served();
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-serve-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const game = { ...(await homeWith()), folder };
  await expect(serveHome({ game, port: first.port, caches, pages: PAGES })).rejects.toThrow(
    `The port ${first.port} is taken.`,
  );
  const second = await serveHome({ game, port: first.port, tries: 20, caches, pages: PAGES });
  expect(second.port).toBeGreaterThan(first.port);
  await second.close();
});
