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
  /** True if somebody watches lines of progress being overwritten. */
  watched?: boolean;
  /** The descriptor of what they watch, for a thread that writes there while this one is at work. */
  descriptor?: number;
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

type Stream = { write: (text: string) => unknown; isTTY?: boolean; fd?: number };

export const clearLine = '\r\u001B[K';
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
    ...(canRewrite && stderr.fd !== undefined && { descriptor: stderr.fd }),
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
