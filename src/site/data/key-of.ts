import { createHash } from 'node:crypto';
import type { PostSummary, SiteData } from './site-data.ts';

/** Changes whenever the page of a post would. */
export function keyOf({ shell }: SiteData, post: PostSummary): string {
  return createHash('sha1').update(shell).update(JSON.stringify(post)).digest('base64url');
}
