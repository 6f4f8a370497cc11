import type { APIRoute } from 'astro';
import { pageName } from '../../data/page-name.ts';
import { readSite } from '../../data/read-site.ts';
import { href, matterHref } from '../../data/read-site.ts';

/** In all, so that the index of a long game can still be loaded. */
const MOST_WORDS = 300_000;
const MOST_WORDS_EACH = 400;

/** What can be found: `[title, kind, address, text]` each, loaded when somebody searches. */
export const GET: APIRoute = () => {
  const site = readSite();
  const most = Math.max(
    8,
    Math.min(MOST_WORDS_EACH, Math.floor(MOST_WORDS / Math.max(1, site.posts.length))),
  );
  const entries: readonly (readonly [string, string, string, string])[] = [
    ...site.rules.map(
      (rule) =>
        [
          `${rule.number} ${rule.title}`,
          'Rule',
          href(`ruleset/#${rule.anchor}`),
          textOf(rule.html, MOST_WORDS_EACH),
        ] as const,
    ),
    ...site.posts.map(
      (post) =>
        [
          post.title,
          `${post.kindTitle}${post.status === null ? '' : `, ${post.status}`}`,
          matterHref(post),
          textOf(post.html, most),
        ] as const,
    ),
    ...site.people.map(
      (one) => [one.name, site.game.terms.player, href(`players/${pageName(one.id)}/`), one.id] as const,
    ),
    ...site.collections.flatMap(({ id, title, things }) =>
      things
        .filter(({ label, id: own }) => label !== own)
        .map(
          (one) => [one.label, title, href(`things/${pageName(id)}/${pageName(one.id)}/`), one.id] as const,
        ),
    ),
  ];
  return new Response(JSON.stringify(entries), { headers: { 'content-type': 'application/json' } });
};

function textOf(html: string, most: number): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x?[\da-f]+;|&\w+;/gi, ' ')
    .split(/\s+/)
    .slice(0, most)
    .join(' ')
    .trim();
}
