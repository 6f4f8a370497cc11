import { action, rule, text, thing } from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';

export default rule(({ value, hook, refuse }) => {
  const numbers = {
    room: value('room'),
  };
  const placeOf = (duel: Things['duels'], person: Person, item: string): number =>
    duel.spoils.findIndex((spoil) => spoil.item === item && spoil.by.is(person));

  return {
    actions: {
      'take-spoils': action({
        title: 'Take what you disarmed',
        sentence: 'took {item} after {duel}',
        with: { duel: thing('duels'), item: text({ from: 'all-items' }) },
        check({ actor, duel, item }) {
          if (placeOf(duel, actor, item) < 0)
            refuse('item', `${actor.label} did not disarm anybody of ${item} in this duel, or has taken it`);
          if (duel.status === 'fighting')
            refuse('what one disarms somebody of is taken when the combat is over');
          if (actor.items.length >= numbers.room) refuse(`${actor.label} holds two items or more`);
        },
        effect({ actor, duel, item }) {
          const at = placeOf(duel, actor, item);
          duel.spoils = duel.spoils.filter((_, place) => place !== at);
          hook('item-gained', { person: actor, item });
        },
      }),
    },
  };
});
