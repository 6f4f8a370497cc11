import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { parse } from 'yaml';
import { z } from 'zod';

import { evaluate } from './stand-in/expressions.ts';

const run = promisify(execFile);
const mostBytes = 64 * 1024 * 1024;

const jobSchema = z.looseObject({
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  env: z.record(z.string(), z.string()).default({}),
  steps: z.array(
    z.looseObject({
      id: z.string().optional(),
      run: z.string().optional(),
      uses: z.string().optional(),
      with: z.record(z.string(), z.coerce.string()).default({}),
      env: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const workflowSchema = z.looseObject({ jobs: z.record(z.string(), z.looseObject({})) });
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A job of one of the project's workflows, as it is written here or in what a release holds. */
export function jobOf(workflow: string, job: string, at = ROOT): z.infer<typeof jobSchema> {
  const text = readFileSync(join(at, '.github/workflows', workflow), 'utf8');
  return jobSchema.parse(workflowSchema.parse(parse(text)).jobs[job]);
}

export interface Runner {
  readonly folder: string;
  /** What a release holds, which a runner has fetched; unless said, the job uses no Action, and is the one of this tree. */
  readonly action?: string;
  /** The Node that runs Actions. */
  readonly node?: string;
  /** The steps that are run, by their ids, where not all are: what a step hangs on is not looked at here. */
  readonly steps?: readonly string[];
  /** What GitHub would put in place of `${{ … }}`. */
  readonly given: Readonly<Record<string, string>>;
  /** What a runner has in its environment by itself. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Runs each step of a job that is a script, or that uses the Action, as a runner does, and gives what they said. */
export async function runJob(workflow: string, job: string, runner: Runner): Promise<string> {
  const { folder, action = ROOT, node = process.execPath, given, environment } = runner;
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{ (.+?) \}\}/gu, (_, expression: string) => {
      if (!/^[\w.]+$/u.test(expression)) return evaluate(expression, nested(given));
      // A variable or secret that a repository doesn't have is empty.
      const value = given[expression] ?? (/^(?:vars|secrets)\./u.test(expression) ? '' : undefined);
      if (value === undefined) throw new Error(`${workflow} asks for ${expression}.`);
      return value;
    });
  const paths = join(environment['RUNNER_TEMP'] ?? '', 'paths');
  writeFileSync(paths, '');
  const start = async (file: string, words: readonly string[], own: Record<string, string>) => {
    const added = readFileSync(paths, 'utf8').split('\n').filter(Boolean).reverse();
    const PATH = [...added, environment['PATH'] ?? ''].join(':');
    const env = { ...environment, PATH, GITHUB_PATH: paths, ...own };
    return (await run(file, [...words], { cwd: folder, env, maxBuffer: mostBytes })).stdout;
  };
  const filled = (values: Record<string, string>, name = (key: string) => key): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, text]) => [name(key), fill(text)]));
  let said = '';
  const { steps, env: shared } = jobOf(workflow, job, action);
  for (const { id = '', run: script, uses = '', with: inputs, env = {} } of steps) {
    if (runner.steps?.includes(id) === false) continue;
    const own = filled({ ...shared, ...env });
    if (script !== undefined)
      said += await start('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], own);
    else if (uses.startsWith('$/'))
      said += await start(node, [mainOf(join(action, uses.slice(2)))], asInputs(uses, inputs));
  }
  return said;

  function asInputs(uses: string, inputs: Record<string, string>): Record<string, string> {
    const { inputs: known } = readAction(join(action, uses.slice(2)));
    const unknown = Object.keys(inputs).filter((name) => known[name] === undefined);
    if (unknown.length > 0) throw new Error(`The Action has no input ${unknown.join(', ')}.`);
    const whole = Object.entries(known).map(([name, { default: usual = '' }]) => [
      name,
      inputs[name] ?? usual,
    ]);
    return filled(
      Object.fromEntries(whole) as Record<string, string>,
      (name) => `INPUT_${name.toUpperCase()}`,
    );
  }
}

/** `{ 'github.event.name': 'x' }` → `{ github: { event: { name: 'x' } }, … }` */
function nested(given: Readonly<Record<string, string>>): Record<string, unknown> {
  const all: Record<string, unknown> = { github: {}, inputs: {}, needs: {}, vars: {} };
  for (const [name, value] of Object.entries(given)) {
    const keys = name.split('.');
    const last = keys.pop() ?? '';
    let at = all;
    for (const key of keys) at = (at[key] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return all;
}

const actionSchema = z.looseObject({
  inputs: z.record(z.string(), z.looseObject({ default: z.string().optional() })),
  runs: z.strictObject({ using: z.literal('node24'), main: z.string() }),
});

const readAction = (folder: string): z.infer<typeof actionSchema> =>
  actionSchema.parse(parse(readFileSync(join(folder, 'action.yml'), 'utf8')));

function mainOf(folder: string): string {
  const file = join(folder, readAction(folder).runs.main);
  if (!existsSync(file)) throw new Error(`${file} is not there.`);
  return file;
}
