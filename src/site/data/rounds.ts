import { inWords } from '../../wording/naming.ts';
import type { DisplayPage, DisplayRounds } from './display-schema.ts';
import { valueOf } from './field-of.ts';
import { nameOf, say } from './say.ts';
import { isKnown, readSite, perSite } from './read-site.ts';
import type { CollectionData, SiteData, ThingData, PostSummary } from './site-data.ts';
import { capitalised } from '../../kernel/sentence.ts';

export interface Round {
  /** The move of either side. */
  readonly did: readonly [string, string];
  /** The score of either side in this round. */
  readonly scores: readonly [number, number];
  /** The outcome, if the report states it. */
  readonly came: string;
}

export interface Fight {
  readonly sides: readonly [string, string];
  readonly counts: string;
  /** True if scores add up from round to round, and false if the higher score wins each round. */
  readonly addsUp: boolean;
  readonly rounds: readonly Round[];
}

type Pair<T> = readonly [T, T];

/** A duel or battle round by round, from lists of equal length or from its report; null if there is neither. */
export function fightOf(
  page: DisplayPage | undefined,
  collection: CollectionData,
  thing: ThingData,
): Fight | null {
  const site = readSite();
  const rounds = page?.rounds ?? null;
  if (rounds === null) return null;
  if (rounds.in !== null) return fightIn(site, rounds.in, thing.id);
  const sides = sidesOf(site, rounds, thing);
  if (sides === null) return null;
  const fought =
    rounds.scores === null
      ? reported(site, collection, thing, sides, rounds.told)
      : inLists(thing, rounds.did, rounds.scores);
  return fought.length === 0
    ? null
    : { sides, counts: rounds.counts || say`Score`, addsUp: rounds.scores === null, rounds: fought };
}

/** `Ada 3, Bo 2`: a list with a value for either side, or the number of a side; null for any other field. */
export function saidOfSides(page: DisplayPage | undefined, thing: ThingData, field: string): string | null {
  const rounds = page?.rounds ?? null;
  if (rounds === null) return null;
  const sides = sidesOf(readSite(), rounds, thing);
  const value = valueOf(thing, field);
  if (sides === null) return null;
  const [first, second] = sides;
  if (Array.isArray(value))
    return rounds.each.includes(field) && value.length === 2
      ? [`${first} ${textOf(value[0])}`, `${second} ${textOf(value[1])}`].join(', ')
      : null;
  if (!rounds.side.includes(field) || (value !== 1 && value !== 2)) return null;
  return say`${value}, for ${value === 1 ? first : second}`;
}

/** The thing of the same name in the collection that holds the rounds of another. */
function fightIn(site: SiteData, id: string, thing: string): Fight | null {
  const collection = site.collections.find((one) => one.id === id);
  const same = collection?.things.find((one) => one.id === thing);
  const page = site.display.pages.find(
    ({ of, rounds }) => of === id && rounds !== null && rounds.in === null,
  );
  return collection === undefined || same === undefined ? null : fightOf(page, collection, same);
}

function sidesOf(site: SiteData, { sides }: DisplayRounds, thing: ThingData): Pair<string> | null {
  const ids = sides.flatMap((field) => valueOf(thing, field)).filter((one) => typeof one === 'string');
  const [first, second, ...more] = ids.map((id) => (isKnown(site, id) ? nameOf(site, id) : inWords(id)));
  return first === undefined || second === undefined || more.length > 0 ? null : [first, second];
}

function inLists(thing: ThingData, did: readonly string[], scores: readonly string[]): readonly Round[] {
  const listOf = (id: string | undefined): readonly unknown[] => {
    const value = id === undefined ? [] : valueOf(thing, id);
    return Array.isArray(value) ? value : [];
  };
  const [own, other] = [listOf(scores[0]), listOf(scores[1])];
  return own.map((score, at) => {
    const both: Pair<number> = [Number(score), Number(other[at] ?? 0)];
    const words = did.map((field, side) => withoutScore(textOf(listOf(field)[at]), both[side] ?? 0));
    return { did: [words[0] ?? '', words[1] ?? ''], scores: both, came: '' };
  });
}

/** `ox: 3 (+3 Giant)` → `ox (+3 Giant)`, because the score stands beside it. */
function withoutScore(words: string, score: number): string {
  return words.replace(new RegExp(`: ${score}(?=$| \\()`, 'u'), '');
}

