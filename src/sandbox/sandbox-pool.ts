import type { Manifest, Terms } from '../kernel/manifest.ts';
import type { Limits, SandboxHost } from './host.ts';
import type { Isolation } from './isolation.ts';
import type { Runner } from './runner.ts';

/** The texts that are in force in a sandbox, and how they were read. */
export interface RulesInForce {
  readonly edition: {
    readonly files: ReadonlyMap<string, string>;
    readonly terms: Terms;
    readonly privacy?: Manifest['privacy'];
  };
  readonly manifest: Manifest;
}

interface Kept {
  readonly sandbox: Runner;
  readonly isolated: Isolation;
  /** Null where nothing is known of what is in force in it. */
  readonly rules: RulesInForce | null;
}

/** Of those in this thread, of those that games are played in, and of those for trials. */
const MOST_KEPT = 3;

interface Wanted {
  readonly limits: Limits;
  readonly isolated: Isolation;
  /** Best one in which these very rules are in force. */
  readonly edition: RulesInForce['edition'];
}

/** Sandboxes that nobody plays in just now. */
export class SandboxPool {
  readonly #kept: Kept[] = [];

  /**
   * A sandbox whose engine is loaded already, or null where none is free. Clauses that it has seen are known to it by their
   * content, so that putting the same rules in force again costs little.
   */
  take(
    host: SandboxHost,
    { limits, isolated, edition }: Wanted,
  ): { readonly sandbox: Runner; readonly inForce: Manifest | null } | null {
    // One whose memory another one shares that was ended is dead since, though it was well when it was given back.
    const fits = ({ sandbox, isolated: how }: Kept): boolean =>
      how === isolated && !sandbox.dead && isSameLimits(sandbox.limits, limits);
    const ready = this.#kept.findIndex(
      (one) => fits(one) && one.rules !== null && isSameEdition(one.rules.edition, edition),
    );
    const place = ready >= 0 ? ready : this.#kept.findIndex(fits);
    if (place < 0) return null;
    const [{ sandbox, rules }] = this.#kept.splice(place, 1) as [Kept];
    sandbox.serve(host);
    sandbox.clear();
    return { sandbox, inForce: ready >= 0 && rules !== null ? rules.manifest : null };
  }

  /** Done with it: it is kept for the next game if it is as good as new. It forgets this one once there is a next: a command has none. */
  giveBack(sandbox: Runner, isolated: Isolation, rules: RulesInForce | null): void {
    // Kept twice it would be lent to two games at once.
    if (this.#kept.some((one) => one.sandbox === sandbox)) return;
    if (sandbox.dead || sandbox.heapBytes > sandbox.limits.memoryBytes / 2) {
      sandbox.dispose();
      return;
    }
    this.#kept.push({ sandbox, isolated, rules });
    const alike = this.#kept.filter((one) => one.isolated === isolated);
    const [oldest] = alike;
    if (alike.length <= MOST_KEPT || oldest === undefined) return;
    this.#kept.splice(this.#kept.indexOf(oldest), 1);
    oldest.sandbox.dispose();
  }

  clear(): void {
    for (const { sandbox } of this.#kept.splice(0)) sandbox.dispose();
  }
}

/** A game with limits of its own reads them anew each time it is opened. */
function isSameLimits(a: Limits, b: Limits): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof Limits)[];
  return names.every((name) => a[name] === b[name]);
}

function isSameEdition(a: RulesInForce['edition'], b: RulesInForce['edition']): boolean {
  const terms = Object.keys({ ...a.terms, ...b.terms }) as (keyof Terms)[];
  return (
    a.privacy === b.privacy &&
    terms.every((term) => a.terms[term] === b.terms[term]) &&
    a.files.size === b.files.size &&
    [...a.files].every(([path, text]) => b.files.get(path) === text)
  );
}
