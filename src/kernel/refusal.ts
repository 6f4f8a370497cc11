import { freezeWhole } from './freeze.ts';
import type { LinkedRule } from './model.ts';

/**
 * A refusal is a decision of the rules, explained to the person in a sentence. Inside the kernel it is thrown, so that everything done so
 * far is undone; it leaves the kernel as a value.
 */
export interface RefusalData {
  readonly code: string;
  readonly reason: string;
  /** The title and number of the refusing rule, or null if the kernel itself refuses. */
  readonly rule: { readonly title: string; readonly number: string; readonly path: string } | null;
  readonly param: string | null;
  /** The line of a clause, such as `core/votes.ts:12`, if known. */
  readonly where?: string;
  /** The title of the rule that was probably meant, if the given name doesn't exist. */
  readonly meant?: string;
  /** For somebody who is no player: the kind of post by which to ask to join, and its title. */
  readonly join?: { readonly kind: string; readonly title: string };
}

/** The kernel refuses because no rule answers. */
export const NO_RULE = 'no-rule';

/** A rule's failure rather than its decision. Somebody has to repair it. */
const FAULTS: ReadonlySet<string> = new Set([
  'clause-fails',
  'circle',
  'illegal-value',
  'too-many-steps',
  'too-deep',
  'too-much-memory',
  'out-of-patience',
]);

export function isFault({ code }: Pick<RefusalData, 'code'>): boolean {
  return FAULTS.has(code);
}

type ThrownAt = (error: unknown) => string | null;

/** Assigned within the class, so that no clause can use it. */
let citeIn: (refusal: Refusal, rule: RefusalData['rule'], thrownAt: ThrownAt) => void;

export class Refusal extends Error {
  readonly code: string;
  rule: RefusalData['rule'];
  readonly param: string | null;
  /** The place, or a function that finds it. Most refusals are never shown, and finding the place takes longer than making one. */
  #where: string | null | ThrownAt;

  static {
    citeIn = (refusal, rule, thrownAt) => {
      refusal.rule = rule;
      refusal.#where = thrownAt;
    };
  }

  constructor(
    reason: string,
    details: {
      code?: string;
      rule?: RefusalData['rule'];
      param?: string | null;
      where?: string | null | undefined;
    } = {},
  ) {
    super(reason);
    this.name = 'Refusal';
    this.code = details.code ?? 'refused';
    this.rule = details.rule ?? null;
    this.param = details.param ?? null;
    this.#where = details.where ?? null;
  }

  get where(): string | null {
    if (typeof this.#where === 'function') this.#where = this.#where(this);
    return this.#where;
  }

  toData(): RefusalData {
    const { code, message: reason, rule, param, where } = this;
    return { code, reason, rule, param, ...(where === null ? {} : { where }) };
  }
}

// A clause that catches one mustn't leave anything on it for another clause.
freezeWhole(Refusal);

/** The code of a refusal because a clause asked for something that no rule in force defines, or that no longer exists. */
export const MISSING = 'missing';

/** The refusal if a clause asks for a variable, a view, an answer or things by a name that no rule in force defines. */
export function missing(id: string, guess: string | null = null): Refusal {
  const meant = guess === null ? '' : `; did you mean “${guess}”?`;
  return new Refusal(`no rule says anything about “${id.replaceAll('-', ' ')}”${meant}`, { code: MISSING });
}

export function isMissing({ code }: Pick<RefusalData, 'code'>): boolean {
  return code === MISSING;
}

/**
 * True if the missing thing was asked for by this code itself, rather than by a rule that it called, which would be cited. `path` is the
 * rule's own path, or null while its own code runs.
 */
export function isMissedBy(path: string | null, error: unknown): error is Refusal {
  return error instanceof Refusal && isMissing(error) && (error.rule?.path ?? null) === path;
}

export function cite({
  entry: { title, number, path },
}: Pick<LinkedRule, 'entry'>): NonNullable<RefusalData['rule']> {
  return { title, number, path };
}

/** Marks the refusal as this rule's. No clause has seen it yet, and making another one takes as long as the rule's whole answer. */
export function citing(refusal: Refusal, rule: RefusalData['rule'], thrownAt: ThrownAt): Refusal {
  citeIn(refusal, rule, thrownAt);
  return refusal;
}

/** A rule that can't be loaded or that misbehaves, with the place, what was expected and what to do. */
export class RuleError extends Error {
  readonly code: string;
  readonly file: string;
  readonly line: number | null;

  constructor(code: string, file: string, line: number | null, message: string) {
    super(`${file}${line === null ? '' : `:${line}`}: ${message}`);
    this.name = 'RuleError';
    this.code = code;
    this.file = file;
    this.line = line;
  }
}

freezeWhole(RuleError);

/** The reason why something is refused, or null. */
export function refusalOf(run: () => unknown): Refusal | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
