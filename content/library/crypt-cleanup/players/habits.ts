import { bargain, freeName, type Habit, type Temper } from '../../crypt/players/habits.ts';
import {
  beside,
  dwellings,
  frontier,
  isCorner,
  roomAt,
  seatOf,
  type Deed,
  type GameState,
  type Seat,
} from '../../crypt/players/seen.ts';
import { choose, whim } from '../../crypt/players/whim.ts';

const FLAGS = { open: 'lit', openedBy: 'last-lit-by' };
/** From here on there is little else that one may do. */
const BLOODTHIRSTY_ABOVE = 11;

/** The next thing that this player does, or nothing; the same state always leads to the same deed. */
export function tidyDeedOf(state: GameState, me: string, temper: Temper, turn: number): Deed | null {
  const seat = seatOf(state, me, turn, FLAGS);
  if (seat === null) return null;
  if (seat.puissance > BLOODTHIRSTY_ABOVE) return { action: 'blood-frenzy', with: {} };
  const keeps = temper === 'reckless' ? 0 : 1;
  for (const habit of [findStart, distil, rise, beFree, raise, ...TEMPERS[temper]]) {
    const deed = habit({ ...seat, puissance: seat.puissance - keeps });
    if (deed !== null) return deed;
  }
  return null;
}

const TEMPERS: Readonly<Record<Temper, readonly Habit[]>> = {
  architect: [light, dwell, engrave, furnish],
  engraver: [engrave, dwell, summon, light],
  recluse: [dwell, summon, light],
  schemer: [askFor, bargain, drive, dwell, summon, machinate, light],
  reckless: [frenzy, furnish, light, summon, dwell],
};

/** What a room can be furnished with; the price is 3 and the Shadow of it all. */
const FURNITURE: readonly (readonly [price: number, features: readonly string[]])[] = [
  [4, ['everyone-gains-puissance']],
  [5, ['glyph', 'light-wound-unless-perceptive']],
  [5, ['sigils-here-gain-puissance']],
  [6, ['glyph', 'fine-chest', 'light-wound-unless-perceptive']],
  [4, ['east-blocked']],
  [4, ['south-blocked']],
  [7, ['glyph', 'grievous-unless-agile']],
  [5, ['ingress']],
];

function startOf({ state }: Seat): string {
  return String(state.game['starting-location']);
}

/** Where he comes in has collapsed: another place has to be found. */
function findStart(seat: Seat): Deed | null {
  return roomAt(seat, startOf(seat))?.open === true ? null : { action: 'relocate-start', with: {} };
}

function light(seat: Seat): Deed | null {
  const room = choose(frontier(seat, startOf(seat)), seat.me, 'where', seat.turn);
  const affordable = FURNITURE.filter(([price]) => price <= seat.puissance);
  const wish = choose(affordable, seat.me, 'what', seat.turn);
  const name = freeName(seat);
  if (room === undefined || wish === undefined || name === undefined) return null;
  return { action: 'light-room', with: { room, name: name[0], description: name[1], features: wish[1] } };
}

function engrave(seat: Seat): Deed | null {
  const own = seat.rooms.filter(({ sigils }) => sigils.includes(seat.me)).length;
  if (own > 2 || 1 + own > seat.puissance) return null;
  const worth = seat.rooms.filter(
    (room) =>
      room.open &&
      !room.sigils.includes(seat.me) &&
      !room.glyphOwners.includes(seat.me) &&
      (!room.newlyFurnished || room.lastOpenedBy === seat.me) &&
      (room.features.includes('sigils-here-gain-puissance') ||
        beside(seat, room.id).some((id) =>
          roomAt(seat, id)?.features.includes('adjacent-sigils-gain-puissance'),
        )),
  );
  const room = choose(worth, seat.me, 'sigil', seat.turn);
  return room === undefined ? null : { action: 'engrave-sigil', with: { room: room.id } };
}

function dwell(seat: Seat): Deed | null {
  if (seat.sepulchre !== null || seat.puissance < 3) return null;
  const room = choose(dwellings(seat, startOf(seat)), seat.me, 'bed', seat.turn);
  return room === undefined ? null : { action: 'inhabit-room', with: { room } };
}

/** Eight Influence are a Crystal. */
function distil({ puissance, influence }: Seat): Deed | null {
  return puissance >= 1 && influence >= 8 ? { action: 'distil', with: {} } : null;
}

/** Dust with a Crystal breaks it. */
function rise({ state, me, puissance }: Seat): Deed | null {
  const crystals = Number(state.players[me]?.['blood-mana-crystals'] ?? 0);
  return puissance <= 0 && crystals > 1
    ? { action: 'shatter', with: { puissance: true, allegiance: true } }
    : null;
}

function beFree({ allegiance, me, turn, others, puissance }: Seat): Deed | null {
  if (allegiance === null || allegiance === me) return null;
  if (puissance >= 1 && others.find(({ id }) => id === allegiance)?.puissance === 0)
    return { action: 'raise-enthraller', with: {} };
  return whim(me, 'freedom', turn) < 0.4 ? { action: 'emancipate', with: {} } : null;
}

