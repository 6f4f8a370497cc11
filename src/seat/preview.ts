import { coursesOf } from '../rehearse/courses.ts';
import type { Person } from '../forge/events.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import { isPlainObject } from '../kernel/values.ts';
import { toKebab } from '../kernel/names.ts';
import { DOES_NOT_COME_BACK, Endless, unlessEndless } from '../play/endless.ts';
import { refusedAs } from '../play/ended.ts';
import { publicChanges } from '../play/private-values.ts';
import { namingOf, type Naming } from '../decide/naming.ts';
import { sayChanges, sayResult } from '../decide/say-changes.ts';
import type { Position } from '../decide/position.ts';

export interface Preview {
  readonly refusal: RefusalData | null;
  /** `3 puissance`; empty where it costs nothing, or where that isn't known before. */
  readonly price: readonly string[];
  /** The changes that it would make. Empty where dice or private values have a say: these are told only once it is taken. */
  readonly changes: readonly string[];
  /** The answer that it would give, in words. */
  readonly told: string | null;
  readonly byChance: boolean;
  readonly unseen: boolean;
}

export function playerAt(position: Position, who: Person): string {
  return position.accounts.lookUp(who);
}

/** A preview of an action. The position is a copy, thrown away afterwards: looking changes nothing. */
export function previewAction(
  position: Position,
  at: string,
  who: Person,
  action: string,
  words: Readonly<Record<string, unknown>>,
): Preview {
  const { sandbox } = position.open.play;
  const description = sandbox.describe();
  const none = { refusal: null, price: [], changes: [], told: null, byChance: false, unseen: false };
  // A value that only the emperor's side may read would show in its refusals.
  if (description.actions[action]?.private === true) return { ...none, unseen: true };
  const input = { type: 'act', at, by: playerAt(position, who), action, with: words } as const;
  const lost = { refusal: DOES_NOT_COME_BACK, lines: [] };
  const { refusal, lines } = unlessEndless(() => sandbox.explainInput(input), lost);
  const price = priceOf(action, lines);
  // So far nothing refuses: what comes next is for dice to say, and is not looked at beforehand.
  if (refusal?.code === 'chance') return { ...none, price, byChance: true };
  if (refusal !== null) return { ...none, refusal, price };
  const outcome = unlessEndless(() => position.rules.take(input), refusedAs(DOES_NOT_COME_BACK));
  if (!outcome.ok) return { ...none, refusal: outcome.refusal, price };
  if (outcome.draws.length > 0) return { ...none, price, byChance: true };
  const naming = namingOf(position.open.play);
  const changes = sayChanges(publicChanges(outcome.changes, description), naming);
  return { ...none, price, changes, told: toldBy(outcome.result, naming) };
}

export function toldBy(result: unknown, naming: Naming): string | null {
  return sayResult(result, naming)[0] ?? null;
}

/** A cost as the trace tells it: `answers {"puissance":3}`. */
export function priceOf(
  action: string,
  lines: readonly { readonly question: string; readonly answer: string }[],
): string[] {
  const answer = lines.findLast(({ question }) => question === `cost of ${action}`)?.answer;
  if (answer?.startsWith('answers {') !== true) return [];
  try {
    const cost: unknown = JSON.parse(answer.slice('answers '.length));
    if (!isPlainObject(cost)) return [];
    return Object.entries(cost)
      .filter(([, amount]) => amount !== 0)
      .map(([variable, amount]) => `${String(amount)} ${toKebab(variable).replaceAll('-', ' ')}`);
  } catch {
    return [];
  }
}

/** The votes that the rules name for matters of a kind, or for any. */
export function votesOffered(
  { open }: { readonly open: Pick<Position['open'], 'play'> },
  at: string,
  kind: string,
): readonly string[] {
  const courses = coursesOf(open.play.sandbox, at);
  return (courses.find((course) => course.kind === kind) ?? courses[0])?.votes ?? [];
}

/** The kind of a matter unless its author names another: the first one by which the rules say that they are changed. */
export function kindMeant({ open }: Position, at: string): string {
  return coursesOf(open.play.sandbox, at)[0]?.kind ?? '';
}

export interface VotePreview {
  readonly vote: string;
  readonly refusal: RefusalData | null;
}

/** Which votes somebody could cast on a matter now, and what the rules say against the others. */
export function previewVotes(
  position: Position,
  at: string,
  who: Person,
  on: string,
): readonly VotePreview[] {
  const by = playerAt(position, who);
  const kind = position.open.play.state().posts[on]?.kind ?? '';
  const { play } = position.open;
  const endless = new Endless(play);
  const lost = { refusal: DOES_NOT_COME_BACK, lines: [] };
  return votesOffered(position, at, kind)
    .map((vote) => {
      const input = { type: 'vote', at, by, on, vote, via: 'comment' } as const;
      return { vote, ...endless.ask(['vote', on], () => play.sandbox.explainInput(input), lost) };
    })
    .map(({ vote, refusal }) => ({ vote, refusal }));
}

/** Why somebody could not post this now, or null. Of a matter what it changes is judged too. */
export function previewPost(
  position: Position,
  at: string,
  who: Person,
  { kind, title, text }: { readonly kind: string; readonly title: string; readonly text: string },
): RefusalData | null {
  const by = playerAt(position, who);
  const id = 'looked-at';
  const input = { type: 'post', at, by, id, kind, title, text } as const;
  const { sandbox } = position.open.play;
  return unlessEndless(() => sandbox.explainInput(input).refusal, DOES_NOT_COME_BACK);
}

/** Why somebody could not resolve this matter by hand now, or null. */
export function previewResolution(
  position: Position,
  at: string,
  who: Person,
  matter: string,
  how: 'enact' | 'fail',
): RefusalData | null {
  const { sandbox } = position.open.play;
  const by = playerAt(position, who);
  return unlessEndless(() => sandbox.why(at, `may-${how}`, { matter, by }), DOES_NOT_COME_BACK);
}
