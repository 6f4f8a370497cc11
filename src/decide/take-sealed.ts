import type { RefusalData } from '../kernel/refusal.ts';
import { keyAt } from '../play/secrets/key-ring.ts';
import type { Outcome } from '../play/outcome.ts';
import { SEALED_ACTION, type SealedRead } from '../apply/read-sealed.ts';
import { takeInput, tell, type Table } from './table.ts';
import { inPublic } from './take-command.ts';
import { sayNotCounted, sayOutcome } from './words.ts';

type Head = { readonly at: string; readonly by: string };
type Taken = { readonly outcome: Outcome; readonly said: string };

/** What was sealed in a comment. Its public part can be judged by all, the rest once a rule opens it. */
export function takeSealed(table: Table, post: string, comment: string, head: Head): void {
  const read = table.sealed.get(comment);
  const { outcome, said } =
    read?.ok === true
      ? takeRead(table, read, head)
      : put(table, head, refusedFor('sealed', read?.problem ?? 'it can’t be read'));
  const text = outcome.ok ? said : sayNotCounted('The sealed submission', outcome);
  tell(table, post, { tell: 'comment', key: `s-${comment}`, text });
}

type Read = SealedRead & { readonly ok: true };

function takeRead(table: Table, read: Read, head: Head): Taken {
  const ring = table.keys;
  const inForce = keyAt(ring, { line: table.line ?? Infinity });
  const earlier = table.commitments[read.commitment];
  const isReceiver = ring.some(({ by }) => by === head.by);
  if (earlier !== undefined && earlier.by !== head.by && !isReceiver)
    return put(table, head, refusedFor('copied', 'somebody else sealed exactly this before'));
  if (inForce !== null && read.key !== inForce.key)
    return put(
      table,
      head,
      refusedFor(
        'old-key',
        `it is sealed to the key ${read.key}, and the key in force is ${inForce.key}: ${inForce.recipient}`,
      ),
    );
  if (earlier !== undefined) return repeated(table, read, head, earlier.id);
  return read.problem === undefined
    ? takeFirst(table, read, head)
    : put(table, head, refusedFor('sealed', read.problem));
}

/** One commitment counts once, as of when it was first sent. Sealed anew it may be readable where it was not. */
function repeated(table: Table, read: Read, head: Head, id: string): Taken {
  const known = table.open.play.state().submissions[id];
  if (known?.used === false && known.contents === null) table.openAnew = true;
  const outcome: Outcome = { ok: true, changes: [], draws: [], result: null };
  table.happened.push({ ...head, what: `seal ${read.submission} again`, outcome, line: table.line });
  return {
    outcome,
    said: 'This was sealed before. It counts once, as of when it was first sent.\n',
  };
}

function takeFirst(table: Table, read: Read, head: Head): Taken {
  const { submission, words, opened, commitment } = read;
  const { action, ...rest } = words;
  if (submission === SEALED_ACTION && typeof action === 'string') {
    const outcome = takeInput(table, { ...head, type: 'act', action, with: rest });
    return { outcome, said: sayOutcome(`/act ${action} …`, inPublic(table, outcome)) };
  }
  const outcome = takeInput(table, { ...head, type: 'seal', submission, with: words, opened });
  if (outcome.ok) {
    const id = outcome.changes.find(({ path }) => path[0] === 'submissions')?.path[1];
    if (id !== undefined) table.commitments[commitment] = { id, by: head.by };
  }
  return { outcome, said: 'The sealed submission was taken in.\n' };
}

function put(table: Table, head: Head, refusal: RefusalData): Taken {
  const outcome: Outcome = { ok: false, refusal, draws: [] };
  table.happened.push({ ...head, what: 'seal', outcome, line: table.line });
  return { outcome, said: '' };
}

function refusedFor(code: string, reason: string): RefusalData {
  return { code, reason, rule: null, param: null };
}
