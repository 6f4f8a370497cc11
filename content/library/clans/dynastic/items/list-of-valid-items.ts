import { choice, derive, integer, list, rule, text } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import type { MoveRow } from '../helpers/moves.ts';
import { idOf } from '../helpers/words.ts';

interface ItemRow extends MoveRow {
  readonly abbreviation: string;
  readonly sort: 'armor' | 'weapon';
}

export interface Asks {
  'item-row'(words: { item: string }): ItemRow | null;
  weapons(): readonly ItemRow[];
  /** What is left of some Damages when the armor has absorbed its part. */
  absorb(words: { person: Person; move: string; damages: number }): number;
}

export default rule((g) => {
  const { table, hook, people } = g;
  const moves = (): ReturnType<typeof list<ReturnType<typeof text>>> => list(text());
  const columns = {
    item: text({ filled: true }),
    abbreviation: text({ filled: true }),
    sort: choice(['armor', 'weapon']),
    beats: moves(),
    crushes: moves(),
    beatenBy: moves(),
    crushedBy: moves(),
    disarmedBy: moves(),
  };
  const rows: readonly ItemRow[] = table('items', columns).map(({ item, ...row }) => ({
    ...row,
    move: idOf(item),
  }));
  const armors = table('protection', { armor: text(), absorbs: moves(), times: integer() }).map((row) => ({
    ...row,
    armor: idOf(row.armor),
  }));
  const armorOf = ({ items }: Person): (typeof armors)[number] | null =>
    armors.find(({ armor }) => items.includes(armor)) ?? null;
  const mostHits = Math.max(1, ...armors.map(({ times }) => times)) - 1;

  function absorbsOne(person: Person, move: string): boolean {
    const armor = armorOf(person);
    if (armor === null || !armor.absorbs.map(idOf).includes(move)) return false;
    if (person.shieldHits + 1 >= armor.times) hook('item-lost', { person, item: armor.armor });
    else person.shieldHits += 1;
    return true;
  }

  return {
    player: { shieldHits: integer({ title: 'Damage absorbed by the armor held', max: mostHits }) },

    views: {
      'all-items': derive({ of: 'game', returns: list(text()), value: () => rows.map(({ move }) => move) }),
    },

    hooks: {
      'item-row': ({ item }) => rows.find(({ move }) => move === item) ?? null,
      weapons: () => rows.filter(({ sort }) => sort === 'weapon'),

      absorb({ person, move, damages }) {
        let left = damages;
        while (left > 0 && absorbsOne(person, move)) left--;
        return left;
      },

      /** A new piece of armor starts afresh. */
      'value-written'({ owner, variable, after }, next) {
        const given = next();
        const person = variable === 'items' ? people.get(owner) : null;
        if (person === null) return given === undefined ? after : given;
        const kept = armorOf(person);
        if (kept !== null && !(after as readonly string[]).includes(kept.armor)) person.shieldHits = 0;
        return given === undefined ? after : given;
      },
    },

    on: {
      crushed({ person }) {
        const armor = armorOf(person);
        if (armor !== null) hook('item-lost', { person, item: armor.armor });
      },
    },
  };
});
