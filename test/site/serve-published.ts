import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import { typeOf } from '../../src/seat/media-types.ts';
import { showSite } from '../../src/site/data/read-site.ts';
import type { SiteData } from '../../src/site/data/site-data.ts';
import { ownSite } from '../../src/site/prepare/build-site.ts';
import { PastReader } from '../../src/site/prepare/past-shown.ts';
import { RenderedCache } from '../../src/site/prepare/rendered-cache.ts';
import { readyShell } from '../../src/site/render/shell.ts';
import { GAME_FILE, type ContentFiles } from '../../src/store/paths.ts';

type Render = (request: Request) => Promise<Response>;

export interface Published {
  readonly at: string;
  /** Shows the game as it is by now. */
  publish(files: ContentFiles, now: string): Promise<void>;
  close(): Promise<void>;
}

/** The same files of a game that is played on GitHub. */
export function playedOnGitHub(files: ContentFiles, more = ''): ContentFiles {
  const about = (files.get(GAME_FILE) ?? '').replace(/^forge:[\s\S]*?(?=^\S)/mu, '');
  return new Map([
    ...files,
    [GAME_FILE, `${about}\nforge: { kind: github, repository: ana/harbour }\n${more}`],
  ]);
}

/** A game’s pages as they are published, on this machine. `change`: what leads elsewhere than it would on the net. */
export async function servePublished(
  change: (site: SiteData) => SiteData = (site) => site,
): Promise<Published> {
  const kept = mkdtempSync(join(tmpdir(), 'gitnomic-published-'));
  const shell = await readyShell('/', '');
  const { render } = (await import(join(shell.folder, 'server/entry.mjs'))) as { readonly render: Render };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/_astro/')) {
      const asset = readFileSync(join(shell.folder, 'client', path));
      response.writeHead(200, { 'content-type': typeOf(extname(path)) }).end(asset);
      return;
    }
    const answer = async (): Promise<void> => {
      const made = await render(new Request(`http://site${path}`));
      const type = made.headers.get('content-type') ?? '';
      response.writeHead(made.status, { 'content-type': type }).end(Buffer.from(await made.arrayBuffer()));
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    at: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    publish: async (files, now) => {
      const options = { out: kept, cacheFolder: kept, now };
      const made = await ownSite(
        files,
        new Map(),
        { options, shell },
        { rendered: new RenderedCache(), run: null, past: new PastReader() },
      );
      showSite(change(made.site));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(kept, { recursive: true, force: true });
    },
  };
}
