import { filesBelow } from '#platform/files.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { slug } from '../../../kernel/names.ts';
import { listPacks } from '../../../ruleset/compose.ts';
import { readLibrary } from '../../../store/library.ts';

const FILES = fileURLToPath(new URL('./files/', import.meta.url));
const MANIFEST = new URL('../../../../package.json', import.meta.url);

/** The engine's repository on GitHub, and its version. */
export interface PlayedBy {
  /** `owner/name`; null in an unreleased engine. */
  readonly repository: string | null;
  readonly version: string;
}

export function ownEngine(): PlayedBy {
  const { repository = null, version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    readonly repository?: string;
    readonly version: string;
  };
  return { repository: repository?.replace(/^github:/u, '') ?? null, version };
}

export type Released = PlayedBy & { readonly repository: string };

/** The files of a game's repository outside content/, by path. */
export function thinFiles(
  engine: Released,
  name: string,
  games: readonly string[] = ['.'],
): ReadonlyMap<string, string> {
  const packageName = slug(name) || 'a-nomic';
  return new Map(
    [...templateFiles(engine)].map(([path, text]) => [
      path,
      path === 'README.md'
        ? text.replace(/^# .*$/mu, () => `# ${name}`)
        : path === 'package.json'
          ? text.replace('"a-nomic"', JSON.stringify(packageName))
          : withGames(text, games),
    ]),
  );
}

/** The list of games in the workflows that watch them. */
const GAMES = /(?<=matrix: \{ path: \[|games: ')[^\]']*(?=\]|')/u;

export function gamesIn(workflow: string): readonly string[] {
  return (GAMES.exec(workflow)?.[0] ?? '.').split(',').map((path) => path.trim());
}

/** Sets the list of games; a workflow without a list stays unchanged. */
export function withGames(workflow: string, games: readonly string[]): string {
  return workflow.replace(GAMES, games.join(', '));
}

/** The repository before there is a game, which “Use this template” copies. npm leaves some dotfiles out of packages. */
export function templateFiles({ repository, version }: Released): ReadonlyMap<string, string> {
  const paths = filesBelow(FILES).sort();
  const packs = listPacks(readLibrary());
  const cores = packs.core.map((name) => `'${name}'`).reverse();
  return new Map(
    paths.map((path) => [
      path.replace(/^dot-/u, '.'),
      readFileSync(join(FILES, path), 'utf8')
        .replaceAll(/OWNER\/gitnomic(\/[\w./-]+)?@v0/gu, `${repository}$1@v${version}`)
        .replaceAll('OWNER/gitnomic', repository)
        .replaceAll('VERSION', version)
        .replace('[CORES]', `[${cores.join(', ')}]`)
        .replace('default: CORE', `default: ${cores[0] ?? ''}`)
        .replace('DYNASTIES', packs.dynasties.join(', ')),
    ]),
  );
}
