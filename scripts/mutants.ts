// `npm run mutants`: puts small faults into the code and sees whether the tests beside it notice.
//
//   npm run mutants                      a sample of each folder
//   npm run mutants -- kernel --every 1  all mutants of one
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';

import { makeMutants, type Mutant } from './mutants/make-mutants.ts';
import { LIVING } from './mutants/living.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SWITCH = join(root, 'scripts/mutants/switch.ts');

interface Folder {
  /** Files to be mutated: a folder, or one file. */
  readonly sources: string;
  readonly tests: string;
  /** Of a hundred mutants at least so many must die. */
  readonly die: number;
}

const FOLDERS: Readonly<Record<string, Folder>> = {
  kernel: { sources: 'src/kernel', tests: 'src/kernel', die: 90 },
  merge: { sources: 'src/ruleset/merge', tests: 'src/ruleset/merge', die: 90 },
  decide: { sources: 'src/decide', tests: 'src/decide', die: 85 },
  'to-events': {
    sources: 'src/forge/github/to-events.ts',
    tests: 'src/forge/github/to-events.test.ts',
    die: 85,
  },
};

interface Placed extends Mutant {
  readonly file: string;
  readonly number: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '10' }, file: { type: 'string' } },
});
let missed = false;
for (const name of positionals.length > 0 ? positionals : Object.keys(FOLDERS)) {
  const folder = FOLDERS[name];
  if (folder === undefined)
    throw new Error(`There is no folder ${name}; there are ${Object.keys(FOLDERS).join(', ')}.`);
  missed = !(await tryFolder(name, folder, Number(values.every))) || missed;
}
process.exitCode = missed ? 1 : 0;

async function tryFolder(name: string, folder: Folder, every: number): Promise<boolean> {
  const { code, mutants } = mutate(folder.sources);
  const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-mutants-'));
  const state = join(scratch, 'on.json');
  process.env['GITNOMIC_MUTANT'] = state;
  process.env['GITNOMIC_REACHED'] = join(scratch, 'reached');
  process.env['GITNOMIC_MUTATED'] = join(scratch, 'mutated.json');
  writeFileSync(process.env['GITNOMIC_MUTATED'], JSON.stringify(Object.fromEntries(code)));
  const vitest = await vitestWith();
  try {
    const specs = await vitest.globTestSpecifications([folder.tests]);
    const isSound = async (on: number): Promise<boolean> => {
      writeFileSync(state, JSON.stringify({ on }));
      return pass(vitest, specs);
    };
    if (!(await isSound(-1)) || !(await isSound(-2)))
      throw new Error(`The tests of ${name} fail without a mutant.`);
    const reachedBy = readReached(join(scratch, 'reached'));
    const tried = mutants.filter(
      ({ file }, at) => at % every === 0 && (values.file === undefined || file.includes(values.file)),
    );
    const alive: Placed[] = [];
    for (const mutant of tried) {
      const near = specs.filter(({ moduleId }) => reachedBy.get(moduleId)?.has(mutant.number) === true);
      writeFileSync(state, JSON.stringify({ on: mutant.number }));
      if (near.length === 0 || (await pass(vitest, near))) alive.push(mutant);
    }
    return tell(name, folder, tried, alive, reachedBy);
  } finally {
    await vitest.close();
    rmSync(scratch, { recursive: true });
  }
}

function mutate(sources: string): { code: ReadonlyMap<string, string>; mutants: readonly Placed[] } {
  const whole = join(root, sources);
  const files = sources.endsWith('.ts')
    ? [whole]
    : readdirSync(whole, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('fixtures'))
        .sort()
        .map((path) => join(whole, path));
  const code = new Map<string, string>();
  const mutants: Placed[] = [];
  for (const file of files) {
    const first = mutants.length;
    const made = makeMutants(readFileSync(file, 'utf8'), first);
    made.mutants.forEach((one, at) =>
      mutants.push({ ...one, file: relative(root, file), number: first + at }),
    );
    code.set(file, `import { $m, $again } from ${JSON.stringify(SWITCH)};${made.code}`);
  }
  return { code, mutants };
}

function vitestWith(): Promise<Vitest> {
  return createVitest('test', {
    config: join(root, 'scripts/mutants/vitest.config.ts'),
    watch: false,
    reporters: [{}],
  });
}

async function pass(vitest: Vitest, specs: TestSpecification[]): Promise<boolean> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs, false);
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
}

function readReached(folder: string): ReadonlyMap<string, ReadonlySet<number>> {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    files.map((file) => {
      const { path, reached } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        path: string;
        reached: number[];
      };
      return [path, new Set(reached)];
    }),
  );
}

function tell(
  name: string,
  { die }: Folder,
  tried: readonly Placed[],
  alive: readonly Placed[],
  reachedBy: ReadonlyMap<string, ReadonlySet<number>>,
): boolean {
  const isReached = ({ number }: Placed): boolean => [...reachedBy.values()].some((one) => one.has(number));
  const known = alive.filter(({ file, was, is }) =>
    LIVING[file]?.some((one) => one.was === was && one.is === is),
  );
  const share = (100 * (tried.length - alive.length)) / Math.max(1, tried.length);
  for (const mutant of alive.filter((one) => !known.includes(one)))
    console.log(
      `${mutant.file}:${mutant.line}: ${oneLine(mutant.was)} → ${oneLine(mutant.is)}${isReached(mutant) ? '' : ' (no test comes there)'}`,
    );
  const unreached = new Set(
    alive.filter((one) => !isReached(one)).map(({ file }) => `${basename(dirname(file))}/${basename(file)}`),
  );
  console.log(
    JSON.stringify({
      folder: name,
      tried: tried.length,
      died: tried.length - alive.length,
      share: Math.round(share * 10) / 10,
      wanted: die,
      lives: alive.length,
      withReason: known.length,
      withoutTest: [...unreached],
    }),
  );
  return share >= die;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/gu, ' ');
  return line.length > 90 ? `${line.slice(0, 87)}…` : line;
}
