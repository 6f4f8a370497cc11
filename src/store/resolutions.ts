import type { MatterChange } from '../kernel/state.ts';
import type { Merge } from '../play/play-options.ts';
import { RULESET } from './paths.ts';

/** Admins' decisions on conflicts between a matter and the rules in force, by the proposed content of each file. */
export class Resolutions {
  readonly #texts = new Map<string, string | null>();

  /** Takes each file that the matter changes from the commit in which the conflict was resolved. */
  add(changes: readonly MatterChange[], texts: ReadonlyMap<string, string>): void {
    for (const change of changes) {
      if (change.verb !== 'file' || change.base === undefined) continue;
      const path = change.path.slice(RULESET.length);
      this.#texts.set(keyOf(path, change.base, change.content), texts.get(change.path) ?? null);
    }
  }

  /** Merges automatically if possible, and otherwise uses an Admin's decision. */
  over(merge: Merge): Merge {
    return (path, base, ours, theirs) => {
      const merged = merge(path, base, ours, theirs);
      const key = keyOf(path, base, theirs);
      return merged.ok || !this.#texts.has(key) ? merged : { ok: true, text: this.#texts.get(key) ?? null };
    };
  }
}

function keyOf(path: string, base: string | null, theirs: string | null): string {
  return JSON.stringify([path, base, theirs]);
}
