import type { Person } from '../forge/events.ts';
import type { ActionDescription, ModelDescription } from '../kernel/describe-model.ts';
import type { Purpose } from '../kernel/definition.ts';
import type { RuleEntry } from '../kernel/manifest.ts';
import type { PostData } from '../kernel/state.ts';
import type { StateChange } from '../kernel/store.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { Explanation } from '../kernel/trace.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { toKebab } from '../kernel/names.ts';
import { classifyError } from '../sandbox/fault.ts';
import { DOES_NOT_COME_BACK, NO_EXPLANATION } from '../wording/rule-fault.ts';
import { CallGuard } from '../session/ask/call-guard.ts';
import { splitState } from '../store/private-values.ts';
import type { Game, HomeGame } from '../host/game.ts';
import { readStatus, stuckIn, type Status } from '../tick/read-status.ts';
import { choicesFrom } from './choices-from.ts';
import { inWords, namingOf, type Naming } from '../wording/naming.ts';
import { SandboxGoneError, SandboxLostError } from '../sandbox/host.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import {
  hasWords,
  mayBegin,
  SOME_WORDS,
  tryWays,
  type ActInput,
  type ActWords,
  type ChoicesOfForm,
  type TriedWays,
} from './try-ways.ts';
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

export interface GameNames {
  readonly naming: Naming;
  readonly model: ModelDescription;
}

export function readNames(game: Game): Promise<GameNames> {
  return withPosition(game, ({ open: { play } }) => ({ naming: namingOf(play), model: play.model }));
}

export interface Possible extends TriedWays {
  readonly id: string;
  readonly title: string;
  readonly about: string | null;
  readonly rule: { readonly title: string; readonly number: string };
  /** `3 puissance`; null if it depends on the parameters. */
  readonly cost: string[] | null;
  /** True if it ends their own part in the game, or an office. */
  readonly isLeaving: boolean;
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
      ? { refusal: null, cost: null, isSure: false, isLeaving: false }
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
  { id, words, choices }: { readonly id: string; readonly words: ActWords; readonly choices: ChoicesOfForm },
): TriedWays & Pick<Possible, 'cost' | 'isLeaving'> {
  const { play } = position.open;
  const input = beginning(at, playerAt(position, who), id, words);
  const asked = askRefusal(play, input);
  // Rules that were just stopped would be waited for again.
  if (asked !== null && (hasWords(words) || asked.code === DOES_NOT_COME_BACK.code))
    return { ...tryWays(play, input, { words, asked, choices }), cost: null, isLeaving: false };
  // An explanation takes many times as long, and only the cost is needed from it.
  const ask = (): Pick<Explanation, 'refusal' | 'lines'> => play.sandbox.explainInput(input);
  const { refusal, lines } = new CallGuard(play).ask(['act', id], ask, NO_EXPLANATION);
  const isOpen = mayBegin(refusal, words);
  // What would be refused, or needs dice, isn't tried out.
  const isLeaving = asked === null && endsPart(play.tryOut(input) ?? [], input.by);
  return { refusal: isOpen ? null : refusal, cost: priceOf(id, lines, play), isSure: isOpen, isLeaving };
}

function endsPart(changes: readonly StateChange[], who: string): boolean {
  return changes.some(({ path: [scope, id, field], before, after }) => {
    if (scope !== 'players' || id !== who) return false;
    return field === 'state' ? before === 'active' : field === 'admin' && after === false;
  });
}

export function askRefusal(play: Play, input: ActInput): RefusalData | null {
  const ask = (): RefusalData | null => play.sandbox.refusalsOf([input])[0] ?? null;
  try {
    const answer = new CallGuard(play).askOrThrow(['act', input.action], ask);
    return answer === undefined ? DOES_NOT_COME_BACK : answer;
  } catch (error) {
    if (!(error instanceof SandboxLostError) && classifyError(error) !== 'bounds') throw error;
    return { ...DOES_NOT_COME_BACK, reason: (error as Error).message };
  }
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

/** An action as somebody would begin it, with no parameters filled in. */
function beginning(at: string, by: string, action: string, words: ActWords) {
  // An empty required title must not count as a refusal: with a placeholder, the rules show whether anything else
  // refuses.
  const titles = Object.entries(words).filter(([, type]) => type.kind === 'text' && type.filled);
  const given = Object.fromEntries(
    titles.length === 1 ? titles.map(([name]) => [toKebab(name), SOME_WORDS]) : [],
  );
  return { type: 'act', at, by, action, with: given } as const;
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
  const picksLines = (words: ActWords): [string, string] | undefined =>
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
