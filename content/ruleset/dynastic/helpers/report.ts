import type { Game } from 'gitnomic/rules';
import { labels, listed, pictureWith, said, yesNo } from './journal.ts';
import type { Picture } from './journal.ts';

const setsOf = (sets: readonly (readonly string[])[]): string =>
  sets.map((set) => `[${set.join(', ')}]`).join(' ') || 'none';

export const pictureOf = (g: Game): Picture =>
  pictureWith(g, (room) =>
    said({
      name: g.maybe(() => room.name || 'none'),
      effect: g.maybe(() => listed(room.features)),
      Sigils: g.maybe(() => labels(room.sigils)),
      Glyph: g.maybe(() => labels(room.glyphOwners)),
      'Newly Furnished': g.maybe(() => yesNo(room.newlyFurnished)),
      'contents of the fine chest': g.maybe(() => setsOf(room.fineChestContents)),
      'contents of the average chest': g.maybe(() => setsOf(room.averageChestContents)),
      'Sepulchre of Dracula': g.maybe(() => yesNo(room.draculaSepulchre)),
    }),
  ).set(
    'The game',
    said({
      'starting location': g.maybe(() => g.game.startingLocation.id),
      Organ: g.maybe(() => g.game.organ),
    }),
  );
