import type { Person } from '../forge/events.ts';
import type { ActionDescription } from '../kernel/describe-model.ts';
import type { Purpose } from '../kernel/definition.ts';
import type { RuleEntry } from '../kernel/manifest.ts';
import type { PostData, State } from '../kernel/state.ts';
import type { Input } from '../kernel/inputs.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { Explanation } from '../kernel/trace.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { toKebab } from '../kernel/names.ts';
import { DOES_NOT_COME_BACK } from '../wording/rule-fault.ts';
import { CallGuard, unlessAborted } from '../session/ask/call-guard.ts';
import { splitState } from '../store/private-values.ts';
import type { Game, HomeGame } from '../host/game.ts';
import { readStatus, stuckIn, type Status } from '../tick/read-status.ts';
import { choicesFrom } from './choices-from.ts';
import { inWords, namingOf } from '../wording/naming.ts';
import { SandboxGoneError, SandboxLostError } from '../sandbox/host.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { playerAt, priceOf, whyNotPlaying } from './preview.ts';
import type { Play } from '../session/play/play.ts';
import type { Position } from '../session/position/position.ts';

/**
 * Opens the game as it stands, including changes that are not committed yet, and releases it afterwards. If a question ends the sandbox,
 * the game is read again with a new one, and that question isn't asked in it.
 */
export async function withPosition<T>(
  game: Game,
  read: (position: Position) => T | Promise<T>,
  tries = 4,
  lost: Sandbox['lost'] = new Map(),
): Promise<T> {
  const borrowed = (await game.borrow?.()) ?? null;
  const position = borrowed ?? (await game.openPosition());
  const { sandbox } = position.open.play;
  for (const [question, error] of lost) sandbox.lost.set(question, error);
  try {
    return await read(position);
  } catch (error) {
    const isOwn = error instanceof SandboxLostError && !(error instanceof SandboxGoneError);
    if (!sandbox.dead || isOwn || tries <= 1) throw error;
  } finally {
    if (borrowed === null) position.open.play.dispose();
    else game.giveBack?.(borrowed);
  }
  return withPosition(game, read, tries - 1, sandbox.lost);
}

export function statusAt(game: HomeGame): Promise<Status> {
  return withPosition(game, (position) =>
    readStatus(position, game.now(), { stuck: stuckIn(position, game) }),
  );
}

export interface Possible {
  readonly id: string;
  readonly title: string;
  readonly about: string | null;
  readonly rule: { readonly title: string; readonly number: string };
  /** The reason for a refusal that holds for any parameters; null if the person can go on to fill them in. */
  readonly refusal: RefusalData | null;
  /** `3 puissance`; null if it depends on the parameters. */
  readonly cost: string[] | null;
  /** True if the rules accept it now with some parameters; the others may still be refused whatever is filled in. */
  readonly isSure: boolean;
}

/** Every action of the rules, with their response if this person began to take it. */
export function possibleActions(position: Position, now: string, who: Person | null): readonly Possible[] {
  const { sandbox, manifest } = position.open.play;
  const rules = new Map(manifest.rules.map((rule) => [rule.path, rule]));
  const choices = choicesFrom(position.open.play, now, who === null ? null : playerAt(position, who));
  return Object.entries(sandbox.describe().actions).map(([id, { title, about, rule, with: words }]) => ({
    id,
    title: title ?? id.replaceAll('-', ' '),
    about,
    rule: { title: rules.get(rule)?.title ?? rule, number: rules.get(rule)?.number ?? '' },
    ...(who === null
      ? { refusal: null, cost: null, isSure: false }
      : atOnce(position, now, who, { id, words, choices })),
  }));
}

/** Somebody whom the rules count as a player and who has no office: what they can do, others can do too. */
export function anyPlayer({ open: { play } }: Position, now: string): Person | null {
  const { players, dynasty } = play.state();
  const playing = Object.keys(players).filter((id) => whyNotPlaying(play, now, id) === null);
  const plain = playing.filter((id) => id !== dynasty['emperor'] && players[id]?.['admin'] !== true);
  const [id] = [...plain, ...playing];
  return id === undefined ? null : { id, name: id, bot: false };
}

