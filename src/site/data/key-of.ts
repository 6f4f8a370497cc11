import { createHash } from 'node:crypto';
import type { SiteData } from './site-data.ts';

/** A key that changes whenever a page would that shows just this. */
export function keyOf({ shell }: SiteData, ...shown: readonly unknown[]): string {
  return createHash('sha1').update(shell).update(JSON.stringify(shown)).digest('base64url');
}
