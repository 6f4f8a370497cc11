import { choice, integer, list, map, optional, player, post, record, text, time } from 'gitnomic/rules';
import type { Type } from 'gitnomic/rules';

const everybody = (): ReturnType<typeof player> => player({ who: 'anybody' });

/** All that is tracked of a Duel. */
export function duelFields(flavours: readonly string[]) {
  return {
    title: text(),
    subject: text(),
    flavour: choice(flavours),
    referee: optional(everybody()),
    status: choice(['open', 'fighting', 'ended', 'cancelled'], { start: 'open' }),
    prepared: optional(everybody(), { title: 'Prepared Combatant' }),
    firstPrepared: map(time(), { title: 'first prepared' }),
    combatants: list(everybody()),
    brought: map(list(text()), { title: 'Items brought' }),
    listsDueSince: optional(time(), { title: 'lists due since' }),
    sealed: list(everybody(), { title: 'lists sent by' }),
    rounds: integer(),
    damage: map(integer(), { title: 'Damage dealt' }),
    lastMoves: map(text(), { title: 'moves of the last Combat Round' }),
    winner: optional(everybody()),
    improved: list(everybody()),
    spoils: list(record({ item: text(), by: everybody() })),
    fled: list(everybody()),
    entry: optional(post()),
  } satisfies Record<string, Type>;
}
