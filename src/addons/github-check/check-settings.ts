import { z } from 'zod';

import { accountOfToken } from '../../forge/github/people.ts';
import { askForPosts } from '../../forge/github/answers.ts';
import { ENGINE_BRANCHES } from '../../forge/port.ts';
import { held, notSeen, type Sighting } from './assumptions.ts';
import type { Witness } from './witness.ts';

const ENGINE_WORKFLOWS = ['clock.yml', 'events.yml', 'publish.yml', 'relay.yml', 'tick.yml'];

/** The checks that change nothing. */
export async function checkSettings(witness: Witness): Promise<Sighting[]> {
  const checks = [
    actions,
    token,
    rules,
    pages,
    approval,
    pushes,
    absence,
    cost,
    crossOrigin,
    delays,
    clockRuns,
  ];
  const seen: Sighting[] = [];
  for (const check of checks) seen.push(...(await check(witness)));
  return seen;
}

async function actions({ get }: Witness): Promise<Sighting[]> {
  const allowed = z.object({ enabled: z.boolean() }).safeParse(await get('/actions/permissions')).data;
  const listed = z
    .object({ workflows: z.array(z.object({ path: z.string(), state: z.string() })) })
    .safeParse(await get('/actions/workflows')).data;
  if (listed === undefined) return [notSeen('actions-on', 'this token may not list workflows')];
  const off = ENGINE_WORKFLOWS.filter(
    (name) => !listed.workflows.some(({ path, state }) => path.endsWith(`/${name}`) && state === 'active'),
  );
  const saw = off.length === 0 ? 'all are active' : `not active: ${off.join(', ')}`;
  return [held('actions-on', allowed?.enabled !== false && off.length === 0, saw)];
}

async function token({ octokit }: Witness): Promise<Sighting[]> {
  const { id, name, bot } = await accountOfToken(octokit);
  if (!bot) return [notSeen('workflow-token', `this token is ${name}’s; the workflow Smoke has the other`)];
  return [held('workflow-token', id === '41898282', `${name}, number ${id}`)];
}

const rulesetSchema = z.object({ id: z.int(), name: z.string(), enforcement: z.string() });
const rulesSchema = z.array(z.object({ type: z.string(), ruleset_id: z.int().optional() }));

/** The rules in force on the engine's branches, from any source, and who may bypass them. */
async function rules({ get }: Witness): Promise<Sighting[]> {
  const sets = z.array(rulesetSchema).safeParse(await get('/rulesets')).data ?? [];
  const found: string[] = [];
  for (const branch of [...ENGINE_BRANCHES, 'standing']) {
    const inForce = rulesSchema.safeParse(await get(`/rules/branches/${branch}`)).data ?? [];
    for (const { type, ruleset_id: id } of inForce.filter((rule) =>
      ['update', 'pull_request', 'required_status_checks'].includes(rule.type),
    ))
      found.push(`${branch}: ${type} (${sets.find((one) => one.id === id)?.name ?? 'a rule of its owner'})`);
  }
  const saw =
    found.length === 0
      ? `${sets.length} rulesets, none restricts updates`
      : `${found.join('; ')}: whether GitHub Actions may pass, only a push shows`;
  return [found.length === 0 ? held('engine-may-push', true, saw) : notSeen('engine-may-push', saw)];
}

async function pages({ get }: Witness): Promise<Sighting[]> {
  const site = z
    .object({ build_type: z.string().nullish(), html_url: z.string().optional() })
    .safeParse(await get('/pages')).data;
  if (site === undefined)
    return [
      held('pages-by-actions', false, 'Pages is off, or this token may not read it'),
      notSeen('pages-each-commit', 'no Pages'),
    ];
  const main = z.object({ sha: z.string() }).safeParse(await get('/commits/main')).data?.sha ?? '';
  const deployed = z.object({ status: z.string() }).safeParse(await get(`/pages/deployments/${main}`)).data;
  return [
    held(
      'pages-by-actions',
      site.build_type !== 'legacy',
      `${site.html_url ?? ''} by ${site.build_type ?? 'workflow'}`,
    ),
    deployed === undefined
      ? notSeen('pages-each-commit', 'main is not published yet: run Publish, then run this again')
      : held('pages-each-commit', deployed.status === 'succeed', `main: ${deployed.status}`),
  ];
}

/** Repeats the preflight that a browser sends from a page where somebody signed in. */
async function crossOrigin({ octokit }: Witness): Promise<Sighting[]> {
  const { url } = octokit.request.endpoint('POST /user');
  const headers = {
    origin: 'https://example.com',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  };
  const answer = await fetch(url, { method: 'OPTIONS', headers }).catch(() => null);
  if (answer === null) return [notSeen('pages-may-ask', 'it did not answer')];
  const [origin, allowed] = ['origin', 'headers'].map(
    (name) => answer.headers.get(`access-control-allow-${name}`)?.toLowerCase() ?? 'none',
  );
  const holds = origin === '*' && ['authorization', 'content-type'].every((one) => allowed?.includes(one));
  return [held('pages-may-ask', holds, `origins: ${origin}; headers: ${allowed}`)];
}

