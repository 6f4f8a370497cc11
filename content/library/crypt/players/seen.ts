import { adjacentIds, diagonalIds, roomIds } from '../dynastic/helpers/grid.ts';
import type { Grid } from '../dynastic/helpers/grid.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What sample players look at: the public state. */
export interface GameState {
  readonly game: Fields;
  readonly dynasty: Fields;
  readonly players: Readonly<Record<string, Fields>>;
  readonly things: Readonly<Record<string, Readonly<Record<string, Fields>>>>;
}

/** Something that a sample player does. */
export interface Deed {
  readonly action: string;
  readonly with: Readonly<Record<string, unknown>>;
}

export interface Room {
  readonly id: string;
  readonly name: string;
  readonly open: boolean;
  readonly features: readonly string[];
  readonly sigils: readonly string[];
  readonly glyphOwners: readonly string[];
  readonly newlyFurnished: boolean;
  readonly lastOpenedBy: string | null;
}

/** Where one player stands, and all that they can see from there. */
export interface Seat {
  readonly me: string;
  readonly turn: number;
  readonly puissance: number;
  readonly influence: number;
  readonly allegiance: string | null;
  readonly sepulchre: string | null;
  readonly favours: readonly string[];
  readonly others: readonly Other[];
  readonly rooms: readonly Room[];
  readonly grid: Grid;
  readonly state: GameState;
}

interface Other {
  readonly id: string;
  readonly puissance: number;
  readonly influence: number;
  readonly allegiance: string | null;
  readonly sepulchre: string | null;
}

/** A room that can be walked has a flag of one name or another, by the rules in force. */
export interface Flags {
  readonly open: string;
  readonly openedBy: string;
}

export function seatOf(state: GameState, me: string, turn: number, flags: Flags): Seat | null {
  const own = state.players[me];
  if (own?.['state'] !== 'active') return null;
  const rooms = Object.entries(state.things['rooms'] ?? {}).map(([id, fields]) => roomOf(id, fields, flags));
  const emperor = state.dynasty['emperor'];
  const others = Object.keys(state.players)
    .filter((id) => id !== me && id !== emperor && state.players[id]?.['state'] === 'active')
    .map((id) => otherOf(id, state.players[id] ?? {}));
  const { puissance, influence, allegiance, sepulchre } = otherOf(me, own);
  const favours = ((own['favours'] ?? []) as readonly { readonly lender: string }[]).map(
    ({ lender }) => lender,
  );
  return {
    me,
    turn,
    puissance,
    influence,
    allegiance,
    sepulchre,
    favours,
    others,
    rooms,
    grid: gridOf(rooms),
    state,
  };
}

function otherOf(id: string, fields: Fields): Other {
  return {
    id,
    puissance: Number(fields['puissance'] ?? 0),
    influence: Number(fields['influence'] ?? 0),
    allegiance: nameOr(fields['allegiance']),
    sepulchre: nameOr(fields['sepulchre']),
  };
}

function roomOf(id: string, fields: Fields, flags: Flags): Room {
  const names = (key: string): readonly string[] => (fields[key] ?? []) as readonly string[];
  return {
    id,
    name: String(fields['name']),
    open: fields[flags.open] === true,
    features: names('features'),
    sigils: names('sigils'),
    glyphOwners: names('glyph-owners'),
    newlyFurnished: fields['newly-furnished'] === true,
    lastOpenedBy: nameOr(fields[flags.openedBy]),
  };
}

function nameOr(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value !== 'none' ? value : null;
}

function gridOf(rooms: readonly Room[]): Grid {
  const rows = Math.max(...rooms.map(({ id }) => Number(id.replace(/\D/gu, ''))));
  return { columns: Math.round(rooms.length / rows), rows };
}

export function roomAt({ rooms }: Seat, id: string): Room | undefined {
  return rooms.find((room) => room.id === id);
}

export function beside({ grid }: Seat, id: string): readonly string[] {
  return adjacentIds(grid, id);
}

/** Rooms to which there is a way, through rooms that can be walked. */
export function reachable(seat: Seat, from: string): readonly string[] {
  const found = [from];
  // The list grows while it is gone through.
  for (const id of found)
    for (const next of beside(seat, id))
      if (roomAt(seat, next)?.open === true && !found.includes(next)) found.push(next);
  return found;
}

/** Rooms in which somebody could dwell, as far as these players know the rules. */
export function dwellings(seat: Seat, start: string): readonly string[] {
  const near = reachable(seat, start);
  const taken = [seat.sepulchre, ...seat.others.map(({ sepulchre }) => sepulchre)];
  return roomIds(seat.grid).filter(
    (id) =>
      roomAt(seat, id)?.open === true &&
      id !== start &&
      !isCorner(seat, id) &&
      !taken.includes(id) &&
      diagonalIds(seat.grid, id).some((other) => near.includes(other)),
  );
}

export function isCorner({ grid }: Seat, id: string): boolean {
  const ids = roomIds(grid);
  return [ids[0], ids[grid.columns - 1], ids.at(-grid.columns), ids.at(-1)].includes(id);
}

/** Rooms that are closed and touch one that can be walked to: the map grows from the entrance. */
export function frontier(seat: Seat, start: string): readonly string[] {
  const near = reachable(seat, start);
  return roomIds(seat.grid).filter(
    (id) =>
      roomAt(seat, id)?.open === false &&
      !isCorner(seat, id) &&
      beside(seat, id).some((other) => near.includes(other)),
  );
}
