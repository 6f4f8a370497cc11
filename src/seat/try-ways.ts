import type { ActionDescription } from '../kernel/describe-model.ts';
import type { Input } from '../kernel/inputs.ts';
import { toKebab } from '../kernel/names.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { CallGuard, unlessAborted } from '../session/ask/call-guard.ts';
import type { Play } from '../session/play/play.ts';
import type { choicesFrom } from './choices-from.ts';

export type ActInput = Extract<Input, { readonly type: 'act' }>;
export type ActWords = ActionDescription['with'];
export type ChoicesOfForm = ReturnType<typeof choicesFrom>;

/** A form that is still refused after so many trials is offered if there are more ways; fewer are enough where what people type decides. */
const MOST_WAYS = 300;
const ENOUGH_WAYS = 16;

export interface TriedWays {
  /** The reason for a refusal that holds for any parameters; null if the person can go on to fill them in. */
  readonly refusal: RefusalData | null;
  /** True if the rules accept it now with some parameters, and not only with others than it begins with; the others may still be refused. */
  readonly isSure: boolean;
}

/** Tries an action with what can be picked until the rules accept it. What people type may still make the difference. */
export function tryWays(
  play: Play,
  input: ActInput,
  {
    words,
    asked,
    choices,
  }: { readonly words: ActWords; readonly asked: RefusalData; readonly choices: ChoicesOfForm },
): TriedWays {
  const refusedBy = (refusal: RefusalData | null) => ({ refusal, isSure: false });
  // Unless something has to be filled in, what refuses may be the values that the form starts with.
  const isClosed = !mayBegin(asked, words);
  if (isClosed && !(hasWords(words) && Object.values(words).every(isLeftOut))) return refusedBy(asked);
  if (!isClosed && hasNothingToPick(words, choices)) return refusedBy(NOTHING_TO_PICK);
  const typed = new Set<string>();
  const picks: [string, readonly unknown[]][] = [];
  for (const [name, type] of Object.entries(words)) {
    const id = toKebab(name);
    const { some, isTyped } = picksFor(type, play.state(), choices);
    if (some.length === 0 && (type.kind !== 'list' || toKebab(asked.param ?? '') === id))
      return refusedBy(NOTHING_TO_PICK);
    if (isTyped) typed.add(id);
    picks.push([id, some.length === 0 ? [[]] : some]);
  }
  const said = new Set<string>();
  /** Picks that were refused twice in the same words, whatever else was picked. */
  const wrong = new Set<string>();
  const isWrong = ([name, pick]: [string, unknown]): boolean => wrong.has(`${name} ${String(pick)}`);
  let [tried, isOpen, why]: [number, boolean, RefusalData | null] = [0, false, null];
  const guard = new CallGuard(play);
  if (guard.isAsked(['ways', input.action])) return refusedBy(null);
  for (const ways of waysWith(picks, (way) => Object.entries(way).some(isWrong))) {
    if (tried >= (isOpen || isClosed ? ENOUGH_WAYS : MOST_WAYS))
      return refusedBy(isOpen || !isClosed ? null : asked);
    tried += ways.length;
    const refusals = unlessAborted(
      () => play.sandbox.refusalsOf(ways.map((way) => ({ ...input, with: way }))),
      null,
      (error) => guard.add(['ways', input.action], error),
    );
    if (refusals === null) return refusedBy(null);
    for (const [at, refusal] of refusals.entries()) {
      if (refusal === null || ['chance', 'private-side'].includes(refusal.code))
        return { refusal: null, isSure: !isClosed };
      const { param, reason } = refusal;
      isOpen ||= typed.has(toKebab(param ?? '')) || reason.includes(SOME_WORDS);
      // A price or a condition says more than that one pick is wrong.
      if (why === null || (why.param !== null && param === null)) why = refusal;
      for (const [name, pick] of Object.entries(ways[at] ?? {})) {
        if (param !== null && toKebab(param) !== name) continue;
        const words = `${name} ${String(pick)}`;
        if (said.has(`${words} ${reason}`)) wrong.add(words);
        said.add(`${words} ${reason}`);
      }
    }
  }
  return refusedBy(isOpen ? null : (why ?? NOTHING_TO_PICK));
}

type Way = Readonly<Record<string, unknown>>;

