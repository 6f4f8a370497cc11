import { action, derive, list, rule, text } from 'gitnomic/rules';

const PROPER_NOUN = /^\p{Lu}\p{L}*$/u;

export default rule((g) => {
  const { value, words, hook, players, refuse } = g;
  const numbers = {
    longestName: value('longest-name'),
  };
  const said = { null: words('null') };
  const lords = (): ReturnType<typeof players.filter> =>
    players.filter((person) => hook('is-clan-lord', { person }));
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

  return {
    player: { clan: text({ title: 'Clan', filled: true, start: words('null') }) },

    views: {
      'clan-names': derive({
        of: 'game',
        returns: list(text()),
        value: () => [...new Set(lords().map(({ clan }) => clan))].filter((clan) => clan !== said.null),
      }),
    },

    actions: {
      'found-clan': action({
        title: 'Found a clan',
        sentence: 'founded the clan {name}',
        with: { name: text() },
        check({ actor, name }) {
          if (!hook('is-clan-lord', { person: actor }))
            refuse(`${actor.label} may not found a clan: only a clan lord may`);
          const shared = lords().some((lord) => !lord.is(actor) && lord.clan === actor.clan);
          if (actor.is(g.dynasty.emperor) || !shared)
            refuse(
              `${actor.label} may not found a clan: that is for a clan lord, not ${g.ruleset.theEmperor}, in whose clan there is another one`,
            );
          if (!PROPER_NOUN.test(name) || Array.from(name).length > numbers.longestName)
            refuse(
              'name',
              `the name of a clan is one capitalised word of up to ${numbers.longestName} letters`,
            );
          if (same(name, said.null) || players.some(({ clan }) => same(clan, name)))
            refuse('name', `a clan called ${name} exists`);
        },
        effect({ actor, name }) {
          actor.clan = name;
        },
      }),

      'join-clan': action({
        title: 'Join a clan',
        sentence: 'joined the clan {clan}',
        with: { clan: text({ from: 'clan-names' }) },
        check({ actor, clan }) {
          if (actor.clan !== said.null)
            refuse(
              `${actor.label} is in clan ${actor.clan}; only who is in clan ${said.null} may join another`,
            );
          if (!lords().some((lord) => same(lord.clan, clan)))
            refuse('clan', `no clan lord is in a clan called ${clan}`);
        },
        effect({ actor, clan }) {
          actor.clan = lords().find((lord) => same(lord.clan, clan))?.clan ?? actor.clan;
        },
      }),
    },
  };
});
