import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { OWN_ACTION } from '../../scripts/build-action/build.ts';
import { ROOMS } from '../../scripts/mutants/rooms.ts';
import { oldestNode } from '../../scripts/set-up/failures.mjs';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { listPacks } from '../../src/ruleset/compose.ts';
import { templateFiles } from '../../src/host/github/template/thin-files.ts';
import { lintProblems, parserProblems } from './published/workflows.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}.github/workflows/`;

const permissionsSchema = z.record(z.string(), z.enum(['read', 'write']));
const noOrYes = z.union([z.string(), z.number(), z.boolean()]);
const stepSchema = z.strictObject({
  if: z.string().optional(),
  id: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), noOrYes).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const concurrencySchema = z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() });
const jobSchema = z.strictObject({
  strategy: z
    .strictObject({
      'fail-fast': z.boolean(),
      matrix: z.strictObject({
        room: z.array(z.string()).optional(),
        include: z.array(z.strictObject({ os: z.string(), node: z.int() })).optional(),
        path: z.array(z.string()).optional(),
        part: z.array(z.int()).optional(),
      }),
    })
    .optional(),
  'runs-on': z.enum(['ubuntu-24.04', '${{ matrix.os }}']).optional(),
  'timeout-minutes': z.int().optional(),
  permissions: permissionsSchema,
  concurrency: concurrencySchema.optional(),
  outputs: z.record(z.string(), z.string()).optional(),
  environment: z.unknown().optional(),
  needs: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), noOrYes).optional(),
  secrets: z.record(z.string(), z.string()).optional(),
  steps: z.array(stepSchema).default([]),
});
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({}),
  concurrency: concurrencySchema.optional(),
  jobs: z.record(z.string(), jobSchema),
});

const names = readdirSync(folder);
const texts = new Map(names.map((name) => [name, readFileSync(`${folder}${name}`, 'utf8')]));
const workflows = new Map([...texts].map(([name, text]) => [name, workflowSchema.parse(parse(text))]));
/** Those of a game, which call these. */
const thinTexts = new Map(
  [...templateFiles({ repository: 'OWNER/gitnomic', version: '0.1.0' })].flatMap(([path, text]) =>
    path.startsWith('.github/workflows/') ? [[path.slice('.github/workflows/'.length), text] as const] : [],
  ),
);
const thin = new Map([...thinTexts].map(([name, text]) => [name, workflowSchema.parse(parse(text))]));
type Workflow = z.infer<typeof workflowSchema>;
const oneOf =
  (all: ReadonlyMap<string, Workflow>) =>
  (name: string): Workflow => {
    const found = all.get(name);
    if (found === undefined) throw new Error(`There is no workflow ${name}.`);
    return found;
  };
const [workflow, thinOne] = [oneOf(workflows), oneOf(thin)];

test('these are all the workflows, so that a new one must be considered here', () => {
  expect(names.toSorted()).toEqual([
    'check.yml',
    'clock.yml',
    'docs.yml',
    'events.yml',
    'mutants.yml',
    'platforms.yml',
    'publish.yml',
    'recover.yml',
    'relay.yml',
    'release.yml',
    'setup.yml',
    'smoke.yml',
    'tick.yml',
  ]);
});

test('each job has exactly the permissions that it needs', () => {
  const all = [...workflows].flatMap(([name, { jobs }]) =>
    Object.entries(jobs).map(([id, { permissions }]) => [`${name} ${id}`, permissions]),
  );
  expect(Object.fromEntries(all)).toEqual({
    'check.yml check': { contents: 'read' },
    'check.yml test': { contents: 'read' },
    'clock.yml clock': { actions: 'write' },
    'docs.yml build': { contents: 'read' },
    'docs.yml deploy': { pages: 'write', 'id-token': 'write' },
    'events.yml events': { checks: 'write', actions: 'write' },
    'mutants.yml try': { contents: 'read' },
    'platforms.yml play': { contents: 'read' },
    'publish.yml build': { contents: 'read', pages: 'read' },
    'publish.yml deploy': { contents: 'write', pages: 'write', 'id-token': 'write' },
    'recover.yml recover': { contents: 'write', issues: 'write', 'pull-requests': 'write' },
    'relay.yml relay': {},
    'release.yml build': { contents: 'read' },
    'release.yml publish': { contents: 'write', 'id-token': 'write', attestations: 'write' },
    'setup.yml setup': { contents: 'write', issues: 'write', 'pull-requests': 'read' },
    'smoke.yml smoke': {
      contents: 'write',
      issues: 'write',
      'pull-requests': 'write',
      checks: 'write',
      actions: 'write',
      pages: 'write',
      'id-token': 'write',
    },
    'tick.yml follow': { actions: 'write' },
    'tick.yml tick': { contents: 'write', issues: 'write', 'pull-requests': 'write', checks: 'write' },
  });
});

