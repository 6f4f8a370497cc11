import { pageName } from '../../seat/page-name.ts';
import { definitionsIn } from './definitions.ts';
import { hasDynasties, homeHref, href, matterHref } from './read-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

/** Something that can be found: its words are those of its text, its title and kind are shown, its number is found as it stands. */
export type SearchEntry = readonly [
  title: string,
  kind: string,
  address: string,
  text: string,
  number: string,
];

/** The words that the search page loads at first. */
export interface SearchIndex {
  readonly entries: readonly SearchEntry[];
  /** The dynasty that is played; empty where the rules have none. */
  readonly now: string;
  readonly older: readonly OlderWords[];
}

/** A dynasty that is over, whose words are a file of their own: loaded only by who looks that far back. */
export interface OlderWords {
  readonly title: string;
  readonly address: string;
}

/** Where a dynasty that is over has its words among its own pages. */
export const PAST_WORDS = 'search/words.json';

/** These kinds come first among all that is found: where a word is explained, and the rules. */
const DEFINITION = 'Definition';
const RULE = 'Rule';

/** Nobody writes so much for others to find it. */
const MOST_LETTERS = 60_000;

/** Everything that a site has pages of, with all its words. People have theirs once for the whole game. */
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

/** The latest first. */
export function olderWords({ record }: SiteData): readonly OlderWords[] {
  return record.dynasties.flatMap(({ name, number, archived }) =>
    archived === undefined
      ? []
      : [{ title: titleOf({ name, number }), address: homeHref(`${archived.place}${PAST_WORDS}`) }],
  );
}

function titleOf({ name, number }: { readonly name: string; readonly number: number | null }): string {
  return name || `Dynasty ${number ?? ''}`;
}

function postEntry(post: PostSummary): SearchEntry {
  const kind = `${post.kindTitle}${post.status === null ? '' : `, ${post.status}`}`;
  const said = post.comments.map(({ html }) => html).join(' ');
  return [post.title, kind, matterHref(post), textOf(`${post.html} ${said}`), post.id];
}

function textOf(html: string): string {
  return html
    .slice(0, MOST_LETTERS)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x?[\da-f]+;|&\w+;/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
