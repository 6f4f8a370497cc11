import type { Manifest, Terms } from '../kernel/manifest.ts';
import type { Limits, SandboxHost } from './host.ts';
import type { Runner } from './sandbox.ts';

/** The texts in force in a sandbox, and their parsed form. */
export interface RulesInForce {
  readonly edition: {
    readonly files: ReadonlyMap<string, string>;
    readonly terms: Terms;
  };
  readonly manifest: Manifest;
}

interface PooledSandbox {
  readonly sandbox: Runner;
  /** True if it is for trials, which never run where decisions are taken. */
  readonly trial: boolean;
  /** Null if the rules in it are unknown. */
  readonly rules: RulesInForce | null;
}

/** The most that are cached for trials, and as many for everything else. */
const MOST_CACHED = 3;

interface Wanted {
  readonly limits: Limits;
  readonly trial: boolean;
  /** A sandbox with these very rules in force is preferred. */
  readonly edition: RulesInForce['edition'];
}

export class SandboxPool {
  readonly #pooled: PooledSandbox[] = [];

  /** An idle sandbox, or null. It knows the clauses it has seen by content, so putting the same rules in force again is cheap. */
  take(
    host: SandboxHost,
    { limits, trial, edition }: Wanted,
  ): { readonly sandbox: Runner; readonly inForce: RulesInForce | null } | null {
    // A sandbox can die after it was given back, if another one shared its memory and was stopped.
    const fits = ({ sandbox, trial: isForTrials }: PooledSandbox): boolean =>
      isForTrials === trial && !sandbox.dead && isSameLimits(sandbox.limits, limits);
    const ready = this.#pooled.findIndex(
      (one) => fits(one) && one.rules !== null && isSameEdition(one.rules.edition, edition),
    );
    const place = ready >= 0 ? ready : this.#pooled.findIndex(fits);
    if (place < 0) return null;
    const [{ sandbox, rules }] = this.#pooled.splice(place, 1) as [PooledSandbox];
    sandbox.serve(host);
    sandbox.clear();
    return { sandbox, inForce: ready >= 0 ? rules : null };
  }

  /**
   * Takes a sandbox back and caches it if it is still clean. The game in it is cleared only when there is a next one, which a single
   * command never has.
   */
  giveBack(sandbox: Runner, trial: boolean, rules: RulesInForce | null): void {
    // A sandbox that is cached twice would be given to two games.
    if (this.#pooled.some((one) => one.sandbox === sandbox)) return;
    if (sandbox.dead || sandbox.heapBytes > sandbox.limits.memoryBytes / 2) {
      sandbox.dispose();
      return;
    }
    this.#pooled.push({ sandbox, trial, rules });
    const alike = this.#pooled.filter((one) => one.trial === trial);
    const [oldest] = alike;
    if (alike.length <= MOST_CACHED || oldest === undefined) return;
    this.#pooled.splice(this.#pooled.indexOf(oldest), 1);
    oldest.sandbox.dispose();
  }

  clear(): void {
    for (const { sandbox } of this.#pooled.splice(0)) sandbox.dispose();
  }
}

/** Limits are compared by value, because a game with limits of its own reads them each time it is opened. */
function isSameLimits(a: Limits, b: Limits): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof Limits)[];
  return names.every((name) => a[name] === b[name]);
}

function isSameEdition(a: RulesInForce['edition'], b: RulesInForce['edition']): boolean {
  const terms = Object.keys({ ...a.terms, ...b.terms }) as (keyof Terms)[];
  return (
    terms.every((term) => a.terms[term] === b.terms[term]) &&
    a.files.size === b.files.size &&
    [...a.files].every(([path, text]) => b.files.get(path) === text)
  );
}
