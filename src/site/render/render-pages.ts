import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allPages } from '../data/all-pages.ts';
import { showSite } from '../data/read-site.ts';
import type { SiteData } from '../data/site-data.ts';
import type * as entry from './entry.ts';
import { fileOf, writeChanged } from './output-folder.ts';

export type RenderingCode = typeof entry;

/** The number of pages rendered at once: pictures wait for another thread. */
const AT_ONCE = 8;

export interface Rendering {
  readonly shell: string;
  /** The path from which the whole site is served, with Astro's assets. */
  readonly base: string;
  readonly out: string;
  /** Astro's compiled code, if it isn't loaded from the shell. */
  readonly code?: RenderingCode | null;
}

const AT_ROOT = '="/_astro/';

/** Astro's assets have addresses relative to the root for which they were compiled; the site may be served from elsewhere. */
function withBase(bytes: Buffer, base: string): Buffer {
  if (base === '/' || !bytes.includes(AT_ROOT)) return bytes;
  return Buffer.from(
    bytes
      .toString('utf8')
      .replace(
        /(<(?:script|link)\b[^<>]*? (?:src|href)=")\/_astro\//gu,
        `$1${base.replace(/\/?$/, '/')}_astro/`,
      ),
  );
}

/** Astro's compiled code, loaded once. */
export async function loadShell(folder: string): Promise<RenderingCode> {
  return (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as RenderingCode;
}

/** Renders every page of a site with Astro's compiled code, and returns their addresses. A process shows one site at a time. */
export async function renderPages(
  site: SiteData,
  { shell, base, out, code = null }: Rendering,
): Promise<readonly string[]> {
  showSite(site);
  const { render, addresses } = code ?? (await loadShell(shell));
  const pages = [...allPages(site), ...addresses(site, false)];
  const waiting = pages.values();
  const work = async (): Promise<void> => {
    for (const path of waiting) {
      const response = await render(new Request(`http://site/${path}`));
      const bytes = withBase(Buffer.from(await response.arrayBuffer()), base);
      if (response.status !== (path === '404' ? 404 : 200))
        throw new Error(`the page ${path === '' ? '/' : path} could not be rendered (${response.status})`);
      writeChanged(join(out, fileOf(path)), bytes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return pages;
}
