export interface RecordData {
  readonly history: readonly HistoryData[];
  /** The moments at which rules changed, oldest first. One without a post is the change from one dynasty to the next. */
  readonly moments: readonly { readonly at: string; readonly post: string }[];
  readonly dice: DiceData;
  readonly dynasties: readonly DynastyData[];
  readonly charts: readonly ChartData[];
}

export interface HistoryData {
  readonly at: string;
  readonly post: string;
  readonly rule: string;
  /** True if it created or repealed the rule. */
  readonly makes: boolean;
  readonly repeals: boolean;
  readonly words: readonly { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }[];
  /** Sentences of the rule in force that come from this change, each with its index among those of the change. */
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
  /** For an archived dynasty: the numbers of its matters, and the location of its pages. */
  readonly archived?: {
    readonly matters: number;
    readonly enacted: number;
    readonly place: string;
    /** The declaration by which it was won, and the head of the next one. */
    readonly won: { readonly id: string; readonly title: string } | null;
    readonly successor: string | null;
    /** The title of its emperor. */
    readonly term: string;
    /** True if it was played elsewhere and its record imported. */
    readonly imported: boolean;
  };
}

/** A value over time: numbers, or words. The last point is now. */
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

/** The history of a map: its first state, and the changes of each step. */
export interface MapData {
  readonly first: Readonly<Record<string, MapCell>>;
  readonly steps: readonly MapStep[];
  /** The meanings of its colours. */
  readonly legend: readonly (readonly [colour: string, meaning: string])[];
  /** True until the earlier steps are computed, which takes a while. */
  readonly isOnlyNow?: true;
}

export interface MapStep {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  /** The places that look different after it. */
  readonly cells: Readonly<Record<string, MapCell>>;
}

/** The look of a place: its colour (`666666`) or none, its label, marks, and the closed sides (`nw`). */
export type MapCell = readonly [colour: string, label: string, marks: readonly MapMark[], closed: string];

export type MapMark = readonly [sign: string, title: string, text: string];
