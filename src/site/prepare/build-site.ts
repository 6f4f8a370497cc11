import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentFiles } from '../../engine/game/paths.ts';
import { collectSite } from './collect.ts';
import { lastRecorded } from './last-recorded.ts';
import { picturesOf } from './pictures.ts';
import { RenderedCache } from './rendered-cache.ts';
import { shellOf } from './shell-of.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface BuildOptions {
  /** The time to show the game at; without it, the last moment that anything was recorded. */
  readonly now?: string;
  /** Where the pages go. */
  readonly out: string;
  /** The pack's declaration of how it is shown, if it has one. */
  readonly display?: string;
  /** The path below which the site is served: `/` or `/my-game/`. */
  readonly base?: string;
  /** Where it is published, such as `https://name.github.io`: feeds and the site map need whole addresses. */
  readonly origin?: string;
  /** Of a dynasty that is over: the path of the game that went on. */
  readonly home?: string;
  /** Pages look again for themselves whether they were built anew. */
  readonly live?: boolean;
  /** Where the game’s pictures lie; without it none are shown. */
  readonly pictures?: string;
  /** Where pages that can’t change any more are kept for the next build; without it all are built. */
  readonly kept?: string;
  readonly onLine?: (line: string) => void;
}

/** Takes down what a game shows and builds its pages. What was wrong with the display is told; the rest throws. */
export async function buildSite(files: ContentFiles, options: BuildOptions): Promise<readonly string[]> {
  const { out, display, base = '/', origin = '' } = options;
  const now = options.now ?? lastRecorded(files);
  const folder = join(ROOT, '.cache', 'site');
  const rendered = new RenderedCache(join(options.kept ?? folder, 'rendered.json'));
  const { site, problems } = await collectSite(files, {
    now,
    still: options.now === undefined,
    rendered,
    ...(display === undefined ? {} : { display }),
  });
  rendered.save();
  const { pictures, files: sizes } = await picturesOf(site, options.pictures ?? null, options.kept ?? folder);
  await mkdir(folder, { recursive: true });
  const live = options.live === true;
  const data = join(folder, `data-${process.pid}.json`);
  await writeFile(
    data,
    JSON.stringify({
      ...site,
      home: options.home ?? null,
      live,
      pictures,
      shell: shellOf(site, `${base}${live ? ' live' : ''}`, join(ROOT, 'src', 'site')),
    }),
  );
  try {
    await runAstro({ data, out, base, origin, kept: options.kept ?? '' }, options.onLine);
    for (const { path, bytes } of sizes) {
      await mkdir(join(out, 'pictures'), { recursive: true });
      await writeFile(join(out, path), bytes);
    }
    if (live) await writeFile(join(out, 'built.txt'), String(Date.now()));
  } finally {
    await rm(data, { force: true });
  }
  return problems;
}

function runAstro(
  { data, out, base, origin, kept }: Readonly<Record<'data' | 'out' | 'base' | 'origin' | 'kept', string>>,
  onLine?: (line: string) => void,
): Promise<void> {
  const astro = join(ROOT, 'node_modules', 'astro', 'bin', 'astro.mjs');
  // Nothing else of the environment may have a say in what the pages become.
  const env = {
    ...pick(['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot']),
    GITNOMIC_SITE_DATA: data,
    GITNOMIC_SITE_OUT: out,
    GITNOMIC_SITE_BASE: base,
    GITNOMIC_SITE_ORIGIN: origin,
    GITNOMIC_SITE_KEPT: kept,
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [astro, 'build', '--silent'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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
      else reject(new Error(`the pages could not be built:\n${said.join('').slice(-4_000)}`));
    });
  });
}

function pick(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
