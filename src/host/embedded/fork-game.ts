import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { advance, listBranches } from '../../repository/refs.ts';
import { firstParents, readCommit } from '../../repository/commit.ts';
import { readFileText } from '../../repository/read-file.ts';
import type { Oid } from '../../repository/oid.ts';
import { openRepository } from '../../repository/repository.ts';
import { readJournalHead } from '../../store/journal/journal-head.ts';
import { parseRecord, recordPath } from '../../store/journal/journal-record.ts';
import { refreshCheckout } from '../checkout.ts';
import { ENGINE_FOLDER, type HomeGame, type Point } from '../game.ts';
import { copyFolder, cutFile } from '#platform/files.ts';
import { readAheadMs, writeAheadMs } from './game-folder.ts';
import { CodedError } from '../../kernel/coded-error.ts';

/** The forms list no more. */
const MOST_POINTS = 60;

export async function readPoints(game: HomeGame): Promise<readonly Point[]> {
  const { repository } = game.forge;
  const points: Point[] = [];
  for await (const { oid: commit, committer, message } of firstParents(repository, await game.main())) {
    if ((await journalAt(game, commit)).whole && endOfLog(game, commit) !== null)
      points.push({ commit, at: committer.at, message: message.split('\n')[0] ?? '' });
    if (points.length === MOST_POINTS) break;
  }
  return points;
}

/** `open` opens the copy; see HomeGame. */
export async function forkGame(
  game: HomeGame,
  commit: Oid,
  open: (folder: string) => Promise<HomeGame>,
): Promise<HomeGame> {
  const cut = endOfLog(game, commit);
  const journal = cut === null ? null : await journalAt(game, commit);
  if (cut === null || journal?.whole !== true)
    throw new CodedError('no-such-point', 'The game can’t go back to that point.', {
      next: 'Choose one of the points that the page lists.',
    });
  const { at } = (await readCommit(game.forge.repository, commit)).committer;
  const folder = freeFolder(game.folder);
  const own = join(folder, ENGINE_FOLDER);
  try {
    copyGame(join(game.folder, ENGINE_FOLDER), own);
    const log = join(own, 'forge', 'events.jsonl');
    cutFile(log, cut);
    await moveBranches(join(own, 'forge', 'repository.git'), readFileSync(log, 'utf8'), {
      main: commit,
      journal: journal.commit,
    });
    const behindMs = Date.parse(at) - Date.parse(game.now());
    writeAheadMs(folder, readAheadMs(game.folder) + behindMs);
    const fork = await open(folder);
    await refreshCheckout(fork);
    return fork;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The journal as a commit had read it; `whole` if the journal ends there. */
async function journalAt(
  game: HomeGame,
  commit: Oid,
): Promise<{ readonly whole: boolean; readonly commit: Oid | null }> {
  const { repository } = game.forge;
  const record = parseRecord(await readFileText(repository, commit, recordPath));
  if (record === null) return { whole: true, commit: null };
  const head = await readJournalHead(repository, record.commit);
  return { whole: head?.n === record.n, commit: record.commit };
}

/** The log's length in bytes when main reached this commit, or null if it never did. */
function endOfLog(game: HomeGame, commit: Oid): number | null {
  const text = readFileSync(join(game.folder, ENGINE_FOLDER, 'forge', 'events.jsonl'), 'utf8');
  const line = new RegExp(`^\\{.*"type":"engine-moved".*"to":"${commit}".*\\}\\n`, 'mu').exec(text);
  return line === null ? null : Buffer.byteLength(text.slice(0, line.index + line[0].length));
}

function freeFolder(folder: string): string {
  const base = basename(folder).replace(/-fork-\d+$/u, '');
  for (let count = 1; ; count++) {
    const path = join(dirname(folder), `${base}-fork-${count}`);
    if (!existsSync(path)) return path;
  }
}

/** Skips files that can be rebuilt: the site, snapshots and the checkout. */
function copyGame(from: string, to: string): void {
  const left = new Set([
    'site',
    'checkout.json',
    'links.json',
    'browsers.json',
    'bans.json',
    join('forge', 'state.json'),
    join('forge', 'writing'),
  ]);
  copyFolder(from, to, (path) => !left.has(relative(from, path)) && !path.endsWith('.lock'));
}

/** Resets branches to where the log says they were, and deletes branches that the log doesn't know yet. */
async function moveBranches(
  gitdir: string,
  log: string,
  { main, journal }: { readonly main: Oid; readonly journal: Oid | null },
): Promise<void> {
  const wanted = new Map<string, Oid>([['main', main]]);
  if (journal !== null) wanted.set('journal', journal);
  const branchOf = new Map<string, string>();
  for (const line of log.split('\n')) {
    if (line === '') continue;
    const { type, post, head } = JSON.parse(line) as { type: string; post?: string; head?: unknown };
    if (type === 'opened' && typeof head === 'object' && head !== null) {
      const { branch, oid } = head as { branch: string; oid: Oid };
      branchOf.set(post ?? '', branch);
      wanted.set(branch, oid);
    }
    const branch = branchOf.get(post ?? '');
    if (type === 'pushed' && branch !== undefined) wanted.set(branch, head as Oid);
  }
  const repository = await openRepository(gitdir);
  for (const { name, oid } of await listBranches(repository)) {
    const next = wanted.get(name) ?? null;
    if (next !== oid) await advance(repository, name, oid, next);
  }
}
