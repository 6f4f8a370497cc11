import { MESSAGES_OF_SCRIPTS } from '../../language/catalogue.ts';
import { filledIn, messageOfParts, inPieces, translationOf, type Language } from '../../language/language.ts';
import { dayIn } from '../../language/wording.ts';
import { readSite, peoplesNames, hasDynasties } from './read-site.ts';
import type { SiteData, PostSummary } from './site-data.ts';
import { isName } from '../../kernel/roles.ts';
import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import type { ProgramChange } from '../../wording/program-changes.ts';
import { sayOften } from '../../wording/say-clause.ts';
import { sayStatus } from '../../wording/say-status.ts';

export function languageNow(): Language {
  return readSite().display.language;
}

/** A text of a page in the game’s language. The English text is the key, with `{1}` for the first value. */
export function say(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  const message = messageOfParts(strings);
  return filledIn(translationOf(languageNow(), message, values), values);
}

/** A value, an element, or a function that wraps some of the words in an element. */
type Put = string | number | boolean | object | null | undefined | ((words: unknown) => unknown);

/** A text with elements in it: `<1>…</1>` is passed to the first value, a function that wraps it in an element. */
export function sayWith(message: string, ...values: readonly Put[]): readonly unknown[] {
  return inPieces(translationOf(languageNow(), message, values), values);
}

/** Translated texts that scripts insert into pages; null if all of them are English. */
export function textsOfScripts(): string | null {
  const { texts } = languageNow();
  const here = MESSAGES_OF_SCRIPTS.filter((message) => Object.hasOwn(texts, message));
  return here.length === 0 ? null : JSON.stringify(Object.fromEntries(here.map((one) => [one, texts[one]])));
}

/** `2021-06-18`, or the format of the game’s language. */
export function dayHere(time: string): string {
  return dayIn(languageNow().tag, time);
}

export function nameOf(site: SiteData, id: string): string {
  return peoplesNames(site).get(id) ?? (id === 'engine' ? say`the game` : id);
}

/** A name at the beginning of a sentence. A player's name keeps its small letter. */
export function subjectOf(site: SiteData, id: string): string {
  return id === 'engine' ? say`The game` : nameOf(site, id);
}

/** The game's term for its head, with an article unless it is a name. */
export function headIn({ game: { terms } }: Pick<SiteData, 'game'>): string {
  const { emperor = PLAIN_TERMS.emperor } = terms;
  return isName(terms, 'emperor') ? emperor : say`the ${emperor}`;
}

/** `player` → the game's own word for it. */
export function roleIn(site: Pick<SiteData, 'game'>, role: string): string {
  if (role === 'player') return site.game.terms.players;
  if (role === 'emperor') return headIn(site);
  return role === 'admin' ? say`Admins` : role;
}

/** `players or Admins`, by whom an action is taken. */
export function rolesIn(site: Pick<SiteData, 'game'>, roles: readonly string[]): string {
  return eitherOf(roles.map((role) => roleIn(site, role)));
}

/** Texts or elements with words between each two of them. */
export function joined(parts: readonly unknown[], between = ', '): readonly unknown[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]));
}

/** `Ana, Bo or Cy` */
export function eitherOf(names: readonly string[]): string {
  const [last = '', ...before] = [...names].reverse();
  return before.length === 0 ? last : say`${before.reverse().join(', ')} or ${last}`;
}

/** `by players, once a day`. If an action is open to anybody, the rule itself may name who takes it. */
export function takersIn(
  site: Pick<SiteData, 'game'>,
  { by, frequency }: { readonly by: readonly string[]; readonly frequency: string | null },
): string {
  return [
    ...(by.includes('anybody') ? [] : [say`by ${rolesIn(site, by)}`]),
    ...(frequency === null ? [] : [sayOften(frequency, say)]),
  ].join(', ');
}

export function statusInWords(status: string | null): string {
  return sayStatus(status, { say });
}

/** `3 for`, `1 against`, `quorum 4` */
export function tallyInWords({
  counts,
  needed,
  stands,
  status,
}: Pick<PostSummary, 'counts' | 'needed' | 'stands' | 'status'>): readonly string[] {
  return [
    ...counts.map(({ title, count }) => `${count} ${title}`),
    ...(needed === null ? [] : [`${needed.title.toLowerCase()} ${needed.count}`]),
    ...(stands === null || stands === status || stands === 'undecided' ? [] : [statusInWords(stands)]),
  ];
}

/** A file of code that several rules use is titled by its path. */
const OF_SEVERAL_RULES = /\/helpers\/.+\.ts$/u;

/** `Votes`, `The clause of Votes` */
export function nameOfChange({ kind, title }: Pick<ProgramChange, 'kind' | 'title'>): string {
  return kind === 'clause' ? say`The code of ${title}` : title;
}

/** How many rules and values a short description of a matter names. */
const MOST_NAMED = 4;

/** `It would add Candles.`, `It changed Votes; Ana: Oil 3.`: a matter’s changes, without their words. */
export function changesInWords(
  { status, diffs, changes }: Pick<PostSummary, 'status' | 'diffs' | 'changes'>,
  most = MOST_NAMED,
): readonly string[] {
  const texts = diffs.filter(({ kind }) => kind !== 'value');
  const named = (does: ProgramChange['does']): readonly string[] => {
    const some = texts.filter((diff) => diff.does === does);
    const words = new Set(some.flatMap(({ kind, rule }) => (kind === 'text' ? [rule] : [])));
    // Code that comes or goes with its rule isn't mentioned separately.
    const shown = some.filter(({ kind, rule }) => does === 'changes' || kind === 'text' || !words.has(rule));
    return [
      ...new Set(
        shown.map((diff) => (OF_SEVERAL_RULES.test(diff.title) ? say`shared code` : nameOfChange(diff))),
      ),
    ];
  };
  const isDone = status === 'enacted';
  const list = (some: readonly string[]): string => some.slice(0, most).join('; ');
  const [added, changed, repealed] = [named('adds'), [...named('changes'), ...changes], named('repeals')].map(
    list,
  );
  return [
    added && (isDone ? say`It added ${added}.` : say`It would add ${added}.`),
    changed && (isDone ? say`It changed ${changed}.` : say`It would change ${changed}.`),
    repealed && (isDone ? say`It repealed ${repealed}.` : say`It would repeal ${repealed}.`),
  ].filter((said): said is string => Boolean(said));
}

interface BegunAnew {
  /** A sentence of its own. */
  readonly began: string;
  /** Words to put after the changes. */
  readonly with: string;
}

/** Explains a change of rules that no matter made: a dynasty began or, if rules know none, the game went back. */
export function begunAnew(site: Pick<SiteData, 'dynasty'>): BegunAnew {
  return hasDynasties(site)
    ? { began: say`A new dynasty began`, with: say`with the dynasty` }
    : { began: say`The game restarted or went back`, with: say`as the game restarted or went back` };
}

/** The way in which somebody voted, in words: `comment` is a name of the engine's. */
export function wayOfVote(via: string): string {
  if (via === 'comment') return say`in a comment`;
  if (via === 'review') return say`by a review`;
  return via === 'reaction' ? say`by a reaction` : via;
}

/** How many comments say something to people: a vote alone, or what only asks the engine for something, doesn't. */
export function commentsSaid({ comments }: Pick<PostSummary, 'comments'>): number {
  return comments.filter(
    ({ html }) =>
      !/^\s*<p>(?:\/[a-z][^<]*|<(?:span class="tag |em class="meta)[^"]*">[^<]*<\/\w+>)<\/p>\s*$/u.test(html),
  ).length;
}
