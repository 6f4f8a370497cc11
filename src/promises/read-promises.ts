import { readNumber } from '../kernel/number-words.ts';
import { slug, toKebab } from '../kernel/names.ts';
import type { PromiseMade, PromisedValue, PromiseOfMatters } from '../kernel/promise-made.ts';
import { cellWords } from '../tables/cell.ts';
import type { Vocabulary } from '../tables/vocabulary.ts';

/** A sentence that begins like a promise but can't be read as one. */
export interface PromiseProblem {
  readonly line: number;
  readonly message: string;
  readonly expected: string;
  readonly example: string;
}

export interface PromisesRead {
  readonly promises: readonly PromiseMade[];
  readonly problems: readonly PromiseProblem[];
}

const SAYS = String.raw`This rule (?:also )?promises(?:,? that)?\b`;
/** At the start of a line, perhaps in a list, or of a sentence. */
const BEGINS = new RegExp(String.raw`^[\s>*_-]*(?:\d+[.)]\s+)?[*_]*${SAYS}`, 'iu');
const SENTENCE = new RegExp(`(?<=[.!?]\\s+)(?=${SAYS})`, 'iu');
const CAN_BE_SAID =
  '“a rule can be changed within N days by what its players can do”, “whoever idles can come back within N days”, “VALUE stays between A and B”, “the sum of VALUE over all players stays the same”, “only “ACTION” changes VALUE”, “a resolved matter never changes”, “nobody votes twice” or “no matter is enacted with fewer than half in favour”, each perhaps with “, provided that at least N players are active”';
/** Promises about matters, as they are said. */
const OF_MATTERS: ReadonlyMap<string, PromiseOfMatters['kind']> = new Map([
  ['a resolved matter never changes', 'stays-resolved'],
  ['nobody votes twice', 'one-vote'],
  ['no matter is enacted with fewer than half in favour', 'half-in-favour'],
]);
const EXAMPLES = {
  changeable: 'This rule promises that a rule can be changed within 28 days by what its players can do.',
  between: 'This rule promises that Grain stays between 0 and 9.',
  sum: 'This rule promises that the sum of Grain over all players stays the same.',
  only: 'This rule promises that only “Dive” changes Pearls.',
  players:
    'This rule promises that Grain stays between 0 and 9, provided that at least 3 players are active.',
} as const;

/** Reads the promises in a rule's text. `line` is the line of the body's start, and `names` returns the names that the rules define. */
export function readPromises(body: string, line: number, names: () => Vocabulary): PromisesRead {
  const promises: PromiseMade[] = [];
  const problems: PromiseProblem[] = [];
  for (const { says, at } of sentencesIn(body)) {
    const read = readPromise(says, names);
    if ('message' in read) problems.push({ ...read, line: line + at });
    else promises.push({ ...read, says, line: line + at });
  }
  return { promises, problems };
}

/** The texts of all promises, readable or not. */
export function promiseTexts(text: string | null): readonly string[] {
  return text === null || !mayPromise(text) ? [] : sentencesIn(text).map(({ says }) => says);
}

/** Quick, because nearly no rule makes a promise. */
export function mayPromise(body: string): boolean {
  return /this rule (?:also )?promises/iu.test(body);
}

interface Sentence {
  /** The words after “This rule promises that”, without markup. */
  readonly says: string;
  readonly at: number;
}

/** All sentences that begin like this. They may continue on the next lines of the paragraph. */
function sentencesIn(body: string): readonly Sentence[] {
  const found: Sentence[] = [];
  const pieces = body
    .split(/\r?\n/u)
    .flatMap((line, at) => line.split(SENTENCE).map((piece) => [at, piece] as const));
  const lines = pieces.map(([, piece]) => piece);
  let isCode = false;
  for (const [place, [at, line]] of pieces.entries()) {
    if (/^\s*(?:```|~~~)/u.test(line)) isCode = !isCode;
    if (isCode || !BEGINS.test(line)) continue;
    const ends = lines.findIndex(
      (next, n) =>
        n > place && (next.trim() === '' || /^\s*(?:[-*#>|]|```)/u.test(next) || BEGINS.test(next)),
    );
    const words = lines.slice(place, ends < 0 ? undefined : ends).join(' ');
    const says = cellWords(plainOf(words.replace(BEGINS, ''))).replace(/(?:\.(?=\s|$)).*$/u, '');
    found.push({ says: says.trim(), at });
  }
  return found;
}

/** Without links, emphasis and code marks: `[28 days](#value:time)` → `28 days` */
function plainOf(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1').replace(/[*_`]/gu, '');
}

// Distributes over the kinds of promises, so that each keeps its own members.
type Unsaid<T> = T extends unknown ? Omit<T, 'says' | 'line'> : never;
type Read = Unsaid<PromiseMade> | Omit<PromiseProblem, 'line'>;

