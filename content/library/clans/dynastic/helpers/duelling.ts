import { choice, hoursBetween, integer, list, optional, text } from 'gitnomic/rules';
import type { Game, Person } from 'gitnomic/rules';
import { isFighting, withoutKey } from './duel.ts';
import type { Duel, DuelNumbers, Flavour } from './duel.ts';
import { listOf, voidLists } from './move-lists.ts';
import { idOf } from './words.ts';

const NO_OTHER_EFFECTS = { crushes: [], beatenBy: [], crushedBy: [], disarmedBy: [] };

/** What the clause of the rule on Duels works with: its tables, and questions about those who fight. */
export function duellingUnder(g: Game) {
  const { table, value, share, hook, duels, refuse, comment } = g;
  const listLength = value('list-length');
  const numbers: DuelNumbers = {
    difference: value('difference'),
    deathHonor: value('death-honor'),
    otherClan: value('other-clan'),
    leastGain: value('least-gain'),
    gainFrom: (honor) => share('normal-gain', honor),
  };
  const isDead = (person: Person): boolean => hook('is-dead', { person }, false);
  /** What a fight is played with: the time is that of the moment. */
  const fighting = () => ({ hook, maybe: g.maybe, dice: g.dice, now: g.now, numbers, isDead });
  const flavours: readonly Flavour[] = table('flavours', {
    flavour: text(),
    titleBegins: text(),
    foughtTo: choice(['blood', 'rounds', 'death']),
    rounds: optional(integer()),
    gainInPercent: integer(),
    stats: integer(),
  }).map((row) => ({ ...row, id: idOf(row.flavour) }));
  const flavourCalled = (id: string): Flavour =>
    flavours.find((one) => one.id === id) ?? refuse(`there is no such kind of duel as ${id}`);
  const announced = (title: string): Flavour | null =>
    flavours.find(({ titleBegins }) => title.startsWith(titleBegins)) ?? null;
  const basic = table('moves', { move: text(), beats: list(text()), evenBoutsGoBy: optional(text()) }).map(
    (row) => ({ ...row, ...NO_OTHER_EFFECTS }),
  );
  const moves = () => ({ basic, weapons: hook('weapons', {}, []), listLength });
  const isIdle = (person: Person): boolean => g.whyNotPlayer(person) !== null;
  /** Whether somebody is wanting without whom it can't be resolved. */
  const isStuck = ({ combatants, referee }: Duel): boolean =>
    combatants.some(isIdle) || referee === null || isIdle(referee) || isDead(referee);
  const hoursDue = (duel: Duel): number =>
    duel.listsDueSince === null ? -1 : hoursBetween(duel.listsDueSince, g.now);
  const duelOf = (person: Person): Duel | null =>
    duels.find((duel) => isFighting(duel) && duel.combatants.some((one) => one.is(person)));
  const isPrepared = (person: Person): boolean =>
    duels.some(({ status, prepared }) => status === 'open' && person.is(prepared));
  const say = (duel: Duel, words: string): void => {
    if (duel.entry !== null) comment(duel.entry, words);
  };

  function refereesOnly(actor: Person, duel: Duel): void {
    if (!actor.is(duel.referee))
      refuse(`only the referee of the duel may do this, ${duel.referee?.label ?? 'who is gone'}`);
  }

  /** Whoever has failed to send a list. Only the Referee can tell an invalid one. */
  function failed(actor: Person, duel: Duel): readonly Person[] {
    const sent = (person: Person): boolean => {
      if (!actor.is(duel.referee)) return duel.sealed.some((one) => one.is(person));
      return listOf(g, duel, person, moves()) !== null;
    };
    return duel.combatants.filter((person) => !isIdle(person) && !sent(person));
  }

  function stepBack(duel: Duel, person: Person): void {
    voidLists(g, duel, [person]);
    duel.brought = withoutKey(duel.brought, person.id);
    duel.prepared = null;
  }

  return {
    flavours,
    flavourCalled,
    announced,
    moves,
    isIdle,
    isStuck,
    hoursDue,
    duelOf,
    isPrepared,
    say,
    refereesOnly,
    failed,
    stepBack,
    fighting,
    isDead,
  };
}
