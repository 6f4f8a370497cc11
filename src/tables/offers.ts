/** Phrases that a form offers for the cells of a row. They have gaps, and are also recognised in handwritten cells. */
import { cellWords } from './cell.ts';
import type { Provided } from './provided.ts';
import { singularOf } from '../kernel/sentence.ts';
import { keyOf, thirdPerson, type Name, type Vocabulary } from './vocabulary.ts';

/** The game's names to pick from. */
export interface OfferScene {
  readonly words: Vocabulary;
  /** The titles of the moves that tables define. */
  readonly moves: readonly string[];
  /** The kinds of matters, in lower-case words. */
  readonly kinds: readonly string[];
  /** The words for people whom a move lets the player choose. */
  readonly chosen: readonly string[];
  readonly provided: Provided;
  /** How many rules use a variable, so that the form can begin with the usual one. */
  readonly uses?: (name: Name) => number;
  /** Leaves names out that are only kept for the record. They are still read where somebody writes them. */
  readonly isOffered?: ((name: Name) => boolean) | undefined;
  /** Puts the game's own words in the place of “player” and “emperor”. */
  readonly called?: (text: string) => string;
}

interface GapKind {
  readonly matches: string;
  /** The choices, or null if people type freely. */
  readonly list: ((scene: OfferScene) => readonly string[]) | null;
  /** Suggestions for people who type. */
  readonly suggests?: (scene: OfferScene) => readonly string[];
  /** The form of the value in the cell. An optional gap uses this for an empty value too. */
  readonly write?: (text: string) => string;
  readonly start: string;
}

/**
 * Names with a capital letter, as rules write them, including those that clauses define. Players' variables come first, most used first.
 */
const titles = (
  { words, uses = () => 0, isOffered = () => true }: OfferScene,
  is: (name: Name) => boolean,
): string[] => [
  ...new Set(
    ['player', 'game', 'post']
      .flatMap((whose) =>
        words.names
          .filter((name) => name.of === whose && is(name) && isOffered(name))
          .toSorted((a, b) => uses(b) - uses(a)),
      )
      .map(({ title }) => `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`),
  ),
];
/** Phrases with `|` between them. */
const phrases = (text: string): readonly string[] => text.split('|').map(cellWords);

const ANYTHING = '(.+?)';
const NOTHING = '(?!)';
const typed = (start: string, suggests: readonly string[] = []): GapKind => ({
  matches: ANYTHING,
  list: null,
  start,
  suggests: () => suggests,
});
const oneOf = (...options: readonly string[]): GapKind => ({
  matches: `(${options.join('|')})`,
  list: () => options,
  start: options[0] ?? '',
});
const named = (is: (name: Name) => boolean): GapKind => ({
  ...typed(''),
  list: (scene) => titles(scene, is),
});
const TIES = ['each', 'alone', 'one at random', 'by a die', 'shared'];

const PERIODS = phrases('turn | round | day | week | month | quarter | game');

/** The kinds of gaps. To add one, add an entry here, and its label to the form. */
const GAPS = {
  amount: typed('1', phrases('1 | 5 | 1d6 | 2d6 | votes for | votes against | players | round | dice total')),
  value: {
    ...typed('0'),
    suggests: ({ words: { names } }) =>
      ['0', '1'].concat(...names.map(({ options = [] }) => options), 'nobody', 'that player'),
  },
  truth: oneOf('yes', 'no'),
  number: { ...typed('10'), matches: '(-?\\d+)' },
  low: { ...typed('1'), matches: '(\\d+)' },
  high: { ...typed('6'), matches: '(\\d+)' },
  options: { ...typed('red, blue or yellow'), matches: '(.+(?:, | or ).+)' },
  count: named(({ isWorth, kind }) => !isWorth && kind === 'number'),
  total: named(({ kind }) => kind === 'number'),
  variable: named(({ isWorth, kind }) => !isWorth && kind !== 'yes or no'),
  measure: named(({ kind }) => kind !== 'yes or no'),
  switch: named(({ isWorth, kind }) => !isWorth && kind === 'yes or no'),
  fact: named(({ kind }) => kind === 'yes or no'),
  move: { ...typed(''), list: ({ moves }) => moves },
  moves: { ...typed(''), list: ({ moves }) => moves.map(thirdPerson) },
  kind: { ...typed('proposal'), list: ({ kinds }) => kinds },
  person: { ...typed(''), list: ({ chosen }) => [...chosen, 'that player', 'its author'] },
  compare: oneOf('=', '≠', '<', '≤', '>', '≥'),
  weekday: oneOf('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'),
  often: oneOf('once', 'twice', '3 times', '4 times', '5 times'),
  period: {
    matches: '(turn|round|day|week|month|quarter|game)',
    list: ({ provided }) => PERIODS.slice(provided.missing.has('turn-begins') ? 2 : 0),
    start: 'day',
  },
  which: oneOf('second', 'third', 'fourth', 'fifth', 'sixth', 'tenth'),
  ties: {
    matches: `(?:, (${TIES.join('|')}))?`,
    list: () => TIES,
    write: (text) => (text === '' || text === 'each' ? '' : `, ${text}`),
    start: 'each',
  },
  clock: {
    matches: '(?: at (\\d\\d?(?::\\d\\d)?(?: ?[ap]\\.?m\\.?)?|noon|midnight))?',
    list: null,
    write: (text) => (text === '' ? '' : ` at ${text}`),
    start: '',
    suggests: () => ['09:00', '18:00'],
  },
} satisfies Record<string, GapKind>;

