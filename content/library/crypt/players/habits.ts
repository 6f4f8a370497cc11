import { ROOMS } from './rooms.ts';
import { beside, dwellings, frontier, roomAt, seatOf, type Deed, type GameState, type Seat } from './seen.ts';
import { choose, whim } from './whim.ts';

/** What somebody is like: which of the habits below come first. */
export type Temper = 'architect' | 'engraver' | 'recluse' | 'schemer' | 'reckless';

export type Habit = (seat: Seat) => Deed | null;

const ENTRANCE = 'E4';
const FLAGS = { open: 'explored', openedBy: 'last-explored-by' };

/** The next thing that this player does, or nothing; the same state always leads to the same deed. */
export function deedOf(state: GameState, me: string, temper: Temper, turn: number): Deed | null {
  const seat = seatOf(state, me, turn, FLAGS);
  if (seat === null) return null;
  const keeps = temper === 'reckless' ? 0 : 1;
  for (const habit of [beFree, raise, ...TEMPERS[temper]]) {
    const deed = habit({ ...seat, puissance: seat.puissance - keeps });
    if (deed !== null) return deed;
  }
  return null;
}

const TEMPERS: Readonly<Record<Temper, readonly Habit[]>> = {
  architect: [build, dwell, engrave, stockChest],
  engraver: [engrave, dwell, build],
  recluse: [dwell, build, engrave],
  schemer: [bargain, dwell, build, engrave],
  reckless: [build, engrave, dwell],
};

/** What a room can be furnished with; the price is 3 and the Darkness of it all. */
const FURNITURE: readonly (readonly [price: number, features: readonly string[]])[] = [
  [4, ['everyone-gains-puissance']],
  [5, ['glyph', 'light-wound-unless-perceptive']],
  [5, ['sigils-here-gain-puissance']],
  [3, ['average-chest']],
  [4, ['fine-chest']],
  [6, ['adjacent-sigils-gain-puissance']],
  [4, ['energy-from-sigils']],
  [7, ['glyph', 'grievous-unless-agile']],
  [4, ['moved-back']],
  [5, ['everyone-gains-puissance', 'average-chest', 'light-wound-unless-perceptive']],
  [3, []],
];

export function build(seat: Seat): Deed | null {
  if (seat.puissance > 9 || whim(seat.me, 'idle hands', seat.turn) < 0.2) return null;
  const room = choose(frontier(seat, ENTRANCE), seat.me, 'where', seat.turn);
  const affordable = FURNITURE.filter(([price]) => price <= seat.puissance);
  const wish = choose(affordable, seat.me, 'what', seat.turn);
  const name = freeName(seat);
  if (room === undefined || wish === undefined || name === undefined) return null;
  return { action: 'explore-room', with: { room, name: name[0], description: name[1], features: wish[1] } };
}

export function freeName({ rooms, me, turn }: Seat): readonly [string, string] | undefined {
  const used = new Set(rooms.map(({ name }) => name));
  return choose(
    ROOMS.filter(([name]) => !used.has(name)),
    me,
    'name',
    turn,
  );
}

export function engrave(seat: Seat): Deed | null {
  const own = seat.rooms.filter(({ sigils }) => sigils.includes(seat.me)).length;
  if (own > 2 || 1 + own > seat.puissance || seat.puissance > 9) return null;
  const worth = seat.rooms.filter(
    (room) =>
      room.open &&
      !room.sigils.includes(seat.me) &&
      !room.glyphOwners.includes(seat.me) &&
      (!room.newlyFurnished || room.lastOpenedBy === seat.me) &&
      feedsSigils(seat, room.id),
  );
  const room = choose(worth, seat.me, 'sigil', seat.turn);
  return room === undefined ? null : { action: 'engrave-sigil', with: { room: room.id } };
}

function feedsSigils(seat: Seat, id: string): boolean {
  const here = roomAt(seat, id)?.features.includes('sigils-here-gain-puissance') === true;
  return (
    here ||
    beside(seat, id).some((other) => roomAt(seat, other)?.features.includes('adjacent-sigils-gain-puissance'))
  );
}

export function dwell(seat: Seat): Deed | null {
  if (seat.sepulchre !== null || seat.puissance < 3) return null;
  // Beside the entrance it is too noisy.
  const quiet = dwellings(seat, ENTRANCE).filter((id) => !beside(seat, ENTRANCE).includes(id));
  const room = choose(quiet, seat.me, 'bed', seat.turn);
  return room === undefined ? null : { action: 'inhabit-room', with: { room } };
}

/** Out of Enthralldom, for a Favour. */
export function beFree({ allegiance, me, puissance, turn, others }: Seat): Deed | null {
  if (allegiance === null || allegiance === me || puissance < 1) return null;
  if (others.find(({ id }) => id === allegiance)?.puissance === 0)
    return { action: 'raise-enthraller', with: {} };
  return whim(me, 'freedom', turn) < 0.5 ? { action: 'emancipate', with: {} } : null;
}

export function raise({ others, me, puissance, allegiance, turn }: Seat): Deed | null {
  if (puissance < 1) return null;
  const fallen = choose(
    others.filter((one) => one.puissance === 0 && one.id !== allegiance),
    me,
    'fallen',
    turn,
  );
  if (fallen === undefined) return null;
  return { action: puissance >= 10 ? 'raise-dust-bloodthirsty' : 'raise-dust', with: { lord: fallen.id } };
}

/** Says what is in an average chest, before somebody else does. */
function stockChest({ rooms, me, turn, puissance }: Seat): Deed | null {
  const chest = choose(
    rooms.filter(({ open, features }) => open && features.includes('average-chest')),
    me,
    'chest',
    turn,
  );
  if (chest === undefined || puissance < 4 || whim(me, 'stock', turn) < 0.6) return null;
  const contents = [choose(['holy-tincture', 'secret-passage-map', 'bandages'], me, 'stuff', turn)];
  return { action: 'set-chest', with: { room: chest.id, chest: 'average-chest', contents } };
}

/** Takes up what is offered, or asks to share somebody's Glyph. */
export function bargain({ state, me, turn, rooms, sepulchre, others }: Seat): Deed | null {
  const offer = Object.keys(state.things['favour-offers'] ?? {}).find((id) => id.endsWith(`-${me}`));
  if (offer !== undefined && whim(me, 'consent', turn) < 0.7)
    return { action: 'accept-favour', with: { initiator: offer.slice(0, -me.length - 1) } };
  const hall = choose(
    rooms.filter(
      ({ glyphOwners, sigils }) =>
        glyphOwners.length > 0 && glyphOwners.length < 3 && !glyphOwners.includes(me) && !sigils.includes(me),
    ),
    me,
    'hall',
    turn,
  );
  const [provider] = hall?.glyphOwners ?? [];
  const known = provider !== undefined && others.some(({ id }) => id === provider);
  if (hall === undefined || !known || sepulchre === null || whim(me, 'bargain', turn) < 0.5) return null;
  return { action: 'offer-favour', with: { provider, get: 'glyph-share', room: hall.id } };
}
