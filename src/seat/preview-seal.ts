import type { Person } from '../forge/events.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { Table } from '../decide/table.ts';
import { playerAt, toldBy } from './preview.ts';

export interface SealPreview {
  readonly refusal: RefusalData | null;
  /** What a rule foresees of it, line by line; null where none does. */
  readonly told: string | null;
}

/** The view that is asked what comes of a submission, before it is sealed: it gets all words of it, as JSON. */
export function foreseenBy(table: Table, kind: string): string | null {
  const id = `${kind}-by-line`;
  const view = table.open.play.model.views[id];
  return view?.of === 'text' && !view.private ? id : null;
}

/** What the rules say to a submission as it stands. Nothing of it leaves this machine. */
export function previewSeal(
  table: Table,
  at: string,
  who: Person,
  kind: string,
  words: Readonly<Record<string, unknown>>,
): SealPreview {
  const { play } = table.open;
  const by = playerAt(table, who);
  const { refusal } = play.sandbox.explainInput({ type: 'seal', at, by, submission: kind, with: words });
  const view = foreseenBy(table, kind);
  if (refusal !== null || view === null) return { refusal, told: null };
  try {
    const told = play.query(at, [['views', view, JSON.stringify({ by, ...words })]])[0]?.value;
    return { refusal: null, told: toldBy(Array.isArray(told) ? told.join('\n') : told) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { refusal: { code: 'refused', reason: error.message, rule: null, param: null }, told: null };
  }
}
