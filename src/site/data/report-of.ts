import { perSite } from './per-site.ts';
import type { SiteData, ThingData } from './site-data.ts';

export interface Report {
  readonly post: string;
  /** What it says of each place of the way; nothing of where it began. */
  readonly steps: readonly (string | undefined)[];
}

/** `Into B2; he opens a chest.` → `he opens a chest.`: which place it is stands beside already. */
function withoutPlace(step: string): string {
  return step.replace(/^\w+ [A-Z]+\d+[;.,]?\s*/u, '');
}

const postsByLine = perSite(({ ledger }) => new Map(ledger.map(({ n, posts }) => [n, posts])));

/** The post that was made as this came about, with its steps where it lists as many as there were. */
export function reportOf(site: SiteData, { lines }: ThingData, places: number): Report | null {
  const made = lines.flatMap((n) => postsByLine(site).get(n) ?? []);
  const post = site.posts.find(({ id }) => made.includes(id));
  if (post === undefined) return null;
  const [list = ''] = /<ol>[\s\S]*?<\/ol>/u.exec(post.html) ?? [];
  const items = [...list.matchAll(/<li>([\s\S]*?)<\/li>/gu)].map(([, words = '']) =>
    withoutPlace(words.replaceAll(/<[^>]*>/gu, '').trim()),
  );
  return { post: post.id, steps: items.length === places - 1 ? [undefined, ...items] : [] };
}
