import { coursesOf } from '../wording/courses.ts';
import type { Person } from '../forge/events.ts';
import type { PostData } from '../kernel/state.ts';
import type { RuleEntry } from '../kernel/manifest.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { TraceLine } from '../kernel/trace.ts';
import { DOES_NOT_COME_BACK, NO_EXPLANATION } from '../wording/rule-fault.ts';
import { CallGuard, unlessAborted } from '../session/ask/call-guard.ts';
import { refusedAs } from '../session/play/aborted-calls.ts';
import { EACH_FACE, saidInAll } from '../rehearse/rehearsal-room.ts';
import type { SandboxHost } from '../sandbox/host.ts';
import { publicChanges } from '../store/private-values.ts';
import { namingOf, type Naming } from '../wording/naming.ts';
import { sayChanges, sayResult } from '../wording/say-changes.ts';
import { sayCost } from '../wording/why.ts';
import type { Play } from '../session/play/play.ts';
import type { Position } from '../session/position/position.ts';
import { holdersAt } from '../session/take/take-shares.ts';
import { choosesRules, rulesThatStay, lackingRules } from './rules-that-stay.ts';

export interface Preview {
  readonly refusal: RefusalData | null;
  /** `3 puissance`; empty if it is free or the cost isn't known in advance. */
  readonly price: readonly string[];
  /**
   * The changes that it would make. With dice, those that are the same whatever falls. Empty if they depend on private values, which are
   * revealed only when it is taken.
   */
  readonly changes: readonly string[];
  /** The message that it would return. */
  readonly result: string | null;
  /** If it chooses which dynastic rules go on: those that do, with their numbers and values. */
  readonly stays: readonly string[];
  readonly byChance: boolean;
  readonly unseen: boolean;
}

export function playerAt(position: Position, who: Person): string {
  return position.accounts.lookUp(who);
}

/** Previews an action in a throwaway copy of the position, so that looking changes nothing. */
export function previewAction(
  position: Position,
  at: string,
  who: Person,
  action: string,
  words: Readonly<Record<string, unknown>>,
): Preview {
  const { play } = position.open;
  const { sandbox } = play;
  const description = sandbox.describe();
  const none = {
    refusal: null,
    price: [],
    changes: [],
    result: null,
    stays: [],
    byChance: false,
    unseen: false,
  };
  const input = { type: 'act', at, by: playerAt(position, who), action, with: words } as const;
  // What it would do could reveal a value that only the emperor may read. A trial says what public facts forbid.
  if (description.actions[action]?.private === true) {
    const refusal = unlessAborted(() => sandbox.refusalsOf([input])[0] ?? null, DOES_NOT_COME_BACK);
    return refusal === null || ['private-side', 'chance'].includes(refusal.code)
      ? { ...none, unseen: true }
      : { ...none, refusal };
  }
  const { refusal, lines } = unlessAborted(() => sandbox.explainInput(input), NO_EXPLANATION);
  const price = priceOf(action, lines, play);
  // Nothing has refused so far. The rest depends on dice, which are not drawn in advance.
  if (refusal?.code === 'chance') {
    const say = (draw: SandboxHost['draw']): readonly string[] => {
      const all = play.tryOut(input, draw) ?? [];
      return sayChanges(publicChanges(all, description), namingOf(play));
    };
    const changes = unlessAborted(() => saidInAll(EACH_FACE.map((draw) => say(draw()))), []);
    return { ...none, price, changes, byChance: true };
  }
  if (refusal !== null) return { ...none, refusal, price };
  // The action changes what `play` returns.
  const { files, manifest } = play;
  const outcome = unlessAborted(() => position.rules.take(input), refusedAs(DOES_NOT_COME_BACK));
  if (!outcome.ok) return { ...none, refusal: outcome.refusal, price };
  if (outcome.draws.length > 0) return { ...none, price, byChance: true };
  const naming = namingOf(play);
  const repealed = repealedSince(manifest.rules, play.manifest.rules);
  const { say } = naming.wording;
  const changes = [
    ...(repealed.length === 0 ? [] : [say`Repealed: ${repealed.join(', ')}`]),
    ...sayChanges(publicChanges(outcome.changes, description), naming),
  ];
  const chooses = description.actions[action];
  const stays =
    chooses !== undefined && choosesRules(chooses)
      ? [...lackingRules(play, { files, manifest, model: description }), ...rulesThatStay(play)]
      : [];
  return { ...none, price, changes, stays, result: sayResultOf(outcome.result, naming) };
}

