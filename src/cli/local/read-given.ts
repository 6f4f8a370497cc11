import { closeSync, openSync, readSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { failure, type Failure, type Source, type UnclearKind } from '../command.ts';
import { join } from 'node:path';

/** Far more than any text or picture for a game. */
const MOST_BYTES = 20_000_000;
const PART = 65_536;

/** Reads a named file or pipe, and refuses one that is too large before it fills the memory. */
export function readGivenFile(path: string): Uint8Array {
  const bytes = readUpTo(path, MOST_BYTES);
  if (bytes !== null) return bytes;
  throw failure('broken', 'too-large-file', `${path} holds more than ${MOST_BYTES / 1_000_000} MB.`, {
    next: 'Check that it is the file that you mean.',
  });
}

export function readGivenText(path: string): string {
  return Buffer.from(readGivenFile(path)).toString('utf8');
}

/** Null if there are more bytes than `most`. The reported size is ignored, since devices have none. */
export function readUpTo(path: string, most: number): Uint8Array | null {
  const file = openSync(path, 'r');
  try {
    const parts: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const part = new Uint8Array(PART);
      const read = readSync(file, part);
      if (read === 0) return Buffer.concat(parts, size);
      size += read;
      if (size > most) return null;
      parts.push(part.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

/** More than any group has written: a larger size means that the wrong folder was named. */
const MOST_TO_IMPORT = 20_000_000;
const MOST_FILES = 20_000;

/** The text of a file, or all texts below a folder; hidden and binary files there are skipped. */
export function readSources(path: string): readonly Source[] {
  const sources = statIn(path).isDirectory() ? readFolder(path) : [{ path, text: readText(path) }];
  if (sources.some(({ text }) => text.trim() !== '')) return sources;
  throw failure('broken', 'nothing-to-import', `There is no text in ${path}.`);
}

function statIn(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

function readFolder(folder: string): Source[] {
  const sources: Source[] = [];
  const open = [''];
  let bytes = 0;
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) open.push(path);
      if (!entry.isFile()) continue;
      bytes += statSync(join(folder, path)).size;
      if (bytes > MOST_TO_IMPORT || sources.length >= MOST_FILES) throw tooMuch(folder);
      const text = textOf(readFileSync(join(folder, path)));
      if (text !== null) sources.push({ path, text });
    }
  }
  return sources;
}

function readText(path: string): string {
  const bytes = readUpTo(path, MOST_TO_IMPORT);
  if (bytes === null) throw tooMuch(path);
  const text = textOf(bytes);
  if (text !== null) return text;
  throw failure('broken', 'not-utf-8', `${path} is not UTF-8.`, {
    next: 'Save it as UTF-8, so that no letter is lost, and import it again.',
  });
}

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function tooMuch(path: string): Failure {
  return failure(
    'broken',
    'too-much-to-import',
    `${path} holds more than ${MOST_TO_IMPORT / 1_000_000} MB or ${MOST_FILES} files.`,
    { next: 'Name the file or the folder that holds the rules and nothing else.' },
  );
}

export function describeKind({ message, count, examples }: UnclearKind): string {
  const lines = examples.map(({ line, text }) => `    line ${line}: ${text}\n`);
  return `  ${message} (${count})\n${lines.join('')}`;
}
