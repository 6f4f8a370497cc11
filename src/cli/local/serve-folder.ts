import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { createGzip } from 'node:zlib';

import { typeOf } from '../../seat/media-types.ts';
import { listen, serverOf } from './listen.ts';

/** The kinds of files that hosts of static pages send compressed. */
const SHORTER = /^text\/|json$|javascript|xml|manifest|svg/u;

export interface Served {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the files of a folder to this machine only. If the port is taken, the next ones are tried. */
export async function serveFolder(folder: string, port: number, tries = 20): Promise<Served> {
  const server = serverOf((request, response) => {
    const path = fileFor(folder, request.url ?? '/');
    // As on any host of static pages, the site’s own 404 page stands in for missing ones.
    const shown = path ?? fileFor(folder, '/404.html');
    if (shown === null) {
      response
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        .end('There is no such page.\n');
      return;
    }
    const type = typeOf(extname(shown));
    const short = SHORTER.test(type) && /\bgzip\b/u.test(request.headers['accept-encoding'] ?? '');
    response.writeHead(path === null ? 404 : 200, {
      'content-type': type,
      'cache-control': 'no-cache',
      ...(short ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {}),
    });
    // Pages are rebuilt while they are read, so the file may be gone by now.
    const file = createReadStream(shown).on('error', () => response.destroy());
    (short ? file.pipe(createGzip()) : file).pipe(response);
  });
  const used = await listen(server, port, '127.0.0.1', tries);
  return {
    url: `http://localhost:${used}/`,
    port: used,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Fails early if the port is taken, before any slow work. */
export async function assertFree(port: number): Promise<void> {
  const server = createServer();
  await listen(server, port, '127.0.0.1', 1);
  await new Promise((done) => server.close(done));
}

/** The file for an address; null if there is none, or if it lies outside the folder. */
function fileFor(folder: string, url: string): string | null {
  let path: string;
  try {
    path = normalize(join(folder, decodeURIComponent(url.split(/[?#]/u)[0] ?? '/')));
  } catch {
    return null;
  }
  if (path !== folder && !path.startsWith(folder + sep)) return null;
  for (const candidate of [path, join(path, 'index.html'), `${path}.html`]) {
    try {
      if (statSync(candidate).isFile()) return candidate;
    } catch {
      // The next candidate is tried.
    }
  }
  return null;
}
