import type { State } from '../kernel/state.ts';
import type { Order } from './engine-files.ts';

/** Files are sorted by name, so any other order must be recorded. */
export function orderOf({ players, things }: Pick<State, 'players' | 'things'>): Order {
  const ids = Object.keys(players);
  const others = Object.entries(things).flatMap(([id, all]) =>
    isSorted(Object.keys(all)) ? [] : [[id, Object.keys(all)] as const],
  );
  return {
    ...(isSorted(ids) ? {} : { players: ids }),
    ...(others.length === 0 ? {} : { things: Object.fromEntries(others) }),
  };
}

/** Restores the recorded order. Items without a recorded place come last, by name. */
export function inOrder<T extends Pick<State, 'players' | 'things'>>(state: T, order: Order): T {
  const { things = {} } = order;
  return {
    ...state,
    players: arrange(state.players, order.players ?? []),
    things: Object.fromEntries(
      // Collections are ordered too, so that writing them again gives the same bytes.
      Object.entries(arrange(state.things, Object.keys(things))).map(([id, all]) => [
        id,
        arrange(all, things[id] ?? []),
      ]),
    ),
  };
}

function arrange<V>(all: Record<string, V>, order: readonly string[]): Record<string, V> {
  const listed = order.filter((id) => Object.hasOwn(all, id));
  const rest = Object.keys(all)
    .filter((id) => !listed.includes(id))
    .sort();
  return Object.fromEntries([...listed, ...rest].map((id) => [id, all[id] as V]));
}

function isSorted(ids: readonly string[]): boolean {
  return ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id);
}
