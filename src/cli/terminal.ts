import { styleText } from 'node:util';

export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Where a command's words go. Tests give one that collects them. */
export type Terminal = {
  out: (text: string) => void;
  err: (text: string) => void;
  /** Colours only where somebody looks: a terminal, and no NO_COLOR. */
  paint: Paint;
  /** The same for stderr. */
  paintErr: Paint;
  /**
   * A line on stderr that the next one, or the next output, rewrites. Where stderr is no terminal, work that takes long has a
   * line now and then: for whoever reads a log, and so that nothing that watches it takes it for dead.
   */
  progress: (line: string) => void;
  /** Whether somebody watches a line of progress being rewritten. */
  watched?: boolean;
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

type Stream = { write: (text: string) => unknown; isTTY?: boolean };

const clearLine = '\r\u001B[K';
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

  function afterProgress(stream: Stream, text: string): void {
    if (showsProgress) stderr.write(clearLine);
    showsProgress = false;
    stream.write(text);
  }

  return {
    out: (text) => afterProgress(stdout, text),
    err: (text) => afterProgress(stderr, text),
    paint: makePaint(colourOf(stdout)),
    paintErr: makePaint(colourOf(stderr)),
    watched: canRewrite,
    progress(line) {
      if (!canRewrite) {
        nextLineMs ??= nowMs() + quietMs;
        if (nowMs() < nextLineMs) return;
        nextLineMs = nowMs() + betweenLinesMs;
        stderr.write(`${line}\n`);
        return;
      }
      stderr.write(`${clearLine}${line}`);
      showsProgress = true;
    },
  };
}
