/** The way in which the dynasty's pack wants its game shown. */
export interface DisplayData {
  readonly theme: {
    readonly accent: string;
    readonly accentDark: string;
    readonly ornament: string;
    readonly paper: string | null;
    readonly paperDark: string | null;
  };
  readonly pages: readonly DisplayPage[];
}

export type DisplayPage = {
  readonly id: string;
  readonly title: string;
  readonly intro: string | null;
  readonly of: string;
  readonly kit: 'grid' | 'table' | 'cards' | 'timeline' | 'gallery' | 'battle';
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
export interface DisplaySteps {
  readonly title: string;
  readonly columns: readonly string[];
}
