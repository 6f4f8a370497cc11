/** Where the pages of the site show components of add-ons. */
export type Place =
  | 'head'
  | 'header'
  | 'news'
  | 'footer'
  | 'ruleset'
  | 'rule'
  | 'matter'
  | 'player'
  | 'ledger'
  | 'feeds'
  | 'programs';

/** What an add-on contributes to the site. Files are named by their paths from the project’s root. */
export interface AddedPages {
  /** The files that make its pages, by address. */
  readonly pages?: Readonly<Record<string, string>>;
  /** A module whose `addresses` lists the pages that a site has of these. */
  readonly addresses?: string;
  readonly parts?: Readonly<Partial<Record<Place, string>>>;
}
