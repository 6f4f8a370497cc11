import type { Living } from './living/reasons.ts';
import { BY_THE_CLOCK } from './protocol.ts';
import type { Mutant, Report } from './run-stryker.ts';

export interface Survivor {
  readonly file: string;
  readonly line: number;
  /** The whole line. */
  readonly text: string;
  /** The code in the mutant's place, and the mutant's. */
  readonly was: string;
  readonly is: string;
}

interface Verdict {
  readonly died: number;
  readonly all: number;
  /** Those without a reason. */
  readonly survivors: readonly Survivor[];
  /** Reasons that fit no survivor, by file. */
  readonly idle: readonly string[];
  /** Those that nothing but the clock ended, twice: neither dead nor alive, and counted as alive. */
  readonly undecided: readonly Survivor[];
}

const DEAD = new Set(['Killed', 'Timeout', 'CompileError']);

/** Of a hundred that count, so many died; one that lives for a reason does not count. */
export function readReport({ files }: Report, living: Readonly<Record<string, readonly Living[]>>): Verdict {
  const used = new Set<Living>();
  const survivors: Survivor[] = [];
  const undecided: Survivor[] = [];
  let died = 0;
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n');
    for (const mutant of mutants) {
      // A mutant that could not be tried was not noticed either.
      if (mutant.status === 'RuntimeError') throw new Error(`${file}: ${mutant.statusReason ?? ''}`);
      if (mutant.statusReason === BY_THE_CLOCK) undecided.push(survivorOf(file, lines, mutant));
      else if (DEAD.has(mutant.status)) died += 1;
      else if (mutant.status !== 'Ignored') {
        const survivor = survivorOf(file, lines, mutant);
        const reason = living[file]?.find((one) => fits(one, survivor));
        if (reason === undefined) survivors.push(survivor);
        else used.add(reason);
      }
    }
  }
  const idle = Object.keys(files).flatMap((file) =>
    (living[file] ?? []).filter((one) => !used.has(one)).map(({ was, is }) => `${file}: ${was} → ${is}`),
  );
  return { died, all: died + survivors.length + undecided.length, survivors, idle, undecided };
}

function survivorOf(file: string, lines: readonly string[], { location, replacement }: Mutant): Survivor {
  const { start, end } = location;
  const inside = lines.slice(start.line - 1, end.line);
  const was = inside
    .map((text, at) => {
      const from = at === 0 ? start.column - 1 : 0;
      return at === inside.length - 1 ? text.slice(from, end.column - 1) : text.slice(from);
    })
    .join('\n');
  return {
    file,
    line: start.line,
    text: lines[start.line - 1] ?? '',
    was: onOneLine(was),
    is: onOneLine(replacement ?? ''),
  };
}

function fits({ in: part, was, is }: Living, survivor: Survivor): boolean {
  return survivor.was === was && survivor.is === is && (part === undefined || survivor.text.includes(part));
}

function onOneLine(code: string): string {
  return code.replace(/\s+/gu, ' ').trim();
}
