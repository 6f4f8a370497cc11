import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

import { typeOf } from '../../seat/media-types.ts';
import { listen } from './listen.ts';

export interface Served {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the files of a folder to this machine alone. A port that is taken gives way to the next free one. */
export async function serveFolder(folder: string, port: number, tries = 20): Promise<Served> {
  const server = createServer((request, response) => {
    const path = fileFor(folder, request.url ?? '/');
    // As a host of pages does, with the site’s own page for what it hasn’t got.
    const shown = path ?? fileFor(folder, '/404.html');
    if (shown === null) {
      response
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        .end('There is no such page.\n');
      return;
    }
    response.writeHead(path === null ? 404 : 200, {
      'content-type': typeOf(extname(shown)),
      'cache-control': 'no-cache',
    });
    // Pages are made anew while they are read: one may be gone by now.
    createReadStream(shown)
      .on('error', () => response.destroy())
      .pipe(response);
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

/** Told before anything that takes long is done for a port that can't be had. */
export async function assertFree(port: number): Promise<void> {
  const server = createServer();
  await listen(server, port, '127.0.0.1', 1);
  await new Promise((done) => server.close(done));
}

/** The file that an address names; null where there is none, or where it leads out of the folder. */
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
      // Looked for elsewhere.
    }
  }
  return null;
}
