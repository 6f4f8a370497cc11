import type { FormField } from '../../decide/form-field.ts';
import type { ForgeDoors } from '../../host/host.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { VoteCount } from '../../play/ballot.ts';
import type { ShownFigure, Needed } from '../../play/figures.ts';
import type { Purpose } from '../../kernel/definition.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import type { ChangeLog, DiffData, LiveValueData, ScenarioData } from './rule-data.ts';
import type { DisplayData } from './display-data.ts';
import type { MapData } from './map-data.ts';
import type { RulesetThen } from './past-data.ts';
import type { Overview } from '../../seat/overview.ts';
import type { PublicData } from './public-schema.ts';
import type { RecordData } from './record-data.ts';

/** Everything the pages show, as plain data: made by `prepare/` in one go, read by every page. */
export interface SiteData {
  readonly game: { readonly name: string; readonly terms: Terms };
  readonly builtAt: string;
  /** The path below which these pages stand. */
  readonly base: string;
  /** Where it is published, such as `https://harbour.example`; empty where nobody said. */
  readonly origin: string;
  /** Of the pages of a dynasty that is over: where the game that went on is. */
  readonly home: string | null;
  /** Where doors lead that are published; null where it is played on no forge elsewhere. */
  readonly forge: ForgeDoors | null;
  /** The questions of the forms on published pages; null where there is no forge to send them to. */
  readonly forms: FormsData | null;
  /** Pages look again for themselves whether they were built anew. */
  readonly live: boolean;
  /** Whether it is shown at the last moment that was recorded, rather than as it is now. */
  readonly still: boolean;
  /** A hash of what stands on every page and of the site’s own code. */
  readonly shell: string;
  readonly dynasty: {
    readonly number: number | null;
    readonly name: string;
    readonly emperor: string | null;
    readonly theme: string;
  };
  /** The lines that the rules have at the top: numbers, and what everybody is to know. */
  readonly figures: readonly ShownFigure[];
  /** Acts of rules of which it can't be told when they are due, and why: a sentence each. */
  readonly failing: readonly string[];
  /** The votes that there are, each with the words that cast it. */
  readonly votes: ModelDescription['ballot']['votes'];
  /** Events that rules will cause by themselves, the earliest first. */
  readonly coming: readonly { readonly at: string; readonly title: string }[];
  readonly people: readonly PersonData[];
  /** The deeds of Admins for peace at the table, a sentence each. */
  readonly peace: readonly string[];
  readonly playerColumns: readonly ColumnData[];
  readonly gameValues: readonly ValueData[];
  readonly collections: readonly CollectionData[];
  readonly sections: readonly SectionData[];
  readonly rules: readonly RuleData[];
  /** The scenarios with which the rules in force are tried. */
  readonly scenarios: readonly ScenarioData[];
  readonly posts: readonly PostSummary[];
  readonly ledger: readonly LedgerData[];
  readonly actions: readonly ActionData[];
  /** The rules’ words as their files have them, where a forge takes proposals from the page. */
  readonly sources: readonly { readonly path: string; readonly title: string; readonly body: string }[];
  /** Kinds of posts by which somebody comes into the game. */
  readonly waysIn: readonly { readonly kind: string; readonly title: string }[];
  /** The work that it has for its Admins; null where nobody plays on. */
  readonly overview: Overview | null;
  readonly display: DisplayData;
  readonly record: RecordData;
  readonly changeLog: ChangeLog;
  /** The data for programs; null of a dynasty that is over. */
  readonly api: PublicData | null;
  /** The ruleset as the running dynasty began, if the game keeps it. */
  readonly first: RulesetThen | null;
  readonly submissions: readonly SubmissionForm[];
  /** The public key that is sealed to, if it is known. */
  readonly receiver: string | null;
  /** Changes of the last days: `players.ana.oil` → the value before. */
  readonly recent: Readonly<Record<string, { readonly before: unknown; readonly at: string }>>;
  /** Pictures that the site keeps itself, by the paths that values name. */
  readonly pictures: Readonly<Record<string, PictureData>>;
  /** Whether pictures can be drawn where the pages are made: else pages have none, nor one for those who link to them. */
  readonly drawn: boolean;
  /** The history of each map, by the page that shows it. */
  readonly maps: Readonly<Record<string, MapData>>;
}

export interface FormsData {
  /** By the action. */
  readonly actions: Readonly<Record<string, readonly FormField[]>>;
  readonly posts: readonly { readonly kind: string; readonly title: string }[];
  /** A value that a proposal can set: its path, its value now, its place among `types`, and the contents of the fields. */
  readonly values: readonly {
    readonly path: string;
    readonly now: string;
    readonly type: number;
    readonly texts: Readonly<Record<string, readonly string[]>>;
  }[];
  readonly types: readonly FormField[];
}

export interface PictureData {
  readonly width: number;
  readonly height: number;
  readonly sizes: readonly { readonly width: number; readonly path: string }[];
}

