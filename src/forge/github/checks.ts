import { asking, makeOnce, unrepeated } from './client.ts';
import type { GitHubRepo } from './read.ts';
import { posix } from 'node:path';
import type { Oid } from '../../repository/oid.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Repository } from '../../repository/repository.ts';
import type { PostRead } from './answers.ts';
import { gameOfMark } from './form-body.ts';
import { gamePrefix } from './labels.ts';
import { personOf } from './people.ts';
import { revisions } from './revisions.ts';
import { cameWithForm } from './to-events.ts';

/** The check shown beside a commit. */
export interface CheckRun {
  /** Null while it is undecided. */
  readonly conclusion: 'success' | 'failure' | 'neutral' | 'cancelled' | 'action_required' | null;
  readonly title: string;
  readonly summary: string;
}

const verdictCheck = 'Gitnomic';
const mostSummary = 65_000;

/** Updates the single check run of this name on a commit. Returns its number, by which it is found the next time. */
export async function judgeHead(
  place: GitHubRepo,
  head: string,
  verdict: CheckRun,
  known: number | null,
): Promise<number> {
  const { octokit, owner, name: repo } = place;
  const { conclusion, title, summary } = verdict;
  const shown = {
    ...(conclusion === null
      ? { status: 'in_progress' as const }
      : { status: 'completed' as const, conclusion }),
    output: { title, summary: summary.slice(0, mostSummary) },
  };
  return asking(`a check on ${head.slice(0, 7)}`, async () => {
    const make = async (): Promise<number> => {
      const check = { owner, repo, name: verdictCheck, head_sha: head, ...shown, ...unrepeated };
      const { data } = await octokit.request('POST /repos/{owner}/{repo}/check-runs', check);
      return Number(data.id);
    };
    const there = known ?? (await findCheck(place, head));
    if (there === null) return makeOnce(make, async () => (await findCheck(place, head)) ?? undefined);
    try {
      const at = { owner, repo, check_run_id: there, ...shown };
      const { data } = await octokit.request('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', at);
      return Number(data.id);
    } catch (error) {
      // Another App made it, which was the engine's account before.
      const { status, message = '' } = error as { readonly status?: number; readonly message?: string };
      if (status === 403 && /app_id/u.test(message)) return make();
      throw error;
    }
  });
}

async function findCheck({ octokit, owner, name: repo }: GitHubRepo, ref: string): Promise<number | null> {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
    owner,
    repo,
    ref,
    check_name: verdictCheck,
  });
  const found = data.check_runs.find(({ name }) => name === verdictCheck);
  return found === undefined ? null : Number(found.id);
}

/** The layout of games, which tells whether a path belongs to one. Paths are relative to the game's folder. */
export interface GamePaths {
  /** True if players may change it. */
  isOfGame(path: string): boolean;
  /** The folders of the repository's other games to which these paths belong. */
  otherGames(repository: Repository, main: Oid, paths: readonly string[]): Promise<readonly string[]>;
}

/**
 * The folder of the game to which an issue belongs, according to the form or the person that opened it. Labels added later don't count,
 * because the issue would then be in the journals of two games.
 */
export function gameOfIssue(post: PostRead): string {
  const label = post.timelineItems.nodes
    .flatMap((item) => (cameWithForm(post, item) ? [item.label?.name ?? ''] : []))
    .find((name) => name.startsWith(gamePrefix));
  if (label !== undefined) return label.slice(gamePrefix.length);
  // The engine's posts contain people's words, so only their label counts.
  if (!personOf(post.author).bot)
    return gameOfMark(revisions(post.body, post.userContentEdits.nodes).first) ?? '';
  const { name } = post.labels.nodes.find((one) => one.name.startsWith(gamePrefix)) ?? { name: gamePrefix };
  return name.slice(gamePrefix.length);
}

export interface Touched {
  /** True if it changes this game. */
  readonly changes: boolean;
  /** The folders of the games that it changes, if there are several. */
  readonly games: readonly string[];
}

/** Finds out which games of the repository are changed. A change of several games is a matter in none. */
export async function gamesOf(
  repository: Repository,
  games: GamePaths | undefined,
  paths: readonly string[] | null,
): Promise<Touched> {
  // A pull request with more files than fit on a page is accepted, and the rules decide what counts.
  if (games === undefined || paths === null) return { changes: true, games: [] };
  const main = await readBranch(repository, 'main');
  const there = paths.map((path) => posix.relative(`/${repository.folder}`, `/${path}`));
  const own = there.some((path) => games.isOfGame(path));
  const others = main === null ? [] : await games.otherGames(repository, main, there);
  if (others.length + Number(own) < 2) return { changes: own, games: [] };
  return { changes: false, games: [...(own ? [repository.folder] : []), ...others].toSorted() };
}
