// Makes built pages work when they are opened as files, with no server: addresses relative to each page, scripts that are no
// modules, and data as scripts, since a browser lets files load nothing else.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CodedError } from '../../kernel/coded-error.ts';
import { putFile } from '../../repository/write-files.ts';
import { findOptional, sayMissing } from '../../sandbox/optional-package.ts';
import { inFolder } from '../data/in-folder.ts';

const ADDRESSED = /( (?:href|src|action|data-[a-z-]+)=")([^"]+)(?=")/gu;
const SEVERAL = /( srcset=")([^"]+)(?=")/gu;
const MODULE = /<script type="module" src="([^"]+)"/gu;
const ENDING = '.file.js';

/** Asked before pages are built, since their scripts are put together only after them. */
export function needBundler(): void {
  if (findOptional('esbuild') === null)
    throw new CodedError('no-bundler', sayMissing('esbuild', 'Pages can’t be made to open from a folder'));
}

export async function openAsFiles(out: string, base: string): Promise<void> {
  const below = `${base.replace(/\/$/u, '')}/`;
  const files = new Set(globSync('**/*', { cwd: out }).map((path) => path.replaceAll('\\', '/')));
  const modules = new Set<string>();
  for (const path of [...files].filter((file) => file.endsWith('.html'))) {
    const root = '../'.repeat(path.split('/').length - 1) || './';
    const here = (address: string): string => {
      const file = decoded(inFolder(address, below, '').replace(/[?#].*$/su, ''));
      return file !== null && files.has(file) ? inFolder(address, below, root) : address;
    };
    const html = readFileSync(join(out, path), 'utf8')
      .replaceAll(MODULE, (_, address: string) => {
        modules.add(address.slice(below.length));
        return `<script defer src="${here(address).replace(/\.js$/u, ENDING)}"`;
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
      // A file has no worker beside it.
      .replace('<span id="offline" data-worker="', `<span id="offline" data-root="${root}" data-no-worker="`);
    putFile(join(out, path), html, { durable: false });
  }
  for (const path of files)
    if (path.endsWith('.json') && !path.startsWith('api/'))
      putFile(join(out, `${path}.js`), asScript(join(out, path)), { durable: false });
  await bundle(
    out,
    [...modules].filter((path) => files.has(path)),
  );
}

/** Null where people wrote an address that can't be read. */
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

async function bundle(out: string, modules: readonly string[]): Promise<void> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: modules.map((path) => join(out, path)),
    outdir: join(out, '_astro'),
    outExtension: { '.js': ENDING },
    bundle: true,
    minify: true,
    format: 'iife',
    logLevel: 'error',
    write: false,
  });
  for (const { path, contents } of outputFiles) putFile(path, contents, { durable: false });
}
