import { ADMIN, CAST, EMPEROR } from '../../content/library/crypt/players/cast.ts';

/** The founding players, in the order in which they joined. All are invented. */
export const FOUNDER = 'ximena';
export const FOUNDERS: readonly string[] = [
  FOUNDER,
  'ada',
  'bertil',
  'chidi',
  'dagny',
  'emeka',
  'freya',
  'goro',
  'hana',
  'imre',
];
/** Somebody who joins in the second dynasty. */
export const LATECOMER = 'joana';

export { ADMIN, CAST, EMPEROR };

export const ADMINS: readonly string[] = CAST.filter(({ admin }) => admin === true).map(({ id }) => id);

export function nameOf(id: string): string {
  return CAST.find((member) => member.id === id)?.name ?? id;
}

/** Returns the people on the roster who aren't idle. */
export function activeIn(state: {
  readonly players: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}): readonly string[] {
  return Object.keys(state.players).filter((id) => state.players[id]?.['state'] === 'active');
}