const LISTS = /<ol[^>]*>([^]*?)<\/ol>/gu;
const ITEMS = /<li>([^]*?)<\/li>/gu;

/** `Ada grab, Bo kick (dice): Bo takes 2 Damage.` for each round, as the engine reported it. */
function reported(
  site: SiteData,
  collection: CollectionData,
  thing: ThingData,
  sides: Pair<string>,
  form: string | null,
): readonly Round[] {
  const html = reportsOn(site, collection, thing).flatMap((post) => [
    post.html,
    ...post.comments.filter(({ by }) => by === 'engine').map((comment) => comment.html),
  ]);
  return html.flatMap((text) =>
    [...text.matchAll(LISTS)].flatMap(([, list = '']) =>
      [...list.matchAll(ITEMS)].flatMap(([, item = '']) => roundIn(wordsOf(item), sides, form) ?? []),
    ),
  );
}

function wordsOf(html: string): string {
  const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/&#x([0-9a-f]+);/giu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&(\w+);/gu, (whole, name: string) => NAMED[name] ?? whole)
    .trim();
}

function roundIn(item: string, sides: Pair<string>, form: string | null): Round | null {
  const [first, second] = sides.map(RegExp.escape);
  const parts = new RegExp(`^${first} (.+?), ${second} ([^:(]+?)(?: \\(([^)]*)\\))?: (.+)$`, 'u').exec(item);
  if (parts === null) return null;
  const [, own = '', other = '', dice, outcome = ''] = parts;
  const came = dice === undefined ? outcome : `${dice}: ${outcome}`;
  const [a, b] = sides.map((side) => (form === null ? 0 : sumOf(outcome, side, form)));
  return { did: [own, other], scores: [a ?? 0, b ?? 0], came };
}

function sumOf(text: string, side: string, form: string): number {
  const pattern = RegExp.escape(form)
    .replace('\\{side\\}', RegExp.escape(side))
    .replace('\\{number\\}', '(\\d+)');
  return [...text.matchAll(new RegExp(pattern, 'gu'))].reduce((sum, [, number]) => sum + Number(number), 0);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export interface Report {
  readonly post: string;
  /** The text about each place of the route after the first. */
  readonly steps: readonly (string | undefined)[];
}

/** Posts that report on an event: those it names, and those from the same action. */
export function reportsOn(
  site: SiteData,
  { columns }: CollectionData,
  { lines, values }: ThingData,
): readonly PostSummary[] {
  const named = columns.flatMap(({ id, type, private: hidden }) =>
    hidden || (type.kind === 'optional' ? type.of : type).kind !== 'post' ? [] : [values[id]],
  );
  const made = lines.slice(0, 1).flatMap((n) => postsByLine(site).get(n) ?? []);
  const ids = new Set([...named, ...made]);
  return site.posts.filter(({ id, place }) => place === undefined && ids.has(id));
}

/** Its name when a ledger line began, since that line may have renamed it. */
export function labelBefore({ label, earlier }: Pick<ThingData, 'label' | 'earlier'>, line: number): string {
  return earlier.find(({ until }) => until >= line)?.label ?? label;
}

/** `Into Tallow Yard (A2); he opens a chest.` → `He opens a chest.`, because the place is shown beside it already. */
function withoutPlace(step: string): string {
  return capitalised(step.replace(/^\p{L}+ (?:[A-Z]+\d+|.*?\([A-Z]+\d+\))[;.,]?\s*/u, ''));
}

const postsByLine = perSite(({ ledger }) => new Map(ledger.map(({ n, posts }) => [n, posts])));

/** The post that was made by the same action, with its steps if it has one for each place. */
export function reportOf(
  site: SiteData,
  collection: CollectionData,
  thing: ThingData,
  places: number,
): Report | null {
  const [post] = reportsOn(site, collection, thing);
  if (post === undefined) return null;
  const [list = ''] = /<ol>[\s\S]*?<\/ol>/u.exec(post.html) ?? [];
  const items = [...list.matchAll(/<li>([\s\S]*?)<\/li>/gu)].map(([, words = '']) =>
    withoutPlace(words.replaceAll(/<[^>]*>/gu, '').trim()),
  );
  return { post: post.id, steps: items.length === places - 1 ? [undefined, ...items] : [] };
}
