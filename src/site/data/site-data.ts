import type { FormField } from '../../wording/form-field.ts';
import type { ForgeForms } from '../../host/host.ts';
import type { Terms } from '../../kernel/manifest.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { VoteCount } from '../../wording/ballot.ts';
import type { ShownFigure, Needed } from '../../wording/figures.ts';
import type { Victory } from '../../session/ask/victory.ts';
import type { Purpose } from '../../kernel/definition.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import type { ProgramChange } from '../../wording/program-changes.ts';
import type { WayToWin } from '../../wording/ways-to-win.ts';
import type { DisplayData } from './display-schema.ts';
import type { DynastyData, MapData, RecordData } from './record-data.ts';
import type { Overview } from '../../seat/overview.ts';
import type { PublicData, changeLogSchema } from './public-schema.ts';
import type { z } from 'zod';
import type { ScenarioInWords } from '../../rehearse/scenarios/say-scenario.ts';

/**
 * Everything that the pages show, as plain data: collected once by `prepare/` and read by every page. The file is long because it is the one
 * contract between the two.
 */
export interface SiteData {
  readonly game: { readonly name: string; readonly terms: Terms };
  readonly builtAt: string;
  /** The path under which these pages are served. */
  readonly base: string;
  /** The origin of the published site, such as `https://harbour.example`; empty if unknown. */
  readonly origin: string;
  /** On pages of a past dynasty, the address of the running game. */
  readonly home: string | null;
  /** The addresses of a published site's forms; null if the game is not played on a forge elsewhere. */
  readonly forge: ForgeForms | null;
  /** The forms on published pages; null if there is no forge to send them to. */
  readonly forms: FormsData | null;
  /** Pages reload themselves after a rebuild. */
  readonly live: boolean;
  /** The paths of files that are published beside the pages. */
  readonly beside: readonly string[];
  /** True if it is shown as of the last recorded moment rather than as of now. */
  readonly still: boolean;
  /** With the post with which it began. */
  readonly dynasty: Pick<DynastyData, 'number' | 'name' | 'emperor' | 'theme'> & {
    readonly address: string | null;
  };
  /** How this dynasty is won, and the kind of post in which somebody says that they have won; null if it can’t be won. */
  readonly goal: { readonly ways: readonly WayToWin[]; readonly claim: KindData | null } | null;
  /** The winner, until the next step is taken. */
  readonly victory: Victory | null;
  /** The rules' headline lines: numbers, and facts for everybody. */
  readonly figures: readonly ShownFigure[];
  /** Acts of the rules whose time can't be determined, with the reason: a sentence each. */
  readonly failing: readonly string[];
  /** The available votes, each with the word that casts it. */
  readonly votes: ModelDescription['ballot']['votes'];
  /** Coming acts of the rules, earliest first. */
  readonly coming: readonly { readonly at: string; readonly title: string }[];
  readonly people: readonly PersonData[];
  /** Safety measures by Admins, a sentence each. */
  readonly moderation: readonly string[];
  readonly playerColumns: readonly ColumnData[];
  readonly gameValues: readonly ValueData[];
  /** Why nobody can propose anything now; null if somebody can. */
  readonly closed: string | null;
  /** Why nobody can make a proposal now; a judgment may still be asked for. */
  readonly unproposed: string | null;
  /** What each player has, in a line. */
  readonly has: Readonly<Record<string, string>>;
  readonly collections: readonly CollectionData[];
  readonly sections: readonly SectionData[];
  readonly rules: readonly RuleData[];
  /** The scenarios that test the rules in force. */
  readonly scenarios: readonly ScenarioData[];
  readonly posts: readonly PostSummary[];
  readonly ledger: readonly LedgerData[];
  readonly actions: readonly ActionData[];
  /** The rules’ source texts, if a forge takes proposals from the page. */
  readonly sources: readonly { readonly path: string; readonly title: string; readonly body: string }[];
  /** Kinds of posts with which people join the game. */
  readonly waysIn: readonly KindData[];
  /** Tasks for the game's Admins; null if the game is over. */
  readonly overview: Overview | null;
  readonly display: DisplayData;
  readonly record: RecordData;
  readonly past: PastActivity;
  readonly changeLog: ChangeLog;
  /** The data for programs; null for a past dynasty. */
  readonly api: PublicData | null;
  /** The ruleset at the start of the running dynasty, if the game keeps it. */
  readonly first: { readonly rules: RulesetThen } | null;
  readonly submissions: readonly SubmissionForm[];
  /** The public key for sealed submissions, if known. */
  readonly receiver: string | null;
  /** Changes of the last few days: `players.ana.oil` → the value before. */
  readonly recent: Readonly<Record<string, { readonly before: unknown; readonly at: string }>>;
  /** Pictures stored on the site itself, by the paths that values give. */
  readonly pictures: Readonly<Record<string, PictureData>>;
  /** True if this build can draw pictures; otherwise pages have none. */
  readonly drawn: boolean;
  /** The history of each map, by its page. */
  readonly maps: Readonly<Record<string, MapData>>;
}

