import {
  action,
  boolean,
  hoursBetween,
  integer,
  optional,
  player,
  post,
  rule,
  text,
  thing,
  time,
} from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';
import { idOf } from './helpers/words.ts';

/** Those that the game itself sees broken; the others are for people to judge. */
const SEEN = ['no-healing-in-duel', 'hunt-thrice', 'armor-at-first-blood', 'early-withdrawal'];

export default rule((g) => {
  const { game, value, hours, words, view, hook, players, breaches, refuse } = g;
  const numbers = {
    judgedWithin: hours('judged-within'),
    penalty: value('penalty'),
    rewardedWithin: hours('rewarded-within'),
    reward: value('reward'),
  };
  /** A Tradition is called what stands before its first colon; one without is called by its place. */
  const traditions = g
    .list('traditions')
    .map((item, at) => (item.includes(':') ? idOf(item.slice(0, item.indexOf(':'))) : `tradition-${at + 1}`));
  /** A Tradition that was struck off takes its numbers along. */
  const isKept = (tradition: string): boolean => traditions.includes(tradition);
  const isJudged = (tradition: string): boolean => isKept(tradition) && !SEEN.includes(tradition);
  const isOld = (then: string, most: number): boolean => hoursBetween(then, g.now) > most;

  function record(person: Person, tradition: string): void {
    if (isKept(tradition)) breaches.addNumbered('breach-', { player: person, tradition, at: g.now });
  }

  interface Charge {
    readonly person: Person;
    readonly at: string;
    readonly breach: Things['breaches'] | null;
  }

  interface Accusation {
    readonly breach: Things['breaches'] | null;
    readonly player: Person | null;
    readonly tradition: string | null;
    readonly breachedAt: string | null;
  }

  /** What somebody is punished for: a breach on record, or one that the punisher reports. */
  function chargeOf({ breach, player: person, tradition, breachedAt }: Accusation): Charge {
    if (breach !== null && breach.player !== null)
      return { person: breach.player, at: breach.at ?? g.now, breach };
    if (person === null || tradition === null || breachedAt === null)
      return refuse('breach', 'name a breach, or say whose it is, of which tradition, and when it was');
    if (!isJudged(tradition))
      return refuse('tradition', `a breach of ${tradition} is none that people judge`);
    if (breachedAt > g.now) return refuse('breached-at', 'that breach is still to come');
    const known = breaches.find(
      (one) => person.is(one.player) && one.tradition === tradition && one.at === breachedAt,
    );
    return { person, at: breachedAt, breach: known };
  }

  const healsInDuel = (actor: Person): boolean =>
    players.some(
      (one) => !one.is(actor) && one.clan === actor.clan && hook('is-combatant', { person: one }, false),
    );

  function huntsAgain({ hunts }: Person): boolean {
    const last = hunts.slice(-value('running'));
    return last.length === value('running') && new Set(last).size === 1;
  }

  function armed(words: { readonly duel?: Things['duels']; readonly items?: readonly string[] }): boolean {
    return (
      words.duel?.flavour === 'first-blood' &&
      (words.items ?? []).some((item) => hook('item-row', { item }, null)?.sort === 'armor')
    );
  }

  function withdrewEarly(actor: Person, duel: Things['duels'] | undefined): boolean {
    const first = duel?.firstPrepared[actor.id];
    return first !== undefined && hoursBetween(first, g.now) < hours('resolve');
  }

  return {
    game: { traditionsBefore: optional(integer()), enacting: optional(post()) },
    post: { traditionsMade: integer(), traditionHonor: boolean() },
    things: {
      breaches: {
        title: 'Breaches of Tradition',
        fields: {
          player: optional(player({ who: 'anybody' })),
          tradition: text(),
          at: optional(time()),
          punishedBy: optional(player({ who: 'anybody' })),
        },
      },
    },

    actions: {
      'punish-breach': action({
        title: 'Punish a breach of tradition',
        sentence: 'punished a breach of tradition[ by {player}]',
        with: {
          breach: optional(thing('breaches')),
          player: optional(player()),
          tradition: optional(text({ from: 'traditions' })),
          breachedAt: optional(time()),
        },
        check({ actor, ...accusation }) {
          const { person, at, breach } = chargeOf(accusation);
          if (person.is(actor)) refuse('this is for some other player to do');
          const why = g.whyNotPlayer(person);
          if (why !== null) refuse(why);
          if (breach !== null && breach.punishedBy !== null)
            refuse(`${breach.punishedBy.label} has already punished this`);
          if (isOld(at, numbers.judgedWithin))
            refuse(`the breach was more than ${words('judged-within')} ago`);
        },
        effect({ actor, ...accusation }) {
          const { person, at, breach } = chargeOf(accusation);
          if (breach === null)
            breaches.addNumbered('breach-', {
              player: person,
              tradition: accusation.tradition ?? '',
              at,
              punishedBy: actor,
            });
          else breach.punishedBy = actor;
          g.maybe(() => person.lose('honor', numbers.penalty));
          if (g.maybe(() => view('disgraced', person))) hook('suffer', { person }, 0);
        },
      }),

      'claim-tradition-honor': action({
        title: 'Claim honor for a new tradition',
        sentence: 'claimed honor for a new tradition',
        with: { matter: post() },
        check({ actor, matter }) {
          if (matter.kind !== 'proposal' || !matter.author.is(actor))
            refuse('matter', `${actor.label} has not proposed this`);
          if (matter.status !== 'enacted') refuse('matter', 'it is not an enacted proposal');
          if (matter.traditionsMade === 0) refuse('matter', 'it has created no tradition');
          if (matter.traditionHonor) refuse('matter', `${actor.label} has already had honor for it`);
          if (isOld(matter.resolvedAt ?? '', numbers.rewardedWithin))
            refuse('matter', `it was enacted more than ${words('rewarded-within')} ago`);
        },
        effect({ actor, matter }) {
          matter.traditionHonor = true;
          actor.gain('honor', numbers.reward);
        },
      }),
    },

    on: {
      acted({ actor, action: taken, params }) {
        const words = params as { readonly duel?: Things['duels']; readonly items?: readonly string[] };
        if (taken.id === 'heal' && healsInDuel(actor)) record(actor, 'no-healing-in-duel');
        if (taken.id === 'rite-of-passage' && isKept('hunt-thrice') && huntsAgain(actor))
          record(actor, 'hunt-thrice');
        if (taken.id === 'step-forward' && armed(words)) record(actor, 'armor-at-first-blood');
        if (taken.id === 'withdraw' && isKept('early-withdrawal') && withdrewEarly(actor, words.duel))
          record(actor, 'early-withdrawal');
      },

      enacted({ matter }) {
        game.set({ traditionsBefore: traditions.length, enacting: matter });
      },

      changed() {
        const matter = game.enacting;
        if (matter === null) return;
        matter.traditionsMade = Math.max(0, traditions.length - (game.traditionsBefore ?? 0));
        game.set({ traditionsBefore: null, enacting: null });
      },
    },
  };
});
