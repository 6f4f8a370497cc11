import { choice, integer, optional, player, type Type } from './types.ts';
import type { Game } from './game.ts';
import type { Person } from './world.ts';

interface StoredTurn {
  mover: Person | null;
  turn: number;
  circuit: number;
  phase: string;
}

export interface Turns<P extends string> {
  /** The variables that store it: `game: turns.game`. `phase` exists only if a turn has several. */
  readonly game: {
    readonly mover: Type<Person | null>;
    readonly turn: Type<number>;
    readonly circuit: Type<number>;
    readonly phase: Type<P>;
  };
  /** The players who take turns now, in order. Idle players are skipped. */
  order(): readonly Person[];
  /** The player whose turn it is. If that person is no longer a player, it is the next one. */
  mover(): Person | null;
  /** Ends a phase. The next phase begins, or after the last one the next turn. */
  next(): void;
  /** Ends the turn and passes it to the player after the mover, or after the given person. A new circuit begins after the last player. */
  pass(after?: Person | null): void;
  /** Ends the turn and gives the next one to a person, such as whoever took the trick. It doesn't begin a new circuit. */
  give(person: Person): void;
}

/**
 * Turns in a fixed order of players: `const turns = takeTurns(game, ({ label }) => label)`. A turn may have phases: `takeTurns(game, ({
 * joined }) => joined ?? '', ['draw', 'play'])`.
 */
export function takeTurns<const P extends string = 'turn'>(
  g: Pick<Game, 'players' | 'game' | 'emit'>,
  place: (person: Person) => string | number,
  phases: readonly [P, ...P[]] = ['turn' as P],
): Turns<P> {
  const stored = (): StoredTurn => g.game as unknown as StoredTurn;
  const order = (): readonly Person[] => g.players.all().toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  const following = (person: Person): Person | null =>
    order().find((one) => place(one) > place(person)) ?? null;

  function mover(): Person | null {
    const { mover: last } = stored();
    if (last !== null && g.players.has(last)) return last;
    return (last === null ? null : following(last)) ?? order()[0] ?? null;
  }

  function pass(after: Person | null = mover()): void {
    const game = stored();
    const last = game.mover ?? after;
    if (last !== null) g.emit('turn-ended', { person: last });
    const next = (after === null ? null : following(after)) ?? order()[0] ?? null;
    game.turn += 1;
    const isNewRound = next === null || last === null || place(next) <= place(last);
    if (isNewRound) game.circuit += 1;
    begin(next);
    if (isNewRound) g.emit('round-ends', { round: game.circuit - 1 });
    if (next !== null) g.emit('turn-begins', { person: next });
  }

  function begin(person: Person | null): void {
    const game = stored();
    game.mover = person;
    if (phases.length > 1) game.phase = phases[0];
  }

  return {
    game: {
      mover: optional(player({ who: 'anybody' }), { none: 'the first', title: 'whose turn it is' }),
      turn: integer({ start: 1 }),
      circuit: integer({ start: 1 }),
      ...(phases.length > 1 && { phase: choice(phases, { start: phases[0], title: 'part of the turn' }) }),
    } as Turns<P>['game'],
    order,
    mover,
    pass,
    give(person) {
      stored().turn += 1;
      begin(person);
      g.emit('turn-begins', { person });
    },
    next() {
      const later = phases.length > 1 ? phases[phases.indexOf(stored().phase as P) + 1] : undefined;
      if (later === undefined) pass();
      else stored().phase = later;
    },
  };
}
