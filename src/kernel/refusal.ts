import { freezeWhole } from './freeze.ts';

/**
 * A refusal is a decision of the rules, told to the person in a sentence. It is thrown inside the kernel so that
 * everything done so far can be undone, and leaves the kernel as a value.
 */
export interface RefusalData {
  readonly code: string;
  readonly reason: string;
  /** Title and number of the rule that refuses, or null where the kernel itself does. */
  readonly rule: { readonly title: string; readonly number: string; readonly path: string } | null;
  /** The parameter that is at fault. */
  readonly param: string | null;
  /** At which line of a clause, as `core/votes.ts:12`, where that is known. */
  readonly where?: string;
  /** The title of a rule that was probably meant by a name that no rule has. */
  readonly meant?: string;
  /** Of somebody who is no player: the kind of post with which one asks to be let in, and its title. */
  readonly join?: { readonly kind: string; readonly title: string };
}

/** A failure that a rule runs into, which is no decision: somebody has to mend it. */
const FAULTS: ReadonlySet<string> = new Set(['clause-fails', 'circle', 'illegal-value']);

export function isFault({ code }: Pick<RefusalData, 'code'>): boolean {
  return FAULTS.has(code);
}

type ThrownAt = (error: unknown) => string | null;

/** Said within the class alone, so that no clause gets at it. */
let citeIn: (refusal: Refusal, rule: RefusalData['rule'], thrownAt: ThrownAt) => void;

export class Refusal extends Error {
  readonly code: string;
  rule: RefusalData['rule'];
  readonly param: string | null;
  /** The place, or what says it: most refusals are never told to anybody, and to find a place takes longer than they do. */
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

// A clause can catch one, and must not find there what another could find after it.
freezeWhole(Refusal);

/** The code of a refusal for want of a rule: a clause asked for something that no rule in force defines. */
const MISSING = 'missing';

/** The refusal where a clause asks for a variable, a view, an answer or things by a name that no rule in force defines. */
export function missing(id: string, guess: string | null = null): Refusal {
  const meant = guess === null ? '' : `; did you mean “${guess}”?`;
  return new Refusal(`no rule says anything about “${id.replaceAll('-', ' ')}”${meant}`, { code: MISSING });
}

export function isMissing({ code }: Pick<RefusalData, 'code'>): boolean {
  return code === MISSING;
}

/**
 * Whether somebody misses a thing that they asked for themselves: a rule that they asked in turn would be cited. `path` is that of the rule
 * itself, null as long as its own code runs.
 */
export function isMissedBy(path: string | null, error: unknown): error is Refusal {
  return error instanceof Refusal && isMissing(error) && (error.rule?.path ?? null) === path;
}

/** The same refusal, as that of a rule. No clause has had it in its hands so far; to make another takes as long as the rule's whole answer. */
export function citing(refusal: Refusal, rule: RefusalData['rule'], thrownAt: ThrownAt): Refusal {
  citeIn(refusal, rule, thrownAt);
  return refusal;
}

/** A rule that can't be loaded or that misbehaves: says where, what was expected, what to do. */
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

/** Why something is refused, without doing it. */
export function refusalOf(run: () => unknown): Refusal | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
