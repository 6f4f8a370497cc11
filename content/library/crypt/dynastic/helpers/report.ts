import type { Game } from 'gitnomic/rules';
import { labels, listed, pictureWith, said, yesNo } from './journal.ts';
import type { Picture } from './journal.ts';

export const pictureOf = (g: Game): Picture =>
  pictureWith(g, (room) =>
    said(g, {
      name: () => room.name || 'none',
      effect: () => listed(room.features),
      Sigils: () => labels(room.sigils),
      'Inactive Sigils': () => labels(room.inactiveSigils),
      Glyph: () => labels(room.glyphOwners),
      'Newly Furnished': () => yesNo(room.newlyFurnished),
    }),
  );
