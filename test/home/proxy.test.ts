// The server behind a real proxy with HTTPS, set up as the documentation says.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Seats } from '../../src/cli/home/seats.ts';
import { Browse } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';

const NGINX = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);
const MANUAL = join(import.meta.dirname, '../../docs/how-to/keep-a-game-online.md');
const BO = { id: 'bo', name: 'Bo', bot: false };

describe.skipIf(NGINX === undefined)(
  NGINX === undefined ? 'left out: nginx is not installed on this machine' : 'behind nginx',
  () => {
    const seats = new Seats();
    const folder = mkdtempSync(join(tmpdir(), 'gitnomic-proxy-'));
    let home: TestHome;
    let proxy: ChildProcess;
    let port = 0;

    beforeAll(async () => {
      port = await freePort();
      const behind = new URL(`https://play.example.org:${port}/`);
      home = await openHome(undefined, seats, { behind, names: ['harbour.local'] });
      proxy = startProxy(folder, port, home.server.port);
      await answering(port);
    });
    afterAll(async () => {
      proxy.kill();
      await home.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const through = (): Browse => new Browse(port, `play.example.org:${port}`);

    test('people take seats and play by HTTPS, and no log contains a secret', async () => {
      const bo = through();
      const { path } = seats.invite(BO);
      const seat = await bo.get(`/${path}`);
      expect(seat.headers['set-cookie']?.[0]).toContain('; Secure');
      expect(seat.headers['referrer-policy']).toBe('no-referrer');
      await bo.get('/do/post/');
      const story = { kind: 'story', title: 'A tale', text: 'Once.', do: 'post' };
      expect((await bo.send('/do/post/', story)).text).toContain('A tale');
      const log = readFileSync(join(folder, 'access.log'), 'utf8');
      expect(log).toContain('POST /do/post/');
      expect(log).not.toContain(path);
    });

    test('refuses a form from elsewhere, and another host', async () => {
      const bo = through();
      await bo.get(`/${seats.invite(BO).path}`);
      await bo.get('/do/post/');
      const story = { kind: 'story', title: 'No', text: 'No.', do: 'post' };
      for (const origin of ['https://elsewhere.example', `http://play.example.org:${port}`])
        expect((await bo.send('/do/post/', story, { origin })).status).toBe(403);
      expect((await new Browse(port, 'elsewhere.example').get('/')).status).toBe(421);
    });

    test('accepts a local network name only at the server’s own port', async () => {
      const direct = new Browse(home.server.port);
      const ask = (host: string) => direct.get('/healthz', { host });
      expect(await ask(`harbour.local:${home.server.port}`)).toMatchObject({ status: 200, text: 'ok\n' });
      expect((await ask('harbour.local:1')).status).toBe(421);
      expect((await ask(`other.local:${home.server.port}`)).status).toBe(421);
    });

    test('open pages hear through the proxy what happens', async () => {
      const bo = through();
      await bo.get(`/${seats.invite(BO).path}`);
      await bo.get('/do/post/');
      const heard = listenFor(port, 2);
      await heard.open;
      await bo.send('/do/post/', { kind: 'story', title: 'Another', text: 'Once.', do: 'post' });
      expect(await heard.said).toMatch(/data: [\d.]+\n\ndata: [\d.]+\n\n/u);
    });
  },
);

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

/** Starts nginx with the lines of the manual, for other ports and a certificate of its own. */
function startProxy(folder: string, port: number, to: number): ChildProcess {
  const words =
    '-x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=play.example.org -keyout key.pem -out cert.pem';
  execFileSync('openssl', ['req', ...words.split(' ')], { cwd: folder, stdio: 'ignore' });
  const server = /```nginx\n([\s\S]*?)```/u.exec(readFileSync(MANUAL, 'utf8'))?.[1] ?? '';
  const mine = server
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('/etc/ssl/play.pem', join(folder, 'cert.pem'))
    .replace('/etc/ssl/play.key', join(folder, 'key.pem'))
    .replaceAll('127.0.0.1:4321', `127.0.0.1:${to}`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const rest = `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')}; events {}`;
  const http = `http { access_log ${join(folder, 'access.log')}; ${places.join(' ')}\n${mine}}`;
  writeFileSync(join(folder, 'nginx.conf'), `${rest}\n${http}\n`);
  const log = join(folder, 'error.log');
  return spawn(NGINX ?? '', ['-e', log, '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  });
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const status = await new Browse(port, `play.example.org:${port}`).get('/healthz').then(
      (page) => page.status,
      () => 0,
    );
    if (status === 200) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('nginx does not answer');
}

/** Listens until so many messages have come. */
function listenFor(port: number, count: number): { open: Promise<void>; said: Promise<string> } {
  const { promise: open, resolve: opened } = Promise.withResolvers<void>();
  const { promise: said, resolve: heard, reject } = Promise.withResolvers<string>();
  const headers = { host: `play.example.org:${port}` };
  const about = { host: '127.0.0.1', port, path: '/changed', headers, rejectUnauthorized: false };
  const sent = request(about, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      opened();
      if (text.split('\n\n').length <= count) return;
      heard(text);
      sent.destroy();
    });
  });
  sent.on('error', reject).end();
  return { open, said };
}
