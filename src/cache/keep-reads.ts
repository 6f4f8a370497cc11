import { dirname, join } from 'node:path';

import { keepSourcesIn } from '../sandbox/source-store.ts';
import { engineFingerprint } from './engine-fingerprint.ts';
import { hashOf, KeptReads } from './kept-reads.ts';

let reads: KeptReads | null = null;
let sources: KeptReads | null = null;
let place: { readonly folder: string; readonly engine: string } | null = null;
/** What is to be written once the command is done, by what it is. */
const owed = new Map<string, () => void>();
/** What has to be looked at before that. */
const looks = new Map<string, () => Promise<void>>();

/** Remembers in this file what is read from now on, and reads from it what is remembered. */
export function keepReadsIn(path: string, engine: string | null = engineFingerprint()): void {
  reads = engine === null ? null : new KeptReads(path, engine);
  place = engine === null ? null : { folder: dirname(path), engine };
  sources = null;
  keepSourcesIn(
    engine === null
      ? null
      : {
          get: (key) => keptSources(path, engine).get('source', key) as string | undefined,
          set: (key, javascript) => keptSources(path, engine).set('source', key, javascript),
        },
  );
}

/** In a file of their own: few commands need them, and they are half of all. */
function keptSources(path: string, engine: string): KeptReads {
  sources ??= new KeptReads(join(dirname(path), 'sources.json'), engine);
  return sources;
}

/** Once a command is done, or a request: leaves for the next what it can go on from. */
export async function finishReads(): Promise<void> {
  const due = [...looks.values()];
  looks.clear();
  try {
    for (const look of due) await look();
  } catch {
    // The command is done and has said so: the next one looks for itself, and tells what is wrong.
  }
  saveReads();
}

export function saveReads(): void {
  reads?.save();
  sources?.save();
  for (const write of owed.values()) write();
  owed.clear();
}

/** Once the command is done, and only the last of what is said to be the same. */
export function writeAtTheEnd(what: string, write: () => void): void {
  owed.set(what, write);
}

/** Once the command is done, before anything is written. */
export function lookAtTheEnd(what: string, look: () => Promise<void>): void {
  looks.set(what, look);
}

/** Where things are kept, and for which engine; null where nothing is. */
export function keptIn(): { readonly folder: string; readonly engine: string } | null {
  return place;
}

/** What was made of these texts before. It is JSON, and depends on nothing else. */
export function recall(kind: string, parts: readonly string[]): unknown {
  return reads === null ? undefined : reads.get(kind, hashOf(parts));
}

export function keep(kind: string, parts: readonly string[], value: unknown): void {
  if (reads !== null) reads.set(kind, hashOf(parts), value);
}

/** What was made of these texts before, or what is made now. */
export function keptOr<T>(kind: string, parts: readonly string[], make: () => T): T {
  const known = recall(kind, parts);
  if (known !== undefined) return known as T;
  const made = make();
  keep(kind, parts, made);
  return made;
}

/** The same for what takes time. */
export async function keptOrAsked<T>(
  kind: string,
  parts: readonly string[],
  make: () => Promise<T>,
): Promise<T> {
  const known = recall(kind, parts);
  if (known !== undefined) return known as T;
  const made = await make();
  keep(kind, parts, made);
  return made;
}
