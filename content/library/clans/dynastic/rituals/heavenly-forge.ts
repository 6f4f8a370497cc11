import { action, optional, player, rule, text } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

export default rule(({ value, view, hook, dice, refuse }) => {
  const numbers = {
    room: value('room'),
  };

  return {
    things: { rituals: { fields: { weapon: optional(text()), for: optional(player({ who: 'anybody' })) } } },

    actions: {
      'heavenly-forge': action({
        title: 'Heavenly Forge',
        sentence: 'held the Heavenly Forge[ to make {weapon}][ for {for}]',
        about: 'Forges a Weapon for yourself or somebody else, or burns you.',
        with: { weapon: text({ from: 'all-items' }), for: optional(player()) },
        check({ actor, weapon, for: other }) {
          hook('check-ritual', { person: actor });
          const holder: Person = other ?? actor;
          if (!hook('weapons').some(({ move }) => move === weapon))
            refuse('weapon', `${weapon} is no weapon`);
          if (holder.items.length >= numbers.room) refuse('for', `${holder.label} holds two items or more`);
          const done = hook('rituals-this-week', { ritual: 'heavenly-forge' }).some(
            (one) => one.succeeded && actor.is(one.player),
          );
          if (done) refuse(`${actor.label} has succeeded at the forge this week`);
        },
        effect({ actor, weapon, for: other }) {
          const holder: Person = other ?? actor;
          const roll = dice(actor.skill + actor.strength);
          const succeeded = roll >= view('quorum', 'players');
          hook('record-ritual', {
            person: actor,
            ritual: 'heavenly-forge',
            succeeded,
            rolls: [roll],
            choices: { weapon, for: holder },
          });
          if (succeeded) hook('item-gained', { person: holder, item: weapon });
          else hook('suffer', { person: actor });
        },
      }),
    },
  };
});
