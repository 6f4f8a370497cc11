import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/**
 * Which commit comes after which: commits never change, so that Git is asked once for each. To start Git out of a process with tests in
 * it takes as long as a test of something small.
 */
export class History {
  readonly #gitdir: string;
  readonly #parents = new Map<string, readonly string[]>();

  constructor(gitdir: string) {
    this.#gitdir = gitdir;
  }

  /** Knows what another knows, of which this is a copy. */
  goOnFrom(other: History): void {
    for (const [oid, parents] of other.#parents) this.#parents.set(oid, parents);
  }

  /** Whether a commit is among those that are known. */
  has(oid: string): boolean {
    return this.#parents.has(oid);
  }

  /** Gets to know these commits, and all that they come from. */
  learn(oids: Iterable<string>): void {
    const unknown = [...oids].filter((oid) => !this.#learnLoose(oid));
    if (unknown.length === 0) return;
    const words = ['--git-dir', this.#gitdir, 'rev-list', '--parents', '--stdin'];
    const input = unknown.map((oid) => `${oid}\n`).join('');
    const listed = execFileSync('git', words, { input, maxBuffer: 2 ** 28 }).toString();
    for (const line of listed.split('\n').filter(Boolean)) {
      const [oid = '', ...parents] = line.split(' ');
      this.#parents.set(oid, parents);
    }
  }

  /** What a small push brings lies here commit by commit, and is read without Git; false where some of it does not. */
  #learnLoose(oid: string): boolean {
    const found = new Map<string, readonly string[]>();
    const open = [oid];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.#parents.has(next) || found.has(next)) continue;
      const parents = looseParents(this.#gitdir, next);
      if (parents === null) return false;
      found.set(next, parents);
      open.push(...parents);
    }
    for (const [one, parents] of found) this.#parents.set(one, parents);
    return true;
  }

  isAncestor(older: string, newer: string): boolean {
    return this.#reached(newer).has(older);
  }

  /** The commits of a branch that another does not hold, the oldest first; null where it has merged something, of which Git knows the order. */
  beyond(head: string, base: string | undefined): string[] | null {
    const held = base === undefined ? new Set<string>() : this.#reached(base);
    const found: string[] = [];
    this.learn([head]);
    for (let next: string | undefined = head; next !== undefined && !held.has(next);) {
      found.unshift(next);
      const [parent, ...others]: readonly string[] = this.#parents.get(next) ?? [];
      if (others.length > 0) return null;
      next = parent;
    }
    return found;
  }

  /** A commit, and all that it comes from. */
  #reached(from: string): ReadonlySet<string> {
    this.learn([from]);
    const seen = new Set([from]);
    for (const oid of seen) for (const parent of this.#parents.get(oid) ?? []) seen.add(parent);
    return seen;
  }
}

/** A commit's parents; null where it is no commit that lies in a file of its own. */
function looseParents(gitdir: string, oid: string): readonly string[] | null {
  let text: string;
  try {
    text = inflateSync(readFileSync(join(gitdir, 'objects', oid.slice(0, 2), oid.slice(2)))).toString();
  } catch {
    return null;
  }
  const [head = ''] = text.split('\n\n', 1);
  if (!head.startsWith('commit ')) return null;
  return [...head.matchAll(/^parent ([0-9a-f]+)$/gmu)].map(([, parent = '']) => parent);
}
