import { action, derive, list, optional, rule, text } from 'gitnomic/rules';
import { type Creature, creatures, equivalent, idOf, inWords } from './helpers/creatures.ts';
import {
  actingFor,
  ask,
  type Owner,
  ownerCalled,
  ownersOf,
  stableInWords,
  stableOf,
  twoParts,
} from './helpers/owners.ts';
import './helpers/questions.ts';

interface Founding {
  readonly type: string;
  readonly quality: string | null;
}

export default rule((game) => {
  const { refuse, value } = game;
  const others = (owner: Owner): Owner[] => ownersOf(game).filter((other) => !other.is(owner));
  const keepersOf = (creature: Creature, besides: Owner): Owner[] =>
    others(besides).filter((other) => stableOf(other).some((one) => equivalent(one, creature)));

  function founder(owner: Owner, { type: given, quality }: Founding): Creature {
    const type = given.trim().split(/\s+/u).join(' ');
    const first = idOf(type.split(' ')[0] ?? '');
    if (idOf(type) === '') refuse('type', 'a type is the name of an animal, and is never left out');
    if (ask(game, 'qualities', {}, []).some(({ id }) => id === first))
      refuse('type', `a type doesn't begin with a quality, and ${first} is one`);
    if (stableOf(owner).length > 0) refuse(`the stable of ${owner.label} is not empty`);
    const chooser = game.animals.get(idOf(type))?.chooser ?? owner.id;
    if (chooser !== owner.id) refuse('type', `${chooser} has chosen ${type} this dynasty`);
    const plain: Creature = { type, qualities: [] };
    if (quality !== null && value('founding-qualities') < 1)
      refuse('a stable is founded with a creature without qualities');
    const made = quality === null ? plain : ask(game, 'with-quality', { creature: plain, quality }, plain);
    ask(game, 'may-enter', { owner, creature: made, stable: stableOf(owner) }, null);
    return made;
  }

  return {
    player: { stable: creatures },
    things: { animals: { title: 'Animals that founded a stable', fields: { chooser: text() } } },

    actions: {
      'create-creature': action({
        title: 'Found a stable',
        sentence: 'founded a stable',
        by: ['player', 'emperor'],
        with: {
          type: text({ about: 'An animal' }),
          quality: optional(text({ from: 'qualities' })),
          for: optional(text({ from: 'players' })),
        },
        check: ({ actor, for: as, type, quality }) =>
          void founder(actingFor(game, actor, as), { type, quality }),
        effect({ actor, for: as, type, quality }) {
          const owner = actingFor(game, actor, as);
          const made = founder(owner, { type, quality });
          const animal = idOf(made.type);
          if (game.animals.get(animal) === null) game.animals.add(animal, { chooser: owner.id });
          owner.set({ stable: [made] });
        },
      }),
    },

    views: {
      stable: derive({ of: 'text', returns: text(), value: (id) => stableInWords(ownerCalled(game, id)) }),
      equivalent: derive({
        of: 'text',
        returns: list(text()),
        value(of) {
          const [name, n] = twoParts(game, of);
          const owner = ownerCalled(game, name);
          const one = stableOf(owner)[Number(n) - 1];
          return one === undefined
            ? []
            : keepersOf(one, owner)
                .map(({ id }) => id)
                .sort();
        },
      }),
    },

    hooks: {
      'stable-size': () => value('size'),

      'may-enter'({ owner, creature, stable }, next) {
        next();
        if (stable.length >= value('size'))
          refuse(`the stable of ${owner.label} is full: it holds up to ${value('size')} creatures`);
        const [keeper] = keepersOf(creature, owner);
        if (keeper) refuse(`${keeper.label} has a creature equivalent to ${inWords(creature)}`);
      },
    },
  };
});