/** The submissions that can be sealed, and the questions of their forms. */
export interface SubmissionForm {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  readonly fields: readonly SubmissionField[];
  /** The people who open it together, with their keys, where its receiver doesn’t open it alone. */
  readonly holders: {
    readonly needed: number;
    readonly people: readonly { readonly id: string; readonly recipient: string | null }[];
  } | null;
}

interface SubmissionField extends FormField {
  /** Shown to everybody, and not sealed alone. */
  readonly open: boolean;
}

interface Terms {
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
  /** Whether a program has acted for them. */
  readonly machine: boolean;
  readonly joined: string | null;
  readonly lastActive: string | null;
  /** The number of submissions that they have sealed in this dynasty. */
  readonly sealed: number;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ColumnData {
  readonly id: string;
  readonly title: string;
  readonly private: boolean;
  readonly number: boolean;
  readonly rule: string;
  readonly type: ValueType;
}

export interface ValueData {
  readonly id: string;
  readonly title: string;
  readonly value: unknown;
  readonly private: boolean;
  readonly type: ValueType;
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
  /** The names that it had before, each with the line of the ledger that ended it, the oldest first. */
  readonly earlier: readonly { readonly until: number; readonly label: string }[];
  /** The lines of the ledger that changed it, the latest last. */
  readonly lines: readonly number[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly views: Readonly<Record<string, unknown>>;
}

export interface SectionData {
  readonly id: string;
  readonly title: string;
  /** With a space after it; empty where rules are numbered by their group, whatever section they stand in. */
  readonly number: string;
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
  /** The same in plain words, a line for each definition. */
  readonly inWords: readonly string[];
  /** Pending matters that would change it. */
  readonly proposals: readonly string[];
  readonly values: readonly LiveValueData[];
  /** Enacted judgements that changed it or speak of it. */
  readonly rulings: readonly string[];
}

export interface PostSummary {
  readonly id: string;
  /** Where its page stands, if that is not among this site’s own: `dynasties/1/`. */
  readonly place?: string;
  readonly kind: string;
  readonly kindTitle: string;
  readonly votable: boolean;
  /** The purpose of its kind, as the rules say. */
  readonly purpose: Purpose | null;
  readonly title: string;
  readonly author: string;
  readonly at: string;
  readonly status: string | null;
  readonly resolvedAt: string | null;
  /** Null where the engine did it. */
  readonly resolvedBy: string | null;
  readonly html: string;
  /** The parameters of the action that made it, if one did: the theme of an address, say. */
  readonly made: readonly { readonly title: string; readonly value: string }[];
  /** The state of the votes, now or at the end. */
  readonly counts: readonly (VoteCount & { readonly vote: string })[];
  readonly needed: Needed | null;
  /** The name that the rules have for that: popular, vetoed. */
  readonly stands: string | null;
  readonly queue: number | null;
  readonly uses: readonly {
    readonly by: string;
    readonly vote: string;
    readonly at: string;
    readonly via: string;
    readonly withdrawn: boolean;
    /** The vote that the rules took it for, where that is another and is known. */
    readonly counted?: string;
  }[];
  /** The votes that the rules count though nobody cast them, as an author’s own; of settled matters it isn’t known whose they were. */
  readonly implied: readonly { readonly by: string | null; readonly vote: string }[];
  readonly comments: readonly {
    readonly id: string;
    readonly by: string;
    readonly at: string;
    readonly html: string;
    readonly edited: boolean;
    readonly deleted: boolean;
  }[];
  readonly changes: readonly string[];
  readonly omitted: readonly { readonly change: string; readonly reason: string }[];
  readonly diffs: readonly DiffData[];
  /** Of a pending matter: where its words and clauses part, and what came of trying it, as HTML. */
  readonly consequences: string;
  /** Where it is discussed, if that is elsewhere. */
  readonly discussion: string | null;
  /** Pending, it changes words that have changed since: then it waits for an Admin. */
  readonly conflict: boolean;
  /** The failure of a rule that was asked about it: its line, and the ways out for everybody. */
  readonly fault: string | null;
  readonly earliestEnactment: string | null;
  readonly earliestFailure: string | null;
}

export interface LedgerData {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  /** The name of the deed, as people would say it. */
  readonly title: string;
  /** The deed in words that follow the name of its doer. */
  readonly deed: string;
  /** The same with what came of it for them. */
  readonly told: string;
  readonly words: string;
  readonly draws: readonly {
    readonly kind: string;
    readonly size: number | string;
    readonly result: unknown;
  }[];
  readonly changes: readonly string[];
  /** Posts that were made by it. */
  readonly posts: readonly string[];
  /** Why it was refused, where all that stays of it is what was rolled. */
  readonly refused: string | null;
}

export interface ActionData {
  readonly id: string;
  readonly title: string;
  readonly about: string | null;
  readonly rule: string;
  readonly by: readonly string[];
  readonly frequency: string | null;
  readonly params: readonly string[];
  /** The parameter that chooses from a collection, by the collection: `{ rooms: 'room' }`. */
  readonly chooses: Readonly<Record<string, string>>;
}
