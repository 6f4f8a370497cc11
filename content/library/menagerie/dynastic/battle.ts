import { integer, list, optional, rule, text } from 'gitnomic/rules';
import type { Fight, Force, Fought, Slot } from './helpers/forces.ts';
import type { Creature } from './helpers/creatures.ts';
import { ask } from './helpers/owners.ts';
import './helpers/questions.ts';

const strengths = () => list(integer({ min: null }));

export default rule((game) => {
  const { value } = game;
  const places = () => Array.from({ length: value('slots') }, (_, at) => at);

  /** A tactic may send a creature into the ring; else a slot has the creature that was listed. */
  function creaturesOf(force: Force): (Creature | null)[] {
    return places().map(
      (at) =>
        force.elements[at]?.creature ??
        (force.elements[at]?.tactic === undefined ? null : ask(game, 'battle-stand-in', { force, at }, null)),
    );
  }

  function ownStrength(
    { elements, owner }: Force,
    at: number,
    creature: Creature | null,
    battlefield: string,
  ): number {
    if (creature === null) return value('empty-strength');
    const field = game.battlefields.get(battlefield);
    return (
      elements[at]?.strength ??
      (field === null ? 0 : ask(game, 'strength-of', { owner, creature, battlefield: field }, 0))
    );
  }

  /** Strengths slot by slot, in the order that the text gives. */
  function strengthsOf(own: Force, foe: Force, battlefield: string): number[] {
    const [ownCreatures, foeCreatures] = [creaturesOf(own), creaturesOf(foe)];
    const slot = (at: number, strength: number): Slot => ({
      own,
      foe,
      at,
      ownCreatures,
      foeCreatures,
      strength,
    });
    const alone = places().map((at) => ownStrength(own, at, ownCreatures[at] ?? null, battlefield));
    const spurred = alone.map((strength, at) => strength + ask(game, 'battle-bonus', slot(at, strength), 0));
    const lends = ownCreatures.map(
      (creature) => creature !== null && ask(game, 'battle-lends', { creature }, false),
    );
    const merged = spurred.map(
      (strength, at) => (lends[at] ? 0 : strength) + (lends[at + 1] ? (spurred[at + 1] ?? 0) : 0),
    );
    const limited = merged.map((strength, at) => ask(game, 'battle-limit', slot(at, strength), strength));
    return limited.map((strength, at) => ask(game, 'battle-final', slot(at, strength), strength));
  }

  function fight({ id, battlefield, first, second }: Fight): Fought {
    const firstStrengths = strengthsOf(first, second, battlefield);
    const secondStrengths = strengthsOf(second, first, battlefield);
    const stronger = (a: readonly number[], b: readonly number[]): number =>
      a.filter((strength, at) => strength > (b[at] ?? 0)).length;
    const wins: [number, number] = [
      stronger(firstStrengths, secondStrengths),
      stronger(secondStrengths, firstStrengths),
    ];
    const roll = wins[0] === wins[1] ? game.dice(2) : null;
    if (roll !== null) wins[roll - 1] = (wins[roll - 1] ?? 0) + 1;
    const triumphant = (wins[0] > wins[1] ? first : second).commander;
    game.battles.add(id, {
      battlefield,
      first: first.commander,
      second: second.commander,
      firstStrengths,
      secondStrengths,
      wins,
      roll,
      triumphant,
    });
    return { firstStrengths, secondStrengths, wins, roll, triumphant };
  }

  return {
    things: {
      battles: {
        title: 'Battles',
        fields: {
          battlefield: text(),
          first: text(),
          second: text(),
          firstStrengths: strengths(),
          secondStrengths: strengths(),
          wins: list(integer()),
          roll: optional(integer()),
          triumphant: text(),
        },
      },
    },

    hooks: { fight: (battle) => fight(battle), 'battle-slots': () => value('slots') },
  };
});
