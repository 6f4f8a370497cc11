import type { EventOf } from '../../forge/events.ts';
import type { Wording } from '../../language/wording.ts';
import { isNote } from '../secrets/private-note.ts';
import { isSealed } from '../secrets/sealed-text.ts';
import { isShares } from '../secrets/shares.ts';
import { ownWords } from '../../ruleset/own-words.ts';
import { commandsIn } from './commands.ts';
import { flagComment } from './changed-posts.ts';
import { onPost, withUnixLines, type EventHead } from './on-post.ts';
import type { Position } from '../position/position.ts';
import { isVoteMeant, tellMissedVote } from './missed-vote.ts';
import { takeCommand, inPublic } from './take-command.ts';
import { takeSealed } from './take-sealed.ts';
import { takeShares } from './take-shares.ts';
import { isReport, parseReport, timeCalled, type ActionReport } from '../../wording/action-report.ts';
import { sayTooMany, sayNotCounted, sayOutcome } from '../../wording/words.ts';
import { timeNamed } from '../../kernel/names.ts';
import { linesIn } from '../../store/ledger-line.ts';
import { refusedOutcome } from '../play/outcome.ts';
import { privateWords } from '../../store/private-values.ts';
import { copyAt } from '../../pictures/find-pictures.ts';
import type { Call } from '../position/calls.ts';
import { namingOf } from '../../wording/naming.ts';

/** Each command is answered, so an unlimited comment could make the engine write thousands of answers. */
const MOST_COMMANDS = 20;

export function takeComment(
  to: Position,
  { post, comment, text, marked }: EventOf<'commented'>,
  head: EventHead,
): void {
  const { rules, posts, outbox } = to;
  // Machine-readable comments count as comments too.
  const isPlain = !isNote(text) && !isReport(text) && !isSealed(text) && !isShares(text);
  if (!isPlain && posts.has(posts.idOf(post))) rules.hear(head);
  if (isReport(text)) decideReported(to, post, comment, text, head);
  else if (isSealed(text)) takeSealed(to, post, comment, head);
  else if (isShares(text)) takeShares(to, post, comment, head);
  if (!isPlain) return;
  const taken = onPost(
    to,
    post,
    ({ say }) => say`The comment`,
    `c-${comment}`,
    (on) => ({
      ...head,
      type: 'comment',
      on,
      id: posts.commentIdOf(comment),
      text: withUnixLines(text),
      ...(marked === true ? { own: ownWords(withUnixLines(text)) } : {}),
    }),
  );
  const { wording, model } = rules.play;
  if (taken?.ok === true && isVoteMeant(text, model.ballot))
    tellMissedVote(to, { post, key: `c-${comment}-vote`, what: wording.say`The vote` }, head);
  const commands = commandsIn(text);
  for (const [index, command] of commands.slice(0, MOST_COMMANDS).entries())
    takeCommand(to, { command, post, key: `c-${comment}-${index + 1}`, ...head });
  if (commands.length > MOST_COMMANDS)
    outbox.comment(post, `c-${comment}-more`, sayTooMany(MOST_COMMANDS, wording));
}

/** Null text means that it was removed. */
export function takeCommentChange(
  to: Pick<Position, 'open' | 'rules' | 'posts' | 'outbox'>,
  { post, comment, text }: { post: string; comment: string; text: string | null },
  head: EventHead,
): void {
  const what = ({ say }: Wording): string =>
    text === null ? say`The removal of a comment` : say`The edit of a comment`;
  const id = to.posts.commentIdOf(comment);
  const key = `${text === null ? 'r' : 'e'}-${comment}`;
  onPost(to, post, what, key, (on) => ({ ...head, type: 'edit-comment', on, id, text }));
  flagComment(to, post, { comment, by: head.by, isRemoved: text === null });
}

type Rules = Position['rules'];

