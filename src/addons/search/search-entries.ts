import { pageName } from '../../seat/page-name.ts';
import { definitionsIn } from '../../site/data/definitions.ts';
import { hasDynasties, homeHref, href, matterHref } from '../../site/data/read-site.ts';
import { say, statusInWords } from '../../site/data/say.ts';
import type { PostSummary, SiteData } from '../../site/data/site-data.ts';

/** An entry of the search: its text is indexed, its title and kind are shown, and its number is matched exactly. */
export type SearchEntry = readonly [
  title: string,
  kind: string,
  address: string,
  text: string,
  number: string,
];

/** The index that the search page loads first. */
export interface SearchIndex {
  readonly entries: readonly SearchEntry[];
  /** The running dynasty; empty if the rules have none. */
  readonly now: string;
  readonly older: readonly OlderWords[];
}

/** A past dynasty, whose index is a file of its own: it is loaded only by readers who search that far back. */
export interface OlderWords {
  readonly title: string;
  readonly address: string;
}

/** The index of a past dynasty among its own pages. */
export const PAST_WORDS = 'search/words.json';

export function addresses({ home }: SiteData): readonly string[] {
  return home === null ? ['search/', 'search/index.json'] : [PAST_WORDS];
}

/** Definitions come first in the results, then rules. The browser knows them by these words, and shows them in the game's language. */
const DEFINITION = 'Definition';
const RULE = 'Rule';

/** Longer texts are cut for the search. */
const MOST_LETTERS = 60_000;

/** Everything that has a page, with its full text. People are indexed once for the whole game. */
export function searchEntries(site: SiteData): readonly SearchEntry[] {
  const { rules, posts, people, collections, home, game } = site;
  return [
    ...rules.flatMap(({ number, title, anchor, html }): SearchEntry[] => [
      [`${number} ${title}`, RULE, href(`ruleset/#${anchor}`), textOf(html), number],
      ...definitionsIn(html).map(({ words, anchor: at, text }): SearchEntry => [
        words.replace(/[:.]$/u, ''),
        DEFINITION,
        href(`ruleset/#${at}`),
        textOf(text),
        '',
      ]),
    ]),
    ...posts.filter(({ place }) => place === undefined).map(postEntry),
    ...(home === null ? people : []).map(({ id, name }): SearchEntry => [
      name,
      game.terms.player,
      href(`players/${pageName(id)}/`),
      id,
      '',
    ]),
    ...collections.flatMap(({ id, title, things }) =>
      things
        .filter(({ label, id: own }) => label !== own)
        .map((one): SearchEntry => [
          one.label,
          title,
          href(`things/${pageName(id)}/${pageName(one.id)}/`),
          one.id,
          '',
        ]),
    ),
  ];
}

export function searchIndex(site: SiteData): SearchIndex {
  const { dynasty } = site;
  const now = hasDynasties(site) ? titleOf(dynasty) : '';
  return { entries: searchEntries(site), now, older: olderWords(site) };
}

/** Latest first. */
export function olderWords({ record }: SiteData): readonly OlderWords[] {
  return record.dynasties.flatMap(({ name, number, archived }) =>
    archived === undefined
      ? []
      : [{ title: titleOf({ name, number }), address: homeHref(`${archived.place}${PAST_WORDS}`) }],
  );
}

function titleOf({ name, number }: { readonly name: string; readonly number: number | null }): string {
  return name || say`Dynasty ${number ?? ''}`;
}

function postEntry(post: PostSummary): SearchEntry {
  const kind = `${post.kindTitle}${post.status === null ? '' : `, ${statusInWords(post.status)}`}`;
  const said = post.comments.map(({ html }) => html).join(' ');
  return [post.title, kind, matterHref(post), textOf(`${post.html} ${said}`), post.id];
}

function textOf(html: string): string {
  return html
    .slice(0, MOST_LETTERS)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x?[\da-f]+;|&\w+;/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?)])/g, '')
    .trim();
}
