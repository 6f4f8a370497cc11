import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { parse } from 'yaml';
import { z } from 'zod';

const run = promisify(execFile);
const mostBytes = 64 * 1024 * 1024;

const jobSchema = z.looseObject({
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  steps: z.array(
    z.looseObject({
      id: z.string().optional(),
      run: z.string().optional(),
      env: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const workflowSchema = z.looseObject({ jobs: z.record(z.string(), z.looseObject({})) });

/** A job of one of the project's workflows, as it is written. */
export function jobOf(workflow: string, job: string): z.infer<typeof jobSchema> {
  const file = new URL(`../../.github/workflows/${workflow}`, import.meta.url);
  return jobSchema.parse(workflowSchema.parse(parse(readFileSync(file, 'utf8'))).jobs[job]);
}

export interface Runner {
  readonly folder: string;
  /** What GitHub would put in place of `${{ … }}`. */
  readonly given: Readonly<Record<string, string>>;
  /** What a runner has in its environment by itself. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Runs each step of a job that is a script, in the shell that a runner has, and gives what they said. */
export async function runJob(
  workflow: string,
  job: string,
  { folder, given, environment }: Runner,
): Promise<string> {
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{ ([\w.]+) \}\}/gu, (_, name: string) => {
      const value = given[name];
      if (value === undefined) throw new Error(`${workflow} asks for ${name}.`);
      return value;
    });
  let said = '';
  for (const { run: script, env = {} } of jobOf(workflow, job).steps) {
    if (script === undefined) continue;
    const own = Object.fromEntries(Object.entries(env).map(([key, text]) => [key, fill(text)]));
    const { stdout } = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { ...environment, ...own },
      maxBuffer: mostBytes,
    });
    said += stdout;
  }
  return said;
}
