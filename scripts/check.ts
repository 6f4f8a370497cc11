// `npm run check`: all checks of the source that don't run the game. All of them always run, so that one run
// shows everything that has to be fixed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

type Chore = { name: string; does: string; command: readonly [string, ...string[]]; mend: string };
type Outcome = { chore: Chore; passed: boolean; output: string; seconds: number };

/** Tests that only read the source. They may take as long as they need on a busy machine, since none of them measures time. */
const reading = (...paths: string[]): Chore['command'] => [
  'vitest',
  'run',
  '--reporter=dot',
  '--testTimeout=0',
  '--hookTimeout=0',
  ...paths,
];

const chores: readonly Chore[] = [
  {
    name: 'types',
    does: 'TypeScript over src, test, scripts and bench',
    command: ['tsc', '-p', '.'],
    mend: 'Types say what is wrong where they stand.',
  },
  {
    name: 'pages',
    does: 'TypeScript over the pages and components of the site',
    command: ['node', 'scripts/check-page-types.ts'],
    mend: 'Each fault stands at its line of an `.astro` file.',
  },
  {
    name: 'lint',
    does: 'oxlint with what .oxlintrc.json asks',
    command: ['oxlint', '--type-aware', '--deny-warnings'],
    mend: '`npx oxlint --fix` mends some of it; .oxlintrc.json says what is asked, CONTRIBUTING.md why.',
  },
  {
    name: 'format',
    does: 'prettier over all files',
    command: ['prettier', '--check', '--log-level=warn', '.'],
    mend: '`npm run format` mends all of it.',
  },
  {
    name: 'budgets',
    does: 'lines of each room of src, and words of the documentation, against their budgets',
    command: ['node', 'scripts/check-budgets.ts'],
    mend: '`node scripts/check-budgets.ts --list` shows all rooms and pages.',
  },
  {
    name: 'prose',
    does: 'comments, docs and messages against turns of phrase that read translated',
    command: ['node', 'scripts/check-prose.ts'],
    mend: 'The advice stands behind each. `node scripts/check-prose.ts --list src/host` prints all of a room.',
  },
  {
    name: 'packages',
    does: 'each package against its integrity in package-lock.json, and against those that may have install scripts',
    command: ['node', 'scripts/check-packages.ts'],
    mend: 'What is installed otherwise than locked: `npm ci --ignore-scripts`. A new install script: read it, and see scripts/packages/find-odd-packages.ts.',
  },
  {
    name: 'layers',
    does: 'the walls between the rooms, and the words that no engine knows',
    command: reading('test/layers.test.ts', 'test/game-words.test.ts'),
    mend: 'ARCHITECTURE.md has the map of what may import what.',
  },
  {
    name: 'clauses',
    does: 'the types of the clauses of each ruleset in the library',
    command: reading('test/types'),
    mend: '`npm run -s gitnomic -- lint types --core ERA --dynasty PACK` tells what is wrong with the clauses of one ruleset.',
  },
];

function run(chore: Chore): Promise<Outcome> {
  const start = performance.now();
  const [name, ...args] = chore.command;
  return new Promise((resolve) => {
    // A check runs the full suites, of which `npm test` runs only a part.
    const env = { ...process.env, GITNOMIC_SLOW: 'yes' };
    const child = spawn(name, args, { cwd: root, env, shell: process.platform === 'win32' });
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

/** Runs one check per processor at a time, since each needs one for itself. */
async function runAll(): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...chores];
  const lane = async (): Promise<void> => {
    for (let chore = waiting.shift(); chore !== undefined; chore = waiting.shift()) {
      console.log(`…       ${chore.name.padEnd(10)}${chore.does}`);
      const outcome = await run(chore);
      outcomes.push(outcome);
      console.log(
        `${outcome.passed ? 'ok    ' : 'FAILED'}  ${chore.name.padEnd(10)}${outcome.seconds.toFixed(1)} s`,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, lane));
  return outcomes;
}

const failed = (await runAll()).filter(({ passed }) => !passed);
for (const { chore, output } of failed)
  console.log(`\n── ${chore.name} ──\n${output.trimEnd()}\n\n${chore.mend}`);
process.exitCode = failed.length === 0 ? 0 : 1;
