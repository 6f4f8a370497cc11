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

type Image = NonNullable<ReturnType<typeof readImageFile<Head>>>;

/** Images in the memory of this process, by their rules; null where such rules were put in force once. */
type InMemory = Map<string, Image | null>;

/** Each is of several megabytes. */
const MOST_IN_MEMORY = 3;

/** A sandbox as it was once these rules had been put in force, before any game was loaded. */
export function imageOfRules(edition: Edition, limits: Limits, caches: Caches): Image | null {
  const rules = hashOfRules(edition, limits, caches);
  const { place } = caches;
  if (place === null) return inMemory(caches).get(rules) ?? null;
  const kept = readImageFile<Head>(pathIn(place.folder));
  return kept?.head.rules === rules ? kept : null;
}

/**
 * Keeps an image for later commands, where their caches have a folder. Otherwise it is kept for this process from the second time on
 * that the same rules are put in force, so that a process that does it once holds nothing that nobody asks for.
 */
export function keepImageOfRules(
  edition: Edition,
  limits: Limits,
  take: () => SandboxImage | null,
  { manifest, model }: Pick<Head, 'manifest' | 'model'>,
  caches: Caches,
): void {
  const rules = hashOfRules(edition, limits, caches);
  const { place } = caches;
  const again = inMemory(caches).has(rules);
  const image = place === null && !again ? null : take();
  if (place === null) remember(inMemory(caches), rules, image && { head: { rules, manifest, model }, image });
  else if (image !== null)
    caches.writeAtTheEnd('rules', () =>
      writeImageFile(pathIn(place.folder), { rules, manifest, model } satisfies Head, image),
    );
}

function inMemory(caches: Caches): InMemory {
  return caches.once(caches, 'images of rules', () => new Map());
}

function remember(images: InMemory, rules: string, image: Image | null): void {
  images.delete(rules);
  images.set(rules, image);
  const [oldest] = images.keys();
  if (images.size > MOST_IN_MEMORY && oldest !== undefined) images.delete(oldest);
}

function hashOfRules({ files, terms }: Edition, limits: Limits, { engine }: Caches): string {
  const texts = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
  return hashOfParts([engine ?? '', JSON.stringify([limits, terms]), ...texts]);
}

function pathIn(folder: string): string {
  return join(folder, 'rules.image');
}
