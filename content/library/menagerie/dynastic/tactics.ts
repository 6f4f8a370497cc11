import { choice, derive, integer, list, optional, rule, text } from 'gitnomic/rules';
import { type Creature, has, idOf, sameType, sorted } from './helpers/creatures.ts';
import type { Force, Slot } from './helpers/forces.ts';
import { isAlliedTo, type Owner, ownerCalled, upkeepOfQuality, underlingOf } from './helpers/owners.ts';
import './helpers/questions.ts';

export default rule((game) => {
  const { table, value, words } = game;
  const tactics = table('tactics', {
    tactic: text({ filled: true }),
    requirement: integer({ min: null }),
    names: optional(choice(['type', 'tactic'])),
    writtenAs: text(),
  }).map(({ tactic, requirement, names, writtenAs }) => ({
    id: writtenAs || idOf(tactic),
    name: tactic,
    requirement,
    names: names ?? '',
  }));
  /** A plan is sealed, and a list committed, by an id: whatever Players are called by then, it is still that. */
  const idCalled = (name: string): string =>
    tactics.find((one) => idOf(one.name) === idOf(name))?.id ?? idOf(name);
  const panacheOf = (owner: Owner): number => {
    const underling = underlingOf(owner);
    return underling ? upkeepOfQuality(game, underling) : 0;
  };

  function isUsable(owner: Owner, requirement: number): boolean {
    return (
      isAlliedTo(owner, words('strategist')) || Math.abs(requirement - panacheOf(owner)) <= value('reach')
    );
  }

  /** Whether this tactic of the text stands in a slot. */
  const stands = (force: Force, at: number, tactic: string): boolean =>
    force.elements[at]?.tactic === idCalled(words(tactic));
  const placesOf = (force: Force, tactic: string): number[] =>
    force.elements.flatMap((_, at) => (stands(force, at, tactic) ? [at] : []));
  const isOfType = (creature: Creature | null | undefined, type: string | undefined): boolean =>
    Boolean(creature && type !== undefined && sameType(creature.type, type));

  /** What tactics of one's own give to a slot. */
  function helpFor({ own, foe, at, ownCreatures }: Slot): number {
    const creature = ownCreatures[at] ?? null;
    let bonus = 0;
    if (creature !== null && has(creature, idOf(words('stealth-quality'))))
      bonus += placesOf(own, 'stealth').length * value('stealth-bonus');
    bonus +=
      placesOf(own, 'pack').filter((place) => isOfType(creature, own.elements[place]?.names)).length *
      value('pack-bonus');
    if (stands(own, at, 'combat')) bonus += value('combat-bonus');
    const foreseen =
      stands(own, at, 'outmaneuver') &&
      foe.elements.some(
        (element) => element?.tactic !== undefined && element.tactic === own.elements[at]?.names,
      );
    if (foreseen) bonus += value('outmaneuver-strength');
    else if (own.elements[at]?.tactic !== undefined && creature === null) bonus += value('tactic-strength');
    return bonus;
  }

  /** What bait of the enemy does to a slot. */
  function harmTo({ foe, at, ownCreatures }: Slot): number {
    const taken = placesOf(foe, 'bait').filter((place) => {
      const { names } = foe.elements[place] ?? {};
      return isOfType(ownCreatures[place], names) && isOfType(ownCreatures[at], names);
    });
    return taken.length * value('bait-malus');
  }

  return {
    views: {
      panache: derive({
        of: 'text',
        returns: integer({ min: null }),
        value: (id) => panacheOf(ownerCalled(game, id)),
      }),
      tactics: derive({
        of: 'text',
        returns: list(text()),
        value(id) {
          const owner = ownerCalled(game, id);
          return sorted(
            tactics.flatMap((tactic) => (isUsable(owner, tactic.requirement) ? [tactic.id] : [])),
          );
        },
      }),
    },

    hooks: {
      'tactics-of': ({ owner }) => ({
        limit: value('per-list'),
        tactics: tactics.map(({ id, name, requirement, names }) => ({
          id,
          called: idOf(name),
          names,
          usable: isUsable(owner, requirement),
        })),
      }),
      'battle-stand-in'({ force, at }, next) {
        if (!stands(force, at, 'combat')) return next();
        return { type: force.commander, qualities: force.underling === null ? [] : [force.underling] };
      },
      'battle-bonus': (slot, next) => (next() ?? 0) + helpFor(slot) + harmTo(slot),
      'battle-limit'(slot, next) {
        const strength = next() ?? slot.strength;
        const drunk = [slot.own, slot.foe].some((force) => placesOf(force, 'concoction').length > 0);
        return drunk && slot.ownCreatures[slot.at] ? Math.min(strength, value('concoction-limit')) : strength;
      },
      'battle-final'(slot, next) {
        const strength = next() ?? slot.strength;
        return stands(slot.own, slot.at - 1, 'trumpeting') ? strength * value('trumpeting-factor') : strength;
      },
    },
  };
});
