import {
  action,
  boolean,
  choice,
  daily,
  derive,
  hoursBetween,
  optional,
  player,
  rule,
  time,
} from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { idOf } from './helpers/words.ts';

export interface Asks {
  /** Damage as it is; how much was taken. What rules do to somebody outside a Combat Round is `suffer`. */
  'take-damage'(words: { person: Person; crushing: boolean; damages: number }): number;
  'damages-of'(words: { crushing: boolean }): number;
  suffer(words: { person: Person }): number;
  'raise-health'(words: { person: Person }): void;
  'is-at-best-health'(words: { person: Person }): boolean;
  'is-dead'(words: { person: Person }): boolean;
}

export interface Tells {
  /** Crushing Damage of which nothing was kept off. */
  crushed: { person: Person };
  suffered: { person: Person };
}

export default rule((g) => {
  const { hours, words, hook, emit, people, refuse, limit } = g;
  const numbers = {
    afterDamage: hours('after-damage'),
    afterCrushing: hours('after-crushing'),
  };
  const said = { healthy: words('healthy') };
  const ladder = g.list('ladder').map(idOf) as readonly Person['health'][];
  const placeOf = (person: Person): number => ladder.indexOf(person.health);
  const isDead = (person: Person): boolean => placeOf(person) === ladder.length - 1;
  const isAtBest = (person: Person): boolean => placeOf(person) === 0;
  const isHealthy = (person: Person): boolean =>
    placeOf(person) <= ladder.indexOf(idOf(said.healthy) as Person['health']);
  const isCombatant = (person: Person): boolean => hook('is-combatant', { person }, false);
  const within = (most: number, then: string | null): boolean =>
    then !== null && hoursBetween(then, g.now) <= most;
  /** A Combatant's Health is changed by Damage alone. */
  const under = g.scratch(() => ({ damaging: false }));

  function stepDown(person: Person): boolean {
    if (isDead(person)) return false;
    under().damaging = true;
    try {
      person.health = ladder[placeOf(person) + 1] ?? person.health;
    } finally {
      under().damaging = false;
    }
    return true;
  }

  function checkHealing(person: Person): void {
    if (isCombatant(person)) refuse(`${person.label} is a combatant`);
    if (isHealthy(person)) refuse(`${person.label} is already healthy`);
    if (within(numbers.afterDamage, person.lastDamaged))
      refuse(`${person.label} was damaged in the past ${words('after-damage')}`);
    if (within(numbers.afterCrushing, person.lastCrushed))
      refuse(`${person.label} took crushing damage in the past ${words('after-crushing')}`);
  }

  return {
    player: {
      health: choice(ladder, { title: 'Health', start: idOf(words('start')) as Person['health'] }),
      lastDamaged: optional(time(), { title: 'last damaged' }),
      lastCrushed: optional(time(), { title: 'last damaged with a crush' }),
    },

    actions: {
      heal: daily({
        title: 'Heal',
        sentence: 'healed',
        about: 'Moves you one place up the list of Health.',
        check: ({ actor }) => checkHealing(actor),
        effect: ({ actor }) => hook('raise-health', { person: actor }),
      }),

      'blood-transfusion': action({
        title: 'Give a blood transfusion',
        sentence: 'gave blood to {player}',
        about:
          'Moves another one place up the list of Health and costs you a Damage. It uses up your Healing of the day.',
        with: { player: player() },
        check({ actor, player: person }) {
          checkHealing(actor);
          if (person.is(actor)) refuse('player', 'a transfusion is for some other player');
          if (isDead(person)) refuse('player', `${person.label} is dead`);
          if (isAtBest(person)) refuse('player', `${person.label} is already ${person.health}`);
          if (isCombatant(person)) refuse('player', `${person.label} is a combatant`);
        },
        effect({ actor, player: person }) {
          limit({ frequency: 'daily', key: 'heal', who: actor });
          hook('raise-health', { person });
          hook('suffer', { person: actor });
        },
      }),
    },

    views: {
      dead: derive({ of: 'player', returns: boolean(), value: isDead }),
      healthy: derive({ of: 'player', returns: boolean(), value: isHealthy }),
    },

    hooks: {
      'take-damage'({ person, crushing, damages, now }) {
        const taken = Array.from({ length: damages }, () => stepDown(person)).filter(Boolean).length;
        if (taken === 0) return 0;
        person.lastDamaged = now;
        if (crushing) person.lastCrushed = now;
        if (crushing) emit('crushed', { person });
        return taken;
      },

      'damages-of': ({ crushing }) => (crushing ? g.value('crushing') : 1),

      suffer({ person }) {
        const taken = hook('take-damage', { person, crushing: false, damages: 1 });
        if (taken > 0) emit('suffered', { person });
        return taken;
      },

      'is-at-best-health': ({ person }) => isAtBest(person),
      'is-dead': ({ person }) => isDead(person),

      'raise-health'({ person }) {
        person.health = ladder[placeOf(person) - 1] ?? person.health;
      },

      'value-written'({ owner, variable, before, after }, next) {
        const given = next();
        const person =
          variable === 'health' && before !== after && !under().damaging ? people.get(owner) : null;
        if (person !== null && isCombatant(person))
          refuse(`${person.label} is a combatant, whose health changes by damage alone`);
        return given === undefined ? after : given;
      },

      'may-act'({ actor, rule }) {
        if (rule.section === 'dynastic' && g.whyNotPlayer(actor) === null && isDead(actor))
          refuse(`${actor.label} is dead`);
      },

      'may-submit'({ actor, rule }) {
        if (rule.section === 'dynastic' && g.whyNotPlayer(actor) === null && isDead(actor))
          refuse(`${actor.label} is dead`);
      },
    },
  };
});
