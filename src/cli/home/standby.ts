import type { Wording } from '../../language/wording.ts';
import type { SeatView } from '../../seat/doors/view.ts';

/** The page of somebody who reads while rules don't come back; null for a copy of the game, which has other pages. */
export function standbyOf(view: SeatView, { say }: Wording): SeatView | null {
  if (view.copy !== null) return null;
  const title = say`The rules take long to answer.`;
  const said = [
    say`This page is as it was shown last. The rest comes by itself as soon as they have answered.`,
  ];
  return {
    ...view,
    waits: null,
    forms: [],
    possible: null,
    overview: null,
    problem: null,
    flash: { ok: false, title, said },
  };
}

/** The same for somebody of whom nothing is known. */
export function nobodysStandby(now: string, isLinked: boolean, wording: Wording): SeatView | null {
  const nobody: SeatView = {
    isHost: false,
    isLinked,
    isLent: false,
    hostDid: [],
    copy: null,
    who: null,
    token: '',
    now,
    flash: null,
    drafted: 0,
    waits: null,
    forms: [],
    possible: null,
    overview: null,
    problem: null,
  };
  return standbyOf(nobody, wording);
}
