import { choice, list, rule, text } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { meet, refuges, residents } from './helpers/denizens.ts';

export interface Asks {
  slay(words: { denizen: Things['denizens'] }): void;
}

export default rule((g) => {
  const { table, denizens, hook, emit, secret, pick, scratch } = g;
  const { collection, on, hooks } = residents(g);
  const traits = table('traits', { trait: text({ filled: true }) }).map(({ trait }) => trait);
  // Who has fled already in the run under way.
  const fled = scratch(() => new Set<string>());

  return {
    things: {
      denizens: { ...collection, fields: { ...collection.fields, traits: list(choice(traits)) } },
    },

    on: {
      ...on,

      'crypt-entered'() {
        fled().clear();
      },
    },

    hooks: {
      ...hooks,

      'meet-denizens': ({ room, quick }) => meet(g, room, quick),

      encounter({ denizen, room, emperor }) {
        if (hook('treasure-slays', {}, false)) {
          hook('slay', { denizen });
          return;
        }
        const roll = secret.number(emperor.energy ?? 0);
        const strength = denizen.brutality + denizen.cunning;
        if (roll > strength) hook('slay', { denizen });
        else hook('wound', { how: roll === strength ? 'light' : 'grievous', cause: 'denizen', room });
      },

      slay({ denizen }) {
        if (denizen.traits.includes('evasive') && !fled().has(denizen.id)) {
          fled().add(denizen.id);
          const refuge = pick(refuges(g, denizen.location));
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