test('a game has a thin workflow for each callable one, and passes on its jobs’ permissions', () => {
  const reusable = [...workflows].filter(([, { on }]) => 'workflow_call' in on).map(([name]) => name);
  expect([...thin.keys()].toSorted()).toEqual(reusable.toSorted());
  for (const [name, { name: title, jobs }] of thin) {
    // Set up has its questions besides.
    expect(thinTexts.get(name)?.split('\n').length).toBeLessThan(name === 'setup.yml' ? 33 : 23);
    expect(title).toBe(workflow(name).name);
    const [job, ...others] = Object.values(jobs);
    expect(others).toEqual([]);
    expect(job?.uses).toBe(`OWNER/gitnomic/.github/workflows/${name}@v0.1.0`);
    expect(job?.permissions).toEqual(neededBy(name));
    const { inputs = {}, secrets = {} } = callSchema.parse(workflow(name).on['workflow_call'] ?? {});
    expect(Object.keys(job?.with ?? {}).toSorted()).toEqual(Object.keys(inputs).toSorted());
    expect(Object.keys(job?.secrets ?? {})).toEqual(Object.keys(secrets));
  }
});
const callSchema = z.object({
  inputs: z.record(z.string(), z.unknown()).optional(),
  secrets: z.record(z.string(), z.unknown()).optional(),
});

/** What a called workflow's jobs may do at most, and those that it calls itself. */
function neededBy(name: string): Record<string, string> {
  const needed: Record<string, string> = {};
  for (const { permissions } of Object.values(workflow(name).jobs))
    for (const [area, level] of Object.entries(permissions))
      if (needed[area] !== 'write') needed[area] = level;
  return needed;
}

test('a tick is only dispatched: people’s events start it, and a review does once its run is requested', () => {
  expect(Object.keys(thinOne('tick.yml').on)).toEqual(['workflow_dispatch']);
  const { on } = thinOne('events.yml');
  expect(Object.keys(on)).toEqual(['pull_request_target', 'issues', 'issue_comment', 'workflow_run']);
  expect(on).toMatchObject({
    workflow_run: { workflows: [thinOne('relay.yml').name], types: ['requested'] },
    issue_comment: { types: ['created', 'edited', 'deleted'] },
    pull_request_target: { types: expect.arrayContaining(['opened', 'synchronize', 'edited']) as string[] },
  });
  expect(Object.keys(thinOne('relay.yml').on)).toEqual(['pull_request_review']);
});

test('the clock’s frequency is a setting, and each choice of it is a schedule', () => {
  const { jobs } = workflow('clock.yml');
  const crons = z.array(z.object({ cron: z.string() })).parse(thinOne('clock.yml').on['schedule']);
  const condition = jobs['clock']?.if ?? '';
  expect(crons).toHaveLength(4);
  for (const { cron } of crons) expect(condition).toContain(`'${cron}'`);
  expect(condition).toContain('vars.GITNOMIC_EVERY');
  // So is for how long a run waits for what is due next.
  expect(workflow('tick.yml').jobs['tick']?.steps[0]?.with).toMatchObject({
    wait: '${{ vars.GITNOMIC_WAIT }}',
  });
});

test('of a game’s workflows, GitHub switches off only the clock after sixty quiet days', () => {
  const scheduled = [...workflows, ...thin].flatMap(([name, { on }]) => ('schedule' in on ? [name] : []));
  // Where nothing is changed for sixty days no fault needs to be looked for either.
  expect(scheduled).toEqual(['mutants.yml', 'clock.yml']);
  // It is started besides by a tick, which people have made begin.
  expect(Object.keys(thinOne('clock.yml').on)).toEqual(['schedule', 'workflow_dispatch']);
});