/** No form has so many ways that they are all looked at, and this is a prime: neighbours differ, so that one of many rooms that will do is found soon. */
const STRIDE = 7919;

/** The ways to fill in a form, a few at a time. */
function* waysWith(
  picks: readonly (readonly [string, readonly unknown[]])[],
  isWrong: (way: Way) => boolean,
): Generator<readonly Way[]> {
  const size = picks.reduce((ways, [, some]) => ways * some.length, 1);
  let ways: Way[] = [];
  let most = 1;
  for (let at = 0; at < Math.min(size, STRIDE); at++) {
    let left = (at * STRIDE) % size;
    const way: Record<string, unknown> = {};
    for (const [name, some] of picks) {
      const pick = some[left % some.length];
      left = Math.floor(left / some.length);
      if (pick !== undefined) way[name] = pick;
    }
    if (!isWrong(way)) ways.push(way);
    if (ways.length < most) continue;
    yield ways;
    [ways, most] = [[], Math.min(most * 2, ENOUGH_WAYS)];
  }
  if (ways.length > 0) yield ways;
}

/** True if whatever is picked comes from lists that are empty, and nothing else has to be said. */
export function hasNothingToPick(words: ActWords, choices: ChoicesOfForm): boolean {
  const all = Object.values(words).map((type) => ({
    type,
    from: (type.kind === 'optional' ? type.of : type).from,
  }));
  return (
    all.some(({ from }) => from !== undefined) &&
    all.every(({ type, from }) =>
      from === undefined ? type.kind === 'optional' || type.kind === 'boolean' : choices(from)?.length === 0,
    )
  );
}

const NOTHING_TO_PICK: RefusalData = {
  code: 'nothing-to-pick',
  reason: 'there is nothing to choose from',
  rule: null,
  param: null,
};

interface Picks {
  /** Undefined means that it can be left out. */
  readonly some: readonly unknown[];
  /** True if these are examples of what people could type. */
  readonly isTyped: boolean;
}

/** Everything that can be picked, or examples of what people could type. */
function picksFor(type: ValueType, state: State, choices: ChoicesOfForm): Picks {
  const { some, isTyped } =
    type.kind === 'optional' ? picksFor(type.of, state, choices) : picksWithin(type, state, choices);
  return { some: isLeftOut(type) ? [undefined, ...some] : some, isTyped };
}

function isLeftOut(type: ValueType): boolean {
  return type.kind === 'optional' || ('start' in type && type.start !== undefined);
}

function picksWithin(type: ValueType, state: State, choices: ChoicesOfForm): Picks {
  const picked = (some: readonly unknown[]): Picks => ({ some, isTyped: false });
  if (type.kind === 'player') return picked(Object.keys(state.players));
  if (type.kind === 'thing') return picked(Object.keys(state.things[type.collection] ?? {}));
  if (type.kind === 'post') return picked(Object.keys(state.posts));
  if (type.kind === 'choice') return picked(type.of);
  if (type.kind === 'boolean') return picked([false, true]);
  if (type.kind === 'list') {
    const { some } = picksFor(type.of, state, choices);
    // Which of them belong together is left to people.
    return { some: some.length === 0 ? [] : [[], some.slice(0, 1)], isTyped: some.length > 0 };
  }
  const isNumber = type.kind === 'integer';
  const listed = typeof type.from === 'string' ? choices(type.from) : null;
  if (listed !== null && (isNumber || type.kind === 'text'))
    return picked(listed.map(({ value }) => (isNumber ? Number(value) : value)));
  if (!isNumber) return { some: [type.kind === 'text' ? SOME_WORDS : undefined], isTyped: true };
  const { min, max = (min ?? 0) + 1 } = type;
  // Rules often refuse nought.
  return { some: [...new Set([min ?? 0, Math.min((min ?? 0) + 1, max), max])], isTyped: true };
}

export function hasWords(words: ActWords): boolean {
  return Object.keys(words).length > 0;
}

/** A placeholder that no name in a game equals. */
export const SOME_WORDS = 'Abcxyz';

/** An action that depends on dice, secrets or its own text can be begun; its result comes when it is taken. */
export function mayBegin(refusal: RefusalData | null, words: ActWords): boolean {
  if (refusal === null || ['chance', 'private-side'].includes(refusal.code)) return true;
  return hasWords(words) && (refusal.param !== null || refusal.reason.includes(SOME_WORDS));
}
