import { textsAfter } from './texts-after.ts';
import { pageName } from '../../seat/page-name.ts';
import { keyOf } from './key-of.ts';
import { postOf } from './read-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

/** The number of moments, latest first, with a page of their own; the record of changes has all. */
const MOST = 40;

/** A moment at which a matter changed the ruleset, and the page that shows the rules as they stood then. */
export interface MomentShown {
  readonly name: string;
  readonly at: string;
  readonly matter: PostSummary;
  /** The number of changes in the record up to then. */
  readonly count: number;
  /** As long as this stays the same, so does the ruleset of that moment. */
  readonly key: string;
}

/** The moments of the running dynasty, oldest first. */
export function momentsShown(site: SiteData): readonly MomentShown[] {
  const { changes, first } = site.changeLog;
  const begun = changes.findLastIndex(({ post }) => post === '') + 1;
  const moments: MomentShown[] = [];
  let key = keyOf(site, first, changes.slice(0, begun));
  for (const [at, change] of changes.entries()) {
    if (at < begun) continue;
    key = keyOf(site, key, change);
    const matter = postOf(site, change.post);
    const next = changes[at + 1];
    if (matter === undefined || (next?.at === change.at && next.post === change.post)) continue;
    moments.push({ name: pageName(matter.id), at: change.at, matter, count: at + 1, key });
  }
  return [...new Map(moments.map((one) => [one.name, one])).values()].slice(-MOST);
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