function readPromise(says: string, names: () => Vocabulary): Read {
  const [, claim = says, premise] = /^(.*?),? provided that (.*)$/iu.exec(says) ?? [];
  const players = premise === undefined ? 0 : countIn(premise);
  if (players === null)
    return problem(
      `“provided that ${premise ?? ''}” can’t be read`,
      'provided that at least N players are active',
      EXAMPLES.players,
    );
  const [, sum] = /^the sum of (.+) over all [\p{L} ]+ stays the same$/iu.exec(claim) ?? [];
  if (sum !== undefined) return sumOf(sum, players, names);
  const [, value, least, most] = /^(.+?) (?:always )?stays? between (.+) and (.+)$/iu.exec(claim) ?? [];
  if (value !== undefined) return between(value, [least ?? '', most ?? ''], players, names);
  const [, action, changed] = /^only [“"'](.+)[”"'] changes (.+)$/iu.exec(claim) ?? [];
  if (action !== undefined) return onlyBy(action, changed ?? '', players, names);
  const ofMatters = OF_MATTERS.get(claim.toLowerCase());
  if (ofMatters !== undefined) return { kind: ofMatters, players };
  const [, back] = /^whoever idles can come back within (.+)$/iu.exec(claim) ?? [];
  const [, time = back] =
    /^a rule can be changed within (.+) by what its [\p{L} ]+ can do$/iu.exec(claim) ?? [];
  if (time === undefined)
    return problem(`“${claim}” is not a promise that can be enforced`, CAN_BE_SAID, EXAMPLES.changeable);
  const hours = hoursIn(time);
  return hours === null
    ? problem(`“${time}” is no time`, 'a number of hours, days, weeks or months', EXAMPLES.changeable)
    : { kind: back === undefined ? 'changeable' : 'can-return', hours, players };
}

function problem(message: string, expected: string, example: string): Omit<PromiseProblem, 'line'> {
  return { message: `${message}.`, expected, example };
}

function countIn(premise: string): number | null {
  const [, count] = /^at least (.+?) [\p{L}]+(?: [\p{L}]+)? (?:are|is) active$/iu.exec(premise) ?? [];
  const number = count === undefined ? null : readNumber(count);
  return number !== null && Number.isInteger(number) && number >= 0 ? number : null;
}

const HOURS: Readonly<Record<string, number>> = { hour: 1, day: 24, week: 7 * 24, month: 31 * 24 };

function hoursIn(time: string): number | null {
  const [, count = '', unit = ''] = /^(.+) (hour|day|week|month)s?$/iu.exec(time) ?? [];
  const number = readNumber(count);
  return number === null || number <= 0 ? null : number * (HOURS[unit.toLowerCase()] ?? 0);
}

function sumOf(name: string, players: number, names: () => Vocabulary): Read {
  const value = valueCalled(name, names(), 'player');
  return 'message' in value ? { ...value, example: EXAMPLES.sum } : { kind: 'same-sum', value, players };
}

function onlyBy(action: string, name: string, players: number, names: () => Vocabulary): Read {
  const value = valueCalled(name, names(), null);
  return 'message' in value
    ? { ...value, example: EXAMPLES.only }
    : { kind: 'only-by', value, action: slug(action), players };
}

function between(
  name: string,
  limits: readonly [string, string],
  players: number,
  names: () => Vocabulary,
): Read {
  const [least, most] = limits.map(readNumber);
  if (typeof least !== 'number' || typeof most !== 'number' || least > most)
    return problem(
      `“between ${limits.join(' and ')}” can’t be read`,
      'two numbers, the lower one first',
      EXAMPLES.between,
    );
  const value = valueCalled(name, names(), null);
  return 'message' in value ? value : { kind: 'between', value, least, most, players };
}

/** `each player's Grain`, `the game's Tides`, or just `Grain`, as tables name values. */
function valueCalled(
  words: string,
  names: Vocabulary,
  only: PromisedValue['of'] | null,
): PromisedValue | Omit<PromiseProblem, 'line'> {
  const [, whose = '', name = words] =
    /^(?:(the game|(?:each|a|every) [\p{L} ]+?)'s? )?(.+)$/iu.exec(words) ?? [];
  const of = /^the game$/iu.test(whose) ? 'game' : whose === '' ? only : 'player';
  const found = names.find(name).flatMap((one) => {
    const { of: scope, kind, isWorth, id } = one;
    const isMeant = kind === 'number' && !isWorth && scope !== 'post' && (of === null || scope === of);
    return isMeant && (only === null || scope === only) ? [{ of: scope, id: toKebab(id) }] : [];
  });
  const [value, other] = found;
  if (value !== undefined && other === undefined) return value;
  return problem(
    value === undefined
      ? `no rule tracks a number called “${name}”${only === null ? '' : ' of each player'}`
      : `both the game and its players have a “${name}”`,
    'a number that some rule tracks, as tables name it',
    value === undefined
      ? EXAMPLES.between
      : `This rule promises that the game's ${name} stays between 0 and 9.`,
  );
}
