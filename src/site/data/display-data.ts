import type { Language } from '../../language/language.ts';

/** The way in which the dynasty's pack wants its game shown. */
export interface DisplayData {
  /** In which the pages speak. */
  readonly language: Language;
  readonly theme: {
    readonly accent: string;
    readonly accentDark: string;
    readonly ornament: string;
    readonly paper: string | null;
    readonly paperDark: string | null;
    /** The letters of rules and posts, and of everything about them. */
    readonly fonts: { readonly words: Letters | null; readonly about: Letters | null };
    /** A picture at the top of the front page, by its name in `content/`. */
    readonly header: { readonly picture: string; readonly alt: string } | null;
  };
  readonly pages: readonly DisplayPage[];
  /** The group's own style, as it is served. */
  readonly css: string;
}

/** Letters that most machines have: pages fetch none. */
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
  /** Of a page of words alone: Markdown as it was written, in what is shown HTML. */
  readonly text: string | null;
  readonly fields: readonly string[];
  readonly background: string | null;
  readonly label: string | null;
  readonly image: string | null;
  /** Fields of whose values pieces are grouped: by round, by theme. */
  readonly group: string | null;
  readonly maker: string | null;
  /** Fields that hold who stood against whom make a heading, where there is no name. */
  readonly heading: readonly string[];
  readonly marks: readonly DisplayMark[];
  readonly closed: Readonly<Record<'field' | 'north' | 'east' | 'south' | 'west', string>> | null;
  readonly steps: readonly DisplaySteps[];
  /** The field that lists a way through the places of a collection. */
  readonly route: { readonly field: string; readonly of: string } | null;
  /** It has no place of its own in the menu: the page that is named stands for it there. */
  readonly under: string | null;
};

/** A sign on a map: for a field of the place, for who or what is there, or for the place that a rule names. */
export interface DisplayMark {
  readonly sign: string;
  readonly title: string;
  readonly field: string | null;
  readonly of: string | null;
  readonly at: string | null;
  readonly rule: string | null;
  readonly value: string | null;
}

/** Lists whose items belong together, blow by blow: each is a column. */
interface DisplaySteps {
  readonly title: string;
  readonly columns: readonly string[];
}
