import { join } from 'node:path';

import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Manifest } from '../kernel/manifest.ts';
import type { Limits } from '../sandbox/host.ts';
import type { SandboxImage } from '../sandbox/sandbox.ts';
import { imageBytes, readImage, readImageFile, writeImageFile } from '../cache/image-file.ts';
import type { Caches, RulesHanded } from '../cache/caches.ts';
import { hashOfParts } from '../cache/kept-reads.ts';
import type { Edition } from './play-options.ts';

interface Head {
  /** Which rules are in force in it, of which engine, within which limits. */
  readonly rules: string;
  readonly manifest: Manifest;
  readonly model: ModelDescription;
}

type RulesInImage = Pick<RulesHanded, 'manifest' | 'model' | 'image'>;

/** A sandbox as it was once these rules had been put in force, before any game was loaded. */
export function imageOfRules(edition: Edition, limits: Limits, caches: Caches): RulesInImage | null {
  const { place, rulesHanded } = caches;
  if (place === null) return null;
  const rules = hashOfRules(edition, limits);
  if (rulesHanded?.rules === rules) return rulesHanded;
  const kept = readImageFile<Head>(pathIn(place));
  return kept?.head.rules === nameIn(place, rules) ? rulesIn(kept) : readyRules(rules, caches);
}

/** Those of the game beside the engine were put in force when it was set up: a copy of it, or one that was cloned, begins with them. */
function readyRules(rules: string, { sandboxes }: Caches): RulesInImage | null {
  const held = sandboxes.kept?.readRules(rules) ?? null;
  const kept = held === null ? null : readImage<Omit<Head, 'rules'>>(held);
  return kept === null ? null : rulesIn(kept);
}

/** At set-up, for a game that begins later. */
export function keepReadyRules({ rules, manifest, model, image }: RulesHanded, { sandboxes }: Caches): void {
  sandboxes.kept?.writeRules(rules, imageBytes({ manifest, model }, image));
}

function rulesIn({
  head: { manifest, model },
  image,
}: {
  readonly head: Omit<Head, 'rules'>;
  readonly image: SandboxImage;
}): RulesInImage {
  return { manifest, model, image };
}

/** Keeps it for the next process, and until then for another thread of this one. */
export function keepImageOfRules(
  edition: Edition,
  limits: Limits,
  take: () => SandboxImage | null,
  { manifest, model }: Pick<Head, 'manifest' | 'model'>,
  caches: Caches,
): void {
  const image = caches.place === null ? null : take();
  if (image === null) return;
  const rules = { rules: hashOfRules(edition, limits), manifest, model, image };
  takeHandedRules(rules, caches);
  caches.onRules(rules);
}

/** Takes rules that another thread has put in force: a game with these very rules begins with them. */
export function takeHandedRules(handed: RulesHanded, caches: Caches): void {
  const { place } = caches;
  if (place === null) return;
  const { rules, manifest, model, image } = handed;
  const head: Head = { rules: nameIn(place, rules), manifest, model };
  caches.rulesHanded = handed;
  caches.writeAtTheEnd('rules', () => writeImageFile(pathIn(place), head, image));
}

type Place = NonNullable<Caches['place']>;

function pathIn({ folder }: Place): string {
  return join(folder, 'rules.image');
}

function nameIn({ engine }: Place, rules: string): string {
  return hashOfParts([engine, rules]);
}

function hashOfRules({ files, terms, privacy }: Edition, limits: Limits): string {
  const texts = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
  return hashOfParts([JSON.stringify([limits, terms, privacy]), ...texts]);
}
