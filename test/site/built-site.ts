import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../src/site/prepare/build-site.ts';
import { readHtml, type HtmlPage } from './read-html.ts';
import { NOW, sampleGame } from './sample-game.ts';

/** Served from a folder, as a project's site on GitHub is. */
export const BASE = '/harbour/';

export interface BuiltSite {
  readonly folder: string;
  readonly files: ReadonlySet<string>;
  readonly pages: ReadonlyMap<string, HtmlPage>;
  /** Every id of the game that has more than one word. */
  readonly ids: ReadonlySet<string>;
  text(path: string): string;
  bytes(path: string): Buffer;
  remove(): void;
}

/** Builds the sample game's site as `gitnomic site` does, once for all that look at it. */
export async function buildSample(): Promise<BuiltSite> {
  const root = mkdtempSync(join(tmpdir(), 'gitnomic-site-'));
  const folder = join(root, BASE);
  const game = await sampleGame();
  const problems = await buildSite(game, {
    now: NOW,
    out: folder,
    base: BASE,
    origin: 'https://harbour.example',
    cacheFolder: join(root, 'kept'),
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const files = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/')),
  );
  const bytes = (path: string): Buffer => readFileSync(join(folder, path));
  const text = (path: string): string => bytes(path).toString('utf8');
  const pages = new Map(
    [...files].filter((path) => path.endsWith('.html')).map((path) => [path, readHtml(text(path))] as const),
  );
  return {
    folder: root,
    files,
    pages,
    ids: idsOf(game),
    text,
    bytes,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Ids that state and rules are written with: keys, names of files, and what clauses put in quotation marks. */
export function idsOf(game: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [path, text] of game) {
    const played = path.startsWith('content/gamestate/');
    if (!played && !(path.startsWith('content/ruleset/') && path.endsWith('.ts'))) continue;
    const name =
      path
        .split('/')
        .at(-1)
        ?.replace(/\.\w+$/u, '') ?? '';
    const written = played ? text.matchAll(/^\s*([a-z0-9-]+):/gmu) : text.matchAll(/'([a-z0-9-]+)'/gu);
    for (const id of [played ? name : '', ...[...written].map(([, one]) => one ?? '')])
      if (/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/u.test(id)) found.add(id);
  }
  return found;
}
