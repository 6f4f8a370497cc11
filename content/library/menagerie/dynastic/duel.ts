import {
  action,
  choice,
  data,
  hoursBetween,
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
import { inWords } from './helpers/creatures.ts';
import type { Fight, Force, Fought, Submitted } from './helpers/forces.ts';
import { meansOf } from './helpers/forces.ts';
import { type Elements, readList } from './helpers/lists.ts';
import { actingFor, ask, type Owner, ownerCalled, ownersOf, sum } from './helpers/owners.ts';
import './helpers/questions.ts';

type Duel = Things['duels'];

interface Snapshot extends Submitted {
  readonly by: string;
}

interface Plan {
  readonly elements: Elements;
  readonly underling: string | null;
}

export default rule((game) => {
  const { refuse, value, words } = game;

  const passed = (duel: Duel): boolean =>
    duel.begun !== null && hoursBetween(duel.begun, game.now) >= duel.hours;
  const isDuelist = (duel: Duel, id: string): boolean => duel.challenger === id || duel.opponent === id;

  /** The emperor as such may judge; for anything else they act for somebody. */
  function judging(actor: Player, as: string | null): { readonly id: string } {
    return as === null && game.dynasty.emperor?.is(actor) ? actor : actingFor(game, actor, as);
  }

  function judgeCalled(name: string): string {
    const emperor = game.dynasty.emperor;
    return emperor &&
      [emperor.id, emperor.label].some((word) => word.toLowerCase() === name.trim().toLowerCase())
      ? emperor.id
      : ownerCalled(game, name).id;
  }

  function checkAnnouncement(
    challenger: Owner,
    {
      title,
      battlefield,
      opponents,
    }: { title: string; battlefield: { id: string }; opponents: readonly string[] | null },
  ): void {
    if (!title.toLowerCase().includes(words('duel-word').toLowerCase()))
      refuse('title', `the title of a duel contains the word ${words('duel-word')}`);
    const recent = game.duels.find(
      (duel) =>
        duel.challenger === challenger.id &&
        duel.announced !== null &&
        hoursBetween(duel.announced, game.now) <= value('gap-hours'),
    );
    if (recent) refuse(`${challenger.label} announced a duel in the previous ${value('gap-hours')} hours`);
    if (game.battlefields.get(battlefield) === null) refuse('battlefield', 'there is no such battlefield');
    for (const name of opponents ?? [])
      ask(game, 'may-oppose', { owner: challenger, against: ownerCalled(game, name) }, null);
  }

  /** Takes a place in a duel: whoever is valid and first. */
  function checkPlace(duel: Duel, id: string, place: 'opponent' | 'judge'): void {
    const valid = place === 'opponent' ? duel.opponents : duel.judges;
    if (valid !== null && !valid.includes(id)) refuse(`${id} is no valid ${place} of ${duel.title}`);
    if (duel[place] !== null) refuse(`${duel.title} has its ${place} already`);
    const others = [duel.challenger, place === 'opponent' ? duel.judge : duel.opponent];
    if (others.includes(id)) refuse('challenger, opponent and judge must all be different');
  }

  function takePlace(duel: Duel, id: string, place: 'opponent' | 'judge'): void {
    duel.set({ [place]: id });
    if (duel.opponent !== null && duel.judge !== null) duel.set({ begun: game.now, status: 'begun' });
  }

  /** Each duelist's latest valid plan, up to the moment at which both had one. */
  function plansOf(duel: Duel): Map<string, Plan> {
    const plans = new Map<string, Plan>();
    const snapshots = duel.plans as readonly Snapshot[];
    for (const [at, submission] of game.submissions('duel-plan', { duel }).entries()) {
      const snapshot = snapshots[at];
      if (snapshot === undefined || submission.values === null) continue;
      const read = readList(submission.values['plan'], snapshot.means);
      if (!('elements' in read)) continue;
      plans.set(snapshot.by, { elements: read.elements, underling: snapshot.underling });
      if (plans.size === 2) break;
    }
    return plans;
  }

  function forceOf(id: string, plans: ReadonlyMap<string, Plan>): Force {
    const { elements, underling } = plans.get(id) ?? { elements: [], underling: null };
    const owner = ownersOf(game).find((one) => one.id === id) ?? game.people.get(id);
    return { commander: id, owner, elements, underling };
  }

  function battle(duel: Duel, plans: ReadonlyMap<string, Plan>): string {
    const [first, second] = [forceOf(duel.challenger, plans), forceOf(duel.opponent ?? '', plans)];
    const fight: Fight = { id: duel.id, battlefield: duel.battlefield, first, second };
    const fought = ask(game, 'fight', fight, null) ?? refuse('no rule says how battles are fought');
    const isFirst = fought.triumphant === first.commander;
    const beaten = isFirst ? fought.secondStrengths : fought.firstStrengths;
    const amount = Math.ceil(sum(beaten) / beaten.length);
    const owner = ownersOf(game).find(({ id }) => id === fought.triumphant) ?? null;
    settle(duel, fought.triumphant, owner === null ? 0 : ask(game, 'receive-favor', { owner, amount }, 0));
    return report(duel, fight, fought);
  }

  function settle(duel: Duel, triumphant: string, gain = 0): void {
    duel.set({ status: 'settled', triumphant, gain });
    game.emit('duel-settled', { duel });
  }

  function report(
    duel: Duel,
    { first, second }: Fight,
    { firstStrengths, secondStrengths, wins, roll, triumphant }: Fought,
  ): string {
    const shown = (force: Force, at: number, strength = 0): string => {
      const element = force.elements[at];
      const what = element?.creature
        ? inWords(element.creature)
        : element?.tactic
          ? [element.tactic, element.names].filter(Boolean).join(' ')
          : 'empty';
      return `${what} (${strength})`;
    };
    const slots = firstStrengths.map(
      (strength, at) =>
        `${at + 1}. ${shown(first, at, strength)} against ${shown(second, at, secondStrengths[at])}`,
    );
    const tie = roll === null ? '' : `, with one awarded by DICE2: ${roll}`;
    return [
      ...slots,
      `${first.commander} has ${wins[0]} wins, ${second.commander} has ${wins[1]}${tie}. The Triumphant is ${triumphant}, who receives ${duel.gain} favor.`,
    ].join('\n');
  }

  function judge(duel: Duel): string {
    const plans = plansOf(duel);
    if (plans.size === 2) return battle(duel, plans);
    if (!passed(duel)) refuse('not both duelists have sent a valid plan, and the time for plans is not out');
    const alone = [...plans.keys()][0];
    const triumphant = alone ?? (game.dice(2) === 1 ? duel.challenger : (duel.opponent ?? duel.challenger));
    settle(duel, triumphant);
    return `The time for plans is out. ${alone === undefined ? 'Nobody sent a valid one, and a die decides' : 'One valid plan was sent'}: the Triumphant is ${triumphant}.`;
  }

  const awaitsJudge = (duel: Duel): boolean =>
    duel.status === 'begun' && (duel.sealed.length === 2 || passed(duel));

  return {
    things: {
      duels: {
        title: 'Duels',
        fields: {
          title: text(),
          challenger: text(),
          battlefield: text(),
          opponents: optional(list(text())),
          judges: optional(list(text())),
          opponent: optional(text()),
          judge: optional(text()),
          announced: optional(time()),
          begun: optional(time()),
          hours: integer({ start: value('plan-hours') }),
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
        by: ['player', 'emperor'],
        with: {
          title: text({ filled: true }),
          battlefield: text(),
          opponents: optional(list(text())),
          judges: optional(list(text())),
          for: optional(text()),
        },
        check({ actor, for: as, title, battlefield, opponents }) {
          const field =
            game.battlefields.get(battlefield) ??
            refuse('battlefield', `there is no such battlefield as ${battlefield}`);
          checkAnnouncement(actingFor(game, actor, as), { title, battlefield: field, opponents });
        },
        effect({ actor, for: as, title, battlefield, opponents, judges }) {
          const challenger = actingFor(game, actor, as);
          const entry = game.post({ kind: 'duel', title, author: actor });
          const duel = game.duels.addNumbered('duel-', {
            title,
            challenger: challenger.id,
            battlefield: game.battlefields.get(battlefield)?.id ?? battlefield,
            opponents: opponents?.map((name) => ownerCalled(game, name).id) ?? null,
            judges: judges?.map(judgeCalled) ?? null,
            announced: game.now,
            post: entry,
          });
          game.emit('duel-announced', { duel, take: (id: string) => takePlace(duel, id, 'opponent') });
        },
      }),

      'accept-duel': action({
        title: 'Accept a duel',
        by: ['player', 'emperor'],
        with: { duel: thing('duels'), for: optional(text()) },
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
        by: ['player', 'emperor'],
        with: { duel: thing('duels'), for: optional(text()) },
        check: ({ actor, for: as, duel }) => checkPlace(duel, judging(actor, as).id, 'judge'),
        effect: ({ actor, for: as, duel }) => takePlace(duel, judging(actor, as).id, 'judge'),
      }),

      'judge-duel': action({
        title: 'Open the plans and report',
        by: ['player', 'emperor'],
        private: true,
        with: { duel: thing('duels'), for: optional(text()) },
        check({ actor, for: as, duel }) {
          if (judging(actor, as).id !== duel.judge) refuse(`only the judge of ${duel.title} opens its plans`);
          if (duel.status === 'settled') refuse(`${duel.title} is settled`);
        },
        effect({ duel }) {
          const told = judge(duel);
          if (duel.post) game.comment(duel.post, told);
          game.result(told);
        },
      }),
    },

    submissions: {
      'duel-plan': {
        title: 'A plan for a duel',
        by: ['player', 'emperor'],
        open: { duel: thing('duels'), for: optional(text()) },
        with: { plan: list(data()) },
        to: ({ duel }: { duel: Duel }) => duel.judge,
        check({ actor, for: as, duel }: { actor: Player; for: string | null; duel: Duel }) {
          const { id } = actingFor(game, actor, as);
          if (!isDuelist(duel, id)) refuse(`${id} is no duelist of ${duel.title}`);
          if (duel.status === 'announced') refuse(`${duel.title} has not begun`);
          if (duel.status === 'settled') refuse(`${duel.title} is settled`);
          if (passed(duel)) refuse(`${duel.hours} hours have passed since ${duel.title} began`);
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
      waiting: (of, next) =>
        of === 'duel-judgement' ? game.duels.filter(awaitsJudge).map(({ id }) => id) : next(),
    },
  };
});
