import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Folder } from './folders.ts';

/** Of the report that mutation testing tools share. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

export interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly statusReason?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Words, patterns and lists that are written out: a test that repeats them proves nothing. */
const WRITTEN_OUT = ['StringLiteral', 'Regex', 'ArrayDeclaration', 'ObjectLiteral'];
/** What a copy of the project doesn't need. */
const NOT_COPIED = [
  '/.cache',
  '/game',
  '/dist',
  '/bench',
  '/content/dynasties',
  '/test-results',
  '/scripts/*/node_modules',
  '.git',
];

/** Mutates the sources of a folder one by one and runs its tests on each. */
export function runStryker(
  root: string,
  name: string,
  { sources, tests }: Folder,
  files: readonly string[],
): Report {
  const tools = join(root, 'scripts/mutants');
  const work = join(root, '.cache/mutants', name);
  install(tools);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const report = join(work, 'report.json');
  const config = join(work, 'stryker.json');
  const mutate = sources.flatMap((glob) =>
    files.length === 0 ? [glob] : files.map((name) => glob.replace(/(?:\*\*\/)?\*\.ts$/u, `**/${name}.ts`)),
  );
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'loaded',
      plugins: [join(tools, 'test-runner.ts')],
      mutate: [...mutate, '!src/**/*.test.ts', '!src/**/fixtures/**'],
      mutator: { excludedMutations: WRITTEN_OUT },
      ignorePatterns: NOT_COPIED,
      tempDirName: `.cache/mutants/${name}/copy`,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      concurrency: 1,
      // The runner looks at the time itself.
      timeoutMS: 7_200_000,
      dryRunTimeoutMinutes: 120,
      checkers: [],
      // It would have TypeScript itself read it, and nothing in the copy depends on that.
      tsconfigFile: 'none',
      disableTypeChecks: false,
    }),
  );
  const stryker = join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { status } = spawnSync(process.execPath, [stryker, 'run', config], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      GITNOMIC_MUTANTS_TESTS: tests.join('\n'),
      GITNOMIC_MUTANTS_MEASURED: join(work, 'measured.json'),
    },
  });
  if (status !== 0 || !existsSync(report)) throw new Error('Stryker did not come to its end: see above.');
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

function install(tools: string): void {
  if (existsSync(join(tools, 'node_modules'))) return;
  console.error('Fetching what mutates the code …');
  // It uses the project's own Vitest, and not one beside it.
  const words = [
    'ci',
    '--legacy-peer-deps',
    '--ignore-scripts',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ];
  execFileSync('npm', words, { cwd: tools, stdio: ['ignore', 'ignore', 'inherit'] });
}
