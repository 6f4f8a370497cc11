// `npm run check`: everything that is said about the source without running the game. All of it is run, so that
// one round shows all there is to mend.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

type Chore = { name: string; command: readonly [string, ...string[]]; mend: string };
type Outcome = { chore: Chore; passed: boolean; output: string; seconds: number };

const chores: readonly Chore[] = [
  { name: 'types', command: ['tsc', '-p', '.'], mend: 'Types say what is wrong where they stand.' },
  {
    name: 'lint',
    command: ['oxlint', '--type-aware', '--deny-warnings'],
    mend: '`npx oxlint --fix` mends some of it; .oxlintrc.json says what is asked, CONTRIBUTING.md why.',
  },
  {
    name: 'format',
    command: ['prettier', '--check', '--log-level=warn', '.'],
    mend: '`npm run format` mends all of it.',
  },
  {
    name: 'layers',
    command: ['vitest', 'run', '--reporter=dot', 'test/layers.test.ts', 'test/game-words.test.ts'],
    mend: 'ARCHITECTURE.md has the map of what may import what.',
  },
  {
    name: 'clauses',
    command: ['vitest', 'run', '--reporter=dot', 'test/types'],
    mend: '`npm run -s gitnomic -- types --core ERA --dynasty PACK` tells what is wrong with the clauses of one ruleset.',
  },
];

function run(chore: Chore): Promise<Outcome> {
  const start = performance.now();
  const [name, ...args] = chore.command;
  return new Promise((resolve) => {
    const child = spawn(name, args, { cwd: root, shell: process.platform === 'win32' });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const end = (passed: boolean): void =>
      resolve({ chore, passed, output, seconds: (performance.now() - start) / 1000 });
    child.on('error', (error) => {
      output += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

const outcomes = await Promise.all(chores.map(run));
for (const { chore, passed, output } of outcomes) {
  if (!passed) console.log(`── ${chore.name} ──\n${output.trimEnd()}\n\n${chore.mend}\n`);
}
for (const { chore, passed, seconds } of outcomes) {
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${chore.name.padEnd(8)}${seconds.toFixed(1)} s`);
}
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;
