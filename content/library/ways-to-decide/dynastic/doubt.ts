import { action, boolean, integer, optional, player, rule, text, time } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

interface Opened {
  readonly actor: Person;
  readonly number: number;
  readonly problem: string | null;
}

export default rule((g) => {
  const { game, players, value, dice, refuse, result } = g;
  const holders = () => g.people.filter(({ inHand }) => inHand);

  function settle(): void {
    const { claimant, doubter } = game;
    if (claimant === null || doubter === null) return;
    const total = holders().reduce((sum, { card }) => sum + (card ?? 0), 0);
    (total >= game.claim ? claimant : doubter).gain('tricks', 1);
    game.lastHand = holders()
      .map(({ label, card }) => `${label} ${card ?? 'closed'}`)
      .join(', ');
    for (const one of holders()) one.set({ inHand: false, card: null });
    game.set({ handDie: null, claim: 0, claimant: null, doubter: null, doubtedAt: null });
  }

  return {
    game: {
      handDie: optional(integer(), { title: 'Die of the hand' }),
      claim: integer({ title: 'Total claimed' }),
      claimant: optional(player({ who: 'anybody' })),
      doubter: optional(player({ who: 'anybody' })),
      doubtedAt: optional(time()),
      lastHand: text({ title: 'Last hand' }),
    },
    player: { inHand: boolean(), card: optional(integer()), tricks: integer() },

    submissions: {
      'hidden-number': {
        title: 'Join a hand of Doubt',
        with: { number: integer({ min: 0, max: value('largest') }) },
        together: () => ({ people: players.all(), needed: value('needed') }),
        check({ actor }: Opened) {
          if (game.handDie !== null) refuse('the hand has been turned up: wait for the next one');
          if (actor.inHand) refuse('you have already joined it');
        },
        received: ({ actor }: Opened) => void (actor.inHand = true),
        closed: () => (game.doubter === null ? 'nobody has doubted a claim yet' : null),
        opened({ actor, number, problem }: Opened) {
          const sides = value('cards');
          const sum = problem === null ? number + (game.handDie ?? 0) : null;
          actor.card = sum === null ? 0 : sum % sides === 0 ? sides : sum % sides;
          if (holders().every(({ card }) => card !== null)) settle();
        },
      },
    },

    actions: {
      'turn-up': action({
        title: 'Turn the hand up',
        sentence: 'turned the hand up',
        check({ actor }) {
          if (!actor.inHand || game.handDie !== null)
            refuse('only who has joined a hand turns it up, and once');
          if (holders().length < value('fewest')) refuse('too few have joined');
        },
        effect: () => void (game.handDie = dice(value('cards'))),
      }),
      claim: action({
        title: 'Claim a total',
        sentence: 'claimed a total of {total}',
        with: { total: integer({ min: 1 }) },
        check({ actor, total }) {
          if (!actor.inHand || game.handDie === null || game.doubter !== null)
            refuse('there is nothing to be claimed');
          if (game.claimant?.is(actor) === true) refuse('the last claim is yours');
          if (total <= game.claim) refuse('total', `${game.claim} has already been claimed`);
        },
        effect: ({ actor, total }) => game.set({ claim: total, claimant: actor }),
      }),
      'doubt-claim': action({
        title: 'Doubt the last claim',
        sentence: 'doubted the last claim',
        check({ actor }) {
          const { claimant, doubter } = game;
          if (!actor.inHand || claimant === null || doubter !== null) refuse('there is no claim to doubt');
          if (claimant?.is(actor) === true) refuse('the last claim is yours');
        },
        effect({ actor, now }) {
          game.set({ doubter: actor, doubtedAt: now });
          result('Now everybody shows their shares.');
        },
      }),
      'end-hand': action({
        title: 'End the hand',
        sentence: 'ended the hand',
        check({ actor, now }) {
          if (!actor.inHand || game.doubtedAt === null || now < g.endOf('opening', game.doubtedAt))
            refuse('the numbers may still be opened');
        },
        effect: settle,
      }),
    },
  };
});
