import type { Manifest, Terms } from '../kernel/manifest.ts';
import type { Limits, SandboxHost } from './host.ts';
import type { Sandbox } from './sandbox.ts';

/** The texts that are in force in a sandbox, and how they were read. */
export interface RulesInForce {
  readonly edition: {
    readonly files: ReadonlyMap<string, string>;
    readonly terms: Terms;
  };
  readonly manifest: Manifest;
}

interface Kept {
  readonly sandbox: Sandbox;
  /** Null where nothing is known of what is in force in it. */
  readonly rules: RulesInForce | null;
}

const MOST_KEPT = 3;
const kept: Kept[] = [];

/**
 * A sandbox whose engine is loaded already, or null where none is free; best one in which these very rules are in force. Clauses
 * that it has seen are known to it by their content, so that putting the same rules in force again costs little.
 */
export function takeFree(
  host: SandboxHost,
  limits: Limits,
  wanted: RulesInForce['edition'],
): { readonly sandbox: Sandbox; readonly inForce: Manifest | null } | null {
  const ready = kept.findIndex(
    ({ sandbox, rules }) =>
      isSameLimits(sandbox.limits, limits) && rules !== null && isSameEdition(rules.edition, wanted),
  );
  const place = ready >= 0 ? ready : kept.findIndex(({ sandbox }) => isSameLimits(sandbox.limits, limits));
  if (place < 0) return null;
  const [{ sandbox, rules }] = kept.splice(place, 1) as [Kept];
  sandbox.serve(host);
  sandbox.clear();
  return { sandbox, inForce: ready >= 0 && rules !== null ? rules.manifest : null };
}

/** Done with it: it is kept for the next game if it is as good as new. It forgets this one once there is a next: a command has none. */
export function giveBack(sandbox: Sandbox, rules: RulesInForce | null): void {
  if (sandbox.dead || kept.length >= MOST_KEPT || sandbox.heapBytes > sandbox.limits.memoryBytes / 2) {
    sandbox.dispose();
    return;
  }
  kept.push({ sandbox, rules });
}

/** A game with limits of its own reads them anew each time it is opened. */
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