/** The titles of the rules that are gone, without those that go with their parents. */
function repealedSince(before: readonly RuleEntry[], after: readonly RuleEntry[]): readonly string[] {
  const left = new Set(after.map(({ path }) => path));
  const gone = before.filter(({ path }) => !left.has(path));
  const isBelow = ({ path }: RuleEntry): boolean => gone.some((one) => path.startsWith(`${one.path}/`));
  return gone.filter((one) => !isBelow(one)).map(({ title }) => title);
}

export function sayResultOf(result: unknown, naming: Naming): string | null {
  return sayResult(result, naming)[0] ?? null;
}

/** The price of an action in the rules’ own words: `3 Puissance`. */
export function priceOf(
  action: string,
  lines: readonly TraceLine[],
  play: Pick<Position['open']['play'], 'model' | 'state' | 'wording'>,
): string[] {
  const cost = lines.findLast(({ question }) => question === `cost of ${action}`)?.value;
  // If the rules didn't finish there is no cost, and they can't be asked for names.
  return cost === undefined ? [] : sayCost(cost, play.model, namingOf(play));
}

/** The votes that the rules offer on matters of a kind, or on any. */
export function votesOffered(
  { open }: { readonly open: Pick<Position['open'], 'play'> },
  at: string,
  kind: string,
): readonly string[] {
  const courses = coursesOf(open.play.sandbox, open.play.model, at);
  return (courses.find((course) => course.kind === kind) ?? courses[0])?.votes ?? [];
}

/** The default kind of a matter: the first one that the rules name for changing them. */
export function kindMeant({ open }: Position, at: string): string {
  return coursesOf(open.play.sandbox, open.play.model, at)[0]?.kind ?? '';
}

export interface VotePreview {
  readonly vote: string;
  readonly refusal: RefusalData | null;
}

/** The votes that somebody could cast on a matter now, and for the others the rules' objections. */
export function previewVotes(
  position: Position,
  at: string,
  who: Person,
  on: string,
): readonly VotePreview[] {
  const outside = whyNotPlaying(position.open.play, at, playerAt(position, who));
  if (outside === null) return [...votesJudged(position, at, who, on)];
  // Rules may accept an icon from somebody whose vote doesn't count, but nobody is asked for such a vote.
  const reason = outside.startsWith('is ') ? `${who.name} ${outside}` : outside;
  const { kind = '' } = position.open.play.state().posts[on] ?? {};
  return votesOffered(position, at, kind).map((vote) => ({ vote, refusal: notCounted(reason) }));
}

/** The votes of somebody who plays, each judged only when it is asked for. */
export function* votesJudged(
  position: Position,
  at: string,
  who: Person,
  on: string,
): Generator<VotePreview> {
  const by = playerAt(position, who);
  const { play } = position.open;
  const guard = new CallGuard(play);
  for (const vote of votesOffered(position, at, play.state().posts[on]?.kind ?? '')) {
    const input = { type: 'vote', at, by, on, vote, via: 'comment' } as const;
    const { refusal } = guard.ask(['vote', on], () => play.sandbox.explainInput(input), NO_EXPLANATION);
    yield { vote, refusal };
  }
}

/** Why the rules don't count somebody as a player, or null. */
export function whyNotPlaying(play: Pick<Play, 'model' | 'query'>, at: string, by: string): string | null {
  const isAsked = (play.model.hooks['not-a-player'] ?? []).length > 0;
  const outside = isAsked ? play.query(at, [['not-a-player', by]])[0]?.value : null;
  return typeof outside === 'string' ? outside : null;
}

function notCounted(reason: string): RefusalData {
  return { code: 'not-counted', reason, rule: null, param: null };
}

/** The reason why somebody could not make this post now, or null. For a matter, its changes are judged too. */
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
  return unlessAborted(() => sandbox.explainInput(input).refusal, DOES_NOT_COME_BACK);
}

