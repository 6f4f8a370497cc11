import { ledgerPlace } from '../../site/data/reading.ts';
import { say, subjectOf } from '../../site/data/say.ts';
import { matterHref } from '../../site/data/read-site.ts';
import type { SiteData } from '../../site/data/site-data.ts';

/** A piece of news, with which a browser remembers whether its reader has seen it. */
export interface Newest {
  /** Stable as long as the news is the same. */
  readonly id: string;
  readonly at: string;
  /** A reader's own actions are no news to them. */
  readonly by: string;
  readonly text: string;
  readonly to: string;
}

const MOST = 50;

export function addresses({ home }: SiteData): readonly string[] {
  return home === null ? ['newest.json'] : [];
}

/** Posts, comments and lines of the ledger of the running game, latest first. */
export function newestOf(site: SiteData): readonly Newest[] {
  const posts = site.posts.filter(({ place }) => place === undefined);
  const said = posts.flatMap((post): Newest[] => {
    const to = matterHref(post);
    const posted = {
      id: `p-${post.id}`,
      at: post.at,
      by: post.author,
      to,
      text: say`${subjectOf(site, post.author)} posted “${post.title}”`,
    };
    const comments = post.comments
      .filter(({ deleted }) => !deleted)
      .map(({ id, at, by }) => {
        const vote = post.uses.find((use) => use.by === by && use.at === at)?.vote.toLowerCase();
        const who = subjectOf(site, by);
        return {
          id: `c-${post.id}-${id}`,
          at,
          by,
          to,
          text:
            vote === undefined
              ? say`${who} commented on “${post.title}”`
              : say`${who} voted on “${post.title}”: ${vote}`,
        };
      });
    return [posted, ...comments];
  });
  const done = site.ledger.slice(-MOST).map((line): Newest => ({
    id: `l-${line.n}`,
    at: line.at,
    by: line.by,
    to: ledgerPlace(line.n),
    text: `${line.subject ?? subjectOf(site, line.by)} ${line.done}`,
  }));
  return [...said, ...done].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, MOST);
}