export type Gap = keyof typeof GAPS;

const kindOf = (gap: Gap): GapKind => GAPS[gap];

/** The phrases for each kind of cell. More specific ones come first, since they are tried in this order. */
export const OFFERS = {
  event: phrases(`
    this rule is adopted | a {kind} is adopted | a {kind} is adopted, this one too | a {kind} is defeated |
    a {kind} is made | a {kind} is revised | a player votes on a {kind} | a player's turn begins |
    a round ends | every {which} round ends | a player rolls a {number} | a player rolls | a player wins |
    a player joins | each {weekday}{clock} | each day{clock} | a week begins | a month ends |
    a quarter ends | {total} reach {amount} | a player {moves}`),
  person: phrases(`
    each player | its author | that player | every other player | whoever voted for |
    whoever voted against | whoever voted | whoever has the most {total}{ties} |
    whoever has the fewest {total}{ties} | whoever has {total} {compare} {amount} | whoever is {fact} |
    the player whose turn it is | the game | it`),
  effect: phrases(`
    wins | the turn ends | {person} gets {amount} {count} | {person} loses {amount} {count} |
    as many {count} as {amount} | loses {amount} {count} | {amount} of {options} at random |
    {switch} = {truth} | {variable} = {value} | {amount} {count}`),
  condition: phrases(`
    it is their turn | not their turn | voted for it | voted against it | is its author |
    everybody voted for it | nobody voted against it | everybody voted on it |
    votes for {compare} {amount} | votes against {compare} {amount} | votes needed {compare} {amount} |
    votes {compare} {amount} | all dice are alike | dice total {compare} {amount} |
    round {compare} {amount} | rules {compare} {amount} | mutable rules {compare} {amount} |
    {measure} is {person} | {measure} {compare} {value} | not {fact} | {fact}`),
  choice: phrases('another player | a player | a proposal | a number from {low} to {high} | {options}'),
  price: phrases('{amount} {count}'),
  limit: phrases('{often} a {period} | {often} a {period}, carried over'),
  act: phrases(
    'vote on a {kind} | revise a {kind} | make a {kind} | add a rule | add a mutable rule | {move}',
  ),
  needed: phrases('every vote | {amount} votes'),
  after: phrases('after the others'),
  by: phrases('hand'),
} as const satisfies Record<string, readonly string[]>;

export type OfferKind = keyof typeof OFFERS;

/** Phrases that work only in some games. */
const ONLY_WITH: Readonly<Record<string, string>> = {
  "a player's turn begins": 'turn-begins',
  "a player's turn ends": 'turn-ended',
  'a player joins': 'joined',
  'a round ends': 'round-ends',
  'every {which} round ends': 'round-ends',
  'a player rolls a {number}': 'rolled',
  'a player rolls': 'rolled',
  'a player wins': 'won',
  'the player whose turn it is': 'turn-begins',
  'the turn ends': 'turn-begins',
  'it is their turn': 'turn-begins',
  'not their turn': 'turn-begins',
  'round {compare} {amount}': 'round-ends',
};