/** `/told 123` reports the outcome of the action that comment 123 called for, and counts from the time of that call. */
export function decideReported(
  { rules, calls, outbox }: Pick<Position, 'rules' | 'calls' | 'outbox'>,
  post: string,
  comment: string,
  text: string,
  head: EventHead,
): void {
  const { wording } = rules.play;
  const { say } = wording;
  const parsed = parseReport(text);
  const time = timeCalled(parsed?.call ?? '');
  if (parsed !== null && time !== null) {
    takeTime({ rules, calls, outbox }, { post, comment, time }, parsed, head);
    return;
  }
  const call = parsed === null ? undefined : calls.get(parsed.call);
  const why = whyNot(rules, parsed, call, head);
  if (why !== null || parsed === null || call === undefined) {
    const outcome = rules.answer(head, 'told', refusedOutcome('told', why ?? ''));
    if (!outcome.ok) outbox.comment(post, `t-${comment}`, sayNotCounted(say`The message`, outcome, wording));
    return;
  }
  const { action, at, by } = call;
  const { disclosed } = parsed;
  const outcome = rules.take({ type: 'act', at, by, action, with: publicWords(rules, call), disclosed });
  if (outcome.ok) calls.answer(parsed.call, linesIn(rules.play.ledger) - 1);
  outbox.comment(
    post,
    `t-${comment}`,
    sayOutcome(`/act ${action} …`, inPublic(rules, outcome), namingOf(rules.play)),
  );
}

/** A private time whose emperor's side reports its outcome. It counts from when it could be carried out. */
function takeTime(
  { rules, calls, outbox }: Pick<Position, 'rules' | 'calls' | 'outbox'>,
  { post, comment, time }: { readonly post: string; readonly comment: string; readonly time: string },
  parsed: ActionReport,
  head: EventHead,
): void {
  const { wording, model } = rules.play;
  const why = whyNotTime(rules, parsed, head);
  const outcome =
    why === null
      ? rules.takeTime(head, time, parsed.disclosed)
      : rules.answer(head, 'told', refusedOutcome('told', why));
  if (outcome.ok) calls.answer(parsed.call, linesIn(rules.play.ledger) - 1);
  const { say } = wording;
  const title = model.times[timeNamed(time)]?.title ?? time;
  const said = outcome.ok ? say`“${title}” has happened.` : sayNotCounted(say`The message`, outcome, wording);
  outbox.comment(post, `t-${comment}`, said);
}

function whyNotTime(rules: Rules, parsed: ActionReport, { by }: EventHead): string | null {
  if (rules.play.state().dynasty['emperor'] !== by) return 'only the side that may see secrets can report it';
  return whyNotNow(rules, parsed);
}

function whyNot(
  rules: Rules,
  parsed: ActionReport | null,
  call: Call | undefined,
  { by }: EventHead,
): string | null {
  if (parsed === null) return 'it can’t be read';
  if (call === undefined)
    return 'there is no call for it, or something else has happened since: call for it again';
  if (call.by !== by) return `${call.by} called for it`;
  if (call.lines !== linesIn(rules.play.ledger)) return MEANWHILE;
  return whyNotNow(rules, parsed);
}

const MEANWHILE = 'something else has happened meanwhile: call for it again';

/** A report holds only for the game as it was, so it is refused if anything else has happened since. */
function whyNotNow(rules: Rules, parsed: ActionReport): string | null {
  if (parsed.lines !== linesIn(rules.play.ledger)) return MEANWHILE;
  const missing = parsed.disclosed.changes.find(({ after }) => !isHere(rules, after));
  return missing === undefined ? null : `the picture of ${missing.path.join('.')} did not come with it`;
}

/** Pictures are shown by their copies, so those must exist here. */
function isHere({ pictures }: Pick<Rules, 'pictures'>, value: unknown): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).every((one) => isHere({ pictures }, one));
  const copy = copyAt(value);
  return copy === null || Object.values(pictures ?? {}).some((one) => 'copy' in one && one.copy === copy);
}

function publicWords({ play }: Rules, { action, words }: Call): Call['words'] {
  const hidden = privateWords(play.model.actions[action]?.with ?? {});
  return Object.fromEntries(Object.entries(words).filter(([key]) => !hidden.has(key)));
}