async function approval({ get }: Witness): Promise<Sighting[]> {
  const asked = z
    .object({ approval_policy: z.string() })
    .safeParse(await get('/actions/permissions/fork-pr-contributor-approval')).data;
  if (asked === undefined) return [notSeen('forks-approved', 'only an owner’s token may read it')];
  return [
    held('forks-approved', asked.approval_policy === 'all_external_contributors', asked.approval_policy),
  ];
}

async function pushes({ get }: Witness): Promise<Sighting[]> {
  const listed = z
    .array(z.object({ ref: z.string(), actor: z.object({ login: z.string() }).nullish() }))
    .safeParse(await get('/activity')).data;
  if (listed === undefined) return [held('activity-read', false, 'it is unreadable or unexpected')];
  const known = listed.filter(({ actor }) => actor !== null && actor !== undefined);
  return [
    held('activity-read', known.length > 0, `${listed.length} pushes, ${known.length} with who made them`),
  ];
}

const NOBODYS = 2_000_000_000;

async function absence({ graph, owner, repo }: Witness): Promise<Sighting[]> {
  const { data, errors } = await graph(askForPosts([NOBODYS]), { owner, name: repo });
  const post = z.object({ repository: z.record(z.string(), z.unknown()) }).safeParse(data).data?.repository[
    `p${NOBODYS}`
  ];
  const holds = post === null && errors.length > 0 && errors.every(({ type }) => type === 'NOT_FOUND');
  return [
    held(
      'absent-null',
      holds,
      `${JSON.stringify(post)} and ${errors.map(({ type }) => type).join(', ') || 'no error'}`,
    ),
  ];
}

/** Compares a query's cost with and without a count that should be free. */
async function cost({ graph, owner, repo }: Witness): Promise<Sighting[]> {
  const ask = async (inner: string): Promise<number | null> => {
    const query = `query($owner: String!, $name: String!) { rateLimit { cost } repository(owner: $owner, name: $name) { issues(first: 100) { nodes { id comments(first: 100) { nodes { id ${inner} } } } } } }`;
    const { data } = await graph(query, { owner, name: repo });
    return z.object({ rateLimit: z.object({ cost: z.int() }) }).safeParse(data).data?.rateLimit.cost ?? null;
  };
  const [bare, counted] = [await ask(''), await ask('reactions { totalCount }')];
  return [
    held('count-free', bare !== null && bare === counted, `${bare} points without, ${counted} with counts`),
  ];
}

const runSchema = z.object({
  event: z.string(),
  created_at: z.string(),
  run_started_at: z.string().nullish(),
});

async function delays({ get }: Witness): Promise<Sighting[]> {
  const runs = z
    .object({ workflow_runs: z.array(runSchema) })
    .safeParse(await get('/actions/workflows/tick.yml/runs')).data;
  const seconds = (runs?.workflow_runs ?? []).flatMap(({ created_at, run_started_at }) =>
    run_started_at ? [(Date.parse(run_started_at) - Date.parse(created_at)) / 1000] : [],
  );
  if (seconds.length === 0)
    return [notSeen('soon-begun', 'there were no runs yet, or this token may not list them')];
  const sorted = seconds.toSorted((a, b) => a - b);
  const [median = 0, late = 0] = [
    sorted[Math.floor(sorted.length / 2)],
    sorted[Math.floor(sorted.length * 0.95)],
  ];
  return [
    held('soon-begun', late <= 60, `${sorted.length} runs: ${median} s at the median, ${late} s at 95 %`),
  ];
}

/** Waiting runs are started by these, so the time between two of them matters. */
async function clockRuns({ get }: Witness): Promise<Sighting[]> {
  const runs = z
    .object({ workflow_runs: z.array(runSchema) })
    .safeParse(await get('/actions/workflows/clock.yml/runs')).data;
  const times = (runs?.workflow_runs ?? [])
    .filter(({ event }) => event === 'schedule')
    .map(({ created_at }) => Date.parse(created_at) / 60_000)
    .toSorted((a, b) => a - b);
  const gaps = times.slice(1).map((time, n) => Math.round(time - (times[n] ?? time)));
  if (gaps.length === 0) return [notSeen('clock-goes', 'the clock has not started two runs yet')];
  const most = Math.max(...gaps);
  return [held('clock-goes', most <= 45, `${times.length} runs, at most ${most} minutes between two`)];
}
