import { spawn } from 'node:child_process';
import { hexDigest } from '#platform/hash.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isCompiled } from '../../sandbox/own-file.ts';
import { putFolder } from '#platform/files.ts';
import { writeClassic } from './classic-scripts.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The precompiled shell in the published package, built together with it. */
const READY = join(ROOT, 'shell');
const SOURCE = /\.(?:astro|ts|js|css)$/u;
const SHELLS = join(ROOT, '.cache', 'site', 'shells');
/** The number of cached shells: one for each base path in use. */
const MOST_SHELLS = 6;

/** 32 zero bytes in base64: nothing is encrypted with this key. */
export const NO_KEY: string = Buffer.alloc(32).toString('base64');

export interface Shell {
  readonly folder: string;
  /** Changes with everything that the rendering depends on: the site’s code, Astro, and the base path. */
  readonly hash: string;
}

/** The site’s source as compiled by Astro, independent of the output folder. */
export async function readyShell(
  base: string,
  origin: string,
  onLine?: (line: string) => void,
): Promise<Shell> {
  const { folder, source } = isCompiled
    ? { folder: READY, source: readFileSync(join(READY, 'made-of.txt'), 'utf8') }
    : await compiledShell(onLine);
  const hash = hexDigest('sha1', JSON.stringify([source, base, origin])).slice(0, 20);
  return { folder, hash };
}

/** Compiles the site’s source with Astro, but only if it has changed; `source` is a hash of it. */
export async function compiledShell(
  onLine?: (line: string) => void,
): Promise<{ readonly folder: string; readonly source: string }> {
  const source = hashOfSource();
  const folder = await builtOnce(SHELLS, source, async (being) => {
    await runAstro(being, onLine);
    await writeClassic(being);
  });
  return { folder, source };
}

/** A folder of code that pages load: in the package, or built from the sources by a script. */
export async function readyFolder(name: string, script: string): Promise<string> {
  if (isCompiled) return join(ROOT, name);
  return builtOnce(join(ROOT, '.cache', 'site', name), hashOfSource(), (being) =>
    run(['--disable-warning=ExperimentalWarning', join(ROOT, script), being], process.env),
  );
}

async function builtOnce(
  all: string,
  source: string,
  build: (being: string) => Promise<void>,
): Promise<string> {
  const folder = join(all, source);
  if (existsSync(folder)) return folder;
  const being = `${folder}.${process.pid}`;
  mkdirSync(all, { recursive: true });
  await build(being);
  // Another process may have finished first; its result is just as good.
  if (existsSync(folder)) rmSync(being, { recursive: true, force: true });
  else putFolder(being, folder);
  forgetOld(all);
  return folder;
}

function hashOfSource(): string {
  const parts: (string | Uint8Array)[] = [process.version];
  // A glob takes several times as long as reading all of them.
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => SOURCE.test(path) && !path.endsWith('.test.ts'))
    .map((path) => `src/${path.replaceAll('\\', '/')}`);
  for (const path of [...sources, 'astro.config.mjs', 'package-lock.json'].sort())
    parts.push(path, readFileSync(join(ROOT, path)));
  return hexDigest('sha1', ...parts).slice(0, 20);
}

function forgetOld(place: string): void {
  const all = readdirSync(place)
    .map((name) => ({ path: join(place, name), at: statSync(join(place, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of all.slice(MOST_SHELLS)) rmSync(path, { recursive: true, force: true });
}

function runAstro(shell: string, onLine?: (line: string) => void): Promise<void> {
  const astro = join(ROOT, 'node_modules', 'astro', 'bin', 'astro.mjs');
  // No other environment variable may influence the pages.
  const taken = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot'].map((name) => [name, process.env[name]]);
  const env = {
    ...(Object.fromEntries(taken.filter(([, value]) => value !== undefined)) as NodeJS.ProcessEnv),
    GITNOMIC_SITE_SHELL: shell,
    ASTRO_TELEMETRY_DISABLED: '1',
    // Astro generates a key that the pages don't use; a random one would make every build different.
    ASTRO_KEY: NO_KEY,
  };
  return run([astro, 'build', '--silent'], env, onLine);
}

function run(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine?: (line: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said.push(text);
        onLine?.(text);
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the pages could not be compiled:\n${said.join('').slice(-4_000)}`));
    });
  });
}
