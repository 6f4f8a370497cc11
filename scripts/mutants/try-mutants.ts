import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { findMutants, type Body, type Mutant } from './find-mutants.ts';
import type { Room } from './rooms.ts';

/** The functions that the tests of a file call, and how long these tests take. */
interface Reach {
  readonly file: string;
  readonly ms: number;
  readonly reached: ReadonlySet<string>;
}

/**
 * The processor seconds that each process of a run may take. This ends endless loops, but nothing that is
 * slow only because the machine is busy.
 */
const MOST_CPU_SECONDS = 300;
/** At most this many test files that call a function are run, quickest first. */
const MOST_FILES = 12;

/** A copy of the project in which faults are put into the files of a room and its tests are run. */
export class Trials {
  readonly #copy: string;
  readonly #room: Room;
  readonly #sources: ReadonlyMap<string, string>;
  readonly #found: ReadonlyMap<string, ReturnType<typeof findMutants>>;
  #reach: readonly Reach[] = [];

  constructor(copy: string, room: Room) {
    this.#copy = copy;
    this.#room = room;
    const paths = room.sources
      .flatMap((glob) => globSync(glob, { cwd: copy }))
      .filter((path) => !path.endsWith('.test.ts') && !path.includes('/fixtures/'))
      .sort();
    this.#sources = new Map(paths.map((path) => [path, readFileSync(join(copy, path), 'utf8')]));
    this.#found = new Map([...this.#sources].map(([path, text]) => [path, findMutants(path, text)]));
  }

  get mutants(): readonly Mutant[] {
    return [...this.#found.values()].flatMap(({ mutants }) => mutants);
  }

  /** Runs all tests of the room once without a fault, and notes the functions that each file calls. */
  measure(): void {
    const noted = join(this.#copy, 'reached.jsonl');
    rmSync(noted, { force: true });
    for (const [path, text] of this.#sources)
      writeFileSync(join(this.#copy, path), withMarks(path, text, this.#found.get(path)?.bodies ?? []));
    const files = this.#room.tests
      .flatMap((glob) => globSync(glob, { cwd: this.#copy }))
      .filter((path) => existsSync(join(this.#copy, path)));
    const status = files.length === 0 ? 0 : this.#run(files, { GITNOMIC_REACHED: noted }, 'inherit');
    for (const [path, text] of this.#sources) writeFileSync(join(this.#copy, path), text);
    if (status !== 0) throw new Error('The tests fail although nothing was changed.');
    const lines = existsSync(noted) ? readFileSync(noted, 'utf8').trimEnd().split('\n') : [];
    this.#reach = lines
      .map((line) => JSON.parse(line) as { file: string; ms: number; reached: string[] })
      .map(({ file, ms, reached }) => ({ file: relative(this.#copy, file), ms, reached: new Set(reached) }))
      .sort((a, b) => a.ms - b.ms);
  }

  /** Whether a test notices the mutant; false at once if no test calls its function. */
  dies({ file, start, end, is, inside }: Mutant): boolean {
    const isCalled = ({ reached }: Reach): boolean =>
      inside === null
        ? [...reached].some((one) => one.startsWith(`${file}:`))
        : reached.has(`${file}:${inside}`);
    const tests = this.#reach.filter(isCalled).slice(0, MOST_FILES);
    if (tests.length === 0) return false;
    const text = this.#sources.get(file) ?? '';
    writeFileSync(join(this.#copy, file), text.slice(0, start) + is + text.slice(end));
    try {
      return (
        this.#run(
          tests.map((one) => one.file),
          {},
          'ignore',
        ) !== 0
      );
    } finally {
      writeFileSync(join(this.#copy, file), text);
    }
  }

  #run(
    files: readonly string[],
    env: Readonly<Record<string, string>>,
    output: 'inherit' | 'ignore',
  ): number | null {
    const vitest = join(this.#copy, 'node_modules/vitest/vitest.mjs');
    const words = [
      vitest,
      'run',
      '--config',
      'scripts/mutants/vitest.config.ts',
      '--bail=1',
      '--reporter=dot',
      ...files,
    ];
    // Null means that a process was ended because it took too long.
    return spawnSync(
      'sh',
      ['-c', `ulimit -t ${MOST_CPU_SECONDS}; exec "$0" "$@"`, process.execPath, ...words],
      {
        cwd: this.#copy,
        stdio: ['ignore', output, output],
        env: { ...process.env, GITNOMIC_MUTANTS: 'yes', ...env },
      },
    ).status;
  }
}

/** `() => 1` becomes `() => (globalThis.reached?.add('src/a.ts:6'), 1)`, which records that it was called. */
function withMarks(path: string, text: string, bodies: readonly Body[]): string {
  const marks = bodies.flatMap(
    ({ start, end, isBlock }): readonly (readonly [at: number, mark: string])[] => {
      const call = `globalThis.reached?.add('${path}:${start}')`;
      return isBlock
        ? [[start + 1, `${call};`]]
        : [
            [start, `(${call}, (`],
            [end, '))'],
          ];
    },
  );
  // Edits from the end, so that earlier positions stay valid. At the same position the inner one comes first.
  return marks
    .toSorted(([a], [b]) => b - a)
    .reduce((marked, [at, mark]) => marked.slice(0, at) + mark + marked.slice(at), text);
}
