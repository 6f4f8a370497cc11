import { privateWords } from '../play/private-values.ts';
import { copyAt } from '../store/pictures/find-pictures.ts';
import { linesIn } from '../play/ledger-reader.ts';
import type { Outcome } from '../play/outcome.ts';
import { takeInput, tell, type Table } from './table.ts';
import { inPublic } from './take-command.ts';
import { parseTold, type ToldText } from './told-text.ts';
import { sayNotCounted, sayOutcome } from './words.ts';

/** An action of the emperor's side that was called for where it can't be run. */
export interface Call {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly words: Readonly<Record<string, unknown>>;
  /** How many lines the ledger had. */
  readonly lines: number;
}

type Head = { readonly at: string; readonly by: string };

/** `/told 123`: what came of the action that comment 123 called for. It counts as of when it was called for. */
export function takeTold(table: Table, post: string, comment: string, text: string, head: Head): void {
  const parsed = parseTold(text);
  const call = parsed === null ? undefined : table.calls.get(parsed.call);
  const why = whyNot(table, parsed, call, head);
  if (why !== null || parsed === null || call === undefined) {
    const outcome = refused(why ?? '');
    table.happened.push({ ...head, what: 'told', outcome, line: table.line });
    tell(table, post, {
      tell: 'comment',
      key: `t-${comment}`,
      text: sayNotCounted('What was told', outcome),
    });
    return;
  }
  const { action, at, by } = call;
  const outcome = takeInput(table, {
    type: 'act',
    at,
    by,
    action,
    with: publicWords(table, call),
    told: parsed.told,
  });
  if (outcome.ok) {
    table.calls.delete(parsed.call);
    table.toldLines.set(linesIn(table.open.play.ledger) - 1, parsed.call);
  }
  tell(table, post, {
    tell: 'comment',
    key: `t-${comment}`,
    text: sayOutcome(`/act ${action} …`, inPublic(table, outcome)),
  });
}

function whyNot(table: Table, parsed: ToldText | null, call: Call | undefined, { by }: Head): string | null {
  if (parsed === null) return 'it can’t be read';
  if (call === undefined)
    return 'nothing that it could answer was called for, or something else has happened since: call for it again';
  if (call.by !== by) return `${call.by} called for it`;
  const now = linesIn(table.open.play.ledger);
  if (call.lines !== now || parsed.lines !== now)
    return 'something else has happened meanwhile: call for it again';
  const missing = parsed.told.changes.find(({ after }) => !isHere(table, after));
  return missing === undefined ? null : `the picture of ${missing.path.join('.')} did not come with it`;
}

/** Pictures are shown by their copies, and those have to be here. */
function isHere({ pictures }: Pick<Table, 'pictures'>, value: unknown): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).every((one) => isHere({ pictures }, one));
  const copy = copyAt(value);
  return (
    copy === null || Object.values(pictures?.known ?? {}).some((one) => 'copy' in one && one.copy === copy)
  );
}

function publicWords({ open }: Table, { action, words }: Call): Call['words'] {
  const hidden = privateWords(open.play.model.actions[action]?.with ?? {});
  return Object.fromEntries(Object.entries(words).filter(([key]) => !hidden.has(key)));
}

function refused(reason: string): Outcome & { readonly ok: false } {
  return { ok: false, refusal: { code: 'told', reason, rule: null, param: null }, draws: [] };
}
