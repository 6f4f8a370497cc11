import { list, rule, text } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { without } from './helpers/words.ts';

export interface Asks {
  'item-gained'(words: { person: Person; item: string }): void;
  'item-lost'(words: { person: Person; item: string }): void;
}

export default rule(({ value, hook, hasHook, people, refuse }) => {
  const numbers = {
    mostArmor: value('most-armor'),
    most: value('most'),
  };
  function checkInventory(items: readonly string[]): void {
    const sorts = items.map(
      (item) => hook('item-row', { item })?.sort ?? refuse('items', `there is no such item as ${item}`),
    );
    const armor = sorts.filter((sort) => sort === 'armor').length;
    if (armor > numbers.mostArmor)
      refuse(
        'items',
        `an inventory holds ${numbers.mostArmor} piece of armor at most, and this would be ${armor}`,
      );
  }

  return {
    player: { items: list(text(), { title: 'Items', max: numbers.most }) },

    on: {
      // What the list names no longer is nothing that can be held.
      changed() {
        if (!hasHook('item-row')) return;
        for (const person of people) {
          const known = person.items.filter((item) => hook('item-row', { item }) !== null);
          if (known.length < person.items.length) person.items = known;
        }
      },
    },

    hooks: {
      'item-gained'({ person, item }) {
        person.items = [...person.items, item];
      },

      'item-lost'({ person, item }) {
        person.items = without(person.items, item);
      },

      'value-written'({ owner, variable, after }, next) {
        const given = next();
        if (variable === 'items' && people.get(owner) !== null) checkInventory(after as readonly string[]);
        return given === undefined ? after : given;
      },
    },
  };
});
