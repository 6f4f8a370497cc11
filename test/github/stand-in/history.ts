import { execFileSync } from 'node:child_process';

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

  /** Whether a commit is among those that are known. */
  has(oid: string): boolean {
    return this.#parents.has(oid);
  }

  /** Gets to know these commits, and all that they come from. */
  learn(oids: Iterable<string>): void {
    const unknown = [...oids].filter((oid) => !this.#parents.has(oid));
    if (unknown.length === 0) return;
    const words = ['--git-dir', this.#gitdir, 'rev-list', '--parents', '--stdin'];
    const input = unknown.map((oid) => `${oid}\n`).join('');
    const listed = execFileSync('git', words, { input, maxBuffer: 2 ** 28 }).toString();
    for (const line of listed.split('\n').filter(Boolean)) {
      const [oid = '', ...parents] = line.split(' ');
      this.#parents.set(oid, parents);
    }
  }

  isAncestor(older: string, newer: string): boolean {
    this.learn([newer]);
    const seen = new Set([newer]);
    for (const oid of seen) {
      if (oid === older) return true;
      for (const parent of this.#parents.get(oid) ?? []) seen.add(parent);
    }
    return false;
  }
}
