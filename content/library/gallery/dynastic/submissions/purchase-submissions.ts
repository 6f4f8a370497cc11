import { choice, derive, integer, list, optional, picture, record, rule, text } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { alphabetically } from '../helpers/players.ts';
import { aboutToSend, filled, latest } from '../helpers/submissions.ts';
import type { Contents } from '../helpers/submissions.ts';
import type { Bought } from '../helpers/types.ts';

export interface Asks {
  'process-purchases'(words: { unloadable: readonly string[] }): Bought;
  'use-spyglasses'(words: { round: number; glasses: Bought['glasses'] }): void;
}

const NEEDS = ['title', 'image', 'name'] as const;
const EFFECTS = ['further art', 'higher score', 'told a title'] as const;

/** What each of them is written with; which of it a type needs says the table. */
const purchase = record({
  type: text(),
  player: optional(text()),
  title: optional(text()),
  image: optional(picture()),
  source: optional(text()),
});

type Need = (typeof NEEDS)[number];
type Effect = (bought: Bought, by: Person, item: Contents) => void;

export default rule(({ game, value, table, players, emperor, secret, hook, refuse, submissions }) => {
  const types = table('types', {
    name: text({ filled: true }),
    writtenAs: text({ filled: true }),
    cost: integer(),
    informationNeeded: list(choice(NEEDS)),
    effect: choice(EFFECTS),
  });

  const playerNamed = ({ player: words }: Contents): Person | null =>
    typeof words === 'string' ? players.get(words) : null;
  const has = (item: Contents, need: Need): boolean =>
    need === 'name' ? playerNamed(item) !== null : filled(item[need]) !== null;

  /** What each effect adds to what was bought in this summary. */
  const effects: Readonly<Record<(typeof EFFECTS)[number], Effect>> = {
    'further art'(bought, by, item) {
      const handle = `${by.id}/${1 + bought.art.filter((piece) => piece.by.is(by)).length}`;
      const piece = hook('piece-of', { handle, by, contents: item }, null);
      if (piece !== null) bought.art.push(piece);
    },
    'higher score'(bought, _by, item) {
      const to = playerNamed(item);
      if (to !== null) bought.bonuses.push({ to, points: value('score') });
    },
    'told a title'(bought, by, item) {
      const about = playerNamed(item);
      if (about !== null) bought.glasses.push({ to: by, about });
    },
  };

  const typeOf = (item: Contents): (typeof types)[number] | undefined =>
    types.find(({ writtenAs }) => writtenAs === item['type']);

  /** Why a purchase would come to nothing whatever its buyer has, or null. */
  const faultOf = (item: Contents): string | null => {
    const type = typeOf(item);
    if (type === undefined) return 'is of no type that there is';
    const missing = type.informationNeeded.filter((need) => !has(item, need));
    return missing.length === 0 ? null : `lacks ${missing.join(' and ')}`;
  };

  const process = (bought: Bought, by: Person, items: readonly Contents[]): void => {
    for (const item of items) {
      const type = typeOf(item);
      if (type === undefined || type.cost > by.cash || faultOf(item) !== null) continue;
      by.cash -= type.cost;
      effects[type.effect](bought, by, item);
    }
  };

  /** The list that somebody sent; what is no purchase at all stays in it as one of no type. */
  const itemsIn = ({ purchases }: Contents): readonly Contents[] =>
    Array.isArray(purchases)
      ? purchases.map((one: unknown) => (typeof one === 'object' && one !== null ? one : {}) as Contents)
      : [];

  return {
    submissions: {
      purchase: {
        title: 'Purchase Submission',
        about: `What you want to buy, in order: ${types.map(({ name, writtenAs }) => `${name} (${writtenAs})`).join(', ')}.`,
        with: { purchases: optional(list(purchase)) },
        check() {
          hook('check-round-open');
          if (game.round < value('first-round'))
            refuse(`purchases are taken from round ${value('first-round')} on`);
        },
      },
    },

    views: {
      'purchase-by-line': derive({
        of: 'text',
        returns: list(text()),
        about: 'What a list of purchases would cost, before it is sealed.',
        value(words) {
          const items = itemsIn(aboutToSend(words));
          if (items.length === 0) refuse('purchases', 'it names nothing to buy');
          return items.map((item, at) => {
            const fault = faultOf(item);
            if (fault !== null) refuse('purchases', `purchase ${at + 1} ${fault}`);
            return `${at + 1}: ${typeOf(item)?.name ?? ''}, for ${typeOf(item)?.cost ?? 0}`;
          });
        },
      }),
    },

    hooks: {
      'process-purchases'({ unloadable }) {
        const sent = submissions('purchase');
        const lists = new Map(latest(sent).map(({ by, contents }) => [by.id, itemsIn(contents)]));
        const buyers = alphabetically(players).filter(({ id }) => (lists.get(id)?.length ?? 0) > 0);
        const bought: Bought = { art: [], bonuses: [], glasses: [] };
        for (const by of secret.shuffle(buyers)) process(bought, by, lists.get(by.id) ?? []);
        sent.forEach((one) => one.use());
        return {
          ...bought,
          art: bought.art.filter((piece) => !hook('is-unloadable', { piece, unloadable }, false)),
        };
      },

      'submission-problems'(_, next) {
        const wrong = latest(submissions('purchase')).flatMap(({ by, contents }) =>
          itemsIn(contents).flatMap((item, at) => {
            const fault = faultOf(item);
            return fault === null
              ? []
              : [{ by, submission: 'purchase', problem: `purchase ${at + 1} ${fault}` }];
          }),
        );
        return [...(next() ?? []), ...wrong];
      },

      'use-spyglasses'({ round, glasses }) {
        for (const { to, about } of glasses) {
          const told = emperor.revelations.filter(
            (one) => one.round === round && one.to.is(to) && one.about.is(about),
          );
          const except = told.map(({ title }) => title);
          const piece = hook('random-piece', { round, by: about, except }, null);
          emperor.revelations = [...emperor.revelations, { round, to, about, title: piece?.title ?? null }];
        }
      },
    },
  };
});
