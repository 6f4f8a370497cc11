import { action, boolean, optional, player, rule } from 'gitnomic/rules';

export default rule(({ value, hook, refuse }) => {
  const numbers = {
    lordsPraise: value('lords-praise'),
    praise: value('praise'),
  };
  const rites = () => hook('rituals-this-week', { ritual: 'rite-of-passage' });

  return {
    player: { crushingNext: boolean({ title: 'next Damage crushes' }) },
    things: {
      rituals: { fields: { praise: optional(player({ who: 'anybody' })), heal: optional(boolean()) } },
    },

    actions: {
      'sacred-feast': action({
        title: 'Sacred Feast',
        sentence: 'held a Sacred Feast[ in praise of {praise}]',
        about: 'Feasts on what somebody of your Clan has hunted, and praises a hunter.',
        with: { praise: player(), heal: boolean({ start: true }) },
        check({ actor, praise }) {
          hook('check-ritual', { person: actor });
          const meat = rites().some(
            (rite) =>
              rite.succeeded &&
              rite.player !== null &&
              !rite.player.is(actor) &&
              rite.player.clan === actor.clan,
          );
          if (!meat) refuse('nobody else of your clan has succeeded in a rite of passage this week');
          if (praise.is(actor)) refuse('praise', 'praise is for some other player');
          if (!rites().some((rite) => praise.is(rite.player)))
            refuse('praise', `${praise.label} has performed no rite of passage this week`);
        },
        effect({ actor, praise, heal }) {
          if (hook('is-at-best-health', { person: actor })) actor.crushingNext = true;
          else if (heal) hook('raise-health', { person: actor });
          praise.gain(
            'honor',
            hook('is-clan-lord', { person: actor }) ? numbers.lordsPraise : numbers.praise,
          );
          hook('record-ritual', {
            person: actor,
            ritual: 'sacred-feast',
            succeeded: true,
            rolls: [],
            choices: { praise, heal },
          });
        },
      }),
    },
  };
});
