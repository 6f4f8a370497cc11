import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import type { Folder } from './folders.ts';
import { makeMutants, type Mutant } from './make-mutants.ts';
import type { Answer, Plan } from './plan.ts';

/** A mutant where it stands. */
export interface Placed extends Mutant {
  readonly file: string;
  readonly number: number;
}

export interface Found extends Placed {
  readonly how: 'died' | 'lives' | 'unreached';
  /** The test that noticed, or how many did not. */
  readonly by: string;
}

interface Sources {
  readonly mutated: Readonly<Record<string, string>>;
  readonly mutants: readonly Placed[];
}

/** A process that says nothing for so long, though steps are counted, hangs where nothing is counted. */
const SILENCE_MS = 600_000;

/** Tries mutants of a folder; of a process that died with one, the next goes on behind it. */
export async function tryFolder(
  root: string,
  folder: Folder,
  { every, file }: { readonly every: number; readonly file: string },
): Promise<readonly Found[]> {
  const { mutated, mutants } = mutate(root, folder.sources);
  const names = file.split(',');
  const tried = mutants.filter(
    (one, at) => at % every === 0 && names.some((name) => one.file.includes(name)),
  );
  const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-mutants-'));
  const { tests, games, without = null } = folder;
  const plan = { mutated, tests, games, without, runs: keptRuns(root, mutated) };
  const answered = new Map<number, Answer>();
  const ask = async (which: readonly Placed[], known: Plan['known']): Promise<void> => {
    const answers = join(scratch, 'answers.jsonl');
    writeFileSync(answers, '');
    const planned = join(scratch, 'plan.json');
    const asked = {
      ...plan,
      mutants: which.map(({ number, file: of }) => ({ number, file: of })),
      known,
      answers,
    };
    writeFileSync(planned, JSON.stringify(asked satisfies Plan));
    const began = performance.now();
    await runVitest(root, planned, answers);
    const took = Math.round((performance.now() - began) / 1000);
    console.error(`${folder.sources}: ${which.length} asked, ${took} s`);
    for (const line of readFileSync(answers, 'utf8').split('\n').filter(Boolean)) {
      const one = JSON.parse(line) as Answer;
      answered.set(one.number, one);
    }
    if (which.length > 0 && readFileSync(answers).length === 0)
      throw new Error(`The tests of ${folder.sources} fail without a mutant.`);
  };
  try {
    let known = readRuns(plan.runs);
    let left = tried;
    for (;;) {
      await ask(left, known);
      known = readRuns(plan.runs);
      const open = left.filter(({ number }) => !isSettled(answered.get(number)));
      const [first] = open;
      if (first === undefined) break;
      // The first of a new process has broken that one too.
      if (first === left[0]) answered.set(first.number, died(first.number, 'breaks the process'));
      left = open.filter(({ number }) => !isSettled(answered.get(number)));
    }
    return tried.map((one) => ({ ...one, ...said(answered.get(one.number)) }));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function died(number: number, by: string): Answer {
  return { number, how: 'died', by };
}

function isSettled(answer: Answer | undefined): boolean {
  return answer !== undefined && answer.how !== 'begun' && answer.how !== 'spoilt';
}

function said(answer: Answer | undefined): Pick<Found, 'how' | 'by'> {
  if (answer?.how === 'died') return { how: 'died', by: answer.by };
  if (answer?.how === 'lives') return { how: 'lives', by: `${answer.tests} tests` };
  return { how: 'unreached', by: 'no test comes there' };
}

function mutate(root: string, sources: string): Sources {
  const whole = join(root, sources);
  const files = sources.endsWith('.ts')
    ? [whole]
    : readdirSync(whole, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('fixtures'))
        .sort()
        .map((path) => join(whole, path));
  const mutated: Record<string, string> = {};
  const mutants: Placed[] = [];
  for (const file of files) {
    const first = mutants.length;
    const made = makeMutants(readFileSync(file, 'utf8'), first);
    made.mutants.forEach((one, at) =>
      mutants.push({ ...one, file: relative(root, file), number: first + at }),
    );
    const from = JSON.stringify(join(root, 'scripts/mutants/switch.ts'));
    mutated[file] = `import { $m, $again } from ${from};${made.code}`;
  }
  return { mutated, mutants };
}

/** Where it is kept what whole games reach: it is the same for as long as these sources are, and the dearest part of a run. */
function keptRuns(root: string, mutated: Sources['mutated']): string {
  const folder = join(root, 'node_modules/.cache/gitnomic-mutants');
  mkdirSync(folder, { recursive: true });
  const hash = createHash('sha256').update(JSON.stringify(mutated)).digest('hex').slice(0, 16);
  return join(folder, `${hash}.json`);
}

function readRuns(path: string): Plan['known'] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Plan['known']) : {};
}

/** Runs the tests in a process of its own, which may come to its end before they do. */
function runVitest(root: string, plan: string, answers: string): Promise<void> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(root, 'scripts/mutants/vitest.config.ts');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, 'run', '--config', config, '--reporter', 'dot'], {
      cwd: root,
      env: { ...process.env, GITNOMIC_PLAN: plan },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (data: Buffer) => output.push(data));
    child.stderr.on('data', (data: Buffer) => output.push(data));
    let size = -1;
    const watch = setInterval(() => {
      const now = readFileSync(answers).length;
      if (now === size && now > 0) child.kill('SIGKILL');
      size = now;
    }, SILENCE_MS);
    child.on('close', (code) => {
      clearInterval(watch);
      if (code === 1) console.error(Buffer.concat(output).toString().slice(-4_000));
      resolve();
    });
  });
}
