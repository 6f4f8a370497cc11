import type { Language } from '../../language/language.ts';

/** Settings from the dynasty's pack or the group on how the game is shown. */
export interface DisplayData {
  readonly language: Language;
  readonly theme: {
    readonly accent: string;
    readonly accentDark: string;
    readonly ornament: string;
    readonly paper: string | null;
    readonly paperDark: string | null;
    /** The fonts of rules and posts, and of everything around them. */
    readonly fonts: { readonly words: Letters | null; readonly about: Letters | null };
    /** A picture at the top of the front page, by its name in `content/`. */
    readonly header: { readonly picture: string; readonly alt: string } | null;
  };
  readonly pages: readonly DisplayPage[];
  /** The group's own style, as served. */
  readonly css: string;
}

/** Fonts that most machines have, since pages load none. */
export const LETTERS = {
  'old-style': "'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', Georgia, serif",
  transitional: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'DejaVu Serif', serif",
  slab: "Rockwell, 'Rockwell Nova', 'Roboto Slab', 'DejaVu Serif', 'Sitka Small', serif",
  antique:
    "Superclarendon, 'Bookman Old Style', 'URW Bookman', 'URW Bookman L', 'Georgia Pro', Georgia, serif",
  humanist: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', sans-serif",
  geometric: "Avenir, Montserrat, Corbel, 'URW Gothic', 'Century Gothic', sans-serif",
  typewriter: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, monospace",
  hand: "'Segoe Print', 'Bradley Hand', Chilanka, 'TSCu_Comic', cursive",
} as const;

export type Letters = keyof typeof LETTERS;

export type DisplayPage = {
  readonly id: string;
  readonly title: string;
  readonly intro: string | null;
  readonly of: string;
  readonly kit: 'grid' | 'table' | 'cards' | 'timeline' | 'gallery' | 'battle' | 'text';
  /** For a page of plain text: Markdown as written; HTML once prepared for showing. */
  readonly text: string | null;
  readonly fields: readonly string[];
  readonly background: string | null;
  readonly label: string | null;
  /** A field of the places of a map that have something in their cell; others have their reference alone. */
  readonly open: string | null;
  readonly image: string | null;
  /** Pieces are grouped by the values of these fields: by round, by theme. */
  readonly group: string | null;
  readonly maker: string | null;
  /** Fields with opponents, which serve as a heading for things without a name. */
  readonly heading: readonly string[];
  readonly marks: readonly DisplayMark[];
  readonly closed: Readonly<Record<'field' | 'north' | 'east' | 'south' | 'west', string>> | null;
  /** The field that lists a route through the places of a collection, and the one with a number for each of them. */
  readonly route: { readonly field: string; readonly of: string; readonly counts: string | null } | null;
  readonly rounds: DisplayRounds | null;
  /** The menu entry of another page under which this one is found; it has none of its own. */
  readonly under: string | null;
};

/** A mark on a map: for a field of the place, for somebody or something there, or for a place that a rule names. */
export interface DisplayMark {
  readonly sign: string;
  readonly title: string;
  readonly field: string | null;
  readonly of: string | null;
  readonly at: string | null;
  readonly rule: string | null;
  readonly value: string | null;
}

/**
 * Where the rounds between two sides are described: in lists of a thing, in its report, or in a thing of the same name elsewhere.
 */
export interface DisplayRounds {
  /** Fields that name the two sides. */
  readonly sides: readonly string[];
  /** Lists of what either side did. */
  readonly did: readonly string[];
  /** Lists of the scores of each side. Without them, the numbered lines of the report have the scores. */
  readonly scores: readonly string[] | null;
  /** The words in which the report states a score: `{side} takes {number} Damage`. */
  readonly told: string | null;
  readonly counts: string;
  /** Lists with a value for either side, in their order. */
  readonly each: readonly string[];
  /** Fields with the number of a side: 1 for the first, 2 for the second. */
  readonly side: readonly string[];
  /** The collection whose thing of the same name holds the rounds. */
  readonly in: string | null;
}
