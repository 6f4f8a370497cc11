import type { EventHead } from './on-post.ts';
import { keyAt } from '../../store/key-ring.ts';
import { SEALED_ACTION } from '../secrets/sealed-text.ts';
import type { Position } from '../position/position.ts';
import type { SealedRead } from '../position/secrets.ts';
import { inPublic } from './take-command.ts';
import { namingOf } from '../../wording/naming.ts';
import { sayNotCounted, sayOutcome } from '../../wording/words.ts';
import { doneOutcome, refusedOutcome } from '../play/outcome.ts';
import type { Outcome } from '../../kernel/result.ts';

type Taking = Pick<Position, 'rules' | 'secrets'>;
type Taken = { readonly outcome: Outcome; readonly said: string };
type Read = SealedRead & { readonly ok: true };

/** Takes a sealed submission from a comment. Everybody can check its public part now, and the rest once a rule opens it. */
export function takeSealed(
  { rules, secrets, outbox }: Taking & Pick<Position, 'outbox'>,
  post: string,
  comment: string,
  head: EventHead,
): void {
  const { wording } = rules.play;
  const { say } = wording;
  const read = secrets.sealedIn(comment);
  const { outcome, said } =
    read?.ok === true
      ? takeRead({ rules, secrets }, read, head)
      : refuse(rules, head, 'sealed', read?.problem ?? 'it can’t be read');
  outbox.comment(
    post,
    `s-${comment}`,
    outcome.ok ? said : sayNotCounted(say`The sealed submission`, outcome, wording),
  );
}

function takeRead({ rules, secrets }: Taking, read: Read, head: EventHead): Taken {
  const inForce = keyAt(secrets.keys, { line: rules.line ?? Infinity });
  const earlier = secrets.commitments[read.commitment];
  const isReceiver = secrets.keys.some(({ by }) => by === head.by);
  if (earlier !== undefined && earlier.by !== head.by && !isReceiver)
    return refuse(rules, head, 'copied', 'somebody else has already sealed exactly this');
  if (read.holders === undefined && inForce !== null && read.key !== inForce.key)
    return refuse(
      rules,
      head,
      'old-key',
      `it was sealed with the key ${read.key}, but the current key is ${inForce.key}: ${inForce.recipient}`,
    );
  if (earlier !== undefined) return takeRepeated({ rules, secrets }, read, head, earlier.id);
  return read.problem === undefined
    ? takeFirst({ rules, secrets }, read, head)
    : refuse(rules, head, 'sealed', read.problem);
}

/** A commitment counts once, from when it was first sent. A resealed copy may make it readable. */
function takeRepeated({ rules, secrets }: Taking, read: Read, head: EventHead, id: string): Taken {
  const { say } = rules.play.wording;
  const known = rules.play.state().submissions[id];
  if (known?.used === false && known.contents === null) secrets.opensMore = true;
  const outcome = doneOutcome(null);
  rules.note(head, `seal ${read.submission} again`, outcome);
  return {
    outcome,
    said: `${say`You’ve sent this before. It counts once, from when you first sent it.`}\n`,
  };
}

function takeFirst({ rules, secrets }: Taking, read: Read, head: EventHead): Taken {
  const { say } = rules.play.wording;
  const { submission, words, opened, commitment, holders } = read;
  const { action, ...rest } = words;
  if (submission === SEALED_ACTION && typeof action === 'string') {
    const outcome = rules.take({ ...head, type: 'act', action, with: rest });
    return { outcome, said: sayOutcome(`/act ${action} …`, inPublic(rules, outcome), namingOf(rules.play)) };
  }
  const to = holders === undefined ? {} : { holders };
  const outcome = rules.take({ ...head, type: 'seal', submission, with: words, opened, ...to });
  if (outcome.ok) {
    const id = outcome.changes.find(({ path }) => path[0] === 'submissions')?.path[1];
    if (id !== undefined) secrets.commit(commitment, { id, by: head.by });
  }
  return { outcome, said: `${say`Your secret was received.`}\n` };
}

function refuse(rules: Position['rules'], head: EventHead, code: string, reason: string): Taken {
  return { outcome: rules.answer(head, 'seal', refusedOutcome(code, reason)), said: '' };
}
