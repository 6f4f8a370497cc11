import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { Play } from '../session/play/play.ts';
import { composeRuleset } from '../ruleset/compose.ts';
import { shippedLibrary } from '../store/fixtures/shipped-library.ts';
import { clauseInWords } from './clause-in-words.ts';

const MARKET = `import { action, choice, everyWeek, integer, map, rule } from 'gitnomic/rules';
import { trade } from './helpers/trade.ts';

export default rule(({ game, players, hook, refuse, post }) => ({
  player: { coins: integer({ start: 9 }), stock: map(integer()), spare: integer() },
  game: { traded: integer({ title: 'Wares traded' }) },
  actions: {
    buy: action({
      title: 'Buy',
      with: { ware: choice(['grain', 'oil']), amount: integer({ min: 1, max: 5 }) },
      cost: ({ amount }) => ({ coins: 2 * amount }),
      check({ amount }) { if (amount > 4) throw new Error('reading it runs nothing'); },
      effect({ actor, ware, amount }) { trade(actor, ware, amount, game); },
    }),
    shout: action({ by: ['emperor', 'admin'], effect() { hook('heard', {}); post({ kind: 'plain', title: 'Ho', text: '' }); post({ kind: 'cfj', title: 'Hey', text: '' }); } }),
    wait: action({ effect() { refuse('no'); } }),
  },
  times: { 'market-day': { at: everyWeek('monday', '18:00'), effect() { for (const one of players) one.gain('coins', 1); } } },
}));
`;
const TRADE = `export const trade = (actor, ware, amount, game) => {
  actor.gain(\`stock.\${ware}\`, amount);
  actor.stock = { ...actor.stock };
  game.traded += amount;
};
`;

test('a clause is told from its definitions, with what its helpers change, and nothing of it is run', async () => {
  const { files, terms } = composeRuleset(shippedLibrary, { core: '2021' });
  const rules = new Map(files)
    .set('dynastic/market.md', '---\ntitle: Market\norder: 5\n---\nThere is a market.\n')
    .set('dynastic/market.ts', MARKET)
    .set('dynastic/helpers/trade.ts', TRADE);
  const named = { ...terms, player: 'Broker', players: 'Brokers', emperor: 'Chair', emperors: 'Chairs' };
  const draw = (): never => {
    throw new Error('nothing is drawn');
  };
  const play = await Play.start({ files: rules, terms: named, state: null, draw, caches });
  try {
    const market = play.manifest.rules.find(({ path }) => path === 'dynastic/market');
    expect(market && clauseInWords(market, play)).toEqual([
      'Keeps coins, stock and spare for each player',
      'Keeps wares traded for the game',
      'Buy: any Broker, at any time; asks a ware and a number from 1 to 5 (amount); costs coins; changes stock and wares traded',
      'Shout: the Chair or any admin, at any time; makes a post and a post of the kind Call for Judgement; follows what other rules say about heard',
      'Wait: any Broker, at any time; its text doesn’t say what it changes',
      'Market day: by itself, when its time comes; changes coins',
    ]);
    const other = play.manifest.rules.find(({ clause }) => clause === null);
    expect(other && clauseInWords(other, play)).toEqual([]);
  } finally {
    play.dispose();
  }
});
