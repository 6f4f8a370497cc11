import { isThere, readText } from '#platform/files.ts';
import { CodedError } from '../kernel/coded-error.ts';

/** Checks the text of a whole file in `.gitnomic`. A file that is empty, cut short or written by another program fails. */
export type Shape = (text: string) => boolean;

const [IDENTITY, SEED, OID] = [/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/u, /^[0-9a-f]{64}$/u, /^[0-9a-f]{40}$/u];

const linesLike =
  (pattern: RegExp): Shape =>
  (text) =>
    text.endsWith('\n') &&
    text
      .slice(0, -1)
      .split('\n')
      .every((line) => pattern.test(line));
const jsonLike =
  (fits: (value: Readonly<Record<string, unknown>>) => boolean): Shape =>
  (text) => {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      return fits(value as Readonly<Record<string, unknown>>);
    } catch {
      return false;
    }
  };

/** A thousand years. A clock further ahead would soon produce times that can't be written down. */
export const MOST_AHEAD_MS = 1_000 * 365 * 24 * 3_600_000;

export const SHAPES = {
  clock: jsonLike(({ aheadMs }) => typeof aheadMs === 'number' && Math.abs(aheadMs) <= MOST_AHEAD_MS),
  checkout: jsonLike(({ commit }) => typeof commit === 'string' && OID.test(commit)),
  data: jsonLike(() => true),
  identity: (text) => IDENTITY.test(text.trim()),
  seed: (text) => SEED.test(text.trim()),
  identities: linesLike(IDENTITY),
  seeds: linesLike(SEED),
  ids: linesLike(/\S/u),
} as const satisfies Readonly<Record<string, Shape>>;

/** One of the engine's own files isn't what the engine wrote. Treating it as empty would lose what was in it. */
class SpoiltFileError extends CodedError<'spoilt-file'> {
  constructor(file: string) {
    super('spoilt-file', `${file} is ${describeSpoilt(readText(file))}.`, {
      where: file,
      next: '`gitnomic doctor` says what can be saved, and `gitnomic doctor --fix` does it. If there is a copy of the file, put that back instead.',
    });
  }
}

export function describeSpoilt(text: string): string {
  return text.trim() === '' ? 'empty' : 'cut off, or was written by something other than Gitnomic';
}

/** The text of one of the engine's own files, or null if there is none. */
export function readOwnFile(path: string, shape: Shape): string | null {
  if (!isThere(path)) return null;
  const text = readText(path);
  if (!shape(text)) throw new SpoiltFileError(path);
  return text;
}

export function readOwnJson(path: string, shape: Shape = SHAPES.data): unknown {
  const text = readOwnFile(path, shape);
  return text === null ? null : JSON.parse(text);
}
