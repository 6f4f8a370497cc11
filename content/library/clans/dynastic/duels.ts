import { action, choice, derive, list, optional, rule, text, thing } from 'gitnomic/rules';
import type { Person, Post, Things } from 'gitnomic/rules';
import { duelFields } from './helpers/duel-fields.ts';
import { isFighting, subjectOf } from './helpers/duel.ts';
import type { Duel } from './helpers/duel.ts';
import { duellingUnder } from './helpers/duelling.ts';
import { fightRounds } from './helpers/fight.ts';
import { listOf, voidLists, whyNoList } from './helpers/move-lists.ts';
import { endByDeath } from './helpers/reckoning.ts';
import { times } from './helpers/words.ts';

export interface Asks {
  'is-combatant'(words: { person: Person }): boolean;
}

export interface Tells {
  'duel-cancelled': { duel: Things['duels'] };
}

export default rule((g) => {
  const { value, hours, words, view, hook, emit, duels, refuse, dice } = g;
  const numbers = {
    due: hours('due'),
    cancelledAfter: hours('cancelled-after'),
    flightDie: value('flight-die'),
    improvement: value('improvement'),
  };
  const {
    flavours,
    flavourCalled,
    announced,
    moves,
    isIdle,
    isStuck,
    hoursDue,
    duelOf,
    isPrepared,
    say,
    refereesOnly,
    failed,
    stepBack,
    fighting,
    isDead,
  } = duellingUnder(g);

  function checkAnnouncement(lord: Person, title: string): void {
    hook('clan-lords-only', { person: lord }, null);
    const begins = flavours.map(({ titleBegins }) => `“${titleBegins}”`).join(' or ');
    if (announced(title) === null) refuse('title', `the title must begin with ${begins}`);
    if (subjectOf(title) === '') refuse('title', 'the title lacks a subject after its colon');
  }

  /** Whoever posts a duel without the action has announced it all the same. */
  function checkPost(author: Person, title: string): void {
    const why = g.whyNotPlayer(author) ?? (isDead(author) ? `${author.label} is dead` : null);
    if (why !== null) refuse(why);
    if (view('hiatus').length > 0) refuse('no duel is announced while the game is in hiatus');
    checkAnnouncement(author, title);
  }

  const duelOn = (entry: Post): Duel | null => duels.find((duel) => entry.is(duel.entry));
  const facts = (title: string): Record<string, unknown> => ({
    title,
    subject: subjectOf(title),
    flavour: announced(title)?.id,
  });

  return {
    things: {
      duels: {
        title: 'Duels',
        fields: duelFields(flavours.map(({ id }) => id)),
      },
    },

    posts: { duel: { title: 'Duel', official: true } },

    submissions: {
      'combat-moves': {
        title: 'Combat Moves',
        about: 'Four Combat Moves, for the Referee alone. The last list sent is the one that counts.',
        to: ({ duel }: { duel: Duel }) => duel.referee,
        open: { duel: thing('duels') },
        with: { moves: list(text()) },
        check({ actor, duel }: { actor: Person; duel: Duel }) {
          const why = whyNoList(duel, actor);
          if (why !== null) refuse(why);
          if (hoursDue(duel) >= numbers.due)
            refuse(`lists were due within ${words('due')}, and that is over`);
        },
        received({ actor, duel }: { actor: Person; duel: Duel }) {
          if (!duel.sealed.some((one) => one.is(actor))) duel.sealed = [...duel.sealed, actor];
        },
      },
    },

    actions: {
      'announce-duel': action({
        title: 'Announce a duel',
        sentence: 'announced a duel, “{title}”',
        with: { title: text() },
        check: ({ actor, title }) => checkAnnouncement(actor, title),
        effect({ actor, title, post: publish }) {
          publish({ kind: 'duel', title, author: actor });
        },
      }),

      'step-forward': action({
        title: 'Step forward for a duel',
        sentence: 'stepped forward for {duel}[ with {items}]',
        with: {
          duel: thing('duels'),
          items: list(text({ from: 'all-items' }), { start: [], unordered: true }),
        },
        check({ actor, duel, items }) {
          if (actor.is(duel.referee)) refuse(`${actor.label} is the referee of this duel`);
          if (duelOf(actor) !== null || isPrepared(actor))
            refuse(`${actor.label} is already fighting a duel, or prepared to`);
          if (duel.status !== 'open') refuse(`${duel.title} is not open any more`);
          const held = g.maybe(() => actor.items, []);
          const missing = items.find((item) => times(items, item) > times(held, item));
          if (missing !== undefined)
            refuse(
              'items',
              `${actor.label} is not holding ${times(items, missing) > 1 ? 'so many of ' : ''}${missing}`,
            );
        },
        effect({ actor, duel, items, now }) {
          duel.brought = { ...duel.brought, [actor.id]: items };
          say(
            duel,
            `${actor.label} steps forward${items.length === 0 ? '' : ` with ${items.join(' and ')}`}.`,
          );
          const first = duel.prepared;
          if (first === null) {
            duel.prepared = actor;
            if (duel.firstPrepared[actor.id] === undefined)
              duel.firstPrepared = { ...duel.firstPrepared, [actor.id]: now };
            return;
          }
          const damage = { [first.id]: 0, [actor.id]: 0 };
          duel.set({
            prepared: null,
            combatants: [first, actor],
            status: 'fighting',
            listsDueSince: now,
            damage,
          });
        },
      }),

      withdraw: action({
        title: 'Withdraw from a duel',
        sentence: 'withdrew from {duel}',
        with: { duel: thing('duels') },
        check({ actor, duel }) {
          if (duel.status !== 'open' || !actor.is(duel.prepared))
            refuse(`${actor.label} is not the prepared combatant of this duel`);
        },
        effect({ actor, duel }) {
          stepBack(duel, actor);
          say(duel, `${actor.label} withdraws.`);
        },
      }),

      'resolve-rounds': action({
        title: 'Resolve combat rounds',
        sentence: 'resolved a round of {duel}',
        about: 'Plays the next rounds from the lists of both combatants.',
        private: true,
        reveals: ['duels', 'players', 'posts', 'breaches', 'game', 'result', 'refusals'],
        with: { duel: thing('duels') },
        check({ actor, duel }) {
          refereesOnly(actor, duel);
          if (!isFighting(duel)) refuse('the duel is not being fought, and no list is due');
          const idle = duel.combatants.find(isIdle);
          if (idle !== undefined) refuse(`${idle.label} is idle`);
          for (const person of duel.combatants)
            if (listOf(g, duel, person, moves()) === null)
              refuse(`there is no valid list of moves from ${person.label}`);
        },
        effect({ duel, result }) {
          const lists = duel.combatants.map((person) => listOf(g, duel, person, moves()) ?? []);
          voidLists(g, duel, duel.combatants);
          const report = fightRounds(fighting(), duel, {
            lists,
            flavour: flavourCalled(duel.flavour),
            moves: moves(),
          });
          say(duel, report);
          result(report);
        },
      }),

      'cancel-duel': action({
        title: 'Cancel a duel',
        sentence: 'cancelled {duel}',
        about: 'For want of a list of moves when one has been due for a day.',
        private: ({ actor, words }) => actor.is(duels.get(words['duel'])?.referee),
        reveals: ['duels', 'players', 'posts', 'breaches', 'game', 'result', 'refusals'],
        with: { duel: thing('duels') },
        check({ actor, duel }) {
          if (!isFighting(duel) || hoursDue(duel) < numbers.cancelledAfter)
            refuse(`no list has been due for ${words('cancelled-after')} in this duel`);
          if (!isStuck(duel) && failed(actor, duel).length === 0)
            refuse('both combatants have submitted their lists');
        },
        effect({ actor, duel }) {
          const fled = failed(actor, duel);
          for (const person of fled)
            if (g.maybe(() => person.honor) !== undefined) person.lose('honor', dice(numbers.flightDie));
          duel.set({ status: 'cancelled', fled, listsDueSince: null });
          say(
            duel,
            `Cancelled by ${actor.label}. ${fled.length === 0 ? 'Nobody' : fled.map(({ label }) => label).join(' and ')} fled.`,
          );
          emit('duel-cancelled', { duel });
        },
      }),

      'improve-stat': action({
        title: 'Improve after a duel',
        sentence: 'improved in {stat} after {duel}',
        with: { duel: thing('duels'), stat: choice(['strength', 'skill', 'reflex']) },
        check({ actor, duel }) {
          if (duel.winner === null) refuse('this duel has no winner');
          if (!duel.combatants.some((one) => one.is(actor)))
            refuse(`${actor.label} was no combatant of this duel`);
          if (duel.improved.some((one) => one.is(actor)))
            refuse(`${actor.label} has already improved by this duel`);
        },
        effect({ actor, duel, stat }) {
          duel.improved = [...duel.improved, actor];
          actor.gain(stat, numbers.improvement);
        },
      }),
    },

    views: {
      combatant: derive({
        of: 'player',
        returns: optional(text()),
        about: 'The duel in which they are a Combatant.',
        value: (person) => duelOf(person)?.id ?? null,
      }),
    },

    hooks: {
      'is-combatant': ({ person }) => duelOf(person) !== null,

      'may-post'({ author, kind, title }) {
        if (kind === 'duel') checkPost(author, title);
      },

      'may-alter'({ by, post: entry, title }) {
        const duel = entry.kind === 'duel' ? duelOn(entry) : null;
        if (duel !== null && (duel.status !== 'open' || duel.prepared !== null))
          refuse(`somebody has stepped forward, so that ${entry.title} can't be altered`);
        if (duel !== null) checkAnnouncement(by, title);
      },

      'may-recategorise'({ post: entry, kind }) {
        if (entry.kind === 'duel' || kind === 'duel')
          refuse('a duel is in no other category, and nothing else becomes one');
      },
    },

    on: {
      posted({ post: entry, author }) {
        if (entry.kind === 'duel')
          duels.addNumbered('duel-', { ...facts(entry.title), referee: author, entry });
      },

      altered: ({ post: entry }) => duelOn(entry)?.set(facts(entry.title)),

      suffered({ person }) {
        const duel = duelOf(person);
        if (duel !== null) endByDeath(fighting(), duel, flavourCalled(duel.flavour));
      },

      changed() {
        for (const duel of duels) {
          const { status, prepared } = duel;
          if (status === 'open' && prepared !== null && (isIdle(prepared) || isDead(prepared)))
            stepBack(duel, prepared);
          if (isFighting(duel)) endByDeath(fighting(), duel, flavourCalled(duel.flavour));
        }
      },
    },
  };
});
