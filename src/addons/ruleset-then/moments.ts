import { textsAfter } from './texts-after.ts';
import { pageName } from '../../seat/page-name.ts';
import { perSite, homeHref, postOf } from '../../site/data/read-site.ts';
import type { PostSummary, SiteData } from '../../site/data/site-data.ts';

/** The number of moments, latest first, that all have a page of their own where pages are published as files. */
const MOST = 200;

/** A moment at which a matter changed the ruleset, and the page that shows the rules as they stood then. */
export interface MomentShown {
  readonly name: string;
  readonly at: string;
  readonly matter: PostSummary;
  /** The number of changes in the record up to then. */
  readonly count: number;
}

export function addresses(site: SiteData, isAtHome: boolean): readonly string[] {
  if (site.home !== null) return [];
  const moments = isAtHome ? everyMoment(site) : momentsShown(site);
  return ['changes.json', 'then/', ...moments.map(({ name }) => `then/${name}/`)];
}

/** The moments that have a page where pages are published as files, oldest first. */
export const momentsShown = perSite((site): readonly MomentShown[] => {
  if (site.home !== null) return [];
  const begun = site.changeLog.changes.findLastIndex(({ post }) => post === '') + 1;
  const running = everyMoment(site).filter(({ count }) => count > begun);
  const [early, late] = [running.slice(0, -MOST), running.slice(-MOST)];
  return [...new Map(early.map((one) => [one.at.slice(0, 7), one])).values(), ...late];
});

/** The moments of the whole game, oldest first. At home the page of each is made when somebody asks for it. */
export const everyMoment = perSite((site): readonly MomentShown[] => {
  const { changes } = site.changeLog;
  const moments = new Map<string, MomentShown>();
  for (const [at, change] of changes.entries()) {
    const matter = postOf(site, change.post);
    const next = changes[at + 1];
    if (matter === undefined || (next?.at === change.at && next.post === change.post)) continue;
    const name = pageName(matter.id);
    moments.delete(name);
    moments.set(name, { name, at: change.at, matter, count: at + 1 });
  }
  return [...moments.values()];
});

const shownByName = perSite((site) => new Set(momentsShown(site).map(({ name }) => name)));
const changedBy = perSite(({ changeLog }) => new Set(changeLog.changes.map(({ post }) => post)));

/**
 * The address of the ruleset as it stood after a matter: its own page, or else the page that reconstructs any
 * moment in the browser. Null for a matter that changed no rule.
 */
export function momentHref(site: SiteData, matter: string, isAtHome: boolean): string | null {
  if (!changedBy(site).has(matter)) return null;
  const name = pageName(matter);
  return homeHref(
    isAtHome || shownByName(site).has(name) ? `then/${name}/` : `then/?after=${encodeURIComponent(matter)}`,
  );
}

/** The rules as they stood at a moment, marked if its matter changed them. */
export function rulesThen(
  { changeLog }: SiteData,
  { count, at, matter }: MomentShown,
): readonly {
  readonly title: string;
  readonly anchor: string;
  readonly text: string;
  readonly changed: boolean;
}[] {
  const texts = textsAfter(changeLog, count);
  const changed = new Set(
    changeLog.changes.filter((one) => one.at === at && one.post === matter.id).map(({ rule }) => rule),
  );
  return changeLog.order.flatMap(({ rule, title }) => {
    const text = texts.get(rule);
    const anchor = rule.replaceAll('/', '.');
    return text === undefined ? [] : [{ title, anchor, text, changed: changed.has(rule) }];
  });
}
