import { parse } from 'yaml';

/** What somebody asks the engine in a comment: a line that begins with a slash and a word. */
export interface Command {
  readonly name: string;
  /** What stands alone: `/act light-room` has `light-room`. */
  readonly operands: readonly string[];
  readonly words: Readonly<Record<string, unknown>>;
  readonly line: string;
}

const LINE = /^\/([a-z][a-z0-9-]*)(?=\s|$)(.*)$/u;
const FENCE = /^\s*(```|~~~)/u;

/** `/act light-room room=D4` → one command; what is quoted, or stands in a block of code, is no command. */
export function commandsIn(text: string): readonly Command[] {
  const commands: Command[] = [];
  let inCode = false;
  for (const raw of text.split('\n')) {
    if (FENCE.test(raw)) inCode = !inCode;
    const found = inCode ? null : LINE.exec(raw.trimEnd());
    if (found !== null)
      commands.push({ name: found[1] ?? '', ...readWords(found[2] ?? ''), line: raw.trimEnd() });
  }
  return commands;
}

const TOKEN =
  /([a-z][a-z0-9-]*)=("(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|\S*)|"((?:[^"\\]|\\.)*)"|(\S+)/giu;

/** `D4 name="Bone Hall" features=[fog, rats]` → operands and named words. */
export function readWords(text: string): Pick<Command, 'operands' | 'words'> {
  const operands: string[] = [];
  const words: Record<string, unknown> = {};
  for (const [, key, value, quoted, plain] of text.matchAll(TOKEN)) {
    if (key !== undefined) words[key.toLowerCase()] = readValue(value ?? '');
    else operands.push(quoted ?? plain ?? '');
  }
  return { operands, words };
}

/** As YAML reads it, so that 3 is a number and [a, b] a list; what YAML can't read is text. */
export function readValue(text: string): unknown {
  if (text === '') return '';
  try {
    const value: unknown = parse(text);
    return value instanceof Date ? text : value;
  } catch {
    return text;
  }
}

/** The line that `commandsIn` reads so. */
export function writeCommand(action: string, words: Readonly<Record<string, unknown>>): string {
  const named = Object.entries(words).map(([key, value]) => `${key}=${writeValue(value)}`);
  return ['/act', action, ...named].join(' ');
}

function writeValue(value: unknown): string {
  if (
    typeof value === 'string' &&
    /^[A-Za-z][\w.-]*$/u.test(value) &&
    !/^(true|false|null|yes|no)$/iu.test(value)
  )
    return value;
  return JSON.stringify(value);
}
