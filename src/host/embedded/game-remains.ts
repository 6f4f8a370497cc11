import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_FOLDER } from '../game.ts';
import { GAME_FILE, LEDGER, POSTS, RULESET } from '../../store/paths.ts';
import { GAME_PLACES, givesWay } from '../../store/library.ts';
import { asSentence } from '../../kernel/sentence.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { filesBelow } from '#platform/files.ts';
import { gitIn } from '#platform/run-git.ts';
import { shellWord } from '../../language/shell-word.ts';

/** `no-log`: the log is lost. `no-main`: the repository is lost. `none`: there is no forge, or nothing was begun on it. */
export type ForgeHealth = 'whole' | 'no-log' | 'no-main' | 'none';

export interface GameRemains {
  readonly folder: string;
  readonly name: string | null;
  readonly rules: number;
  readonly posts: number;
  readonly ledgerLines: number;
  readonly files: number;
  readonly forge: ForgeHealth;
  /** The game is played elsewhere, so its forge does not belong here. */
  readonly hosted: boolean;
  /** The engine left traces of a game that was played in this folder. */
  readonly wasPlayed: boolean;
  /** Branches in the folder's own Git repository that hold a game. */
  readonly branches: readonly string[];
}

/** Looks in this very folder; null if a new game can begin here. */
export function findRemains(folder: string): GameRemains | null {
  const files = GAME_PLACES.flatMap((place) => filesAt(folder, place));
  const count = (place: string, ending: string): number =>
    files.filter((path) => path.startsWith(place) && path.endsWith(ending)).length;
  const game = textOf(join(folder, GAME_FILE));
  const forge = forgeStateOf(folder);
  const isThere = (file: string): boolean => existsSync(join(folder, ENGINE_FOLDER, file));
  // A game that was interrupted before its first commit has a clock and an empty forge.
  const isOnlyBegun = forge === 'none' && isThere('forge/repository.git/HEAD');
  const wasPlayed = isThere('checkout.json') || (isThere('clock.json') && !isOnlyBegun);
  const branches = branchesWithGame(folder);
  if (files.length === 0 && forge === 'none' && !wasPlayed && branches.length === 0) return null;
  return {
    folder,
    name: /^name: *["']?(.*?)["']? *$/mu.exec(game)?.[1] ?? null,
    rules: count(RULESET, '.md'),
    posts: count(POSTS, '.md'),
    ledgerLines: files
      .filter((path) => path.startsWith(LEDGER))
      .reduce((sum, path) => sum + textOf(join(folder, path)).split('\n').filter(Boolean).length, 0),
    files: files.length,
    forge,
    hosted: !givesWay(game),
    wasPlayed: wasPlayed || forge !== 'none',
    branches,
  };
}

/** Only looks at files, since opening a forge would create what is missing. */
export function forgeStateOf(folder: string): ForgeHealth {
  const forge = join(folder, ENGINE_FOLDER, 'forge');
  const repository = join(forge, 'repository.git');
  const main =
    existsSync(join(repository, 'refs/heads/main')) ||
    / refs\/heads\/main$/mu.test(textOf(join(repository, 'packed-refs')));
  const log = join(forge, 'events.jsonl');
  const hasLog = existsSync(log) && statSync(log).size > 0;
  if (main) return hasLog ? 'whole' : 'no-log';
  return hasLog && textOf(log).includes('"type":"engine-moved"') ? 'no-main' : 'none';
}

export function describeRemains({ name, rules, posts, ledgerLines, files, branches }: GameRemains): string {
  const named = name === null ? 'a game without a readable game.yml' : `the game ${name}`;
  const held = [several(rules, 'rule'), several(posts, 'post'), several(ledgerLines, 'ledger line')];
  if (files > 0) return `content/ holds ${named}: ${held.join(', ')}`;
  if (branches.length > 0) return `its Git holds a game on ${branches.slice(0, 3).join(', ')}`;
  return `${ENGINE_FOLDER}/ holds what a game leaves`;
}

/** Describes what the forge has lost, in a sentence without a full stop. */
export function describeLoss({ forge, wasPlayed }: GameRemains): string {
  const at = `${ENGINE_FOLDER}/forge`;
  if (forge === 'no-log')
    return `the log of its forge (${at}/events.jsonl) is lost: posts, comments and votes`;
  if (forge === 'no-main') return `the main branch of its forge (${at}/repository.git) is lost`;
  return wasPlayed
    ? `its forge (${at}) is lost: the log, the journal and Git’s history`
    : `its forge (${at}) is not in this folder`;
}

export function nextWith({ forge, hosted, files, branches, folder }: GameRemains): string {
  if (forge === 'whole') return `play the existing game: \`gitnomic status --game ${shellWord(folder)}\``;
  if (hosted)
    return `play the existing game where it is played: \`gitnomic status --game ${shellWord(folder)}\``;
  if (files > 0 || forge !== 'none' || branches.length > 0)
    return `continue from these remains: \`gitnomic doctor recover --forge --game ${shellWord(folder)}\` rebuilds its forge (with --dry-run it only says what can’t be brought back)`;
  return `restore content/ from a copy and run \`gitnomic doctor recover --forge --game ${shellWord(folder)}\`; or move ${ENGINE_FOLDER}/ away`;
}

export class ForgeLostError extends CodedError<'forge-lost'> {
  constructor(remains: GameRemains) {
    super('forge-lost', `In ${remains.folder} ${describeRemains(remains)}; ${describeLoss(remains)}.`, {
      next: asSentence(nextWith(remains)),
    });
  }
}

export function assertNotLost(folder: string): void {
  const remains = findRemains(folder);
  if (remains !== null && !remains.hosted && remains.forge !== 'whole') throw new ForgeLostError(remains);
}

export class GameThereError extends CodedError<'game-there'> {
  constructor(remains: GameRemains) {
    const lost = remains.forge === 'whole' || remains.hosted ? '' : `, and ${describeLoss(remains)}`;
    super('game-there', `There is a game in ${remains.folder} already: ${describeRemains(remains)}${lost}.`, {
      next: `Choose another folder, or ${nextWith(remains)}.`,
    });
  }
}

function several(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function textOf(path: string): string {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : '';
}

/** The files of a game at a place, which may be a file or a folder, by their paths in the game. */
export function filesAt(folder: string, place: string): readonly string[] {
  const found = statSync(join(folder, place), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [place];
  return filesBelow(join(folder, place)).map((name) => `${place}/${name}`);
}

function branchesWithGame(folder: string): readonly string[] {
  const bare = ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)));
  if (!bare && !existsSync(join(folder, '.git'))) return [];
  const git = (words: readonly string[], input = ''): readonly string[] =>
    gitIn(folder, { input })(...words)
      .trimEnd()
      .split('\n');
  try {
    const all = git(['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes']);
    const refs = all.filter((ref) => ref !== '');
    const asked = refs.map((ref) => `${ref}:${GAME_FILE}\n`).join('');
    const found = asked === '' ? [] : git(['cat-file', '--batch-check'], asked);
    return refs.filter((_, index) => / blob \d+$/u.test(found[index] ?? ''));
  } catch {
    // Without Git, or if it refuses, only the files in the folder can tell.
    return [];
  }
}