/** Kinds of posts that change rules or values by a vote, other than declarations of victory. */
export function kindsOfChange({ sandbox }: Pick<Play, 'sandbox'>): readonly string[] {
  return Object.entries(sandbox.describe().kinds).flatMap(([id, { votable, engineOnly, purpose }]) =>
    votable && !engineOnly && purpose !== 'win' ? [id] : [],
  );
}

/** Why somebody can’t propose anything now; null if they can. */
export function whyNoProposals(
  play: Pick<Play, 'sandbox'>,
  at: string,
  by: string,
  kinds = kindsOfChange(play),
): RefusalData | null {
  let first: RefusalData | null = null;
  for (const kind of kinds) {
    const words = { id: 'looked-at', kind, title: 'A change', text: 'It changes.' };
    const input = { type: 'post', at, by, ...words } as const;
    const refusal = unlessAborted(() => play.sandbox.explainInput(input).refusal, DOES_NOT_COME_BACK);
    // A rule that doesn't finish has ended the sandbox, so nothing more can be asked.
    if (refusal === null || refusal === DOES_NOT_COME_BACK) return refusal;
    first ??= refusal;
  }
  return first;
}

/** As many are asked as show that it isn’t only a limit of theirs. */
const MOST_ASKED = 12;

/** Why no active player can propose anything now, or no plain proposal, as in a hiatus in which judgments go on; null if one can. */
export function whyNobodyProposes(
  play: Pick<Play, 'sandbox' | 'state'>,
  at: string,
  isPlain = false,
): RefusalData | null {
  const { kinds: all } = play.sandbox.describe();
  const every = kindsOfChange(play);
  const plain = every.filter((id) => isPlain && all[id]?.purpose === 'change');
  const kinds = plain.length > 0 ? plain : every;
  const active = Object.entries(play.state().players).filter(([, one]) => one['state'] !== 'idle');
  let refusal: RefusalData | null = null;
  for (const [id] of active.slice(0, MOST_ASKED)) {
    refusal = whyNoProposals(play, at, id, kinds);
    if (refusal === null || refusal === DOES_NOT_COME_BACK) return refusal;
  }
  return refusal;
}

/** The rules' permissions for authors to change or remove their own post. */
export function previewOwn(
  position: Position,
  at: string,
  who: Person,
  { id, title, text }: Pick<PostData, 'id' | 'title' | 'text'>,
): { readonly edit: boolean; readonly withdraw: boolean } {
  const by = playerAt(position, who);
  const { sandbox } = position.open.play;
  const allows = (ask: () => RefusalData | null): boolean => unlessAborted(ask, DOES_NOT_COME_BACK) === null;
  return {
    edit: allows(
      () =>
        sandbox.explainInput({ type: 'alter', at, by, on: id, how: 'edit', title, text: `${text} ` }).refusal,
    ),
    withdraw: allows(() => sandbox.explainInput({ type: 'remove', at, by, on: id }).refusal),
  };
}

/** The reason why somebody could not resolve this matter by hand now, or null. */
export function previewResolution(
  position: Position,
  at: string,
  who: Person,
  matter: string,
  how: 'enact' | 'fail',
): RefusalData | null {
  const { sandbox } = position.open.play;
  const by = playerAt(position, who);
  return unlessAborted(() => sandbox.why(at, `may-${how}`, { matter, by }), DOES_NOT_COME_BACK);
}

interface SealPreview {
  readonly refusal: RefusalData | null;
  /** The forecast that a rule makes, line by line; null if no rule does. */
  readonly result: string | null;
}

/**
 * The view that judges and forecasts a submission before it is sealed. It gets all parameters and the sender, as JSON. One that is the
 * sender's own may use secrets, on a machine that has them.
 */
export function foreseenBy({ open: { play } }: Position, kind: string): string | null {
  const id = `${kind}-by-line`;
  const view = play.model.views[id];
  if (view?.of !== 'text') return null;
  return !view.private || (view.own === true && play.runsInPrivate('')) ? id : null;
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
  if (refusal !== null || view === null) return { refusal, result: null };
  try {
    const value = play.query(at, [['views', view, JSON.stringify({ by, ...words })]])[0]?.value;
    return {
      refusal: null,
      result: sayResultOf(Array.isArray(value) ? value.join('\n') : value, namingOf(play)),
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { rule = null, param = null } = error as Partial<RefusalData>;
    return { refusal: { code: 'refused', reason: error.message, rule, param }, result: null };
  }
}
