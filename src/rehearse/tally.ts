import type { Came } from './play-matter.ts';

/** The results of the matters that were tried at one time. */
export class Tally {
  readonly made = new Set<string>();
  readonly left = new Map<string, string>();
  enacted = false;
  /** True if a clause failed, so that the answer is unknown. */
  fails = false;
  /** Why nothing at all can be done, if that has one reason. */
  refusesAll: string | undefined;
  /** For each course how far a matter came, and what stopped it there. */
  readonly #ends = new Map<string, Pick<Came, 'isPosted'> & { readonly reason: string }>();
  readonly #touched: readonly string[];

  constructor(touched: readonly string[]) {
    this.#touched = touched;
  }

  add({ enacted, made, left, reason, isPosted, fails, kind }: Came & { readonly kind: string }): void {
    this.fails ||= fails;
    this.enacted ||= enacted;
    for (const change of made) this.made.add(change);
    for (const [change, why] of left) if (!this.left.has(change)) this.left.set(change, why);
    const known = this.#ends.get(kind);
    if (reason === null) return;
    if (known === undefined || this.#worth({ isPosted, reason }) > this.#worth(known))
      this.#ends.set(kind, { isPosted, reason });
  }

  /** What stopped the matters that came farthest: what the change itself says, or else a rule that let them be posted. */
  get reason(): string | null {
    if (this.refusesAll !== undefined && !this.isPosted) return this.refusesAll;
    const ends = [...this.#ends.values()];
    const most = Math.max(...ends.map((end) => this.#worth(end)));
    const reasons = ends.flatMap((end) => (this.#worth(end) === most ? [end.reason] : []));
    return [...new Set(reasons)].join('; ') || null;
  }

  get isPosted(): boolean {
    return [...this.#ends.values()].some(({ isPosted }) => isPosted);
  }

  #worth({ isPosted, reason }: Pick<Came, 'isPosted'> & { readonly reason: string }): number {
    const isOfChange = this.#touched.some((rule) => reason.includes(`, ${rule}`));
    return (isOfChange ? 2 : 0) + (isPosted ? 1 : 0);
  }

  /** Marks a change as possible, and all others that were omitted for the same reason. */
  allow(change: string, why: string): void {
    this.made.add(change);
    for (const [other, reason] of this.left) if (reason === why) this.left.delete(other);
  }
}
