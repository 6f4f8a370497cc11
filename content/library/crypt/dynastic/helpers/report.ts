import type { Game } from 'gitnomic/rules';
import { labels, listed, pictureWith, said, yesNo } from './journal.ts';
import type { Picture } from './journal.ts';

export const pictureOf = (g: Game): Picture =>
  pictureWith(g, (room) =>
    said({
      name: g.maybe(() => room.name || 'none'),
      effect: g.maybe(() => listed(room.features)),
      Sigils: g.maybe(() => labels(room.sigils)),
      'Inactive Sigils': g.maybe(() => labels(room.inactiveSigils)),
      Glyph: g.maybe(() => labels(room.glyphOwners)),
      'Newly Furnished': g.maybe(() => yesNo(room.newlyFurnished)),
    }),
  );