/** A kind of posts. */
interface KindData {
  readonly kind: string;
  readonly title: string;
}

export interface FormsData {
  /** By action. */
  readonly actions: Readonly<Record<string, readonly FormField[]>>;
  readonly posts: readonly { readonly kind: string; readonly title: string }[];
  /** A value that a proposal can set: its path, name, current value, index in `types`, and the contents of its fields. */
  readonly values: readonly {
    readonly path: string;
    readonly name: string;
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

/** The sealed submissions that players can make, with the fields of their forms. */
export interface SubmissionForm {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  /** Each is public or sealed. */
  readonly fields: readonly (FormField & { readonly open: boolean })[];
  /** The people who open it together, with their keys, unless its receiver opens it alone. */
  readonly holders: {
    readonly needed: number;
    readonly people: readonly { readonly id: string; readonly recipient: string | null }[];
  } | null;
}

export interface PersonData {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly admin: boolean;
  readonly emperor: boolean;
  /** True if a program has acted for them. */
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

type ValueData = ColumnData & { readonly value: unknown };

export interface CollectionData {
  readonly id: string;
  readonly title: string;
  readonly rule: string;
  readonly columns: readonly ColumnData[];
  /** Values that the rules derive for each thing. */
  readonly views: readonly { readonly id: string; readonly title: string; readonly type: ValueType }[];
  readonly things: readonly ThingData[];
}

export interface ThingData {
  readonly id: string;
  readonly label: string;
  /** Its earlier names, each with the line of the ledger that ended it, oldest first. */
  readonly earlier: readonly { readonly until: number; readonly label: string }[];
  /** The lines of the ledger that changed it, in order. */
  readonly lines: readonly number[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly views: Readonly<Record<string, unknown>>;
}

interface SectionData {
  readonly id: string;
  readonly title: string;
  /** With a space after it; empty if rules are numbered by the group, independent of sections. */
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
  /** Why its clause was switched off, if it was. */
  readonly off?: string;
  /** Its clause in plain words, a line for each definition. */
  readonly inWords: readonly string[];
  /** Pending matters that would change it. */
  readonly proposals: readonly string[];
  readonly values: readonly LiveValueData[];
  /** Enacted judgments that changed or mention it. */
  readonly rulings: readonly string[];
  readonly promises: readonly PromiseData[];
}

/** A promise that a rule makes. */
export interface PromiseData {
  readonly says: string;
  /** The matter that made it; null if the rules began with it. */
  readonly made: string | null;
  /** When it was last searched, and the result; null if it never was. */
  readonly searched: { readonly at: string; readonly found: string } | null;
}

export interface PostSummary {
  readonly id: string;
  /** The location of its page, if it is not on this site's own level: `dynasties/1/`. */
  readonly place?: string;
  readonly kind: string;
  readonly kindTitle: string;
  readonly votable: boolean;
  /** The purpose of its kind, as the rules declare it. */
  readonly purpose: Purpose | null;
  readonly title: string;
  readonly author: string;
  readonly at: string;
  readonly status: string | null;
  readonly resolvedAt: string | null;
  /** Null if the engine did it. */
  readonly resolvedBy: string | null;
  readonly html: string;
  /** The parameters of the action that made it, if any: the theme of an address, say. */
  readonly made: readonly { readonly title: string; readonly value: string }[];
  /** The tally, as of now or at the end. */
  readonly counts: readonly (VoteCount & { readonly vote: string })[];
  readonly needed: Needed | null;
  /** The steps of its count, if the rules explain them. */
  readonly told?: readonly string[];
  /** The rules' word for that: popular, vetoed. */
  readonly stands: string | null;
  readonly queue: number | null;
  readonly uses: readonly {
    readonly by: string;
    readonly vote: string;
    readonly at: string;
    readonly via: string;
    readonly withdrawn: boolean;
    /** The vote that it counts as, if that differs and is known. */
    readonly counted?: string;
  }[];
  /** Votes that the rules count though nobody cast them, such as the author's; for settled matters, the voter may be unknown. */
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
  readonly diffs: readonly ProgramChange[];
  /** For a pending matter: where words and clauses would come apart, and the result of its trial, as HTML. */
  readonly consequences: string;
  /** The page on which it is discussed, if elsewhere. */
  readonly discussion: string | null;
  /** True if it is pending and changes text that has changed since, so that it waits for an Admin. */
  readonly conflict: boolean;
  /** The failure of a rule that was asked about it, with its line and possible ways out. */
  readonly fault: string | null;
  readonly earliestEnactment: string | null;
  readonly earliestFailure: string | null;
}

export interface LedgerData {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly title: string;
  /** The action in words that follow the name of the player. */
  readonly sentence: string;
  /** The same, with its result for them. */
  readonly done: string;
  /** The matter, if its vote ended by itself and nobody did anything. */
  readonly subject?: string;
  readonly words: string;
  readonly draws: readonly {
    readonly kind: string;
    readonly size: number | string;
    readonly result: unknown;
  }[];
  readonly changes: readonly string[];
  readonly posts: readonly string[];
  /** The reason if it was refused; then only the dice it rolled are on record. */
  readonly refused: string | null;
}

export interface ActionData {
  readonly id: string;
  readonly title: string;
  readonly about: string | null;
  readonly rule: string;
  readonly by: readonly string[];
  readonly frequency: string | null;
  /** The names of its parameters, which a command gives. */
  readonly params: readonly string[];
  /** The parameter that chooses from a collection, by collection: `{ rooms: 'room' }`. */
  readonly chooses: Readonly<Record<string, string>>;
}

/** A number or word in a rule's text that the engine obeys. */
export interface LiveValueData {
  readonly name: string;
  readonly value: string;
  /** The matters that set it; none if it is as the game began. */
  readonly set: readonly {
    readonly at: string;
    readonly post: string;
    readonly from: string | null;
    readonly to: string;
  }[];
}

/** An example that tests rules: a small game, some steps, and the expected result. */
export interface ScenarioData {
  readonly file: string;
  readonly title: string;
  readonly rules: readonly string[];
  /**
   * `holds`: under the library's rules, which the rules in question still equal. `holds-now`, `fails`: run under the
   * rules in force, which differ from the library's by now. `not-run`: there were too many.
   */
  readonly state: 'holds' | 'holds-now' | 'fails' | 'not-run';
  readonly why: string | null;
  /** Scenarios of the game's own ruleset are described in words. */
  readonly inWords?: ScenarioInWords;
}

/** The rules' original texts, and each change as a replacement of a piece of text. */
export type ChangeLog = z.output<typeof changeLogSchema>;

/** A ruleset as it stood at some moment. */
export type RulesetThen = readonly {
  readonly anchor: string;
  readonly number: string;
  readonly title: string;
  readonly inactive: boolean;
  readonly html: string;
}[];

/** Votes in past dynasties, for pages about the whole game: the posts themselves have neither votes nor comments here. */
export interface PastActivity {
  /** By person. */
  readonly cast: Readonly<Record<string, PastVotes>>;
}

/** The votes that somebody cast, the last of each matter. */
export interface PastVotes {
  readonly count: number;
  readonly byVote: readonly (readonly [vote: string, count: number])[];
  /** The dynasties in which they voted: `dynasties/1/`. */
  readonly places: readonly string[];
  /** Latest matter first, as many as a page shows. */
  readonly latest: readonly (readonly [matter: string, vote: string, at: string])[];
}
