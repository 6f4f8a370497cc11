import type { Forge } from '../forge/port.ts';
import { readBlob } from '../repository/objects.ts';
import { readTree } from '../repository/read-tree.ts';
import { isPrepared } from '../store/pictures/prepare-picture.ts';
import type { PictureStore } from '../store/pictures/picture-store.ts';
import { isTold, parseTold } from '../decide/told-text.ts';
import type { JournalEvent } from '../decide/situation.ts';

const MOST_PICTURES = 200;

/** Fetches the picture copies of the emperor's side from their commit, and checks them like any others. */
export async function bringToldPictures(
  forge: Pick<Forge, 'repository' | 'bring'>,
  store: PictureStore,
  events: readonly JournalEvent[],
): Promise<void> {
  for (const { event } of events) {
    if (event.type !== 'commented' || !isTold(event.text)) continue;
    const commit = parseTold(event.text)?.pictures ?? null;
    if (commit === null || !(await forge.bring(commit))) continue;
    const { files } = await readTree(forge.repository, commit, { under: ['pictures'] });
    for (const { oid } of [...files.values()].slice(0, MOST_PICTURES)) {
      const bytes = await readBlob(forge.repository, oid);
      if (await isPrepared(bytes)) store.keepCopy(bytes);
    }
  }
}
