import { styleText } from 'node:util';

export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

/** The output of a command. Tests supply one that collects it. */
export type Terminal = {
  out: (text: string) => void;
  err: (text: string) => void;
  /** Colours, if the output is a terminal and NO_COLOR is not set. */
  paint: Paint;
  /** The same for stderr. */
  paintErr: Paint;
  /**
   * Prints a line on stderr that the next line or output overwrites. If stderr is not a terminal, long work prints a
   * line now and then, for readers of a log and so that no monitor takes it for dead.
   */
  progress: (line: string) => void;
  /** True if somebody watches the progress line. */
  watched?: boolean;
  /** The width of the watched stream, if known. */
  columns?: () => number;
  clear?: () => void;
};

type Environment = Readonly<Record<string, string | undefined>>;

export function wantsColour(environment: Environment, isTerminal: boolean): boolean {
  if (environment['NO_COLOR']) return false;
  if (environment['FORCE_COLOR'] !== undefined) return environment['FORCE_COLOR'] !== '0';
  return isTerminal && environment['TERM'] !== 'dumb';
}

export function makePaint(colour: boolean): Paint {
  return (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text);
}

type Stream = { write: (text: string) => unknown; isTTY?: boolean; columns?: number };

export const clearLine = '\r\u001B[K';
const USUAL_COLUMNS = 80;
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{1F000}-\u{1FAFF}]|[\u{20000}-\u{3FFFD}]/u;

/** Cuts a line to fit into one row, since a second row could not be overwritten. `Building the pages` in 10 columns is `Building …`. */
export function inOneRow(line: string, columns: number): string {
  const signs = Array.from(line.replaceAll(/\p{Cc}+/gu, ' '));
  const widthOf = (some: readonly string[]): number =>
    some.reduce((sum, sign) => sum + (/^\p{M}$/u.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1), 0);
  if (widthOf(signs) <= columns) return signs.join('');
  let end = signs.length;
  while (end > 0 && widthOf(signs.slice(0, end)) > columns - 1) end--;
  return columns < 1 ? '' : `${signs.slice(0, end).join('')}…`;
}

const quietMs = 5_000;
const betweenLinesMs = 15_000;

export function makeTerminal(
  stdout: Stream,
  stderr: Stream,
  environment: Environment,
  nowMs: () => number = Date.now,
): Terminal {
  const colourOf = (stream: Stream): boolean => wantsColour(environment, stream.isTTY === true);
  const canRewrite = stderr.isTTY === true && environment['TERM'] !== 'dumb';
  let showsProgress = false;
  let nextLineMs: number | null = null;

  // Terminals of unknown size report 0.
  const columns = (): number => (stderr.columns ?? 0) || USUAL_COLUMNS;

  function clear(): void {
    if (showsProgress) stderr.write(clearLine);
    showsProgress = false;
  }

  function afterProgress(stream: Stream, text: string): void {
    clear();
    stream.write(text);
  }

  return {
    out: (text) => afterProgress(stdout, text),
    err: (text) => afterProgress(stderr, text),
    paint: makePaint(colourOf(stdout)),
    paintErr: makePaint(colourOf(stderr)),
    watched: canRewrite,
    columns,
    clear,
    progress(line) {
      if (!canRewrite) {
        nextLineMs ??= nowMs() + quietMs;
        if (nowMs() < nextLineMs) return;
        nextLineMs = nowMs() + betweenLinesMs;
        stderr.write(`${line}\n`);
        return;
      }
      // Some terminals wrap after the last column, so it stays free.
      stderr.write(`${clearLine}${inOneRow(line, columns() - 1)}`);
      showsProgress = true;
    },
  };
}
