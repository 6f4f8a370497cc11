// Makes built pages work when they are opened as files, with no server: addresses relative to each page, scripts that are no
// modules, and data as scripts, since a browser lets files load nothing else. Feeds lead to files too.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { putFile } from '#platform/files.ts';
import { inFolder } from '../data/in-folder.ts';
import { classicIn, classicOf } from './classic-scripts.ts';
import { placeFile } from './output-folder.ts';

const ADDRESSED = /( (?:href|src|action|data-[a-z-]+)=")([^"]+)(?=")/gu;
/** Matches addresses in the text of a feed, which is HTML escaped in XML. */
const ADDRESSED_IN_TEXT = /( (?:href|src)=&#34;)([^&]+)(?=&#34;)/gu;
const SEVERAL = /( srcset=")([^"]+)(?=")/gu;
const MODULE = /<script type="module" src="([^"]+)"/gu;

export interface AsFiles {
  /** The path from which the site would be served. */
  readonly base: string;
  /** The folder of the shell that made the pages. */
  readonly shell: string;
}

/** Returns the paths of the files that it adds. */
export function openAsFiles(out: string, { base, shell }: AsFiles): readonly string[] {
  const below = `${base.replace(/\/$/u, '')}/`;
  const files = new Set(globSync('**/*', { cwd: out }).map((path) => path.replaceAll('\\', '/')));
  const modules = new Set<string>();
  for (const path of [...files].filter((file) => file.endsWith('.html'))) {
    const root = '../'.repeat(path.split('/').length - 1) || './';
    const here = (address: string): string => addressIn(files, address, { below, root });
    const html = readFileSync(join(out, path), 'utf8')
      .replaceAll(MODULE, (_, address: string) => {
        modules.add(address.slice(below.length));
        return `<script defer src="${classicOf(here(address))}"`;
      })
      .replaceAll(
        SEVERAL,
        (_, before: string, list: string) => `${before}${list.replaceAll(/[^\s,]+/gu, here)}`,
      )
      .replaceAll(ADDRESSED, (whole, before: string, address: string) => {
        // Addresses that the scripts put together themselves keep the site's own base.
        if (before === ' data-base="') return whole;
        return `${before}${here(address)}`;
      })
      // A page opened as a file has no service worker.
      .replace('<span id="offline" data-worker="', `<span id="offline" data-root="${root}" data-no-worker="`);
    putFile(join(out, path), html, { durable: false });
  }
  for (const path of [...files].filter((file) => file.endsWith('.xml'))) {
    const root = '../'.repeat(path.split('/').length - 1) || './';
    const here = (_: string, before: string, address: string): string =>
      `${before}${addressIn(files, address, { below, root })}`;
    const xml = readFileSync(join(out, path), 'utf8');
    const led = xml.replaceAll(ADDRESSED, here).replaceAll(ADDRESSED_IN_TEXT, here);
    if (led !== xml) putFile(join(out, path), led, { durable: false });
  }
  for (const path of modules) placeFile(classicIn(shell, path), join(out, classicOf(path)));
  const data = [...files].filter((path) => path.endsWith('.json') && !path.startsWith('api/'));
  for (const path of data) putFile(join(out, `${path}.js`), asScript(join(out, path)), { durable: false });
  return [...[...modules].map(classicOf), ...data.map((path) => `${path}.js`)];
}

/** The address of a file of the site; other addresses stay. */
function addressIn(
  files: ReadonlySet<string>,
  address: string,
  { below, root }: { readonly below: string; readonly root: string },
): string {
  const file = decoded(inFolder(address, below, '').replace(/[?#].*$/su, ''));
  return file !== null && files.has(file) ? inFolder(address, below, root) : address;
}

/** Null if people wrote an address that can't be decoded. */
function decoded(address: string): string | null {
  try {
    return decodeURI(address);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function asScript(path: string): string {
  const json = readFileSync(path, 'utf8').trim();
  return `(window.gitnomicFiles ??= {})[document.currentScript.src] = ${json};\n`;
}
