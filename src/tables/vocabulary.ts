import { nearest, toCamel } from '../kernel/names.ts';
import { singular, withS } from '../kernel/sentence.ts';
import { cellWords } from './cell.ts';

export type NameScope = 'player' | 'game' | 'post';
export type NameKind = 'number' | 'yes or no' | 'word' | 'person' | 'other';

/** A name of the game: a variable, or a value that a table computes. */
export interface Name {
  /** Its written form for people: `Blood Mana`. */
  readonly title: string;
  /** Its name in clauses: `bloodMana`. */
  readonly id: string;
  readonly of: NameScope;
  readonly kind: NameKind;
  /** True if a table or a view computes it from others. */
  readonly isWorth: boolean;
  /** True if a clause defines it, whose id is all that is known of it. */
  readonly isOfClause?: true;
  /** The question that a clause answers for it, such as `is-dead`. */
  readonly asks?: string;
  /** The limits of a number. Unknown limits are read during the game. */
  readonly least?: number | null;
  readonly most?: number;
  /** The possible words. */
  readonly options?: readonly string[];
}

/** The names that all rules of a ruleset define. */
export class Vocabulary {
  readonly #names = new Map<string, Name[]>();
  readonly #requests = new Map<string, string>();
  #longest = 1;

  add(name: Name): void {
    const key = keyOf(name.title);
    const known = this.#names.get(key) ?? [];
    if (known.some(({ of }) => of === name.of)) return;
    this.#names.set(key, [...known, name]);
    this.#longest = Math.max(this.#longest, key.split(' ').length);
  }

  /** Something that a clause can do to a player on request: `raise-health`, for the cell “raises health”. */
  addRequest(id: string): void {
    for (const words of [id.replaceAll('-', ' '), thirdPerson(id.replaceAll('-', ' '))])
      this.#requests.set(words, id);
  }

  request(words: string): string | null {
    return this.#requests.get(words.toLowerCase()) ?? null;
  }

  /** The names that these words can mean, in the singular or plural: `1 Wish`, `2 Wishes`. */
  find(words: string): readonly Name[] {
    return this.#names.get(keyOf(words)) ?? [];
  }

  /** The number of words in the longest name. */
  get longest(): number {
    return this.#longest;
  }

  get names(): readonly Name[] {
    return [...this.#names.values()].flat();
  }
}

/** `Blood Manas` → `blood mana`, `Wishes` → `wish` */
export function keyOf(words: string): string {
  return cellWords(words).toLowerCase().split(' ').map(singular).join(' ');
}

const LITTLE: ReadonlySet<string> = new Set(['a', 'an', 'the', 'is', 'are', 'of', 'at', 'on', '']);

/** The one of these phrases that shares most words with what somebody wrote, or null. */
export function likeliest(said: string, known: readonly string[]): string | null {
  const shared = sharedWith(said);
  const [best = ''] = known.toSorted((a, b) => shared(b) - shared(a));
  return shared(best) > 0 ? best : null;
}

/** A few of these phrases: one with the same letters apart from a slip, and then those that share most words. */
export function closest(said: string, known: readonly string[]): readonly string[] {
  const shared = sharedWith(said);
  const meant = nearest(said, known);
  const others = known.toSorted((a, b) => shared(b) - shared(a));
  return [...new Set(meant === null ? others : [meant, ...others])].slice(0, 5);
}

function sharedWith(said: string): (phrase: string) => number {
  const wordsOf = (text: string): readonly string[] =>
    keyOf(text.replaceAll(/[^\p{L}\p{N} ]/gu, ' ')).split(' ');
  const words = wordsOf(said).filter((word) => !LITTLE.has(word));
  return (phrase) => wordsOf(phrase).filter((word) => words.includes(word)).length - phrase.length / 1000;
}

/** `Blood Mana` → `bloodMana` */
export function idOf(title: string): string {
  return toCamel(
    cellWords(title)
      .toLowerCase()
      .replace(/[^a-z0-9]+/gu, '-')
      .replace(/^-+|-+$/gu, ''),
  );
}

/** `make a wish` → `makes a wish` */
export function thirdPerson(title: string): string {
  const [verb = '', ...rest] = title.split(' ');
  return [verb.endsWith('o') ? `${verb}es` : withS(verb), ...rest].join(' ');
}

/** `Coins` are several, `Gold` is one, as `Happiness` is. */
export function isOrAre(title: string): 'is' | 'are' {
  return /(?:[^s]s|people|men|fish|sheep)$/iu.test(title) && !/(?:us|is|news)$/iu.test(title) ? 'are' : 'is';
}
