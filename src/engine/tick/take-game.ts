import { adminsIn } from '../game/admins.ts';
import { SET_GAME } from '../what-is-done.ts';
import type { Outcome } from '../play.ts';
import type { Asked } from './take-command.ts';
import type { Table } from './table.ts';

/** What an Admin says is about the game and not about its play: each key of game.yml that may change, and to what. */
const KEYS: Readonly<Record<string, (value: unknown, table: Table) => unknown>> = {
  resolution: (value) => (value === 'automatic' || value === 'by-admin' ? value : undefined),
  name: (value, { open }) => {
    // What is sealed names its game: under another name nobody could open it.
    const isSealed = Object.values(open.play.state().submissions).some(({ used }) => !used);
    return typeof value === 'string' && /^\S.{0,99}$/u.test(value) && !isSealed ? value : undefined;
  },
  dice: (value) => {
    if (value === 'drand') return { source: 'drand' };
    const isHash = typeof value === 'string' && /^sha256:[0-9a-f]{64}$/u.test(value);
    return isHash ? { source: 'committed', hash: value } : undefined;
  },
};

const EXPECTED =
  'say resolution=automatic or resolution=by-admin, name="…" while nothing sealed waits, dice=drand or dice=sha256:… for a seed of your own';

/** `/game resolution=by-admin`, by an Admin: it stands in the journal and the ledger, and the engine writes it. */
export function takeGame(table: Table, { command, at, by }: Asked): Outcome {
  const outcome = outcomeOf(table, by, command.words);
  if (outcome.ok) {
    Object.assign(table.aboutGame, outcome.result);
    const line = { at, by, what: SET_GAME, with: outcome.result, draws: [], changes: [] };
    table.open.play.record.append(line);
  }
  table.happened.push({ at, by, what: SET_GAME, outcome, line: table.line });
  return outcome;
}

function outcomeOf(table: Table, by: string, words: Readonly<Record<string, unknown>>): Outcome {
  if (!adminsIn(table.open.play.state()).includes(by))
    return refused('not-an-admin', 'only an Admin may do this');
  const values = Object.entries(words).map(([key, value]) => [
    key,
    Object.hasOwn(KEYS, key) ? KEYS[key]?.(value, table) : undefined,
  ]);
  return values.length === 0 || values.some(([, value]) => value === undefined)
    ? refused('game', EXPECTED)
    : { ok: true, changes: [], draws: [], result: Object.fromEntries(values) as unknown };
}

function refused(code: string, reason: string): Outcome {
  return { ok: false, refusal: { code, reason, rule: null, param: null }, draws: [] };
}
