import { z } from 'zod';

import { held, notSeen, type Sighting } from './assumptions.ts';
import { pollUntil, type Scratch } from './scratch.ts';

const runsSchema = z.object({
  workflow_runs: z.array(z.object({ id: z.int(), created_at: z.string() })),
});
const jobsSchema = z.object({
  jobs: z.array(z.object({ created_at: z.string(), started_at: z.string().nullable(), status: z.string() })),
});

const secondsBetween = (from: number, to: string): number => Math.max(0, (Date.parse(to) - from) / 1000);

/** Starts the workflow Publish as a tick does, and times how long it takes to get a run and a machine. */
export async function tryRun(scratch: Scratch): Promise<Sighting[]> {
  const { witness, measure } = scratch;
  const { octokit, owner, repo } = witness;
  const path = '/actions/workflows/publish.yml';
  const runs = async () => runsSchema.safeParse(await witness.get(`${path}/runs`)).data?.workflow_runs;
  const known = await runs();
  if (known === undefined) return [notSeen('soon-begun', 'this token may not list runs')];
  const began = Date.now();
  const url = `POST /repos/{owner}/{repo}${path}/dispatches`;
  const { status } = await octokit.request(url, { owner, repo, ref: 'main' }).catch((error: unknown) => ({
    status: (error as { readonly status?: number }).status ?? 0,
  }));
  if (status >= 300 || status === 0) return [notSeen('soon-begun', `could not start a run (${status})`)];
  const { found: run } = await pollUntil(
    scratch,
    async () => (await runs())?.find(({ id }) => known.every((one) => one.id !== id)) ?? null,
  );
  if (run === null) return [held('soon-begun', false, 'no run within a minute')];
  const begin = secondsBetween(began, run.created_at);
  measure('begin', begin);
  const { found: job } = await pollUntil(scratch, async () => {
    const { jobs = [] } = jobsSchema.safeParse(await witness.get(`/actions/runs/${run.id}/jobs`)).data ?? {};
    return jobs.find(({ started_at, status: stands }) => started_at !== null && stands !== 'queued') ?? null;
  });
  if (job === null) return [notSeen('soon-begun', `a run after ${begin} s, and no machine within a minute`)];
  const machine = secondsBetween(Date.parse(job.created_at), job.started_at ?? job.created_at);
  measure('machine', machine);
  return [
    held('soon-begun', begin + machine <= 60, `a run after ${begin} s, and a machine ${machine} s later`),
  ];
}