test('a game’s workflows install nothing and set up no Node, since they have the Action', () => {
  for (const name of thin.keys()) {
    const steps = Object.values(workflow(name).jobs).flatMap((job) => job.steps);
    expect(steps.filter(({ uses = '' }) => uses.startsWith('actions/setup-node@'))).toEqual([]);
    expect(steps.filter(({ run = '' }) => /\bnpm\b/u.test(run))).toEqual([]);
  }
  const { steps } = workflow('tick.yml').jobs['tick'] ?? {};
  expect(steps?.map(({ uses }) => uses)).toEqual([OWN_ACTION]);
});

test('set-up offers each core era and each dynasty of the library', () => {
  const { on } = thinOne('setup.yml');
  const { inputs } = z
    .object({ inputs: z.record(z.string(), z.object({ options: z.array(z.string()).default([]) })) })
    .parse(on['workflow_dispatch']);
  expect(Object.keys(inputs)).toEqual(['name', 'core', 'dynasty', 'path', 'admins']);
  const { core, dynasties } = listPacks(shippedLibrary);
  expect(inputs['core']?.options.toSorted()).toEqual([...core].toSorted());
  expect(inputs['dynasty']?.options.toSorted()).toEqual(['none', ...dynasties].toSorted());
});

test('actions are few, and run on a Node version that GitHub still runs', () => {
  // Of each its own action.yml says so, or, of the last, that of the one that it uses.
  const onNode24 = [
    'actions/checkout@v7',
    'actions/setup-node@v7',
    'actions/cache@v6',
    'actions/upload-pages-artifact@v5',
    'actions/deploy-pages@v5',
    'actions/upload-artifact@v7',
    'actions/download-artifact@v8',
    'actions/attest@v4',
  ];
  const used = [...texts.values()].flatMap((text) =>
    [...text.matchAll(/uses: (\S+)@[0-9a-f]{40} # (v\d+)/gu)].map(
      ([, name, version]) => `${name}@${version}`,
    ),
  );
  expect(new Set(used)).toEqual(new Set(onNode24));
});

test('a tick, a set-up and a recovery fetch only the Action', () => {
  for (const name of ['clock.yml', 'events.yml', 'recover.yml', 'relay.yml', 'setup.yml', 'tick.yml'])
    for (const { steps } of Object.values(workflow(name).jobs))
      for (const { uses = OWN_ACTION, run = '' } of steps) {
        expect([name, uses]).toEqual([name, OWN_ACTION]);
        // What is asked of GitHub's own API is an answer of a few bytes, which nobody keeps.
        expect([name, run]).toEqual([name, expect.not.stringMatching(/\b(?:npm|npx|git|wget|tar|gh)\b/u)]);
        if (run.includes('curl')) expect(run).toContain('--output /dev/null');
      }
});

test('what writes main runs one at a time for each game and is never cancelled half-way', () => {
  const alone = { group: 'gitnomic-tick-${{ inputs.path }}', 'cancel-in-progress': false };
  expect(workflow('tick.yml').jobs['tick']?.concurrency).toEqual(alone);
  expect(workflow('recover.yml').jobs['recover']?.concurrency).toEqual(alone);
  expect(workflow('setup.yml').jobs['setup']?.concurrency).toEqual(alone);
  expect(workflow('publish.yml').concurrency).toMatchObject({ 'cancel-in-progress': false });
});

test.each(['check.yml', 'platforms.yml'])('%s has no secrets and can’t write anything', (name) => {
  const { on, jobs } = workflow(name);
  // It runs what a pull request brings.
  expect(Object.keys(on)).toEqual(['pull_request', 'push']);
  expect(Object.values(jobs).flatMap(({ permissions }) => Object.values(permissions))).toEqual(
    Object.keys(jobs).map(() => 'read'),
  );
  expect(texts.get(name)).not.toMatch(/secrets|github\.token/u);
});

test('runs every shard of the tests', () => {
  const { strategy, steps = [] } = workflow('check.yml').jobs['test'] ?? {};
  const parts = strategy?.matrix.part ?? [];
  expect(parts).toEqual(Array.from({ length: parts.length }, (_, index) => index + 1));
  expect(steps.at(-1)?.run).toBe(`npm run test:all -- --shard="$PART/${parts.length}"`);
  expect(steps.at(-1)?.env).toEqual({ PART: '${{ matrix.part }}' });
});

test('mutants are tried in each room at night, but in no copy of the template', () => {
  const { strategy, if: condition } = workflow('mutants.yml').jobs['try'] ?? {};
  expect(strategy?.matrix.room).toEqual(Object.keys(ROOMS));
  expect(condition).toBe("vars.GITNOMIC_MUTANTS != ''");
  expect(texts.get('mutants.yml')).not.toMatch(/secrets|github\.token/u);
});

test('tests the engine on each system, and on each Node version from the oldest to its own', () => {
  const { strategy } = workflow('platforms.yml').jobs['play'] ?? {};
  const include = strategy?.matrix.include ?? [];
  expect(new Set(include.map(({ os }) => os.split('-')[0]))).toEqual(new Set(['ubuntu', 'macos', 'windows']));
  const nodes = include.flatMap(({ os, node }) => (os.startsWith('ubuntu') ? [node] : []));
  const brought = Number(readFileSync(`${root}.nvmrc`, 'utf8').split('.')[0]);
  // Of Node, even versions are the ones that are kept up.
  const supported = Array.from({ length: (brought - oldestNode) / 2 + 1 }, (_, i) => oldestNode + 2 * i);
  expect(nodes).toEqual(supported);
  expect(readFileSync(`${root}README.md`, 'utf8')).toMatch(
    new RegExp(`Node.{0,24} ${oldestNode} or later`, 'u'),
  );
});

test('the only secrets are a game’s seed, notices and App key, used by what plays it, and the template’s deploy key', () => {
  const secrets = [...texts].flatMap(([name, text]) =>
    [...text.matchAll(/secrets[.[]\S*/gu)].map(([secret]) => `${name} ${secret}`),
  );
  expect(secrets).toEqual([
    'recover.yml secrets.GITNOMIC_APP_KEY',
    'release.yml secrets.TEMPLATE_DEPLOY_KEY',
    'setup.yml secrets.GITNOMIC_APP_KEY',
    'setup.yml secrets.GITNOMIC_DICE_SEED',
    'tick.yml secrets.GITNOMIC_APP_KEY',
    'tick.yml secrets.GITNOMIC_DICE_SEED',
    'tick.yml secrets.GITNOMIC_NOTICES',
  ]);
});

const ofGames = [...thin].map(([name, one]) => [`a game's ${name}`, one, thinTexts.get(name) ?? ''] as const);
const ofOurs = [...workflows].map(([name, one]) => [name, one, texts.get(name) ?? ''] as const);

describe.each([...ofOurs, ...ofGames])('%s', (name, { jobs }, text) => {
  const all = Object.values(jobs);
  const steps = all.flatMap((job) => job.steps);
  const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));

  test('is accepted by GitHub’s own parser and actionlint', async () => {
    expect(await parserProblems(name, text)).toEqual([]);
    expect(await lintProblems(name, text)).toEqual([]);
    // Both find what is wrong.
    expect(await parserProblems(name, text.replace(/runs-on|uses/u, '$&n'))).not.toEqual([]);
    expect(await lintProblems(name, text.replace(/runs-on|uses/u, '$&n'))).not.toEqual([]);
  });

  test('pins each action by commit', () => {
    const loose = steps.flatMap(({ uses = '' }) =>
      uses === '' || uses === OWN_ACTION || /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/u.test(uses) ? [] : [uses],
    );
    const shared = all.flatMap(({ uses = './' }) =>
      uses.startsWith('./') || /^OWNER\/gitnomic\/.*@v\d+\.\d+\.\d+$/u.test(uses) ? [] : [uses],
    );
    expect([...loose, ...shared]).toEqual([]);
  });

  test('puts nothing that people wrote into a shell', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });

  test('installs without running the packages’ scripts', () => {
    const installs = steps.flatMap(({ run = '' }) => (run.includes('npm ci') ? [run] : []));
    expect(installs.filter((run) => !run.includes('--ignore-scripts'))).toEqual([]);
  });

  test('leaves no credentials behind a checkout', () => {
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
  });

  test('checks out only main if it may write', () => {
    // A release is of the commit of main that its run began at.
    const own = name === 'release.yml' ? '${{ github.sha }}' : 'main';
    const writing = all.filter(({ permissions }) => Object.values(permissions).includes('write'));
    const others = writing
      .flatMap((job) => job.steps)
      .filter((step) => checkouts.includes(step) && step.with?.['ref'] !== own);
    expect(others).toEqual([]);
  });

  test('stops by itself', () => {
    const endless = all.filter((job) => job.uses === undefined && (job['timeout-minutes'] ?? 360) > 60);
    expect(endless).toEqual([]);
  });
});
