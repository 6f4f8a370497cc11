import type { Caches } from '../cache/caches.ts';
import { labelOf, Naming, titleOfKind, inWords, wordsFor } from '../wording/naming.ts';
import { sayChanges } from '../wording/say-changes.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Manifest } from '../kernel/manifest.ts';
import { slug } from '../kernel/names.ts';
import type { PromiseMade, PromiseOfValue } from '../kernel/promise-made.ts';
import type { State } from '../kernel/state.ts';
import type { StateChange } from '../kernel/store.ts';
import type { Wording } from '../language/wording.ts';
import { ledgerReader } from '../store/ledger-line.ts';
import { splitState } from '../store/private-values.ts';
import { EVERYBODY, type TriedMove } from '../promises/moves.ts';
import { mayPromise } from '../promises/read-promises.ts';
import { SandboxLostError } from '../sandbox/host.ts';
import { openGame } from '../session/play/open-game.ts';
import type { Play } from '../session/play/play.ts';
import type { ContentFiles } from '../store/paths.ts';
import { playWay, searchPromise, type Effort, type SearchedGame, type Searched } from './search-promises.ts';

/** The result of checking a promise. It is stored as JSON, in the game's language. */
export interface PromiseAsked {
  /** The path and title of the rule that makes the promise, and its line there. */
  readonly path: string;
  readonly rule: string;
  readonly line: number;
  readonly says: string;
  /** When it was asked. */
  readonly at: string;
  /** The numbers of moves and states that were tried. Zero for promises that are checked at every step instead. */
  readonly moves: number;
  readonly states: number;
  /** A sentence about an action that doesn't finish, at which the search ended. */
  readonly unfinished?: string;
  /** The way to break it, or null if none was found. */
  readonly way: {
    /** People's moves with their times, a line each. */
    readonly lines: readonly string[];
    /** The number of the line after which time alone leads there, or null if nobody has to do anything, or the last line breaks it. */
    readonly turn: number | null;
    readonly why: string;
    /** True if the earlier rules would have led there too. */
    readonly wasSoBefore: boolean;
    /** True if it begins in a small game rather than in the present one. */
    readonly isSmall: boolean;
    /** The moves themselves, for playing them in a copy. */
    readonly moves: readonly TriedMove[];
  } | null;
}

/** A line of a way that was played in a copy, with its effects. */
export interface LinePlayed {
  readonly line: string;
  readonly changes: readonly string[];
}

export interface PromisesToAsk {
  readonly game: SearchedGame;
  readonly now: string;
  readonly rules: Manifest['rules'];
  readonly model: ModelDescription;
  readonly wording: Wording;
  readonly effort: Effort;
}

/** What a game's rules promise, for a check. Without other rules `before`, nothing has changed. */
export function promisesOf(
  { files, terms, manifest, model, wording }: Play,
  game: Omit<SearchedGame, 'before' | 'after'> & Partial<Pick<SearchedGame, 'before'>>,
  now: string,
): Omit<PromisesToAsk, 'effort'> {
  const after = { files, terms };
  return { game: { before: after, ...game, after }, now, rules: manifest.rules, model, wording };
}

/** Checks every promise that these rules make. A promise that isn't about a value needs a search, which takes a while. */
export function askPromises(asked: PromisesToAsk): readonly PromiseAsked[] {
  const searches = new Map<string, Searched>();
  return asked.rules.flatMap((rule) =>
    (rule.status === 'active' ? (rule.promises ?? []) : []).flatMap((promise): PromiseAsked[] => {
      const of = { path: rule.path, rule: rule.title, line: promise.line, says: promise.says };
      const base = { ...of, at: asked.now, moves: 0, states: 0, way: null };
      if ('value' in promise) {
        const isMissing = isActionMissing(promise, asked.model);
        const { say } = asked.wording;
        const lines = isMissing ? [say`nothing may change the value`] : outside(asked.game.state, promise);
        const why = isMissing ? say`no rule has an action of that name` : say`the value is already outside`;
        const way = { lines, turn: null, why, wasSoBefore: false, isSmall: false, moves: [] };
        return [lines.length === 0 ? base : { ...base, way }];
      }
      const key = JSON.stringify({ ...promise, says: '', line: 0 });
      const searched = searches.get(key) ?? searchPromise(asked.game, promise, asked.effort);
      searches.set(key, searched);
      return [
        {
          ...base,
          moves: searched.tries,
          states: searched.states,
          way: wayIn(searched, promise.kind, asked),
          ...(searched.unfinished && { unfinished: sayUnfinished(searched.unfinished, asked) }),
        },
      ];
    }),
  );
}

/** A promise of an action that isn't there would let nothing change the value. */
function isActionMissing(promise: PromiseMade, { actions }: ModelDescription): boolean {
  const names = Object.entries(actions).flatMap(([id, { title }]) => [id, slug(title ?? '')]);
  return promise.kind === 'only-by' && !names.includes(promise.action);
}

/** Checks the promises of the rules in force. */
export async function askRulesInForce(
  files: ContentFiles,
  now: string,
  caches: Caches,
  effort: Effort,
): Promise<readonly PromiseAsked[]> {
  if (![...files.values()].some(mayPromise)) return [];
  const { play, read } = await openGame(files, { caches });
  try {
    const clock = read.facts.clock ?? '2000-01-01T00:00:00Z';
    const at = now > clock ? now : clock;
    const state = splitState(play.state(), play.model).open;
    const game = { state, at, ledger: ledgerReader(read.ledger), caches };
    return askPromises({ ...promisesOf(play, game, at), effort });
  } catch (error) {
    // The rehearsal itself reports rules that exceed the time limit.
    if (error instanceof SandboxLostError) return [];
    throw error;
  } finally {
    play.dispose();
  }
}

