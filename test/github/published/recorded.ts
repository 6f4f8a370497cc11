import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import type { Json, JsonObject } from './json-schema.ts';

/** What GitHub published of what it really sent: scripts/write-recorded.ts says from where. */
export interface Recorded {
  readonly hooks: readonly {
    readonly name: string;
    readonly actions: readonly string[];
    readonly examples: readonly JsonObject[];
  }[];
  readonly answers: readonly { method: string; path: string; status: number; response: Json }[];
  /** By the name of the call and its path, and by the status of the answer. */
  readonly examples: Readonly<Record<string, Readonly<Record<string, readonly Json[]>>>>;
}

export const recorded = JSON.parse(
  brotliDecompressSync(readFileSync(new URL('./recorded.json.br', import.meta.url))).toString(),
) as Recorded;

/** What a call was answered with where it did what it was asked. */
export function answersOf(call: string): readonly Json[] {
  const found = Object.entries(recorded.examples).filter(([name]) => name.startsWith(`${call} `));
  return found.flatMap(([, byStatus]) =>
    Object.entries(byStatus).flatMap(([status, all]) => (status.startsWith('2') ? all : [])),
  );
}
