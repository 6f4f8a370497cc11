/** Functions for compiled tables. */
import type { Clause, Definition } from '../../kernel/definition.ts';
import type { Game } from '../game.ts';
import type { Type } from '../types.ts';
import type { Person } from '../world.ts';
import { beside } from './beside.ts';
import { hooksOf } from './hooks.ts';
import { momentOf } from './moment.ts';
import { actionOf } from './move.ts';
import { findReached } from './reach.ts';
import type { MechanicRow, VariableRow, When, Worth } from './row.ts';
import { settle } from './settle.ts';
import { plain } from './values.ts';

export * from './exact.ts';
export * from './moment.ts';
export { called, everyMonth, everyQuarter, largest, least, same } from './values.ts';
export type * from './row.ts';

/** The clause of a rule with tables. `own` is the handwritten clause beside the rule, if there is one. */
export function tables(rows: readonly MechanicRow[], own?: unknown): Clause {
  const made: Clause = { api: 1, define: (g) => definitionOf(g as Game, rows) };
  return own === undefined ? made : beside(own, made);
}

function definitionOf(g: Game, rows: readonly MechanicRow[]): Definition {
  const of = <K extends MechanicRow['row']>(kind: K): readonly Extract<MechanicRow, { row: K }>[] =>
    rows.filter((row): row is Extract<MechanicRow, { row: K }> => row.row === kind);
  const variables = (whose: VariableRow['of']): Readonly<Record<string, Type>> =>
    Object.fromEntries(
      of('variable').flatMap(({ of: owner, name, type }) => (owner === whose ? [[name, type]] : [])),
    );
  const whens = of('when');
  const handled = whens.filter(({ reach, time }) => reach === undefined && time === undefined);
  const events = new Set(handled.map(({ on }) => on));
  const on = Object.fromEntries(
    [...events].map((id) => [
      id,
      (words: unknown) =>
        settle(
          momentOf(words),
          handled.filter((row) => row.on === id),
        ),
    ]),
  );
  const reaching = whens.filter(({ reach }) => reach !== undefined);
  if (reaching.length > 0) on['changed'] = (words: unknown) => findReached(momentOf(words), reaching);
  const timed = Map.groupBy(
    whens.filter(({ time }) => time !== undefined),
    ({ on: id }) => id,
  );
  // Two rules may have rows for the same time.
  const times = [...timed].map(
    ([id, due]) => [`${id}-${g.rule.path.replaceAll('/', '-')}`, timeOf(due)] as const,
  );
  return {
    player: variables('player'),
    game: variables('game'),
    post: variables('post'),
    views: Object.fromEntries(of('worth').map((row) => [row.id, viewOf(g, row)])),
    actions: Object.fromEntries(of('move').map((row) => [row.id, actionOf(row)])),
    times: Object.fromEntries(times),
    on: on,
    hooks: hooksOf(of('forbids'), of('needs'), whens),
  };
}

type Defined<K extends 'times' | 'views'> = NonNullable<Definition[K]>[string];

function timeOf(rows: readonly When[]): Defined<'times'> {
  return {
    ...rows[0]?.time,
    effect: (words: unknown) => settle(momentOf(words), rows),
  } as unknown as Defined<'times'>;
}

function viewOf(g: Game, { of, title, returns, is }: Worth): Defined<'views'> {
  const value = (person: unknown): unknown => {
    const it = of === 'player' ? (person as Person) : null;
    return plain(is({ g, it, person: it, matter: null, chosen: {}, dice: [] }));
  };
  return { of, title, returns, value };
}
