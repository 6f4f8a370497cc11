/** The past of a game, as the pages show it. */
export interface RecordData {
  readonly history: readonly HistoryData[];
  /** When rules changed, the oldest first; without a post a dynasty ended and another began. */
  readonly moments: readonly { readonly at: string; readonly post: string }[];
  readonly dice: DiceData;
  readonly dynasties: readonly DynastyData[];
  readonly charts: readonly ChartData[];
}

export interface HistoryData {
  readonly at: string;
  readonly post: string;
  readonly rule: string;
  /** Whether it made the rule, or repealed it. */
  readonly makes: boolean;
  readonly repeals: boolean;
  readonly words: readonly { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }[];
  /** Sentences of the rule in force that come from this change, and the how manieth of it each is. */
  readonly sentences: readonly { readonly place: number; readonly text: string }[];
}

export interface DiceData {
  readonly source: string;
  readonly commitment: string | null;
  readonly rolls: readonly RollData[];
}

interface RollData {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly draws: readonly { readonly size: number | string; readonly result: unknown }[];
  readonly proof: Readonly<Record<string, unknown>> | null;
}

export interface DynastyData {
  readonly number: number | null;
  readonly name: string;
  readonly emperor: string | null;
  readonly theme: string;
  readonly from: string | null;
  readonly until: string | null;
  /** Of one that is archived: what there was to decide, and where its own pages are. */
  readonly archived?: {
    readonly matters: number;
    readonly enacted: number;
    readonly place: string;
    /** The declaration by which it was won, and who headed the next one. */
    readonly won: string | null;
    readonly successor: string | null;
    /** The title of its emperor. */
    readonly term: string;
    /** Whether it was played elsewhere, and its record imported. */
    readonly imported: boolean;
  };
}

/** The course of a value: a height over time, or the words that it held. The last point is now. */
export type ChartData = {
  readonly id: string;
  /** `players`, `game`, or a collection. */
  readonly owner: string;
  readonly title: string;
} & (
  | { readonly kind: 'lines'; readonly lines: readonly ChartLine<number>[] }
  | { readonly kind: 'bands'; readonly lines: readonly ChartLine<string>[] }
);

export interface ChartLine<T> {
  readonly name: string;
  readonly points: readonly { readonly at: string; readonly value: T }[];
}
