import type { Game } from 'gitnomic/rules';
import { labels, listed, pictureWith, said, yesNo } from './journal.ts';
import type { Picture } from './journal.ts';

const setsOf = (sets: readonly (readonly string[])[]): string =>
  sets.map((set) => `[${set.join(', ')}]`).join(' ') || 'none';

export const pictureOf = (g: Game): Picture =>
  pictureWith(g, (room) =>
    said(g, {
      name: () => room.name || 'none',
      effect: () => listed(room.features),
      Sigils: () => labels(room.sigils),
      Glyph: () => labels(room.glyphOwners),
      'Newly Furnished': () => yesNo(room.newlyFurnished),
      'contents of the fine chest': () => setsOf(room.fineChestContents),
      'contents of the average chest': () => setsOf(room.averageChestContents),
      'Sepulchre of Dracula': () => yesNo(room.draculaSepulchre),
    }),
  ).set(
    'The game',
    said(g, { 'starting location': () => g.game.startingLocation.id, Organ: () => g.game.organ }),
  );
