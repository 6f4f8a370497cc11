import {
  action,
  boolean,
  derive,
  hoursBetween,
  integer,
  optional,
  picture,
  rule,
  text,
  time,
} from 'gitnomic/rules';
import { breed, breedingWith, prepareBreeding, type Breeding } from './helpers/breeding.ts';
import { type Creature, inWords, isCalled } from './helpers/creatures.ts';
import {
  actingFor,
  type Owner,
  ownerCalled,
  placeOf,
  stableOf,
  totalUpkeep,
  upkeepOfQuality,
} from './helpers/owners.ts';
import { pedigree } from './helpers/pedigree.ts';
import './helpers/questions.ts';

export default rule((game) => {
  const { refuse, value, words } = game;
  const { qualities, is, gaining, prepare } = pedigree(game);

  function checkPortrait(
    artist: Owner,
    { title, of, creature: name, image }: { title: string; of: string; creature: string; image: string },
  ): string {
    if (!title.toLowerCase().includes(words('portrait-word').toLowerCase()))
      refuse('title', `the title of a Portrait contains the word ${words('portrait-word')}`);
    if (!/^(?:https?:\/\/|data:image\/)\S+$/iu.test(image))
      refuse('image', 'the image must be a link, as in https://example.org/duck.png, or a picture itself');
    const recent = game.portraits.find(
      (one) =>
        one.artist === artist.id &&
        one.at !== null &&
        hoursBetween(one.at, game.now) <= game.hours('portrait'),
    );
    if (recent) refuse(`${artist.label} made a Portrait in the previous ${words('portrait')}`);
    const owner = ownerCalled(game, of);
    const shown = stableOf(owner)[placeOf(game, owner, name)] as Creature;
    if (game.portraits.some((one) => isCalled(shown, one.creature)))
      refuse(`such a creature has appeared in a Portrait before: ${inWords(shown)}`);
    return inWords(shown);
  }

  return {
    things: {
      portraits: {
        title: 'Portraits',
        fields: { artist: text(), creature: text(), image: picture(), at: optional(time()) },
      },
    },
    posts: { portrait: { title: 'Portrait', official: true } },

    actions: {
      breed: action({
        title: 'Breed a creature',
        sentence: 'bred a creature[ for {for}]',
        by: ['player', 'emperor'],
        with: { ...breedingWith, for: optional(text({ from: 'players' })) },
        check: ({ actor, for: as, ...words }) =>
          void prepareBreeding(game, { ...chosen(words), breeder: actingFor(game, actor, as) }),
        effect: ({ actor, for: as, ...words }) =>
          breed(game, { ...chosen(words), breeder: actingFor(game, actor, as) }),
      }),

      'submit-portrait': action({
        title: 'Make a portrait',
        sentence: 'made a portrait',
        by: ['player', 'emperor'],
        with: {
          title: text({ filled: true }),
          of: text({ from: 'players' }),
          creature: text(),
          image: picture({ about: 'a link to it, or the picture itself' }),
          food: boolean({ start: true }),
          for: optional(text({ from: 'players' })),
        },
        check: ({ actor, for: as, title, of, creature, image }) =>
          void checkPortrait(actingFor(game, actor, as), { title, of, creature, image }),
        effect({ actor, for: as, title, of, creature: name, image, food }) {
          const artist = actingFor(game, actor, as);
          const creature = checkPortrait(artist, { title, of, creature: name, image });
          game.portraits.addNumbered('portrait-', { artist: artist.id, creature, image, at: game.now });
          // A picture that came by itself hangs among the portraits.
          const text = image.startsWith('data:') ? creature : `![${creature}](${image})`;
          game.post({ kind: 'portrait', title, text, author: actor });
          if (food && value('portrait-food') > 0) artist.gain('food', value('portrait-food'));
        },
      }),
    },

    views: {
      'quality-upkeep': derive({
        of: 'text',
        returns: integer({ min: null }),
        value: (id) => upkeepOfQuality(game, id),
      }),
      upkeep: derive({
        of: 'text',
        returns: integer({ min: null }),
        value: (id) => totalUpkeep(game, ownerCalled(game, id)),
      }),
    },

    hooks: {
      qualities: () => qualities,
      'quality-upkeep': ({ quality: id }) => qualities.find((one) => one.id === id)?.upkeep ?? 0,
      'upkeep-of': ({ quality: id }) => upkeepOfQuality(game, id),
      breeding: (breeding) => prepare(breeding),
      'with-quality': ({ creature, quality: name }) => gaining(creature, name),

      'may-enter'({ owner, creature, stable }, next) {
        next();
        if (is(creature, 'spectral') && stable.some((one) => is(one, 'spectral')))
          refuse(`${owner.label} has a ${words('spectral')} creature, and no stable holds two`);
      },
      'may-leave'({ owner, creature }, next) {
        next();
        if (is(creature, 'spectral'))
          refuse(`${owner.label} can't remove ${inWords(creature)}, which is ${words('spectral')}`);
      },
      'battle-lends': ({ creature }) => is(creature, 'merging'),
    },
  };

  function chosen({ from, stock, add, drop, release }: Omit<Breeding, 'breeder'>): Omit<Breeding, 'breeder'> {
    return { from, stock, add, drop, release };
  }
});
