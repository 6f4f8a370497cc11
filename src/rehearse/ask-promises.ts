import type { Caches } from '../cache/caches.ts';
import type { RuleEntry } from '../kernel/manifest.ts';
import type { PromiseMade } from '../kernel/promise-made.ts';
import { capitalised } from '../kernel/sentence.ts';
import type { State } from '../kernel/state.ts';
import { minuteOf } from '../kernel/time.ts';
import { ledgerReader } from '../play/ledger-reader.ts';
import type { TriedMove } from '../promises/moves.ts';
import { mayPromise } from '../promises/read-promises.ts';
import { openGame } from '../store/open-game.ts';
import { RULESET, type ContentFiles } from '../store/paths.ts';
import { searchStandstill, type Searched } from './search-promises.ts';

/** A promise that isn't kept, or could come to be broken. */
interface Unkept {
  /** The title of the rule that promises. */
  readonly rule: string;
  readonly says: string;
  /** Where it says so. */
  readonly line: string;
  /** What breaks it, in sentences. */
  readonly broken: string;
}

/** Asks all promises of a game's rules. A promise that rules can be changed is searched for a way to break it, which takes a while. */
export async function askPromises(files: ContentFiles, now = '', caches: Caches): Promise<readonly Unkept[]> {
  if (![...files.values()].some(mayPromise)) return [];
  const { play, read } = await openGame(files, { caches });
  try {
    const state = play.state();
    const clock = read.facts.clock ?? '2000-01-01T00:00:00Z';
    const at = now > clock ? now : clock;
    const edition = { files: play.files, terms: play.terms };
    const game = { before: edition, after: edition, state, at, ledger: ledgerReader(read.ledger), caches };
    const made = play.manifest.rules.flatMap((rule) =>
      (rule.promises ?? []).map((promise) => ({ rule, promise })),
    );
    return made.flatMap(({ rule, promise }) => {
      const broken =
        promise.kind === 'changeable' ? sayWay(searchStandstill(game, promise)) : sayOutside(state, promise);
      return broken === null ? [] : [asUnkept(rule, promise, broken)];
    });
  } finally {
    play.dispose();
  }
}

function asUnkept({ title, path }: RuleEntry, { says, line }: PromiseMade, broken: string): Unkept {
  return { rule: title, says, line: `${RULESET}${path}.md:${line}`, broken };
}

function sayOutside(state: State, promise: Exclude<PromiseMade, { kind: 'changeable' }>): string | null {
  if (promise.kind !== 'between') return null;
  const { of, id } = promise.value;
  const all: readonly (readonly [who: string, value: unknown])[] =
    of === 'game'
      ? [['the game', state.game[id]]]
      : Object.entries(state.players).map(([who, fields]) => [who, fields[id]]);
  const outside = all.filter(
    ([, value]) => typeof value === 'number' && (value < promise.least || value > promise.most),
  );
  return outside.length === 0
    ? null
    : `It is not so for ${outside.map(([who, value]) => `${who} (${String(value)})`).join(', ')}.`;
}

/** The way to a standstill as moves with names and times; null if none was found. */
export function sayWay({ way }: Searched): string | null {
  if (way === null) return null;
  const { moves, at, why } = way;
  if (moves.length === 0) return `Nobody can change a rule now: ${why}.`;
  return `Nobody could change a rule any more after this: ${sayMoves(moves, at)}. ${capitalised(why)}.`;
}

/** Moves in order. The same move several times in a row is told once. */
function sayMoves(moves: readonly TriedMove[], at: readonly string[]): string {
  const said: { text: string; times: number; at: string }[] = [];
  for (const [place, move] of moves.entries()) {
    const text = sayMove(move);
    const last = said.at(-1);
    if (last?.text === text) last.times++;
    else said.push({ text, times: 1, at: at[place] ?? '' });
  }
  return said
    .map(
      ({ text, times, at: when }) =>
        `${minuteOf(when)} ${text}${times > 1 ? `, ${times} times in a row` : ''}`,
    )
    .join('; ');
}

function sayMove(move: TriedMove): string {
  switch (move.do) {
    case 'wait':
      return `${move.hours / 24} days pass`;
    case 'act': {
      const words = Object.entries(move.with).map(([name, value]) => `${name}: ${String(value)}`);
      return `${move.by} takes the action ${move.action}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
    }
    case 'post':
      return `${move.by} posts a ${move.kind} “${move.title}”`;
    case 'enact':
      return move.set === undefined
        ? `a ${move.way.kind} by ${move.by} is enacted`
        : `a ${move.way.kind} by ${move.by} sets ${move.set.path} to ${String(move.set.value)}`;
    case 'reject':
      return `a ${move.way.kind} by ${move.by} fails`;
    default:
      return move satisfies never;
  }
}
