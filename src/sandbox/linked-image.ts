import type { Limits } from './host.ts';
import { extentOf, type MachineImage } from './machine-image.ts';

/** All of which it depends what a new machine holds once these rules are in force in it. */
export interface RulesLinked {
  readonly limits: Limits;
  /** Of the rules by hashes, and of what holds for all of them. */
  readonly told: readonly string[];
  /** Modules of clauses are named by it, and these are their texts. */
  readonly version: string;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * A new machine in which the same rules have just been put in force, and nothing else: whoever puts them in force in another one goes on
 * from there. It is taken when that happens for the second time in a row, since most rules are put in force once; only the last is held.
 */
export class LinkedImage {
  #last: RulesLinked | null = null;
  #image: MachineImage | null = null;

  of(rules: RulesLinked): MachineImage | null {
    return this.#image !== null && isSame(this.#last, rules) ? this.#image : null;
  }

  /** The memory that a machine needs that may go on from there. */
  get extent(): number {
    return this.#image === null ? 0 : extentOf(this.#image);
  }

  forget(): void {
    this.#last = null;
    this.#image = null;
  }

  /** Rules are in force in a machine that had just been made. */
  linked(rules: RulesLinked, take: () => MachineImage | null): void {
    this.#image = isSame(this.#last, rules) ? take() : null;
    this.#last = rules;
  }
}

function isSame(one: RulesLinked | null, other: RulesLinked): boolean {
  if (one === null || one.version !== other.version || !isSameLimits(one.limits, other.limits)) return false;
  return (
    one.told.length === other.told.length &&
    one.told.every((words, at) => other.told[at] === words) &&
    isSameClauses(one.files, other.files)
  );
}

function isSameLimits(one: Limits, other: Limits): boolean {
  return (
    one.polls === other.polls && one.memoryBytes === other.memoryBytes && one.stackBytes === other.stackBytes
  );
}

function isSameClauses(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  const [ours, theirs] = [clausesIn(one), clausesIn(other)];
  return ours.length === theirs.length && ours.every(([path, text]) => other.get(path) === text);
}

function clausesIn(files: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...files].filter(([path]) => path.endsWith('.ts'));
}
