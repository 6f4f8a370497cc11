import { boolean, daily, derive, integer, player, rule } from 'gitnomic/rules';

export default rule(({ value, hook, refuse }) => {
  const numbers = {
    favour: value('favour'),
    atonementBelow: value('atonement-below'),
    atonement: value('atonement'),
    lordship: value('lordship'),
  };

  return {
    player: { honor: integer({ title: 'Honor', min: null, start: value('start') }) },

    actions: {
      'raise-honor': daily({
        title: 'Raise the honor of somebody',
        sentence: 'raised the honor of {player}',
        by: 'emperor',
        with: { player: player({ another: true }) },
        effect: ({ player: person }) => person.gain('honor', numbers.favour),
      }),

      'blood-atonement': daily({
        title: 'Blood atonement',
        sentence: 'atoned in blood',
        about: 'Takes Damage for Honor, as long as there is little of it.',
        check({ actor }) {
          if (actor.honor >= numbers.atonementBelow)
            refuse(
              `${actor.label} has ${actor.honor} honor, and only those with less than ${numbers.atonementBelow} atone`,
            );
        },
        effect({ actor }) {
          hook('suffer', { person: actor });
          actor.gain('honor', numbers.atonement);
        },
      }),
    },

    views: { disgraced: derive({ of: 'player', returns: boolean(), value: (person) => person.honor < 0 }) },

    on: {
      'clan-lord-made': ({ person }) => person.gain('honor', numbers.lordship),
      'clan-lord-unmade': ({ person }) => person.lose('honor', numbers.lordship),
    },
  };
});