/** Dust asks to be raised, and is raised by whom it asked. */
function askFor({ me, turn, others, allegiance, puissance, state }: Seat): Deed | null {
  const asked = (state.players[me]?.['thrall-requests'] ?? []) as readonly unknown[];
  if (puissance > 0 || allegiance !== null || asked.length > 0) return null;
  const lord = choose(
    others.filter((one) => one.puissance > 3),
    me,
    'lord',
    turn,
  );
  return lord === undefined ? null : { action: 'ask-to-be-enthralled', with: { lord: lord.id } };
}

function raise({ others, me, puissance, state }: Seat): Deed | null {
  if (puissance < 1) return null;
  const fallen = others.find(({ id, puissance: left }) => {
    const asked = (state.players[id]?.['thrall-requests'] ?? []) as readonly { readonly lord: string }[];
    return left === 0 && asked.some(({ lord }) => lord === me);
  });
  return fallen === undefined ? null : { action: 'raise-dust', with: { lord: fallen.id } };
}

const GUESTS: readonly string[] = [
  'Mother Gnaw',
  'The Verger',
  'Old Wick',
  'A Polite Hound',
  'The Third Twin',
  'Sexton Pike',
  'Something in the Flue',
  'Aunt Marrow',
  'The Candle Thief',
  'Lord Mould',
];

/** A Denizen, at a distance from where he comes in. */
function summon(seat: Seat): Deed | null {
  const { state, me, turn, puissance } = seat;
  const start = startOf(seat);
  const names = new Set(Object.values(state.things['denizens'] ?? {}).map(({ name }) => String(name)));
  const name = choose(
    GUESTS.filter((guest) => !names.has(guest)),
    me,
    'guest',
    turn,
  );
  const place = choose(
    seat.rooms.filter(({ id, open }) => open && id !== start && !beside(seat, start).includes(id)),
    me,
    'lodging',
    turn,
  );
  if (
    name === undefined ||
    place === undefined ||
    puissance < 4 ||
    names.size > 7 ||
    whim(me, 'summon', turn) < 0.5
  )
    return null;
  const traits = choose([[], ['evasive'], ['nutritious'], ['industrious']], me, 'trait', turn) ?? [];
  const strength = traits.includes('industrious') ? 1 : 2;
  return {
    action: 'summon-denizen',
    with: { name, brutality: strength, cunning: 1, traits, room: place.id },
  };
}

/** Sends a Denizen of one's own a room further. */
function drive(seat: Seat): Deed | null {
  const { state, me, turn, puissance } = seat;
  const start = startOf(seat);
  const own = Object.entries(state.things['denizens'] ?? {}).filter(([, one]) =>
    ((one['sycophancy'] ?? []) as readonly string[]).includes(me),
  );
  const [id, denizen] = own[0] ?? [];
  // Once a day, and in the morning.
  if (id === undefined || puissance < 3 || turn % 10 !== 0) return null;
  const next = choose(
    beside(seat, String(denizen?.['location'])).filter(
      (to) => roomAt(seat, to)?.open === true && to !== start && !beside(seat, start).includes(to),
    ),
    me,
    'drive',
    turn,
  );
  return next === undefined ? null : { action: 'move-denizens', with: { moves: { [id]: next } } };
}

/** A bed for somebody who has none, in the worst place there is. */
function machinate(seat: Seat): Deed | null {
  if (seat.puissance < 8) return null;
  const victim = choose(
    seat.others.filter(({ sepulchre }) => sepulchre === null),
    seat.me,
    'victim',
    seat.turn,
  );
  const room = choose(dwellings(seat, 'E4'), seat.me, 'grave', seat.turn);
  return victim === undefined || room === undefined
    ? null
    : { action: 'machinate', with: { lord: victim.id, room } };
}

function frenzy({ puissance, me, turn }: Seat): Deed | null {
  return puissance >= 9 && whim(me, 'frenzy', turn) < 0.5 ? { action: 'blood-frenzy', with: {} } : null;
}

/** Makes a Ritual Chamber worth a visit, or worth avoiding. */
function furnish(seat: Seat): Deed | null {
  const chamber = choose(
    seat.rooms.filter(({ id, features }) => isCorner(seat, id) && features.length < 3),
    seat.me,
    'chamber',
    seat.turn,
  );
  const wishes = ['light-wound-unless-perceptive', 'fine-chest', 'loses-items', 'average-chest'];
  const feature = choose(
    wishes.filter((one) => chamber?.features.includes(one) !== true),
    seat.me,
    'furnish',
    seat.turn,
  );
  if (
    chamber === undefined ||
    feature === undefined ||
    seat.puissance < 3 ||
    whim(seat.me, 'rite', seat.turn) < 0.5
  )
    return null;
  return { action: 'furnish-ritual-chamber', with: { room: chamber.id, feature } };
}
