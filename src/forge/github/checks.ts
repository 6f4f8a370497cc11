import { asking, makeOnce, unrepeated } from './client.ts';
import type { GitHubRepo } from './read.ts';

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
      // It was made by another App, as which the engine acted before.
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