/** The phrases for a cell that work in this game, and the one that is already there; the most usual come first. */
export function offersFor(kind: OfferKind, scene: OfferScene, now?: string): readonly string[] {
  return OFFERS[kind]
    .filter(
      (offer) =>
        offer === now ||
        !(
          scene.provided.missing.has(ONLY_WITH[offer] ?? '') ||
          gapsIn(offer).some((gap) => isWithout(gap, scene))
        ),
    )
    .toSorted((one, other) => USUAL.indexOf(other) - USUAL.indexOf(one));
}

/** Read after those that they are a part of, but chosen most of all: the last one the most. */
const USUAL: readonly string[] = ['loses {amount} {count}', '{amount} {count}'];

/** True if the game has no yes-or-no variable. */
function isWithout(gap: Gap, scene: OfferScene): boolean {
  return (gap === 'fact' || gap === 'switch') && kindOf(gap).list?.(scene).length === 0;
}

/** A phrase with its gaps filled. Words that match no phrase are kept as free text. */
export interface Picked {
  readonly offer: string;
  readonly gaps: Readonly<Partial<Record<Gap, string>>>;
}

const GAP = /\{(\w+)\}/gu;

export function gapsIn(offer: string): readonly Gap[] {
  return [...offer.matchAll(GAP)].map(([, gap]) => gap as Gap);
}

/** The choices for a gap, or null if people type, with suggestions and the initial value. */
export function askFor(
  gap: Gap,
  scene: OfferScene,
): { readonly list: readonly string[] | null; readonly suggests: readonly string[]; readonly start: string } {
  const { list, start, suggests } = kindOf(gap);
  const options = list?.(scene) ?? null;
  return {
    list: options,
    suggests: suggests?.(scene) ?? [],
    start: start === '' ? (options?.[0] ?? '') : start,
  };
}

/** The cell's words: `{amount} {variable}` → `3 Coins`. */
export function fillOffer({ offer, gaps }: Picked): string {
  return offer
    .replaceAll(GAP, (_, gap: Gap) => {
      const { write, start } = kindOf(gap);
      const given = cellWords(gaps[gap] ?? '');
      const text = gap === 'count' && gaps.amount === '1' ? singularOf(given) : given;
      return write === undefined ? text || start : write(text);
    })
    .trim();
}

/** The first phrase that matches the cell, or null. */
export function readOffer(text: string, kind: OfferKind, scene: OfferScene): Picked | null {
  const words = cellWords(text);
  for (const offer of OFFERS[kind]) {
    const found = patternOf(offer, scene).exec(words);
    if (found === null) continue;
    const gaps = gapsIn(offer).map((gap, at) => [gap, settle(gap, found[at + 1] ?? '', scene)] as const);
    if (gaps.every(([, value]) => value !== null)) return { offer, gaps: Object.fromEntries(gaps) };
  }
  return null;
}

function patternOf(offer: string, scene: OfferScene): RegExp {
  const pattern = offer
    .split(/(\{\w+\})/u)
    .map((part) => (part.startsWith('{') ? matches(part.slice(1, -1) as Gap, scene) : literally(part)))
    .join('');
  return new RegExp(`^${pattern}$`, 'iu');
}

/** A name of the game may be in the singular or the plural: `1 Wish`, `2 Wishes`. */
function matches(gap: Gap, scene: OfferScene): string {
  const { matches: pattern, list } = kindOf(gap);
  if (list === null || pattern !== ANYTHING) return pattern;
  const names = list({ ...scene, isOffered: undefined }).flatMap((one) => [
    one,
    keyOf(one),
    `${one}s`,
    `${one}es`,
  ]);
  const longest = [...new Set(names)].toSorted((a, b) => b.length - a.length);
  return `(?:the |their |its )?(${longest.map(literally).join('|') || NOTHING})`;
}

export function literally(text: string): string {
  return text.replace(/[.*+?^$|()[\]\\{}]/gu, String.raw`\$&`);
}

/** The value as spelled in the list, or null if it isn't there. */
function settle(gap: Gap, value: string, scene: OfferScene): string | null {
  const { list, start, write } = kindOf(gap);
  if (list === null) return value;
  if (value === '' && write !== undefined) return start;
  const words = value.replace(/^(?:the|their|its) /iu, '');
  return (
    list(scene).find((one) => one.toLowerCase() === value.toLowerCase()) ??
    list(scene).find((one) => keyOf(one) === keyOf(words)) ??
    null
  );
}