function atOnce(
  position: Position,
  at: string,
  who: Person,
  { id, words, choices }: { readonly id: string; readonly words: Words; readonly choices: Choices },
): Pick<Possible, 'refusal' | 'cost' | 'isSure'> {
  const { play } = position.open;
  const input = beginning(at, playerAt(position, who), id, words);
  const asked = askRefusal(play, input);
  if (asked !== null && hasWords(words))
    return { ...tryWays(play, input, { words, asked, choices }), cost: null };
  // An explanation takes many times as long, and only the cost is needed from it.
  const ask = (): Pick<Explanation, 'refusal' | 'lines'> => play.sandbox.explainInput(input);
  const unknown = { refusal: DOES_NOT_COME_BACK, lines: [] };
  const { refusal, lines } = new CallGuard(play).ask(['act', id], ask, unknown);
  const isOpen = mayBegin(refusal, words);
  return { refusal: isOpen ? null : refusal, cost: priceOf(id, lines, play), isSure: isOpen };
}

type ActInput = Extract<Input, { readonly type: 'act' }>;

export function askRefusal(play: Play, input: ActInput): RefusalData | null {
  const ask = (): RefusalData | null => play.sandbox.refusalsOf([input])[0] ?? null;
  return new CallGuard(play).ask(['act', input.action], ask, DOES_NOT_COME_BACK);
}

/** The actions among these that somebody can begin now, without using anything private. */
export function openActions(
  position: Position,
  at: string,
  who: Person,
  isMeant: (action: ActionDescription, id: string) => boolean = () => true,
): readonly (Pick<Possible, 'id' | 'title'> & { readonly action: ActionDescription })[] {
  const { play } = position.open;
  const by = playerAt(position, who);
  const choices = choicesFrom(play, at, by);
  return Object.entries(play.sandbox.describe().actions).flatMap(([id, action]) => {
    if (action.private || !isMeant(action, id)) return [];
    const input = beginning(at, by, id, action.with);
    const asked = askRefusal(play, input);
    const isOpen =
      asked === null || tryWays(play, input, { words: action.with, asked, choices }).refusal === null;
    return isOpen ? [{ id, title: action.title ?? id.replaceAll('-', ' '), action }] : [];
  });
}

type Words = ActionDescription['with'];
type Choices = ReturnType<typeof choicesFrom>;

/** A form that is still refused after so many trials is offered if there are more ways; fewer are enough where what people type decides. */
const MOST_WAYS = 300;
const ENOUGH_WAYS = 16;

