import { join } from 'node:path';

import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Manifest } from '../kernel/manifest.ts';
import type { Limits } from '../sandbox/host.ts';
import type { SandboxImage } from '../sandbox/sandbox.ts';
import { readImageFile, writeImageFile } from '../cache/image-file.ts';
import type { Caches } from '../cache/caches.ts';
import { hashOfParts } from '../cache/kept-reads.ts';
import type { Edition } from './play-options.ts';

interface Head {
  /** Which rules are in force in it, of which engine, within which limits. */
  readonly rules: string;
  readonly manifest: Manifest;
  readonly model: ModelDescription;
}

/** A sandbox as it was once these rules had been put in force, before any game was loaded. */
export function imageOfRules(
  edition: Edition,
  limits: Limits,
  caches: Caches,
): ReturnType<typeof readImageFile<Head>> {
  const place = imagePathOf(edition, limits, caches);
  const kept = place === null ? null : readImageFile<Head>(place.path);
  return kept?.head.rules === place?.rules ? kept : null;
}

export function keepImageOfRules(
  edition: Edition,
  limits: Limits,
  take: () => SandboxImage | null,
  { manifest, model }: Pick<Head, 'manifest' | 'model'>,
  caches: Caches,
): void {
  const place = imagePathOf(edition, limits, caches);
  const image = place === null ? null : take();
  if (place === null || image === null) return;
  const head: Head = { rules: place.rules, manifest, model };
  caches.writeAtTheEnd('rules', () => writeImageFile(place.path, head, image));
}

function imagePathOf(
  { files, terms }: Edition,
  limits: Limits,
  { place: kept }: Caches,
): { readonly path: string; readonly rules: string } | null {
  if (kept === null) return null;
  const texts = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
  const rules = hashOfParts([kept.engine, JSON.stringify([limits, terms]), ...texts]);
  return { path: join(kept.folder, 'rules.image'), rules };
}
