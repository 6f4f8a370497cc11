import { choice, derive, integer, list, optional, rule, text } from 'gitnomic/rules';
import { refuges } from './helpers/denizens.ts';

interface Met {
  /** Those that would have been slain, were they not Evasive, in the order met. */
  readonly evaded: string[];
  /** What the Nutritious that were slain had of Brutality, in the order met. */
  readonly eaten: number[];
}

interface Wounding {
  readonly denizen: string;
  readonly room: string;
  readonly lost: number;
}

export default rule((g) => {
  const { value, table, rooms, denizens, players, hook, emit, secret, pick } = g;
  const traits = table('traits', { trait: text({ filled: true }), cost: optional(integer()) });

  // Of the Move, and of the run, under way.
  const under = g.scratch((): { met: Met; woundings: Wounding[] } => ({
    met: { evaded: [], eaten: [] },
    woundings: [],
  }));

  return {
    things: { denizens: { fields: { traits: list(choice(traits.map(({ trait }) => trait))) } } },

    views: {
      'trait-cost': derive({
        of: 'text',
        returns: optional(integer()),
        value: (id) => traits.find(({ trait }) => trait === id)?.cost ?? null,
      }),
    },

    on: {
      'crypt-entered'() {
        under().woundings = [];
      },

      'room-entered'() {
        under().met = { evaded: [], eaten: [] };
      },

      'denizen-wounded'({ denizen, room, lost }) {
        under().woundings.push({ denizen: denizen.id, room: room.id, lost });
      },

      slain({ denizen }) {
        // Another may take its name; what this one did died with it.
        const { met, woundings } = under();
        under().woundings = woundings.filter((wounding) => wounding.denizen !== denizen.id);
        if (denizen.traits.includes('nutritious')) met.eaten.push(denizen.brutality);
      },

      'room-pacified'({ emperor }) {
        const { met } = under();
        for (const denizen of met.evaded.flatMap((id) => denizens.get(id) ?? [])) {
          const refuge = pick(refuges(g, denizen.location));
          if (refuge !== undefined) denizen.location = refuge.id;
          denizen.traits = denizen.traits.filter((trait) => trait !== 'evasive');
          emit('told', { text: `${denizen.label} flees` });
        }
        for (const brutality of met.eaten) {
          if ((emperor.energy ?? 0) <= 0) continue;
          emperor.energy = (emperor.energy ?? 0) + brutality + value('nutritious');
          emit('told', { text: 'he feeds' });
        }
      },

      'crypt-settles'() {
        for (const { denizen, room, lost } of under().woundings) {
          if (!denizens.get(denizen)?.traits.includes('bloodsoaked')) continue;
          for (const lord of players.filter((one) => rooms.get(room)?.sigils.includes(one) === true))
            hook('accrue', { lord, variable: 'puissance', amount: lost });
        }
        for (const denizen of denizens.filter(({ traits: has }) => has.includes('industrious'))) {
          for (const lord of denizen.sycophancy)
            if (players.has(lord))
              hook('accrue', { lord, variable: 'puissance', amount: value('industrious') });
        }
      },
    },

    hooks: {
      /** Whether the Denizen is slain by it. */
      slay({ denizen }, next) {
        if (!denizen.traits.includes('evasive')) return next();
        const { met } = under();
        if (!met.evaded.includes(denizen.id)) met.evaded.push(denizen.id);
        return false;
      },

      'after-encounter'({ denizen, emperor }, next) {
        next();
        const items = emperor.items ?? [];
        if (!denizen.traits.includes('mischievous') || items.length === 0) return;
        const stolen = new Set(items).size === 1 ? items[0] : secret.pick(items);
        if (stolen !== undefined) hook('use-treasure', { treasure: stolen });
      },
    },
  };
});
