import { integer, list, player, text } from 'gitnomic/rules';
import type { Game, RuleDefinition, Things } from 'gitnomic/rules';

export interface Asks {
  'meet-denizens'(words: { room: Things['rooms']; quick: boolean }): void;
  encounter(words: { denizen: Things['denizens']; room: Things['rooms'] }): void;
}

/** Who lives in the crypt, and where. */
export function residents({ value, rooms, denizens }: Game) {
  return {
    collection: {
      title: 'Crypt Denizens',
      find: (name: string) => denizens.find((one) => one.name === name),
      fields: {
        name: text(),
        brutality: integer({ start: value('brutality') }),
        cunning: integer({ start: value('cunning') }),
        location: text(),
        sycophancy: list(player({ who: 'anybody' })),
      },
    },

    ...({
      on: {
        changed() {
          for (const denizen of denizens) {
            const room = rooms.get(denizen.location);
            if (room === null) denizens.remove(denizen);
            else if (denizen.location !== room.id) denizen.location = room.id;
          }
        },
      },

      hooks: {
        'value-written'({ owner, variable, after }, next) {
          const written = next() ?? after;
          return variable === 'location' && denizens.has(owner)
            ? (rooms.get(written)?.id ?? written)
            : written;
        },
      },
    } satisfies RuleDefinition),
  };
}

/** He meets those who are in a room: the quick ones before it acts on him, the others after. */
export function meet(
  { rooms, denizens, secret, hook, maybe }: Game,
  room: Things['rooms'],
  quick: boolean,
): void {
  const there = denizens.filter(
    (one) => room.is(rooms.get(one.location)) && maybe(() => one.traits.includes('quick'), false) === quick,
  );
  for (const denizen of secret.shuffle(there)) hook('encounter', { denizen, room }, null);
}

export const refuges = ({ rooms, view, maybe }: Game, from: string): readonly Things['rooms'][] => {
  const room = rooms.get(from);
  return room === null ? [] : maybe(() => view('open-neighbours', room), []);
};
