import { integer, text, type Game } from 'gitnomic/rules';
import type { Bred, Breeding } from './breeding.ts';
import {
  type Creature,
  has,
  idOf,
  inWords,
  type Quality,
  without,
  withoutQuality,
  withQuality,
} from './creatures.ts';
import { ask, type Owner, ownerCalled, placeOf, stableOf, upkeepFor } from './owners.ts';
import './questions.ts';

/** Qualities, and what comes of whom. All tables and names are those of the rule's text. */
export function pedigree(game: Game) {
  const { list, refuse, table, words } = game;

  const qualities: readonly Quality[] = table('qualities', {
    quality: text({ filled: true }),
    upkeep: integer({ min: null }),
  }).map(({ quality, upkeep }) => ({ id: idOf(quality), name: quality, upkeep }));
  const enemies = list('incompatible').map((item) => item.split(/,\s*|\s+and\s+/u).map(idOf));
  const quality = (name: string) =>
    qualities.find(({ id }) => id === idOf(name)) ?? refuse(`there is no such quality as ${name}`);
  const is = (creature: Creature, word: string) => has(creature, idOf(words(word)));

  function gaining(creature: Creature, name: string): Creature {
    const { id } = quality(name);
    if (has(creature, id)) refuse(`${inWords(creature)} is already ${id}`);
    for (const set of enemies) {
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

  return { qualities, is, gaining, prepare };
}
