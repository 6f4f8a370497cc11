import { z } from 'zod';

import { describeAnswer, findOperation, requestProblems } from '../published/openapi.ts';
import type { Json } from '../published/json-schema.ts';
import { read, Refused, writer, type Answer, type Asked, type Route } from './asked.ts';
import { makeLabel } from './labels.ts';
import { ISSUE_ROUTES } from './rest-issues.ts';
import { PAGES_ROUTES } from './rest-pages.ts';
import { PULL_ROUTES } from './rest-pulls.ts';
import { SETTINGS_ROUTES } from './rest-settings.ts';
import { showCheck, showPush, showRepository, who } from './show.ts';

const checkSchema = z.object({
  name: z.string(),
  head_sha: z.string(),
  external_id: z.string().default(''),
  status: z.string().default('queued'),
  conclusion: z.string().nullable().default(null),
  started_at: z.string().optional(),
  output: z.object({ title: z.string(), summary: z.string() }).default({ title: '', summary: '' }),
});

/** GitHub Actions: only an app can make check runs, and here there is no other. */
const actionsApp = 15_368;

const OTHER_ROUTES: Readonly<Record<string, Route>> = {
  'GET labels': ({ world }) => [200, world.labels.map((label, index) => ({ id: index + 1, ...label }))],
  'POST labels': ({ world, by, body }) => {
    const label = makeLabel(world, by, body);
    return [201, { id: world.labels.length, ...label }];
  },
  'POST actions/workflows/S/dispatches': (asked, workflow) => {
    writer(asked);
    const { ref, inputs } = read(
      z.object({ ref: z.string(), inputs: z.record(z.string(), z.string()).default({}) }),
      asked.body,
    );
    if (!asked.world.workflows.includes(workflow)) throw new Refused(404, 'Not Found');
    if (asked.world.states[workflow] !== undefined)
      throw new Refused(422, "Cannot trigger a 'workflow_dispatch' on a disabled workflow");
    const sha = asked.world.refs().get(`refs/heads/${ref}`);
    if (sha === undefined) throw new Refused(422, `No ref found for: ${ref}`);
    asked.world.dispatched.push({ workflow, sha, inputs });
    return [204];
  },
  'GET activity': ({ world }) => [200, world.pushes.toReversed().map(showPush)],
  'POST check-runs': (asked) => {
    writer(asked);
    const { world } = asked;
    if (asked.by.type !== 'Bot') throw new Refused(403, 'You must authenticate via a GitHub App.');
    const { head_sha: head, started_at, external_id, output, ...rest } = read(checkSchema, asked.body);
    if (!world.hasCommit(head)) throw new Refused(422, `No commit found for SHA: ${head}`);
    const at = started_at ?? world.now;
    const run = {
      id: world.next(),
      head,
      at,
      app: asked.by.app ?? actionsApp,
      externalId: external_id,
      ...rest,
      ...output,
    };
    world.checks.push(run);
    return [201, showCheck(run)];
  },
  'PATCH check-runs/N': (asked, id) => {
    writer(asked);
    const run = asked.world.checks.find((one) => String(one.id) === id);
    if (run === undefined) throw new Refused(404, 'Not Found');
    if (run.app !== (asked.by.app ?? actionsApp))
      throw new Refused(
        403,
        `Invalid app_id \`${asked.by.app ?? actionsApp}\` - check run can only be modified by the GitHub App that created it.`,
      );
    const change = read(checkSchema.partial(), asked.body);
    Object.assign(run, {
      status: change.status ?? run.status,
      conclusion: change.conclusion ?? run.conclusion,
      ...change.output,
    });
    return [200, showCheck(run)];
  },
  'GET commits/S/check-runs': ({ world, query }, head) => {
    const name = query.get('check_name');
    const runs = world.checks.filter((run) => run.head === head && (name === null || run.name === name));
    return [200, { total_count: runs.length, check_runs: runs.map(showCheck) }];
  },
};

const PATTERNS = Object.entries({
  ...ISSUE_ROUTES,
  ...PULL_ROUTES,
  ...PAGES_ROUTES,
  ...SETTINGS_ROUTES,
  ...OTHER_ROUTES,
}).map(([route, run]) => {
  const source = route.replaceAll('/N', '/(\\d+)').replaceAll('/S', '/([^/]+)');
  return { pattern: new RegExp(`^${source}$`, 'u'), run };
});

const prefix = '/repos/o/r/';

/** What GitHub would answer, as its published description has it: what that knows nothing of is refused. */
export function answerRest(method: string, path: string, asked: Asked): Answer {
  const operation = findOperation(method, path);
  if (operation === null) throw new Refused(404, `Not Found: GitHub has no ${method} ${path}`);
  const problems = requestProblems(operation, asked.query, asked.body);
  if (problems.length > 0) throw new Refused(422, `Validation Failed: ${problems.join('; ')}`);
  const [status, answer] = route(method, path, asked);
  const described = describeAnswer(operation, status, answer);
  if (described.problems.length > 0)
    throw new Error(`The stand-in answered ${operation.id} otherwise: ${described.problems.join('; ')}`);
  return described.answer === undefined ? [status] : [status, described.answer];
}

function route(method: string, path: string, asked: Asked): Answer {
  const user = /^\/users\/([\w-]+)$/u.exec(path)?.[1];
  if (user !== undefined) return [200, userCalled(asked, user)];
  if (method === 'GET' && path === '/user') return [200, who(asked.by)];
  if (method === 'GET' && `${path}/` === prefix) return [200, showRepository(asked.world)];
  if (!path.startsWith(prefix)) throw new Refused(404, 'Not Found');
  for (const { pattern, run } of PATTERNS) {
    const found = pattern.exec(`${method} ${path.slice(prefix.length)}`);
    if (found !== null) return run(asked, ...found.slice(1).map((part) => decodeURIComponent(part)));
  }
  throw new Refused(404, `Not Found: the stand-in has no ${method} ${path}`);
}

function userCalled({ world }: Asked, login: string): Json {
  const found = [...world.accounts.values()].find((one) => one.login.toLowerCase() === login.toLowerCase());
  if (found === undefined) throw new Refused(404, 'Not Found');
  return who(found);
}
