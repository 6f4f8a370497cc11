import {
  action,
  derive,
  integer,
  list,
  optional,
  record,
  rule,
  text,
  weekly,
  type Player,
} from 'gitnomic/rules';
import { idOf, type Quality } from './helpers/creatures.ts';
import { actingAsPlayer, type Ally, ask, isAlliedTo, isPlayer, ownerCalled } from './helpers/owners.ts';
import './helpers/questions.ts';

export default rule((game) => {
  const { refuse, value, words } = game;
  const identities = game.list('identities').map((name) => ({ id: idOf(name), name }));
  const names = Object.fromEntries(identities.map(({ id, name }) => [id, name]));
  const identity = (name: string) =>
    identities.find(({ id }) => id === idOf(name)) ??
    refuse('identity', `there is no such identity as ${name}`);
  const qualities = (): readonly Quality[] => ask(game, 'qualities', {}, []);
  const quality = (name: string): Quality =>
    qualities().find(({ id }) => id === idOf(name)) ??
    refuse('quality', `there is no such quality as ${name}`);
  const alliesOf = (person: Player): readonly Ally[] => person.allies;

  /** Whoever holds an ally now, somebody idle too. */
  function holderOf(id: string): { person: Player; ally: Ally } | null {
    for (const person of game.people) {
      const ally = alliesOf(person).find((one) => one.identity === id);
      if (ally) return { person, ally };
    }
    return null;
  }

  function checkOffer(player: Player, name: string, favor: number): string {
    const { id } = identity(name);
    if (favor <= 0) refuse('favor', `the favor must be positive, and is ${favor}`);
    const holder = holderOf(id);
    if (holder && favor <= holder.ally.trust)
      refuse(
        'favor',
        `${holder.person.label} has a trust of ${holder.ally.trust} there, and it takes more than that`,
      );
    if (player.favor < favor)
      refuse('favor', `${player.label} has a favor of ${player.favor}: it would fall below zero`);
    return id;
  }

  function associate(player: Player, id: string, favor: number): void {
    const ally: Ally = { identity: id, trust: favor };
    const own = alliesOf(player);
    player.spend('favor', favor);
    if (own.some((one) => one.identity === id)) {
      player.set({ allies: own.map((one) => (one.identity === id ? ally : one)) });
      return;
    }
    const former = holderOf(id)?.person;
    former?.set({ allies: alliesOf(former).filter((one) => one.identity !== id) });
    player.set({ allies: [...own, ally] });
  }

  function named({ identity: id, trust, unholy }: Ally): string {
    const marks = unholy
      ? [String(trust), qualities().find((one) => one.id === unholy)?.name ?? unholy]
      : [String(trust)];
    return `${identities.find((one) => one.id === id)?.name ?? id}${marks.map((mark) => `(${mark})`).join('')}`;
  }

  return {
    player: {
      favor: integer({ start: value('start') }),
      allies: list(
        record(
          {
            identity: text({ from: 'identities', called: names }),
            trust: integer(),
            unholy: optional(text()),
          },
          { written: '{identity}({trust})({unholy})' },
        ),
        { between: ', ' },
      ),
    },

    actions: {
      associate: action({
        title: 'Associate with somebody at court',
        sentence: 'associated with {identity} at court',
        by: ['player', 'emperor'],
        with: {
          identity: text({ from: 'identities' }),
          favor: integer({ min: null }),
          for: optional(text({ from: 'players' })),
        },
        check: ({ actor, for: as, identity: name, favor }) =>
          void checkOffer(actingAsPlayer(game, actor, as), name, favor),
        effect: ({ actor, identity: name, favor }) => associate(actor, identity(name).id, favor),
      }),

      'name-unholy': weekly({
        title: 'Name a quality unholy',
        sentence: 'named “{quality}” unholy',
        by: ['player', 'emperor'],
        with: { quality: text({ from: 'qualities' }), for: optional(text({ from: 'players' })) },
        check({ actor, for: as, quality: name }) {
          const player = actingAsPlayer(game, actor, as);
          if (!isAlliedTo(player, words('zealot')))
            refuse(`only whoever is allied to the ${words('zealot')} may name a quality unholy`);
          quality(name);
        },
        effect({ actor, quality: name }) {
          const zealot = idOf(words('zealot'));
          actor.set({
            allies: alliesOf(actor).map((one) =>
              one.identity === zealot ? { ...one, unholy: quality(name).id } : one,
            ),
          });
        },
      }),
    },

    views: {
      allies: derive({
        of: 'text',
        returns: text(),
        value: (id) => (ownerCalled(game, id).allies ?? []).map(named).join(', '),
      }),
    },

    hooks: {
      'quality-upkeep'({ quality: id }, next) {
        const isUnholy = game.people.some((person) => alliesOf(person).some(({ unholy }) => unholy === id));
        return (next() ?? 0) + (isUnholy ? value('unholy-upkeep') : 0);
      },

      /** Somebody is to receive favor; the answer is what they did receive. */
      'receive-favor'({ owner, amount }) {
        if (amount <= 0 || !isPlayer(game, owner.id)) return 0;
        const isFavored = isAlliedTo(owner, words('patroness')) || isAlliedTo(owner, words('rival'));
        const received = amount + (isFavored ? value('patronage') : 0);
        owner.gain('favor', received);
        return received;
      },
    },
  };
});
