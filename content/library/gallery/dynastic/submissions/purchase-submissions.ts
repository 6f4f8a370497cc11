import { choice, data, integer, list, optional, rule, text } from 'gitnomic/rules';
import { alphabetically } from '../helpers/players.ts';
import { filled, latest } from '../helpers/submissions.ts';

/** How each kind of information is looked for in what a buyer wrote; null where it is missing. */
const NEEDS = ['title', 'image', 'name'];
const EFFECTS = ['further art', 'higher score', 'told a title'];

export default rule(({ game, value, table, players, people, emperor, secret, hook, refuse, submissions }) => {
  const types = table('types', {
    name: text({ filled: true }),
    writtenAs: text({ filled: true }),
    cost: integer(),
    informationNeeded: list(choice(NEEDS)),
    effect: choice(EFFECTS),
  });

  const playerNamed = (words) => (typeof words === 'string' ? players.get(words) : null);
  const has = (item, need) => (need === 'name' ? playerNamed(item.player) !== null : filled(item[need]) !== null);

  /** What each effect adds to what was bought in this summary. */
  const effects = {
    'further art'(bought, by, item) {
      const handle = `${by.id}/${1 + bought.art.filter((piece) => piece.by.is(by)).length}`;
      bought.art.push(hook('piece-of', { handle, by, contents: { source: '', ...item } }));
    },
    'higher score': (bought, _by, item) => bought.bonuses.push({ to: playerNamed(item.player), points: value('score') }),
    'told a title': (bought, by, item) => bought.glasses.push({ to: by, about: playerNamed(item.player) }),
  };

  const process = (bought, by, items) => {
    for (const item of items) {
      const type = types.find(({ writtenAs }) => writtenAs === item?.type);
      if (type === undefined || type.cost > by.cash || !type.informationNeeded.every((need) => has(item, need))) continue;
      by.cash -= type.cost;
      effects[type.effect](bought, by, item);
    }
  };

  return {
    submissions: {
      purchase: {
        title: 'Purchase Submission',
        about: `What you want to buy, in order: ${types.map(({ name, writtenAs }) => `${name} (${writtenAs})`).join(', ')}.`,
        with: { purchases: optional(list(data())) },
        check() {
          hook('check-round-open');
          if (game.round < value('first-round')) refuse(`purchases are taken from round ${value('first-round')} on`);
        },
      },
    },

    hooks: {
      'process-purchases'({ unloadable }) {
        const sent = submissions('purchase');
        const lists = new Map();
        for (const { by, contents } of latest(sent)) lists.set(by.id, Array.isArray(contents.purchases) ? contents.purchases : []);
        const buyers = alphabetically(players).filter(({ id }) => (lists.get(id)?.length ?? 0) > 0);
        const bought = { art: [], bonuses: [], glasses: [] };
        for (const by of secret.shuffle(buyers)) process(bought, by, lists.get(by.id));
        sent.forEach((one) => one.use());
        return { ...bought, art: bought.art.filter(({ handle }) => !unloadable.includes(handle)) };
      },

      'use-spyglasses'({ round, glasses }) {
        for (const { to, about } of glasses) {
          const told = emperor.revelations.filter((one) => one.round === round && one.to.is(to) && one.about.is(about));
          const piece = hook('random-piece', { round, by: about, except: told.map(({ title }) => title) });
          emperor.revelations = [...emperor.revelations, { round, to, about, title: piece?.title ?? null }];
        }
      },
    },
  };
});
