import { action, boolean, derive, hoursBetween, integer, optional, rule, text, time } from 'gitnomic/rules';
import { breed, breedingWith, prepareBreeding, type Bred, type Breeding } from './helpers/breeding.ts';
import {
  type Creature,
  type Quality,
  has,
  idOf,
  inWords,
  without,
  withoutQuality,
  withQuality,
} from './helpers/creatures.ts';
import {
  actingFor,
  ask,
  type Owner,
  ownerCalled,
  placeOf,
  stableOf,
  totalUpkeep,
  upkeepFor,
  upkeepOfQuality,
} from './helpers/owners.ts';
import './helpers/questions.ts';

export default rule((game) => {
  const { list, refuse, table, value, words } = game;
  const qualities = (): Quality[] =>
    table('qualities', { quality: text({ filled: true }), upkeep: integer({ min: null }) }).map(
      ({ quality, upkeep }) => ({ id: idOf(quality), name: quality, upkeep }),
    );
  const quality = (name: string) =>
    qualities().find(({ id }) => id === idOf(name)) ?? refuse(`there is no such quality as ${name}`);
  const is = (creature: Creature, word: string) => has(creature, idOf(words(word)));

  function gaining(creature: Creature, name: string): Creature {
    const { id } = quality(name);
    if (has(creature, id)) refuse(`${inWords(creature)} is ${id} already`);
    for (const set of list('incompatible').map((item) => item.split(/,\s*|\s+and\s+/u).map(idOf))) {
      const other = set.includes(id) && creature.qualities.find((one) => set.includes(one));
      if (other) refuse(`${id} and ${other} are incompatible`);
    }
    return withQuality(creature, id);
  }

  function losing(creature: Creature, name: string): Creature {
    const id = idOf(name);
    return has(creature, id)
      ? withoutQuality(creature, id)
      : refuse(`there is no such quality as ${name} on ${inWords(creature)}`);
  }

  function checkStock(stock: Creature, breeder: Owner, proprietor: Owner): void {
    if (breeder.is(proprietor)) {
      if (!is(stock, 'mutant'))
        refuse(`${inWords(stock)} is your own, and no Mutant: choose a stock from somebody else's stable`);
      ask(game, 'may-use', { owner: breeder, creature: stock }, null);
    }
    for (const barren of ['mechanical', 'spectral'])
      if (is(stock, barren)) refuse(`${words(barren)} creatures can't be stock`);
  }

  function prepare({ breeder, from, stock: name, add, drop, release }: Breeding): Bred {
    if ((add === null) === (drop === null))
      return refuse('the whelp has exactly one quality more or less than the stock: give add or drop');
    const proprietor = ownerCalled(game, from);
    const stock = stableOf(proprietor)[placeOf(game, proprietor, name)] as Creature;
    checkStock(stock, breeder, proprietor);
    const whelp = add === null ? losing(stock, drop ?? '') : gaining(stock, add);
    const upkeep = upkeepFor(game, breeder, stock);
    const cost = is(whelp, 'spectral') ? 0 : Math.max(0, upkeep);
    const stable = release === null ? stableOf(breeder) : released(breeder, release);
    ask(game, 'may-enter', { owner: breeder, creature: whelp, stable }, null);
    if (breeder.food < cost)
      refuse(
        `${inWords(stock)} costs ${cost} food to breed after, and ${breeder.label} has ${breeder.food}: it would fall below zero`,
      );
    return { cost, stable: [...stable, whelp] };
  }

  function released(owner: Owner, name: string): readonly Creature[] {
    const place = placeOf(game, owner, name);
    ask(game, 'may-leave', { owner, creature: stableOf(owner)[place] as Creature }, null);
    return without(stableOf(owner), place);
  }

  function checkPortrait(
    artist: Owner,
    { title, of, creature: name, image }: { title: string; of: string; creature: string; image: string },
  ): string {
    if (!title.toLowerCase().includes(words('portrait-word').toLowerCase()))
      refuse('title', `the title of a Portrait contains the word ${words('portrait-word')}`);
    if (!/^https?:\/\/\S+$/iu.test(image))
      refuse('image', 'the image must be a link, as in https://example.org/duck.png');
    const recent = game.portraits.find(
      (one) => one.artist === artist.id && hoursBetween(one.at, game.now) <= value('portrait-hours'),
    );
    if (recent) refuse(`${artist.label} made a Portrait in the previous ${value('portrait-hours')} hours`);
    const owner = ownerCalled(game, of);
    const shown = inWords(stableOf(owner)[placeOf(game, owner, name)] as Creature);
    if (game.portraits.some((one) => one.creature.toLowerCase() === shown.toLowerCase()))
      refuse(`such a creature has appeared in a Portrait before: ${shown}`);
    return shown;
  }

  return {
    things: {
      portraits: {
        title: 'Portraits',
        fields: { artist: text(), creature: text(), image: text(), at: time() },
      },
    },
    posts: { portrait: { title: 'Portrait', official: true } },

    actions: {
      breed: action({
        title: 'Breed a creature',
        by: ['player', 'emperor'],
        with: { ...breedingWith, for: optional(text()) },
        check: ({ actor, for: as, ...words }) =>
          void prepareBreeding(game, { ...chosen(words), breeder: actingFor(game, actor, as) }),
        effect: ({ actor, for: as, ...words }) =>
          breed(game, { ...chosen(words), breeder: actingFor(game, actor, as) }),
      }),

      'submit-portrait': action({
        title: 'Make a portrait',
        by: ['player', 'emperor'],
        with: {
          title: text({ filled: true }),
          of: text(),
          creature: text(),
          image: text(),
          food: boolean({ start: true }),
          for: optional(text()),
        },
        check: ({ actor, for: as, title, of, creature, image }) =>
          void checkPortrait(actingFor(game, actor, as), { title, of, creature, image }),
        effect({ actor, for: as, title, of, creature: name, image, food }) {
          const artist = actingFor(game, actor, as);
          const creature = checkPortrait(artist, { title, of, creature: name, image });
          game.portraits.addNumbered('portrait-', { artist: artist.id, creature, image, at: game.now });
          game.post({ kind: 'portrait', title, text: `![${creature}](${image})`, author: actor });
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
      qualities,
      'quality-upkeep': ({ quality: id }) => qualities().find((one) => one.id === id)?.upkeep ?? 0,
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
