import { createHash } from 'node:crypto';
import type { SiteData } from './site-data.ts';

/** Changes whenever a page would that shows this and nothing else. */
export function keyOf({ shell }: SiteData, ...shown: readonly unknown[]): string {
  return createHash('sha1').update(shell).update(JSON.stringify(shown)).digest('base64url');
}