/** Descriptions of the players, or the game, whose value is outside the promised bounds. */
function outside(state: State, promise: PromiseOfValue): readonly string[] {
  if (promise.kind !== 'between') return [];
  const { of, id } = promise.value;
  const all: readonly (readonly [who: string, value: unknown])[] =
    of === 'game'
      ? [[inWords(id), state.game[id]]]
      : Object.entries(state.players).map(([who, fields]) => [labelOf(who, fields), fields[id]]);
  return all.flatMap(([who, value]) =>
    typeof value === 'number' && (value < promise.least || value > promise.most)
      ? [`${who}: ${String(value)}`]
      : [],
  );
}

/** Plays the way that breaks a promise in a copy, or returns null if it isn't possible any more. */
export function playPromise(
  asked: Omit<PromisesToAsk, 'effort'>,
  { path, line, way }: Pick<PromiseAsked, 'path' | 'line' | 'way'>,
): readonly LinePlayed[] | null {
  const rule = asked.rules.find((one) => one.path === path);
  const promise = rule?.promises?.find((one) => one.line === line);
  if (way === null || promise === undefined || 'value' in promise) return null;
  const played = playWay(asked.game, promise, way);
  if (played === null) return null;
  const naming = new Naming({ model: asked.model, wording: asked.wording, state: asked.game.state });
  return rowsIn(way.moves, asked).map((row) => {
    const changes = played.slice(row.from, row.to).flatMap((one) => one.changes);
    return {
      line: sayRow(row, played[row.from]?.at ?? '', asked),
      changes: sayChanges(inAll(changes), naming),
    };
  });
}

/** Several changes of one place as one. */
function inAll(changes: readonly StateChange[]): readonly StateChange[] {
  const all = new Map<string, StateChange>();
  for (const change of changes) {
    const place = change.path.join('/');
    all.set(place, { ...(all.get(place) ?? change), after: change.after });
  }
  return [...all.values()];
}

function sayUnfinished({ move, why }: NonNullable<Searched['unfinished']>, asked: PromisesToAsk): string {
  return asked.wording
    .say`An action never finishes, so nothing after it was tried: ${sayMove(move, asked)}: ${why}.`;
}

function wayIn({ way }: Searched, kind: PromiseMade['kind'], asked: PromisesToAsk): PromiseAsked['way'] {
  if (way === null) return null;
  const { moves, at, why, wasSoBefore, isSmall } = way;
  const rows = rowsIn(moves, asked);
  // Other promises are broken by the last move itself.
  const turn = kind === 'changeable' ? rows.findLastIndex(({ isWait }) => !isWait) : -1;
  return {
    lines: rows.map((row) => sayRow(row, at[row.from] ?? '', asked)),
    turn: turn < 0 ? null : turn + 1,
    why,
    wasSoBefore,
    isSmall,
    moves,
  };
}

/** The same move one or more times in a row. */
interface Row {
  readonly text: string;
  readonly isWait: boolean;
  readonly from: number;
  to: number;
}

function rowsIn(moves: readonly TriedMove[], asked: Saying): readonly Row[] {
  const rows: Row[] = [];
  for (const [place, move] of moves.entries()) {
    const text = sayMove(move, asked);
    const last = rows.at(-1);
    if (last?.text === text) last.to++;
    else rows.push({ text, isWait: move.do === 'wait', from: place, to: place + 1 });
  }
  return rows;
}

function sayRow({ text, from, to }: Row, at: string, { wording: { say, time } }: Saying): string {
  return to - from > 1 ? say`${time(at)}: ${text}, ${to - from} times in a row` : say`${time(at)}: ${text}`;
}

type Saying = Pick<PromisesToAsk, 'model' | 'wording' | 'game'>;

function sayMove(move: TriedMove, { model, wording: { say }, game }: Saying): string {
  const person = (id: string): string =>
    id === EVERYBODY ? say`everybody` : labelOf(id, game.state.players[id]);
  switch (move.do) {
    case 'wait':
      return say`${move.hours / 24} days later`;
    case 'act': {
      const title = model.actions[move.action]?.title ?? inWords(move.action);
      const given = Object.values(move.with).map((value) =>
        typeof value === 'string' && Object.hasOwn(game.state.players, value)
          ? person(value)
          : wordsFor(String(value)),
      );
      return given.length === 0
        ? say`${person(move.by)} does “${title}”`
        : say`${person(move.by)} does “${title}” (${given.join(', ')})`;
    }
    case 'post':
      return say`${person(move.by)} posts “${move.title}” (${titleOfKind(model, move.kind)})`;
    case 'alter':
      return say`${person(move.by)} edits the latest matter`;
    case 'enact': {
      const kind = titleOfKind(model, move.way.kind);
      if (move.inFavour !== undefined)
        return say`a ${kind} passes, with ${move.inFavour} in favour and ${move.inFavour + 1} against`;
      return move.set === undefined
        ? say`a ${kind} passes`
        : say`a ${kind} passes, which sets ${move.set.path} to ${String(move.set.value)}`;
    }
    case 'reject':
      return say`a ${titleOfKind(model, move.way.kind)} fails`;
    default:
      return move satisfies never;
  }
}
