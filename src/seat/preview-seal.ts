import { DOES_NOT_COME_BACK, unlessAborted } from '../play/call-guard.ts';
import type { Person } from '../forge/events.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import { namingOf } from '../decide/naming.ts';
import { playerAt, toldBy } from './preview.ts';
import type { Position } from '../decide/position.ts';
import { holdersAt } from '../decide/take-shares.ts';

export interface SealPreview {
  readonly refusal: RefusalData | null;
  /** The forecast that a rule makes, line by line; null if no rule does. */
  readonly told: string | null;
}

/** The view that forecasts a submission before it is sealed. It gets all parameters, as JSON. */
export function foreseenBy(position: Position, kind: string): string | null {
  const id = `${kind}-by-line`;
  const view = position.open.play.model.views[id];
  return view?.of === 'text' && !view.private ? id : null;
}

/** The rules' response to a submission as filled in. Nothing of it leaves this machine. */
export function previewSeal(
  position: Position,
  at: string,
  who: Person,
  kind: string,
  words: Readonly<Record<string, unknown>>,
): SealPreview {
  const { play } = position.open;
  const by = playerAt(position, who);
  const refusal = unlessAborted(() => {
    const holders = holdersAt(play, at, kind);
    const to = holders === null || 'problem' in holders ? {} : { holders };
    return play.sandbox.explainInput({ type: 'seal', at, by, submission: kind, with: words, ...to }).refusal;
  }, DOES_NOT_COME_BACK);
  const view = foreseenBy(position, kind);
  if (refusal !== null || view === null) return { refusal, told: null };
  try {
    const told = play.query(at, [['views', view, JSON.stringify({ by, ...words })]])[0]?.value;
    return { refusal: null, told: toldBy(Array.isArray(told) ? told.join('\n') : told, namingOf(play)) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { refusal: { code: 'refused', reason: error.message, rule: null, param: null }, told: null };
  }
}
