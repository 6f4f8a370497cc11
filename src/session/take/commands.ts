import { define } from '../../kernel/values.ts';
import { ownBlocks } from '../../ruleset/own-words.ts';
import { readTypedWord } from '../../ruleset/parse-yaml.ts';

/** A command to the engine in a comment: a line that begins with a slash and a word. */
export interface Command {
  readonly name: string;
  /** The unnamed words: `/act light-room` has `light-room`. */
  readonly operands: readonly string[];
  readonly words: Readonly<Record<string, unknown>>;
  readonly line: string;
}

/** A command that somebody has given. */
export interface AskedCommand {
  readonly command: Command;
  readonly at: string;
  readonly by: string;
}

const LINE = /^\/([a-z][a-z0-9-]*)(?=\s|$)(.*)$/su;

/** `/act light-room room=D4` → one command; what the author quotes, or shows as code, contains none. */
export function commandsIn(text: string): readonly Command[] {
  return ownBlocks(text)
    .split('\n')
    .flatMap((raw) => {
      const line = raw.trimEnd();
      const [, name, words] = LINE.exec(line) ?? [];
      return name === undefined || words === undefined ? [] : [{ name, ...readWords(words), line }];
    });
}

const KEY = /([a-z][a-z0-9-]*|"(?:[^"\\]|\\.)*")=/iuy;
const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/uy;
const PLAIN = /\S*/uy;

/** The search for a closing bracket runs to the end of the line, so only this many are tried. */
const MOST_OPEN = 20;

/** `D4 name="Bone Hall" features=[fog, rats]` → operands and named words. */
export function readWords(text: string): Pick<Command, 'operands' | 'words'> {
  const operands: string[] = [];
  const words: Record<string, unknown> = {};
  const open = { left: MOST_OPEN };
  let at = 0;
  for (;;) {
    at += matchAt(/\s*/uy, text, at)?.length ?? 0;
    if (at >= text.length) return { operands, words };
    const key = matchAt(KEY, text, at);
    const value = valueAt(text, at + (key?.length ?? 0), open);
    at += (key?.length ?? 0) + value.length;
    if (key === null) operands.push(value.startsWith('"') ? String(readValue(value)) : value);
    else {
      const name = key.slice(0, -1);
      define(words, name.startsWith('"') ? String(readValue(name)) : name.toLowerCase(), readValue(value));
    }
  }
}

function matchAt(form: RegExp, text: string, at: number): string | null {
  form.lastIndex = at;
  return form.exec(text)?.[0] ?? null;
}

/** Reads the word at `at`: a quoted text, a list or map up to its closing bracket, or everything before a space. */
function valueAt(text: string, at: number, open: { left: number }): string {
  const first = text[at] ?? '';
  if (first === '"' || first === "'") return matchAt(QUOTED, text, at) ?? matchAt(PLAIN, text, at) ?? '';
  if ((first !== '[' && first !== '{') || open.left === 0) return matchAt(PLAIN, text, at) ?? '';
  let depth = 0;
  let quotes = true;
  for (let end = at; end < text.length; end++) {
    const tried = quotes || text[end] !== '"';
    const quoted = tried ? matchAt(QUOTED, text, end) : null;
    // A quotation mark without an end here has none later either.
    if (tried && quoted === null && text[end] === '"') quotes = false;
    if (quoted !== null) end += quoted.length - 1;
    else if (text[end] === '[' || text[end] === '{') depth++;
    else if (text[end] === ']' || text[end] === '}') depth--;
    if (depth === 0) return text.slice(at, end + 1);
  }
  open.left--;
  return matchAt(PLAIN, text, at) ?? '';
}

/** Reads YAML, so that 3 is a number and [a, b] a list; anything that YAML can't read, or would write differently, is text. */
export function readValue(text: string): unknown {
  return text === '' ? text : readTypedWord(text);
}

/** The inverse of `commandsIn`. */
export function writeCommand(action: string, words: Readonly<Record<string, unknown>>): string {
  const named = Object.entries(words).map(([key, value]) => `${writeKey(key)}=${writeValue(value)}`);
  return ['/act', writeOperand(action), ...named].join(' ');
}

function writeKey(key: string): string {
  return /^[a-z][a-z0-9-]*$/u.test(key) ? key : JSON.stringify(key);
}

/** Quotes an unnamed word if it could be mistaken for something else. */
export function writeOperand(text: string): string {
  return /^[^\s"'[{=]+$/u.test(text) ? text : JSON.stringify(text);
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
