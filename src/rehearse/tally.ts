import { describe } from '../kernel/matter-changes.ts';
import type { Came } from './play-matter.ts';
import { askedInWords, type Scene } from './sketch-changes.ts';

const NO_KIND = 'the rules have nothing that people vote on';

/** The results of the matters that were tried at one time. */
export class Tally {
  /** The changes that could be made, in words. */
  readonly made = new Set<string>();
  /** The reason for each change that could not be made. */
  readonly left = new Map<string, string>();
  /** True if any matter was enacted at all, whatever it changed. */
  enacted = false;
  /** True if a clause failed, so that the answer is unknown. */
  fails = false;
  /** Why nothing at all can be done, if that has one reason. */
  refusesAll: string | undefined;
  /** Words that a matter's title or text must contain to be enacted; null if any will do. */
  only: string | null = null;
  /** The person whose matters alone are enacted; null if there is none. */
  onlyBy: string | null = null;
  /** For each course how far a matter came, and what stopped it there. */
  readonly #ends = new Map<string, Pick<Came, 'isPosted'> & { readonly reason: string }>();
  readonly #scene: Pick<Scene, 'touched' | 'changes'>;

  constructor(scene: Pick<Scene, 'touched' | 'changes'>) {
    this.#scene = scene;
  }

  /** Returns true if some matter so far has changed a rule. */
  add({ enacted, made, left, reason, isPosted, fails, kind }: Came & { readonly kind: string }): boolean {
    this.fails ||= fails;
    this.enacted ||= enacted;
    for (const change of made) this.made.add(change);
    for (const [change, why] of left) if (!this.left.has(change)) this.left.set(change, why);
    const known = this.#ends.get(kind);
    if (reason !== null && (known === undefined || this.#worth({ isPosted, reason }) > this.#worth(known)))
      this.#ends.set(kind, { isPosted, reason });
    return this.changesRule;
  }

  get changesRule(): boolean {
    return isRuleIn(this.made, this.#scene);
  }

  /** The reason why no rule could be changed; null if one could. */
  get stuck(): string | null {
    return this.changesRule ? null : (this.reason ?? NO_KIND);
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
    const isOfChange = this.#scene.touched.some((rule) => reason.includes(`, ${rule}`));
    return (isOfChange ? 2 : 0) + (isPosted ? 1 : 0);
  }

  /** Marks a change as possible, and all others that were omitted for the same reason. */
  allow(change: string, why: string): void {
    this.made.add(change);
    for (const [other, reason] of this.left) if (reason === why) this.left.delete(other);
  }
}

/** True if one of the changes that were made, in words, is of a rule. */
export function isRuleIn(made: ReadonlySet<string>, { changes }: Pick<Scene, 'changes'>): boolean {
  return ofRules(changes).some(
    (change) => made.has(describe(change)) || made.has(describe(askedInWords(change))),
  );
}

export function ofRules(changes: Scene['changes']): Scene['changes'] {
  return changes.filter(({ verb }) => verb !== 'set');
}
