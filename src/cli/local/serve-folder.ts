import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

export interface Served {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const COMING = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta http-equiv="refresh" content="3" />
  <title>The pages are being made</title>
  <body style="font: 1.1rem/1.5 system-ui; max-width: 34rem; margin: 20vh auto; padding: 0 1rem">
    <h1>The pages are being made</h1>
    <p>The first time this takes a minute or two. This page looks again by itself.</p>
    <p>The game can be played already: at the table, whose address stands in the terminal.</p>
  </body>
</html>
`;

/**
 * Serves the files of a folder to this machine alone. A port that is taken gives way to the next free one. Where what is
 * missing may still come, a page says so that looks again by itself.
 */
export async function serveFolder(
  folder: string,
  port: number,
  tries = 20,
  isMaking = (): boolean => false,
): Promise<Served> {
  const server = createServer((request, response) => {
    const path = fileFor(folder, request.url ?? '/');
    if (path === null && isMaking()) {
      response.writeHead(503, { 'content-type': TYPES['.html'], 'retry-after': '3' }).end(COMING);
      return;
    }
    // As a host of pages does, with the site’s own page for what it hasn’t got.
    const shown = path ?? fileFor(folder, '/404.html');
    if (shown === null) {
      response
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        .end('There is no such page.\n');
      return;
    }
    response.writeHead(path === null ? 404 : 200, {
      'content-type': TYPES[extname(shown)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
    });
    // Pages are made anew while they are read: one may be gone by now.
    createReadStream(shown)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  for (let offset = 0; offset < tries; offset++) {
    if (await listen(server, port + offset)) {
      const used = port + offset;
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
  }
  throw portTaken(port, tries);
}

/** Told before anything that takes long is done for a port that can't be had. */
export async function assertFree(port: number): Promise<void> {
  const server = createServer();
  if (!(await listen(server, port))) throw portTaken(port, 1);
  await new Promise((done) => server.close(done));
}

function portTaken(port: number, tries: number): Error {
  const what =
    tries === 1 ? `The port ${port} is taken` : `The ports ${port} to ${port + tries - 1} are all taken`;
  const next = `Name a free one, such as --port ${port === 8080 ? 8090 : 8080}.`;
  return Object.assign(new Error(`${what}.`), { code: 'port-taken', next });
}

function listen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      server.off('listening', listening);
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    const listening = (): void => {
      server.off('error', failed);
      resolve(true);
    };
    server.once('error', failed).once('listening', listening).listen(port, '127.0.0.1');
  });
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
