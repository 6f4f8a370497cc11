import type { Possible } from '../read-table.ts';
import type { DoorForm } from './door.ts';

/** What came of a step, for the next page to say once. */
export interface Flash {
  readonly ok: boolean;
  readonly title: string;
  readonly said: readonly string[];
}

/** What pages made at home know of whoever reads them. */
export interface SeatView {
  readonly who: { readonly id: string; readonly name: string } | null;
  /** The session’s token, without which no form is taken. */
  readonly token: string;
  readonly now: string;
  readonly flash: Flash | null;
  /** How many changes are in their draft. */
  readonly drafted: number;
  /** The forms that stand on this page. */
  readonly forms: readonly DoorForm[];
  /** What they could begin, on the page that lists it. */
  readonly possible: readonly Possible[] | null;
  /** Why what was asked for did not work. */
  readonly problem: string | null;
}

/** What the thread that makes pages is asked, and answers. */
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
