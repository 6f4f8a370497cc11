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
  /** A line on stderr that the next one, or the next output, rewrites; nothing where stderr is no terminal. */
  progress: (line: string) => void;
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

export function makeTerminal(stdout: Stream, stderr: Stream, environment: Environment): Terminal {
  const colourOf = (stream: Stream): boolean => wantsColour(environment, stream.isTTY === true);
  const canRewrite = stderr.isTTY === true && environment['TERM'] !== 'dumb';
  let showsProgress = false;

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
    progress(line) {
      if (!canRewrite) return;
      stderr.write(`${clearLine}${line}`);
      showsProgress = true;
    },
  };
}
