import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { TakenOut } from './taken-out.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The source without the feature. */
export function withoutFeature({ feature, file, replace, with: words }: TakenOut): string {
  const parts = readFileSync(join(root, file), 'utf8').split(replace);
  if (parts.length !== 2)
    throw new Error(`${feature}: ${JSON.stringify(replace)} must stand exactly once in ${file}`);
  return parts.join(words);
}

/** The tests that fail where the feature is taken out; with null as they stand. */
export async function failuresWithout(
  tests: readonly string[],
  without: TakenOut | null,
): Promise<readonly string[]> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(root, 'test/faults/taken-out.config.ts');
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-without-'));
  // By default Vitest writes its report into the project.
  const output = join(folder, 'report.json');
  const words = [vitest, 'run', '--config', config, '--reporter', 'json', '--outputFile', output, ...tests];
  const plan = without === null ? {} : { file: without.file, text: withoutFeature(without) };
  const env = { ...process.env, GITNOMIC_WITHOUT: JSON.stringify(plan) };
  const said = await run(process.execPath, words, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }).then(
    () => '',
    (error: { stderr?: string; message: string }) => error.stderr ?? error.message,
  );
  const text = existsSync(output) ? readFileSync(output, 'utf8') : '';
  rmSync(folder, { recursive: true });
  if (text === '') throw new Error(`no test was run: ${said.slice(0, 2_000)}`);
  const report = JSON.parse(text) as Report;
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  // A source that can’t be loaded fails every file, and shows nothing of their tests.
  if (all.length === 0) throw new Error(`no test was run: ${said.slice(0, 2_000)}`);
  return all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}
