import {
  action,
  choice,
  data,
  derive,
  integer,
  list,
  optional,
  post,
  rule,
  text,
  thing,
  time,
  type Player,
  type Things,
} from 'gitnomic/rules';
import { byNumber } from './helpers/creatures.ts';
import { meansOf } from './helpers/forces.ts';
import { duelling } from './helpers/duelling.ts';
import { PLAN } from './helpers/lists.ts';
import { foresee, readJson } from './helpers/foreseeing.ts';
import { judge, passed, type Snapshot } from './helpers/judging.ts';
import { actingFor, ask, ownerCalled, ownersOf } from './helpers/owners.ts';
import './helpers/questions.ts';

type Duel = Things['duels'];

export default rule((game) => {
  const { refuse } = game;
  const { judging, judgeCalled, checkAnnouncement, announcement, checkPlace, takePlace } = duelling(game);

  const isDuelist = (duel: Duel, id: string): boolean => duel.challenger === id || duel.opponent === id;

  const awaitsJudge = (duel: Duel): boolean =>
    duel.status === 'begun' && (duel.sealed.length === 2 || passed(game, duel));

  /** Of the words of a plan, and whose it is. */
  function planned(words: string): readonly string[] {
    const { by, for: as, duel: id, plan } = readJson(game, words) as Readonly<Record<string, unknown>>;
    const duel = game.duels.get(String(id)) ?? refuse('duel', `there is no such duel as ${String(id)}`);
    const actor = game.people.get(String(by)) ?? refuse(`nobody is called ${String(by)}`);
    const owner = actingFor(game, actor, typeof as === 'string' ? as : null);
    return foresee(game, owner, { battlefield: duel.battlefield, list: plan });
  }

  return {
    things: {
      duels: {
        title: 'Duels',
        fields: {
          title: text(),
          challenger: text(),
          battlefield: text({ from: 'battlefields' }),
          opponents: optional(list(text({ from: 'players' }), { unordered: true })),
          judges: optional(list(text({ from: 'players' }), { unordered: true })),
          opponent: optional(text()),
          judge: optional(text()),
          announced: optional(time()),
          begun: optional(time()),
          hours: text({ start: String(game.hours('plan')) }),
          sealed: list(text()),
          status: choice(['announced', 'begun', 'settled']),
          triumphant: optional(text()),
          gain: integer(),
          post: optional(post()),
          // What each plan will be judged by: the stable, tactics and underling of its moment. All of it is public.
          plans: list(data()),
        },
      },
    },
    posts: { duel: { title: 'Duel', official: true } },

    actions: {
      'announce-duel': action({
        title: 'Announce a duel',
        sentence: 'announced a duel, “{title}”',
        by: ['player', 'emperor'],
        with: {
          title: text({ filled: true }),
          battlefield: text({ from: 'battlefields' }),
          opponents: optional(list(text({ from: 'players' }), { unordered: true })),
          judges: optional(list(text({ from: 'players' }), { unordered: true })),
          for: optional(text({ from: 'players' })),
        },
        check({ actor, for: as, title, battlefield, opponents }) {
          const field =
            game.battlefields.get(battlefield) ??
            refuse('battlefield', `there is no such battlefield as ${battlefield}`);
          checkAnnouncement(actingFor(game, actor, as), { title, battlefield: field, opponents });
        },
        effect({ actor, for: as, title, battlefield, opponents, judges }) {
          const challenger = actingFor(game, actor, as);
          const entry = game.post({
            kind: 'duel',
            title,
            text: announcement({ challenger, battlefield, opponents, judges }),
            author: actor,
          });
          const duel = game.duels.addNumbered('duel-', {
            title,
            challenger: challenger.id,
            battlefield: game.battlefields.get(battlefield)?.id ?? battlefield,
            opponents: opponents?.map((name) => ownerCalled(game, name).id) ?? null,
            judges: judges?.map(judgeCalled) ?? null,
            announced: game.now,
            post: entry,
          });
          const take = (id: string): void => {
            checkPlace(duel, id, 'opponent');
            takePlace(duel, id, 'opponent');
          };
          game.emit('duel-announced', { duel, take });
        },
      }),

      'accept-duel': action({
        title: 'Accept a duel',
        sentence: 'accepted {duel}[ for {for}]',
        by: ['player', 'emperor'],
        with: { duel: thing('duels'), for: optional(text({ from: 'players' })) },
        check({ actor, for: as, duel }) {
          const owner = actingFor(game, actor, as);
          checkPlace(duel, owner.id, 'opponent');
          ask(
            game,
            'may-oppose',
            { owner, against: ownersOf(game).find(({ id }) => id === duel.challenger) ?? null },
            null,
          );
        },
        effect: ({ actor, for: as, duel }) => takePlace(duel, actingFor(game, actor, as).id, 'opponent'),
      }),

      'accept-judging': action({
        title: 'Be the judge of a duel',
        sentence: 'agreed to judge {duel}',
        by: ['player', 'emperor'],
        with: { duel: thing('duels'), for: optional(text({ from: 'players' })) },
        check: ({ actor, for: as, duel }) => checkPlace(duel, judging(actor, as).id, 'judge'),
        effect: ({ actor, for: as, duel }) => takePlace(duel, judging(actor, as).id, 'judge'),
      }),

      'judge-duel': action({
        title: 'Open the plans and report',
        sentence: 'opened the plans of {duel}',
        by: ['player', 'emperor'],
        private: true,
        reveals: ['duels', 'battles', 'players', 'entities', 'game', 'posts', 'result', 'refusals'],
        with: { duel: thing('duels'), for: optional(text({ from: 'players' })) },
        check({ actor, for: as, duel }) {
          if (judging(actor, as).id !== duel.judge) refuse(`only the judge of ${duel.title} opens its plans`);
          if (duel.status === 'settled') refuse(`${duel.title} is settled`);
        },
        effect({ duel }) {
          const told = judge(game, duel);
          if (duel.post) game.comment(duel.post, told);
          game.result(told);
        },
      }),
    },

    submissions: {
      'duel-plan': {
        title: 'A plan for a duel',
        by: ['player', 'emperor'],
        open: { duel: thing('duels'), for: optional(text({ from: 'players' })) },
        with: { plan: list(data(), { about: PLAN }) },
        to: ({ duel }: { duel: Duel }) => duel.judge,
        check({ actor, for: as, duel }: { actor: Player; for: string | null; duel: Duel }) {
          const { id } = actingFor(game, actor, as);
          if (!isDuelist(duel, id)) refuse(`${id} is no duelist of ${duel.title}`);
          if (duel.status === 'announced') refuse(`${duel.title} has not begun`);
          if (duel.status === 'settled') refuse(`${duel.title} is settled`);
          if (passed(game, duel)) refuse(`${duel.hours} hours have passed since ${duel.title} began`);
        },
        received({ actor, for: as, duel }: { actor: Player; for: string | null; duel: Duel }) {
          const owner = actingFor(game, actor, as);
          const snapshot: Snapshot = { by: owner.id, ...meansOf(game, owner) };
          const sealed = duel.sealed.includes(owner.id) ? duel.sealed : [...duel.sealed, owner.id];
          duel.set({ sealed, plans: [...duel.plans, snapshot] });
        },
      },
    },

    views: {
      'duel-plan-by-line': derive({
        of: 'text',
        returns: list(text()),
        about: 'What a plan would come to, slot by slot, before it is sealed.',
        value: planned,
      }),
      waiting: (of, next) =>
        of === 'duel-judgement' ? byNumber(game.duels.filter(awaitsJudge)).map(({ id }) => id) : next(),
    },
  };
});
