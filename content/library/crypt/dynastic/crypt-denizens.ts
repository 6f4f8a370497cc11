import { choice, integer, list, player, rule, text } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';

export interface Asks {
  'meet-denizens'(words: { room: Things['rooms']; quick: boolean }): void;
  encounter(words: { denizen: Things['denizens']; room: Things['rooms'] }): void;
  slay(words: { denizen: Things['denizens'] }): void;
}

export default rule(({ value, table, rooms, denizens, view, hook, emit, secret, pick }) => {
  const traits = table('traits', { trait: text({ filled: true }) }).map(({ trait }) => trait);
  // Who has fled already in the run under way.
  const fled = new Set<string>();

  const refuges = (from: string) => {
    const room = rooms.get(from);
    return room === null ? [] : view('open-neighbours', room);
  };

  return {
    things: {
      denizens: {
        title: 'Crypt Denizens',
        find: (name) => denizens.find((one) => one.name === name),
        fields: {
          name: text(),
          brutality: integer({ start: value('brutality') }),
          cunning: integer({ start: value('cunning') }),
          traits: list(choice(traits)),
          location: text(),
          sycophancy: list(player({ who: 'anybody' })),
        },
      },
    },

    on: {
      'crypt-entered'() {
        fled.clear();
      },

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
        return variable === 'location' && denizens.has(owner) ? (rooms.get(written)?.id ?? written) : written;
      },

      'meet-denizens'({ room, quick }) {
        const there = denizens.filter(
          ({ location, traits: has }) => room.is(rooms.get(location)) && has.includes('quick') === quick,
        );
        for (const denizen of secret.shuffle(there)) hook('encounter', { denizen, room });
      },

      encounter({ denizen, room, emperor }) {
        if (hook('treasure-slays')) {
          hook('slay', { denizen });
          return;
        }
        const roll = secret.number(emperor.energy ?? 0);
        const strength = denizen.brutality + denizen.cunning;
        if (roll > strength) hook('slay', { denizen });
        else hook('wound', { how: roll === strength ? 'light' : 'grievous', cause: 'denizen', room });
      },

      slay({ denizen }) {
        if (denizen.traits.includes('evasive') && !fled.has(denizen.id)) {
          fled.add(denizen.id);
          const refuge = pick(refuges(denizen.location));
          if (refuge !== undefined) denizen.location = refuge.id;
          emit('told', { text: `${denizen.name} flees` });
          return;
        }
        emit('told', { text: `${denizen.name} is slain` });
        denizens.remove(denizen);
      },
    },
  };
});
