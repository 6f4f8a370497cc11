import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { assertFree, serveFolder } from './serve-folder.ts';

let folder = '';
const PORT = 43_210;

beforeAll(() => {
  const root = mkdtempSync(join(tmpdir(), 'gitnomic-serve-'));
  folder = join(root, 'site');
  mkdirSync(join(folder, 'rules'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<h1>Game</h1>');
  writeFileSync(join(folder, 'rules', 'index.html'), '<h1>Rules</h1>');
  writeFileSync(join(root, 'secret.txt'), 'secret');
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

/** Sends the path as it is, since fetch would normalise it. */
function get(port: number, path: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((done, failed) => {
    request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let text = '';
      response.on('data', (data: Buffer) => (text += data.toString()));
      response.on('end', () => done({ status: response.statusCode, text }));
    })
      .on('error', failed)
      .end();
  });
}

test('sends pages compressed to those who accept it, but not pictures', async () => {
  writeFileSync(join(folder, 'a.png'), 'a picture');
  const served = await serveFolder(folder, PORT);
  try {
    const asked = async (path: string, accept: string): Promise<readonly unknown[]> => {
      const answer = await fetch(`http://127.0.0.1:${served.port}${path}`, {
        headers: { 'accept-encoding': accept },
      });
      return [answer.headers.get('content-encoding'), await answer.text()];
    };
    expect(await asked('/', 'gzip, br')).toEqual(['gzip', '<h1>Game</h1>']);
    expect(await asked('/', 'identity')).toEqual([null, '<h1>Game</h1>']);
    expect(await asked('/a.png', 'gzip')).toEqual([null, 'a picture']);
  } finally {
    await served.close();
  }
});

test('serves pages, and nothing outside the folder', async () => {
  const served = await serveFolder(folder, PORT);
  try {
    expect(await get(served.port, '/')).toEqual({ status: 200, text: '<h1>Game</h1>' });
    expect(await get(served.port, '/rules/?x#y')).toEqual({ status: 200, text: '<h1>Rules</h1>' });
    expect((await get(served.port, '/../secret.txt')).status).toBe(404);
    expect((await get(served.port, '/%2e%2e/secret.txt')).status).toBe(404);
    expect((await get(served.port, '/%')).status).toBe(404);
  } finally {
    await served.close();
  }
});

test('answers with the site’s own page if something doesn’t exist', async () => {
  const site = join(folder, 'with-404');
  mkdirSync(site);
  writeFileSync(join(site, '404.html'), '<h1>Lost</h1>');
  const served = await serveFolder(site, PORT);
  try {
    expect(await get(served.port, '/nowhere/')).toEqual({ status: 404, text: '<h1>Lost</h1>' });
    expect(await get(served.port, '/../secret.txt')).toEqual({ status: 404, text: '<h1>Lost</h1>' });
  } finally {
    await served.close();
  }
});

test('takes the next port if one is taken, and says so in a sentence if only one will do', async () => {
  const first = await serveFolder(folder, PORT + 30);
  const second = await serveFolder(folder, first.port);
  try {
    expect(second.port).toBeGreaterThan(first.port);
    await expect(serveFolder(folder, first.port, 1)).rejects.toMatchObject({
      code: 'port-taken',
      message: `The port ${first.port} is taken.`,
    });
    await expect(assertFree(first.port)).rejects.toMatchObject({ code: 'port-taken' });
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});
