import type { Possible } from '../read-table.ts';
import type { Waits } from '../waits.ts';
import type { DoorForm } from './door.ts';

/** The result of a step, for the next page to say once. */
export interface Flash {
  readonly ok: boolean;
  readonly title: string;
  readonly said: readonly string[];
}

/** The facts that pages made at home know of their reader. */
export interface SeatView {
  readonly who: { readonly id: string; readonly name: string } | null;
  /** Whether only a link seats somebody, and whether this browser has the host's. */
  readonly isLinked: boolean;
  readonly isHost: boolean;
  /** The host’s latest deeds in a network, each with its time. */
  readonly hostDid: readonly { readonly at: string; readonly did: string }[];
  /** Whether the host sits in for somebody. */
  readonly isLent: boolean;
  /** The folder of the copy that they went back to; null at the game itself. */
  readonly copy: string | null;
  /** The session’s token, without which no form is taken. */
  readonly token: string;
  readonly now: string;
  readonly flash: Flash | null;
  /** The number of changes in their draft. */
  readonly drafted: number;
  /** The steps that are expected of them; null for nobody in the game. */
  readonly waits: Waits | null;
  /** The forms that stand on this page. */
  readonly forms: readonly DoorForm[];
  /** The actions that they could begin, on the page that lists them. */
  readonly possible: readonly Possible[] | null;
  /** Why what was asked for did not work. */
  readonly problem: string | null;
}

/** The questions and answers of the thread that makes pages. */
export type PageQuestion =
  | {
      readonly ask: 'show';
      readonly files: ReadonlyMap<string, string>;
      readonly now: string;
      readonly receiver: string | null;
      /** The game’s folder. */
      readonly folder: string;
    }
  | { readonly ask: 'page'; readonly path: string; readonly view: SeatView };

export interface PageAnswer {
  readonly status: number;
  readonly type: string;
  readonly bytes: Uint8Array;
}
