import type { Game } from 'gitnomic/rules';
import { labels, listed, pictureWith, yesNo } from './journal.ts';
import type { Picture } from './journal.ts';

export const pictureOf = (g: Game): Picture =>
  pictureWith(g, ({ name, features, sigils, inactiveSigils, glyphOwners, newlyFurnished }) => ({
    name: name || 'none',
    effect: listed(features),
    Sigils: labels(sigils),
    'Inactive Sigils': labels(inactiveSigils),
    Glyph: labels(glyphOwners),
    'Newly Furnished': yesNo(newlyFurnished),
  }));