/** Tries an action with what can be picked until the rules accept it. What people type may still make the difference. */
function tryWays(
  play: Play,
  input: ActInput,
  {
    words,
    asked,
    choices,
  }: { readonly words: Words; readonly asked: RefusalData; readonly choices: Choices },
): Pick<Possible, 'refusal' | 'isSure'> {
  if (!mayBegin(asked, words)) return { refusal: asked, isSure: false };
  const nothing = { refusal: NOTHING_TO_PICK, isSure: false };
  if (hasNothingToPick(words, choices)) return nothing;
  const typed = new Set<string>();
  const picks: [string, readonly unknown[]][] = [];
  for (const [name, type] of Object.entries(words)) {
    const [id, isList] = [toKebab(name), type.kind === 'list'];
    const found = picksFor(type, play.state(), choices);
    if (found?.length === 0 && (!isList || toKebab(asked.param ?? '') === id)) return nothing;
    if (found === null || isList) typed.add(id);
    picks.push([id, found === null || isList ? [typedFor(type)] : found]);
  }
  const said = new Set<string>();
  /** Picks that were refused twice in the same words, whatever else was picked. */
  const wrong = new Set<string>();
  const isWrong = ([name, pick]: [string, unknown]): boolean => wrong.has(`${name} ${String(pick)}`);
  let [tried, isOpen, why]: [number, boolean, RefusalData | null] = [0, false, null];
  const guard = new CallGuard(play);
  const unknown = { refusal: null, isSure: false };
  if (guard.isAsked(['ways', input.action])) return unknown;
  for (const ways of waysWith(picks, (way) => Object.entries(way).some(isWrong))) {
    if (tried >= (isOpen ? ENOUGH_WAYS : MOST_WAYS)) return unknown;
    tried += ways.length;
    const refusals = unlessAborted(
      () => play.sandbox.refusalsOf(ways.map((way) => ({ ...input, with: way }))),
      null,
      (error) => guard.add(['ways', input.action], error),
    );
    if (refusals === null) return unknown;
    for (const [at, refusal] of refusals.entries()) {
      if (refusal === null || ['chance', 'private-side'].includes(refusal.code))
        return { refusal: null, isSure: true };
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
  return { refusal: isOpen ? null : (why ?? NOTHING_TO_PICK), isSure: false };
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
export function hasNothingToPick(words: Words, choices: Choices): boolean {
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

/** An example of what people could type. */
function typedFor(type: ValueType): unknown {
  if (type.kind === 'text') return SOME_WORDS;
  return type.kind === 'list' ? [] : type.kind === 'integer' ? (type.min ?? 1) : undefined;
}

const NOTHING_TO_PICK: RefusalData = {
  code: 'nothing-to-pick',
  reason: 'there is nothing to choose from',
  rule: null,
  param: null,
};

/** Everything that can be picked. Undefined means that it can be left out, and null that people type it. */
function picksFor(type: ValueType, state: State, choices: Choices): readonly unknown[] | null {
  if (type.kind === 'optional') return [undefined, ...(picksFor(type.of, state, choices) ?? [])];
  if ('start' in type && type.start !== undefined) return [undefined];
  // Which of them belong together in a list is left to people.
  if (type.kind === 'list') return picksFor(type.of, state, choices)?.length === 0 ? [] : null;
  if (type.kind === 'player') return Object.keys(state.players);
  if (type.kind === 'thing') return Object.keys(state.things[type.collection] ?? {});
  if (type.kind === 'post') return Object.keys(state.posts);
  if (type.kind === 'choice') return type.of;
  const listed = typeof type.from === 'string' ? choices(type.from) : null;
  return type.kind === 'text' || listed?.length === 0 ? (listed?.map(({ value }) => value) ?? null) : null;
}

function hasWords(words: Words): boolean {
  return Object.keys(words).length > 0;
}

/** A placeholder that no name in a game equals. */
const SOME_WORDS = 'Abcxyz';

/** An action as somebody would begin it, with no parameters filled in. */
function beginning(at: string, by: string, action: string, words: Words) {
  // An empty required title must not count as a refusal: with a placeholder, the rules show whether anything else
  // refuses.
  const titles = Object.entries(words).filter(([, type]) => type.kind === 'text' && type.filled);
  const given = Object.fromEntries(
    titles.length === 1 ? titles.map(([name]) => [toKebab(name), SOME_WORDS]) : [],
  );
  return { type: 'act', at, by, action, with: given } as const;
}

/** An action that depends on dice, secrets or its own text can be begun; its result comes when it is taken. */
function mayBegin(refusal: RefusalData | null, words: Words): boolean {
  if (refusal === null || ['chance', 'private-side'].includes(refusal.code)) return true;
  return hasWords(words) && (refusal.param !== null || refusal.reason.includes(SOME_WORDS));
}

export function actionOf(position: Position, id: string): ActionDescription | null {
  const { actions } = position.open.play.sandbox.describe();
  return Object.hasOwn(actions, id) ? (actions[id] ?? null) : null;
}

export function postOfGame(position: Position, id: string): PostData | null {
  const { posts } = position.open.play.state();
  return (Object.hasOwn(posts, id) ? posts[id] : null) ?? null;
}

/** The reason why a pending matter isn't in force yet, or null. */
export function whyNotEnacted({ open: { play } }: Position, now: string, matter: string): RefusalData | null {
  const ask = (): RefusalData | null => play.sandbox.why(now, 'may-enact', { matter });
  return new CallGuard(play).ask(['why', 'may-enact'], ask, DOES_NOT_COME_BACK);
}

export interface Kind {
  readonly id: string;
  readonly title: string;
  readonly votable: boolean;
  readonly purpose: Purpose | null;
}

export function kindsAt(position: Position): readonly Kind[] {
  return Object.entries(position.open.play.sandbox.describe().kinds)
    .filter(([, kind]) => !kind.engineOnly)
    .map(([id, { title, votable, purpose }]) => ({ id, title: title ?? inWords(id), votable, purpose }));
}

export function rulesAt(position: Position): readonly RuleEntry[] {
  return position.open.play.manifest.rules;
}

export interface Settable {
  readonly path: string;
  /** `Bo: Puissance`; the path if another value has the same name. */
  readonly name: string;
  readonly now: string;
  readonly value: unknown;
  readonly type: ValueType;
}

const MOST_SETTABLE = 2_000;

/** The public values, by the paths under which a proposal can set them. */
export function settableAt({
  open: { play },
}: {
  readonly open: Pick<Position['open'], 'play'>;
}): readonly Settable[] {
  const { game, dynasty, players, things } = splitState(play.state(), play.model).open;
  const naming = namingOf(play);
  const { fields: declared, collections } = play.sandbox.describe();
  const of = (
    place: string,
    scope: string,
    whose: string,
    fields: Readonly<Record<string, unknown>>,
  ): Settable[] => {
    const types = declared[scope] ?? collections[scope]?.fields ?? {};
    const listed = Object.entries(fields).filter(([key]) => types[key]?.type.shown !== false);
    return listed.map(([key, value]) => ({
      path: `${place}.${key}`,
      name: `${whose}: ${types[key]?.type.title ?? inWords(key)}`,
      now: naming.value(value),
      value,
      type: types[key]?.type ?? { kind: 'data' },
    }));
  };
  const all = [
    ...Object.entries(players).flatMap(([id, fields]) =>
      of(`players.${id}`, 'player', naming.person(id), fields),
    ),
    ...Object.entries(things).flatMap(([collection, some]) =>
      Object.entries(some).flatMap(([id, fields]) =>
        of(`${collection}.${id}`, collection, naming.thing(collection, id), fields),
      ),
    ),
    ...of('dynasty', 'dynasty', naming.wording.say`Dynasty`, dynasty),
    ...of('game', 'game', naming.wording.say`Game`, game),
  ].slice(0, MOST_SETTABLE);
  const alike = Map.groupBy(all, ({ name }) => name);
  return all.map((one) => (alike.get(one.name)?.length === 1 ? one : { ...one, name: one.path }));
}

/** An action that somebody may begin about a line of the ledger, such as to undo it. */
export interface ActOnLine {
  readonly n: number;
  readonly action: string;
  readonly title: string;
  readonly param: string;
}

/** An action is about lines of the ledger if it takes a number that its rule picks from them. */
export function actsOnLines(position: Position, at: string, who: Person): readonly ActOnLine[] {
  const { play } = position.open;
  const picksLines = (words: Words): [string, string] | undefined =>
    Object.entries(words).flatMap(([param, type]): [string, string][] =>
      type.kind === 'integer' && typeof type.from === 'string' ? [[param, type.from]] : [],
    )[0];
  const choices = choicesFrom(play, at, playerAt(position, who));
  const isMeant = ({ with: words }: ActionDescription): boolean => picksLines(words) !== undefined;
  return openActions(position, at, who, isMeant).flatMap(({ id, title, action }) => {
    const [param = '', source = ''] = picksLines(action.with) ?? [];
    return (choices(source) ?? []).map(({ value }) => ({ n: Number(value), action: id, title, param }));
  });
}
