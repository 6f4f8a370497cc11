import { action, data, derive, integer, list, optional, player, rule, text } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { inWords } from './helpers/numbers.ts';

export default rule(({ game, value, players, bulletin, hook, refuse }) => {
  const numberIn = (id: string): number => Number(id.slice(1));
  const entryCalled = (id: string): Things['bulletin'] =>
    bulletin.get(id.trim()) ?? refuse('entry', `there is no such entry as ${id} on the board`);

  /** A positive whole number, written as one or as text; null for anything else. */
  const priceIn = (words: unknown): number | null => {
    const price = typeof words === 'string' && /^\s*\d+\s*$/.test(words) ? Number(words) : words;
    return Number.isSafeInteger(price) && (price as number) > 0 ? (price as number) : null;
  };

  return {
    /** So that a number is never used again. */
    game: {
      bulletinCount: integer({ title: 'Entries there ever were on the Bulletin Board', shown: false }),
    },
    things: {
      bulletin: {
        title: 'Bulletin Board',
        fields: { seller: optional(player({ who: 'anybody' })), price: integer({ min: 1 }) },
      },
    },

    views: {
      'own-entries': derive({
        of: 'player',
        returns: list(text()),
        value: (person) => bulletin.filter(({ seller }) => person.is(seller)).map(({ id }) => id),
      }),
      'entries-of-others': derive({
        of: 'player',
        returns: list(text()),
        value: (person) => bulletin.filter(({ seller }) => !person.is(seller)).map(({ id }) => id),
      }),
    },

    actions: {
      'post-entry': action({
        title: 'Offer a favour on the Bulletin Board',
        sentence: 'offered a favour on the Bulletin Board',
        // Any data: whatever is no positive whole number is refused in the same words.
        with: { price: data({ about: 'a positive whole number of dollars' }) },
        check({ actor, price }) {
          if (priceIn(price) === null) refuse('price', 'the price must be a positive whole number');
          const own = bulletin.filter(({ seller }) => actor.is(seller));
          if (own.length >= value('entries'))
            refuse(`you are already the seller of ${inWords(value('entries'))} entries`);
        },
        effect({ actor, price }) {
          const count = 1 + Math.max(game.bulletinCount, ...bulletin.map(({ id }) => numberIn(id)));
          game.bulletinCount = count;
          bulletin.add(`b${count}`, { seller: actor, price: Number(price) });
        },
      }),

      'remove-entry': action({
        title: 'Take an entry off the Bulletin Board',
        sentence: 'took an entry off the Bulletin Board',
        with: { entry: text({ from: 'own-entries' }) },
        check({ actor, entry }) {
          const { seller } = entryCalled(entry);
          if (!actor.is(seller)) refuse('entry', `its seller is ${seller?.label ?? 'nobody'}`);
        },
        effect: ({ entry }) => bulletin.remove(entryCalled(entry)),
      }),

      'buy-entry': action({
        title: 'Buy a favour from the Bulletin Board',
        sentence: 'bought a favour from the Bulletin Board',
        with: { entry: text({ from: 'entries-of-others' }) },
        check({ actor, entry }) {
          const { seller, price } = entryCalled(entry);
          if (actor.is(seller)) refuse('entry', 'you are its seller');
          if (actor.cash < price) refuse('entry', `its price is $${price}, and your cash is $${actor.cash}`);
        },
        effect({ actor, entry }) {
          const found = entryCalled(entry);
          const { seller, price } = found;
          if (seller === null) return;
          actor.transfer('cash', price, seller);
          bulletin.remove(found);
          hook('grant-favour', { lender: seller, holder: actor, ripe: false });
        },
      }),
    },

    on: {
      changed() {
        for (const entry of bulletin.all())
          if (entry.seller === null || !players.has(entry.seller)) bulletin.remove(entry);
      },
    },
  };
});
