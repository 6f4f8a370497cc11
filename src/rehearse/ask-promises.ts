import type { Caches } from '../cache/caches.ts';
import { labelOf, titleOfKind, inWords, wordsFor } from '../wording/naming.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Manifest } from '../kernel/manifest.ts';
import type { PromiseMade } from '../kernel/promise-made.ts';
import type { State } from '../kernel/state.ts';
import type { Wording } from '../language/wording.ts';
import { ledgerReader } from '../play/ledger-line.ts';
import { splitState } from '../play/private-values.ts';
import { EVERYBODY, type TriedMove } from '../promises/moves.ts';
import { mayPromise } from '../promises/read-promises.ts';
import { SandboxLostError } from '../sandbox/host.ts';
import { openGame } from '../store/open-game.ts';
import type { ContentFiles } from '../store/paths.ts';
import { searchStandstill, type Effort, type SearchedGame, type Searched } from './search-promises.ts';

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
  /** The way to break it, or null if none was found. */
  readonly way: {
    /** People's moves with their times, a line each. */
    readonly lines: readonly string[];
    /** The number of the line after which time alone leads there, or null if nobody has to do anything. */
    readonly turn: number | null;
    readonly why: string;
    /** True if the earlier rules would have led there too. */
    readonly wasSoBefore: boolean;
  } | null;
}

interface Asked {
  readonly game: SearchedGame;
  readonly now: string;
  readonly rules: Manifest['rules'];
  readonly model: ModelDescription;
  readonly wording: Wording;
  readonly effort: Effort;
}

/** Checks every promise that these rules make. A promise that rules can be changed needs a search, which takes a while. */
export function askPromises(asked: Asked): readonly PromiseAsked[] {
  const searches = new Map<string, Searched>();
  return asked.rules.flatMap((rule) =>
    (rule.status === 'active' ? (rule.promises ?? []) : []).flatMap((promise): PromiseAsked[] => {
      const of = { path: rule.path, rule: rule.title, line: promise.line, says: promise.says };
      const base = { ...of, at: asked.now, moves: 0, states: 0, way: null };
      if (promise.kind !== 'changeable') {
        const lines = outside(asked.game.state, promise);
        const why = asked.wording.say`the value is already outside`;
        return [lines.length === 0 ? base : { ...base, way: { lines, turn: null, why, wasSoBefore: false } }];
      }
      const key = `${promise.hours} ${promise.players}`;
      const searched = searches.get(key) ?? searchStandstill(asked.game, promise, asked.effort);
      searches.set(key, searched);
      return [{ ...base, moves: searched.tries, states: searched.states, way: wayIn(searched, asked) }];
    }),
  );
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
    const edition = { files: play.files, terms: play.terms };
    const state = splitState(play.state(), play.model).open;
    const game = { before: edition, after: edition, state, at, ledger: ledgerReader(read.ledger), caches };
    return askPromises({
      game,
      now: at,
      rules: play.manifest.rules,
      model: play.model,
      wording: play.wording,
      effort,
    });
  } catch (error) {
    // The rehearsal itself reports rules that exceed the time limit.
    if (error instanceof SandboxLostError) return [];
    throw error;
  } finally {
    play.dispose();
  }
}

/** Descriptions of the players, or the game, whose value is outside the promised bounds. */
function outside(state: State, promise: Exclude<PromiseMade, { kind: 'changeable' }>): readonly string[] {
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

function wayIn({ way }: Searched, asked: Asked): PromiseAsked['way'] {
  if (way === null) return null;
  const { moves, at, why, wasSoBefore } = way;
  const told: { text: string; times: number; at: string; isWait: boolean }[] = [];
  for (const [place, move] of moves.entries()) {
    const text = sayMove(move, asked);
    const last = told.at(-1);
    if (last?.text === text) last.times++;
    else told.push({ text, times: 1, at: at[place] ?? '', isWait: move.do === 'wait' });
  }
  const { say, time } = asked.wording;
  const lines = told.map(({ text, times, at: when }) =>
    times > 1 ? say`${time(when)}: ${text}, ${times} times in a row` : say`${time(when)}: ${text}`,
  );
  const turn = told.findLastIndex(({ isWait }) => !isWait);
  return { lines, turn: turn < 0 ? null : turn + 1, why, wasSoBefore };
}

function sayMove(move: TriedMove, { model, wording: { say }, game }: Asked): string {
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
    case 'enact': {
      const kind = titleOfKind(model, move.way.kind);
      return move.set === undefined
        ? say`a ${kind} by ${person(move.by)} passes`
        : say`a ${kind} by ${person(move.by)} passes, which sets ${move.set.path} to ${String(move.set.value)}`;
    }
    case 'reject':
      return say`a ${titleOfKind(model, move.way.kind)} by ${person(move.by)} fails`;
    default:
      return move satisfies never;
  }
}
