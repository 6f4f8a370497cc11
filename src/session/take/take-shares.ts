import type { EventHead } from './on-post.ts';
import type { Outcome } from '../../kernel/result.ts';
import { doneOutcome, refusedOutcome } from '../play/outcome.ts';
import { titleOfSubmission } from '../../wording/naming.ts';
import type { Position } from '../position/position.ts';
import type { SharedOpening } from '../position/secrets.ts';
import { sayNotCounted } from '../../wording/words.ts';
import type { Holders } from '../../kernel/state.ts';
import type { Play } from '../play/play.ts';

/** Takes in shares of shared submissions. Once there are enough, a submission is opened for everybody. */
export function takeShares(
  { rules, secrets, outbox }: Pick<Position, 'rules' | 'secrets' | 'outbox'>,
  post: string,
  comment: string,
  head: EventHead,
): void {
  const opens = secrets.sharesIn(comment)?.opens ?? null;
  const key = `s-${comment}`;
  const { wording } = rules.play;
  const { say } = wording;
  if (opens === null) {
    const outcome = refusedOutcome('shares', 'they can’t be read');
    rules.answer(head, 'shares', outcome);
    outbox.comment(post, key, sayNotCounted(say`The comment with shares`, outcome, wording));
    return;
  }
  const { submissions } = rules.play.state();
  const said: string[] = [];
  for (const opening of opens) {
    const known = secrets.commitments[opening.commitment];
    const submission = known === undefined ? undefined : submissions[known.id];
    if (submission === undefined || submission.used) continue;
    said.push(takeOpening({ rules }, opening, { ...submission, ...head }));
  }
  if (said.length === 0) said.push(say`Nothing is waiting to be opened with these shares.`);
  rules.note(head, 'shares', doneOutcome(said));
  outbox.comment(post, key, `${say`Shares shown:`}\n\n${said.map((line) => `- ${line}\n`).join('')}`);
}

function takeOpening(
  { rules }: Pick<Position, 'rules'>,
  opening: SharedOpening,
  { at, by, id, kind, n }: EventHead & { readonly id: string; readonly kind: string; readonly n: number },
): string {
  const { say } = rules.play.wording;
  const what = `${titleOfSubmission(rules.play.model, kind)} ${n}`;
  if (opening.how === 'waits') return say`${what}: ${opening.shown} of the ${opening.needed} shares needed`;
  const words = opening.how === 'opened' ? opening.words : {};
  const outcome: Outcome = rules.take({ at, by, type: 'open', submission: id, with: words });
  if (!outcome.ok) return `${what}: ${outcome.refusal.reason}`;
  return opening.how === 'opened' ? say`${what}: opened` : say`${what}: invalid, because ${opening.why}`;
}

/** The people who would open a submission together if it is sealed now, or why nobody could; null if its receiver opens it alone. */
export function holdersAt(
  play: Pick<Play, 'model' | 'query'>,
  at: string,
  kind: string,
): Holders | { readonly problem: string } | null {
  if (play.model.submissions[kind]?.shared !== true) return null;
  return (play.query(at, [['holders', kind]])[0]?.value ?? null) as ReturnType<typeof holdersAt>;
}
