import { capitalised } from '../../kernel/sentence.ts';
import { perSite } from './per-site.ts';
import type { CollectionData, PostSummary, SiteData, ThingData } from './site-data.ts';

export interface Report {
  readonly post: string;
  /** The text about each place of the route after the first. */
  readonly steps: readonly (string | undefined)[];
}

/** Posts that report on an event: those it names, and those from the same action. */
export function toldIn(
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
  const [post] = toldIn(site, collection, thing);
  if (post === undefined) return null;
  const [list = ''] = /<ol>[\s\S]*?<\/ol>/u.exec(post.html) ?? [];
  const items = [...list.matchAll(/<li>([\s\S]*?)<\/li>/gu)].map(([, words = '']) =>
    withoutPlace(words.replaceAll(/<[^>]*>/gu, '').trim()),
  );
  return { post: post.id, steps: items.length === places - 1 ? [undefined, ...items] : [] };
}
