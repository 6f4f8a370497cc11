import { keepSourcesIn } from '../../sandbox/source-store.ts';
import { hashOf, KeptReads } from './kept-reads.ts';

let reads: KeptReads | null = null;

/** Where bin/gitnomic.mjs says by content which engine this is; not said where sources run as they are. */
const ENGINE = Symbol.for('gitnomic.engine');

export function engineFingerprint(): string | null {
  const said = (globalThis as { [ENGINE]?: unknown })[ENGINE];
  return typeof said === 'string' ? said : null;
}

/** Remembers in this file what is read from now on, and reads from it what is remembered. */
export function keepReadsIn(path: string, engine: string | null = engineFingerprint()): void {
  reads = engine === null ? null : new KeptReads(path, engine);
  const kept = reads;
  keepSourcesIn(
    kept === null
      ? null
      : {
          get: (key) => kept.get('source', key) as string | undefined,
          set: (key, javascript) => kept.set('source', key, javascript),
        },
  );
}

export function saveReads(): void {
  reads?.save();
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
