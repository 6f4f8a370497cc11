/** A mutant that lives, and why no test should notice it. */
export interface Living {
  /** A part of its line, if the file has similar ones in other lines. */
  readonly in?: string;
  readonly was: string;
  readonly is: string;
  readonly why: string;
}

/** Keyed by file. */
export type LivingIn = Readonly<Record<string, readonly Living[]>>;

export const BOUND = 'a bound on the work: one more or one less is no difference that people could see';
export const SHORTCUT = 'a shortcut: gone through as any other it comes to the same';
export const NOTHING_ELSE =
  'nothing else is thrown there: whatever were would be a fault of the engine, and goes on being thrown';

export const NO_NUMBER = 'what is compared with no number is neither less nor more';
export const FOR_TYPES = 'asked for the types alone: what isn’t there leads to nothing in any case';

/** Gives several mutants, each with the old and the new code, the same reason. */
export function each(why: string, ...mutants: readonly (readonly [was: string, is: string])[]): Living[] {
  return mutants.map(([was, is]) => ({ was, is, why }));
}
