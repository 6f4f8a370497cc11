import type { Overview } from '../overview.ts';
import type { ActOnLine, Possible } from '../read-table.ts';
import type { Waits } from '../waits.ts';
import type { FilledForm } from './form.ts';

/** The result of a step, shown once on the next page. */
export interface Flash {
  readonly ok: boolean;
  readonly title: string;
  readonly said: readonly string[];
}

/** The facts about their reader that the pages at home show. */
export interface SeatView {
  readonly who: { readonly id: string; readonly name: string } | null;
  /** True if people are seated only by a link; and whether this browser has the host's. */
  readonly isLinked: boolean;
  readonly isHost: boolean;
  /** In a network: true if anybody may ask for a seat, and the names under which this browser has, and was refused. */
  readonly lobby: {
    readonly isOpen: boolean;
    readonly asked: string | null;
    readonly refused: string | null;
  } | null;
  /** For the host, the form that lets in those who wait. */
  readonly form: FilledForm | null;
  /** The names of the people who have a page open. */
  readonly here: readonly string[];
  /** True if they may skip ahead in time and go back. */
  readonly mayMoveTime: boolean;
  /** The host’s latest actions in a network game, each with its time. */
  readonly hostDid: readonly { readonly at: string; readonly did: string }[];
  /** True if the host sits in for a player. */
  readonly isLent: boolean;
  /** The folder of the copy that they are viewing; null for the game itself. */
  readonly copy: string | null;
  /** The session’s CSRF token, required with every form. */
  readonly token: string;
  readonly now: string;
  readonly flash: Flash | null;
  /** The number of changes in their draft. */
  readonly drafted: number;
  /** The steps that are expected of them; null for somebody who is not in the game. */
  readonly waits: Waits | null;
  readonly forms: readonly FilledForm[];
  /** The actions that they could begin, on the page that lists them. */
  readonly possible: readonly Possible[] | null;
  /** The actions that they could begin about lines of the ledger, on its pages. */
  readonly onLines: readonly ActOnLine[];
  /** The tasks for the Admins, on the page that lists them. */
  readonly overview: Overview | null;
  /** The reason why a request failed. */
  readonly problem: string | null;
  /** True for the answer to a form that somebody filled in. */
  readonly isSent: boolean;
}

/** The changed and removed files of a game, for a reader who has the earlier ones. */
export interface FilesSince {
  readonly changed: ReadonlyMap<string, string>;
  readonly gone: readonly string[];
}

/** The thread that makes pages is started with this. */
export interface PageThreadData {
  readonly quietMs: number;
}

export type PageQuestion =
  | {
      readonly ask: 'show';
      readonly files: FilesSince;
      readonly now: string;
      readonly receiver: string | null;
      readonly folder: string;
    }
  | { readonly ask: 'page'; readonly path: string; readonly view: SeatView };

export interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly bytes: Uint8Array;
}
