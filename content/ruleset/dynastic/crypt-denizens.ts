import { action, daily, integer, list, map, rule, text, thing } from 'gitnomic/rules';
import type { Player, Things } from 'gitnomic/rules';
import { residents } from './helpers/denizens.ts';
import { hasCopies } from './helpers/lists.ts';
import { slugOf } from './helpers/slug.ts';

export interface Asks {
  'add-denizen'(words: {
    name: string;
    brutality: number;
    cunning: number;
    traits: readonly string[];
    location: string;
    sycophancy: readonly Player[];
  }): void;
  slay(words: { denizen: Things['denizens'] }): boolean;
  'after-encounter'(words: { denizen: Things['denizens']; room: Things['rooms'] }): void;
}

export interface Tells {
  slain: { denizen: Things['denizens'] };
}

export default rule((here) => {
  const { value, words, rooms, denizens, view, hook, maybe, emit, refuse } = here;
  const { collection, on, hooks } = residents(here);
  const checkPlace = (param: string, room: Things['rooms']): void => {
    if (!room.lit) refuse(param, `${room.id} is not Lit`);
    if (!view('ordinary', room))
      refuse(param, `${room.id} is no Ordinary Room: it is the starting location, or beside it`);
  };

  return {
    things: { denizens: collection },
    on,

    hooks: {
      ...hooks,

      'after-encounter': () => undefined,

      /** Whether the Denizen is slain, which what it is like may prevent. */
      slay({ denizen }) {
        emit('slain', { denizen });
        emit('told', { text: `${denizen.name} is slain` });
        denizens.remove(denizen);
        return true;
      },

      'add-denizen'({ name, brutality, cunning, traits, location, sycophancy }) {
        const slug = slugOf(name, 'denizen');
        let id = slug;
        for (let n = 2; denizens.all().some((one) => one.id === id); n++) id = `${slug}-${n}`;
        denizens.add(id, { name, brutality, cunning, traits, location, sycophancy });
      },
    },

    actions: {
      'summon-denizen': action({
        marks: { power: true },
        title: 'Summon a Denizen',
        sentence: 'summoned {name}[ to {room}]',
        with: {
          name: text(),
          brutality: integer(),
          cunning: integer(),
          traits: list(text({ from: 'traits' }), { start: [] }),
          room: thing('rooms'),
        },
        cost: ({ brutality, cunning, traits }) => {
          const price = traits.reduce(
            (sum, trait) => sum + (view('trait-cost', trait) ?? 0),
            brutality + cunning,
          );
          return { puissance: Math.max(value('summoning-least'), price) };
        },
        check({ name, traits, room }) {
          if (name.toLowerCase().includes(words('reserved-name').toLowerCase()))
            refuse('name', `nothing that is summoned is called ${words('reserved-name')}`);
          for (const trait of traits)
            if (view('trait-cost', trait) === null) refuse('traits', `the trait ${trait} is not Selectable`);
          if (hasCopies(traits)) refuse('traits', 'no trait twice');
          checkPlace('room', room);
        },
        effect({ actor, name, brutality, cunning, traits, room }) {
          hook('add-denizen', { name, brutality, cunning, traits, location: room.id, sycophancy: [actor] });
        },
      }),

      'move-denizens': daily({
        marks: { power: true },
        title: 'Move Denizens',
        sentence: 'moved Denizens',
        with: { moves: map(text({ from: 'rooms' }), { from: 'denizens' }) },
        cost: () => ({ puissance: value('moving-cost') }),
        check({ actor, moves }) {
          for (const [name, to] of Object.entries(moves)) {
            const denizen = denizens.get(name) ?? refuse('moves', `there is no Denizen ${name}`);
            const room = rooms.get(to) ?? refuse('moves', `there is no room ${to}`);
            if (!denizen.sycophancy.includes(actor))
              refuse('moves', `${actor.label} is not in the Sycophancy of ${denizen.label}`);
            const near =
              room.is(rooms.get(denizen.location)) ||
              maybe(() => view('neighbours', room), []).some((other) =>
                other.is(rooms.get(denizen.location)),
              );
            if (!near) refuse('moves', `${room.id} is not adjacent to where ${denizen.label} is`);
            checkPlace('moves', room);
          }
        },
        effect({ moves }) {
          for (const [name, to] of Object.entries(moves)) {
            const denizen = denizens.get(name);
            if (denizen !== null) denizen.location = rooms.get(to)?.id ?? '';
          }
        },
      }),
    },
  };
});
