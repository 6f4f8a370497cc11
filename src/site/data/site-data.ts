import type { ChangeLog } from '../prepare/change-log.ts';
import type { RecordData } from './record-data.ts';

/** Everything the pages show, as plain data: made by `prepare/` in one go, read by every page. */
export interface SiteData {
  readonly game: { readonly name: string; readonly terms: Terms };
  readonly builtAt: string;
  /** A hash of what stands on every page and of the site’s own code. */
  readonly shell: string;
  readonly dynasty: {
    readonly number: number | null;
    readonly name: string;
    readonly emperor: string | null;
    readonly theme: string;
  };
  readonly hiatus: readonly string[];
  readonly quorum: number | null;
  readonly people: readonly PersonData[];
  readonly playerColumns: readonly ColumnData[];
  readonly gameValues: readonly ValueData[];
  readonly collections: readonly CollectionData[];
  readonly sections: readonly SectionData[];
  readonly rules: readonly RuleData[];
  readonly posts: readonly PostSummary[];
  readonly ledger: readonly LedgerData[];
  readonly actions: readonly ActionData[];
  readonly display: DisplayData;
  readonly record: RecordData;
  readonly changeLog: ChangeLog;
  readonly submissions: readonly SubmissionForm[];
}

/** What can be sealed, and what a form for it asks. */
export interface SubmissionForm {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  readonly fields: readonly SubmissionField[];
}

export interface SubmissionField {
  readonly id: string;
  readonly title: string;
  readonly about: string | null;
  /** Shown to everybody, and not sealed alone. */
  readonly open: boolean;
  readonly needed: boolean;
  readonly input: 'number' | 'text' | 'yes-no' | 'choice' | 'json';
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export interface Terms {
  readonly player: string;
  readonly players: string;
  readonly emperor: string;
  readonly emperors: string;
}

export interface PersonData {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly admin: boolean;
  readonly emperor: boolean;
  readonly joined: string | null;
  readonly lastActive: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ColumnData {
  readonly id: string;
  readonly title: string;
  readonly private: boolean;
  readonly number: boolean;
  readonly rule: string;
}

export interface ValueData {
  readonly id: string;
  readonly title: string;
  readonly value: unknown;
  readonly private: boolean;
}

export interface CollectionData {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  readonly columns: readonly ColumnData[];
  readonly views: readonly string[];
  readonly things: readonly ThingData[];
}

export interface ThingData {
  readonly id: string;
  readonly label: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly views: Readonly<Record<string, unknown>>;
}

export interface SectionData {
  readonly id: string;
  readonly title: string;
  readonly number: number;
}

export interface RuleData {
  readonly path: string;
  readonly anchor: string;
  readonly title: string;
  readonly number: string;
  readonly section: string;
  readonly depth: number;
  readonly status: 'active' | 'inactive';
  readonly marked: string | null;
  readonly entrenched: boolean;
  readonly html: string;
  readonly clause: string | null;
  /** Pending matters that would change it. */
  readonly proposals: readonly string[];
}

export interface PostSummary {
  readonly id: string;
  readonly kind: string;
  readonly kindTitle: string;
  readonly votable: boolean;
  readonly title: string;
  readonly author: string;
  readonly at: string;
  readonly status: string | null;
  readonly resolvedAt: string | null;
  readonly html: string;
  readonly tally: Readonly<Record<string, unknown>>;
  readonly uses: readonly {
    readonly by: string;
    readonly vote: string;
    readonly at: string;
    readonly via: string;
    readonly withdrawn: boolean;
  }[];
  readonly comments: readonly {
    readonly by: string;
    readonly at: string;
    readonly html: string;
    readonly edited: boolean;
    readonly deleted: boolean;
  }[];
  readonly changes: readonly string[];
  readonly omitted: readonly { readonly change: string; readonly reason: string }[];
  readonly earliestEnactment: string | null;
  readonly earliestFailure: string | null;
}

export interface LedgerData {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly words: string;
  readonly draws: readonly { readonly kind: string; readonly size: number; readonly result: unknown }[];
  readonly changes: readonly string[];
}

export interface ActionData {
  readonly id: string;
  readonly title: string;
  readonly about: string | null;
  readonly rule: string;
  readonly by: readonly string[];
  readonly frequency: string | null;
  readonly params: readonly string[];
}

/** How the dynasty's pack wants its game shown. */
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
  readonly kit: 'grid' | 'table' | 'cards' | 'timeline' | 'gallery';
  readonly fields: readonly string[];
  readonly background: string | null;
  readonly label: string | null;
  readonly image: string | null;
};
