import { pageName } from '../../seat/page-name.ts';
import { homeHref, href, matterHref } from './read-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

/** Something that can be found: its words are those of its text, its title and kind are shown. */
export type SearchEntry = readonly [title: string, kind: string, address: string, text: string];

/** A dynasty that is over, whose words are a file of their own: loaded only by who looks that far back. */
export interface OlderWords {
  readonly title: string;
  readonly address: string;
}

/** Where a dynasty that is over has its words among its own pages. */
export const PAST_WORDS = 'search/words.json';

/** Nobody writes so much for others to find it. */
const MOST_LETTERS = 60_000;

/** Everything that a site has pages of, with all its words. People have theirs once for the whole game. */
export function searchEntries(site: SiteData): readonly SearchEntry[] {
  const { rules, posts, people, collections, home, game } = site;
  return [
    ...rules.map(({ number, title, anchor, html }): SearchEntry => [
      `${number} ${title}`,
      'Rule',
      href(`ruleset/#${anchor}`),
      textOf(html),
    ]),
    ...posts.filter(({ place }) => place === undefined).map(postEntry),
    ...(home === null ? people : []).map(({ id, name }): SearchEntry => [
      name,
      game.terms.player,
      href(`players/${pageName(id)}/`),
      id,
    ]),
    ...collections.flatMap(({ id, title, things }) =>
      things
        .filter(({ label, id: own }) => label !== own)
        .map((one): SearchEntry => [
          one.label,
          title,
          href(`things/${pageName(id)}/${pageName(one.id)}/`),
          one.id,
        ]),
    ),
  ];
}

/** The latest first. */
export function olderWords({ record }: SiteData): readonly OlderWords[] {
  return record.dynasties.flatMap(({ name, number, archived }) =>
    archived === undefined
      ? []
      : [{ title: name || `Dynasty ${number ?? ''}`, address: homeHref(`${archived.place}${PAST_WORDS}`) }],
  );
}

function postEntry(post: PostSummary): SearchEntry {
  const kind = `${post.kindTitle}${post.status === null ? '' : `, ${post.status}`}`;
  const said = post.comments.map(({ html }) => html).join(' ');
  return [post.title, kind, matterHref(post), textOf(`${post.html} ${said}`)];
}

function textOf(html: string): string {
  return html
    .slice(0, MOST_LETTERS)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x?[\da-f]+;|&\w+;/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
