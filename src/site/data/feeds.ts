import { pageName } from '../../seat/page-name.ts';
import { perSite } from './per-site.ts';
import { wordingIn } from '../../language/wording.ts';
import { hasDynasties, historyByRule } from './read-site.ts';
import type { LedgerData, PostSummary, RuleData, SiteData } from './site-data.ts';

export interface FeedData {
  readonly id: string;
  readonly title: string;
  readonly posts: readonly PostSummary[];
  readonly lines?: readonly LedgerData[];
  /** The kind of pages that link to it. */
  readonly under: 'feeds' | 'player' | 'rule';
  /** True if it belongs to a past dynasty and is made with its pages. */
  readonly over: boolean;
}

/** Where a past dynasty keeps its feed among its own pages; readers find it under `feedPath`. */
export const PAST_FEED = 'feed.xml';

export function feedPath(dynasty: number): string {
  return `feeds/dynasty-${dynasty}.xml`;
}

export function feedOfPerson(person: string): string {
  return `player-${pageName(person)}`;
}

export function feedOfRule(path: string): string {
  return `rule-${pageName(path)}`;
}

/** All feeds except the main one: matters, other posts, actions, and one for each kind, dynasty, person and rule. */
export const feedsOf: (site: SiteData) => readonly FeedData[] = perSite((site) => {
  const { posts, record, ledger } = site;
  const { say } = wordingIn(site.display.language);
  const kinds = [...new Map(posts.map(({ kind, kindTitle }) => [kind, kindTitle]))];
  const all = { over: false, under: 'feeds' } as const;
  const byAuthor = Map.groupBy(posts, ({ author }) => author);
  const byDoer = Map.groupBy(ledger, ({ by }) => by);
  const byPlace = Map.groupBy(posts, ({ place }) => place);
  return [
    { ...all, id: 'matters', title: say`Matters`, posts: posts.filter(({ votable }) => votable) },
    { ...all, id: 'posts', title: say`Other posts`, posts: posts.filter(({ votable }) => !votable) },
    { ...all, id: 'actions', title: say`Actions`, posts: [], lines: ledger },
    ...kinds.map(([kind, title]) => ({
      ...all,
      id: `kind-${pageName(kind)}`,
      title,
      posts: posts.filter((post) => post.kind === kind),
    })),
    ...(hasDynasties(site) ? record.dynasties : []).map(({ number, name, from, until, archived }, at) => ({
      id: `dynasty-${number ?? record.dynasties.length - at}`,
      title: name === '' ? say`Dynasty ${number ?? record.dynasties.length - at}` : name,
      over: archived !== undefined,
      under: 'feeds' as const,
      posts:
        archived === undefined
          ? posts.filter((post) => (from === null || post.at >= from) && (until === null || post.at < until))
          : (byPlace.get(archived.place) ?? []),
    })),
    ...site.people.map(({ id, name }) => ({
      ...all,
      under: 'player' as const,
      id: feedOfPerson(id),
      title: name,
      posts: byAuthor.get(id) ?? [],
      lines: byDoer.get(id) ?? [],
    })),
    ...site.rules.map((rule) => ({
      ...all,
      under: 'rule' as const,
      id: feedOfRule(rule.path),
      title: rule.title,
      posts: changesOf(site, rule),
    })),
  ];
});

/** The matters that changed a rule or would change it. */
function changesOf(site: SiteData, { path, proposals }: RuleData): readonly PostSummary[] {
  const made = (historyByRule(site).get(path) ?? []).map(({ post }) => post);
  // A change that no matter made has none.
  const ids = new Set([...made, ...proposals].filter((id) => id !== ''));
  return ids.size === 0 ? [] : site.posts.filter(({ id }) => ids.has(id));
}
