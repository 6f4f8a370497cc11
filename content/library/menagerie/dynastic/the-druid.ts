import {
  action,
  boolean,
  choice,
  data,
  integer,
  list,
  optional,
  rule,
  text,
  thing,
  weeklyCommunal,
  type Player,
  type Things,
} from 'gitnomic/rules';
import { breed, breedingWith, prepareBreeding } from './helpers/breeding.ts';
import { byNumber, type Creature, creatures, idOf, without } from './helpers/creatures.ts';
import { ask, isAlliedTo, isPlayer, type Owner, ownerCalled, placeOf, stableOf } from './helpers/owners.ts';
import './helpers/questions.ts';

type Duel = Things['duels'];

interface Exchange {
  readonly duel: Duel;
  readonly release: string;
  readonly from: string;
  readonly creature: string;
}

const DRUID = 'druid';

export default rule((game) => {
  const { refuse, value, words } = game;
  const druid = (): Owner => game.entities.get(DRUID) as unknown as Owner;
  const isDruid = (owner: { readonly id: string } | null): boolean =>
    owner !== null && game.entities.has(owner);
  const strangerTo = (duel: Duel): string | null =>
    duel.challenger === DRUID ? duel.opponent : duel.challenger;

  /** Both stables as they will be. */
  function exchange({ duel, release, from, creature: name }: Exchange): {
    own: readonly Creature[];
    theirs: readonly Creature[];
    owner: Owner;
  } {
    if (duel.reward !== 'exchange') refuse('duel', `no exchange is due for ${duel.title}`);
    const owner = ownerCalled(game, from);
    if (!isPlayer(game, owner.id)) refuse('from', `there is no such player as ${from}`);
    const place = placeOf(game, druid(), release);
    ask(game, 'may-leave', { owner: druid(), creature: stableOf(druid())[place] as Creature }, null);
    const taken = placeOf(game, owner, name);
    const creature = stableOf(owner)[taken] as Creature;
    ask(game, 'may-oppose', { owner: druid(), against: owner }, null);
    ask(game, 'may-use', { owner, creature }, null);
    return {
      own: [...without(stableOf(druid()), place), creature],
      theirs: without(stableOf(owner), taken),
      owner,
    };
  }

  /** The creature is asked in when it has left its old stable, so that it is not its own equivalent. */
  function carryOut(words: Exchange): void {
    const { own, theirs, owner } = exchange(words);
    owner.set({ stable: theirs });
    ask(
      game,
      'may-enter',
      { owner: druid(), creature: own.at(-1) as Creature, stable: own.slice(0, -1) },
      null,
    );
    druid().set({ stable: own });
    words.duel.reward = 'done';
  }

  function gift(
    owner: Player,
    { duel, creature: name, quality }: { duel: Duel; creature: string; quality: string },
  ): readonly Creature[] {
    if (duel.reward !== 'gift' || strangerTo(duel) !== owner.id)
      refuse('duel', `${duel.title} owes ${owner.label} no gift`);
    const place = placeOf(game, owner, name);
    const creature = stableOf(owner)[place] as Creature;
    ask(game, 'may-use', { owner, creature }, null);
    const made = ask(game, 'with-quality', { creature, quality }, creature);
    ask(game, 'may-enter', { owner, creature: made, stable: without(stableOf(owner), place) }, null);
    return stableOf(owner).map((one, at) => (at === place ? made : one));
  }

  return {
    things: {
      entities: {
        title: 'The Druid',
        ids: [DRUID],
        fields: {
          stable: creatures,
          food: integer(),
          fed: integer(),
          soupVisited: boolean(),
          underling: choice([idOf(words('underling'))]),
          favor: integer({ min: value('favor'), max: value('favor') }),
          allies: list(data(), { max: 0 }),
        },
      },
      duels: { fields: { reward: optional(choice(['exchange', 'gift', 'done'])) } },
    },

    actions: {
      'breed-for-druid': weeklyCommunal({
        title: 'Breed for the Druid',
        sentence: 'bred a creature for the Druid',
        with: breedingWith,
        check({ from, stock, add, drop, release }) {
          if (stableOf(druid()).length >= ask(game, 'stable-size', {}, Infinity))
            refuse(`the stable of the ${druid().label} is full`);
          prepareBreeding(game, { breeder: druid(), from, stock, add, drop, release });
        },
        effect: ({ from, stock, add, drop, release }) =>
          breed(game, { breeder: druid(), from, stock, add, drop, release }),
      }),

      'druid-exchange': action({
        title: 'Carry out the Druid’s exchange',
        sentence: 'carried out the Druid’s exchange after {duel}',
        by: 'emperor',
        with: { duel: thing('duels'), release: text(), from: text({ from: 'players' }), creature: text() },
        check: ({ duel, release, from, creature }) => void exchange({ duel, release, from, creature }),
        steps: {
          exchange: ({ duel, release, from, creature }) => carryOut({ duel, release, from, creature }),
        },
      }),

      'druid-gift': action({
        title: 'Take a quality from the Druid',
        sentence: 'took the quality {quality} from the Druid',
        with: { duel: thing('duels'), creature: text(), quality: text({ from: 'qualities' }) },
        check: ({ actor, duel, creature, quality }) => void gift(actor, { duel, creature, quality }),
        effect({ actor, duel, creature, quality }) {
          actor.set({ stable: gift(actor, { duel, creature, quality }) });
          duel.reward = 'done';
        },
      }),
    },

    views: {
      waiting: (of, next) =>
        of === 'druid-exchange'
          ? byNumber(game.duels.where({ reward: 'exchange' })).map(({ id }) => id)
          : next(),
    },

    hooks: {
      'other-owners': (_, next) => [...(next() ?? []), druid()],
      'acts-for'({ actor, as }, next) {
        if (idOf(as) !== DRUID) return next();
        if (!game.dynasty.emperor?.is(actor)) refuse(`only ${game.ruleset.theEmperor} acts for the Druid`);
        return druid();
      },
      'strength-lines'({ owner, battlefield }, next) {
        const others = next() ?? [];
        if (!isDruid(owner) || !battlefield.effects.includes(idOf(words('home')))) return others;
        return [...others, { what: `the Druid’s, with ${words('home')}`, strength: value('home-strength') }];
      },
      'may-oppose'({ owner, against }) {
        if (isDruid(owner) && against !== null && isAlliedTo(against, words('pal'))) {
          refuse(`the Druid takes no action against ${against.label}, who is allied to the ${words('pal')}`);
        }
      },
    },

    on: {
      'duel-announced'({ duel, take }) {
        const [only] = duel.opponents ?? [];
        if (duel.challenger !== DRUID || duel.opponents?.length !== 1 || only === undefined) return;
        duel.hours = String(game.hours('plan'));
        take(only);
      },
      'duel-settled'({ duel }) {
        const duelists = [duel.challenger, duel.opponent];
        if (!duelists.includes(DRUID)) return;
        duel.reward = duel.triumphant === DRUID ? 'exchange' : 'gift';
      },
    },
  };
});
