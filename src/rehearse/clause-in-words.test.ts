import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { Play } from '../session/play/play.ts';
import { composeRuleset } from '../ruleset/compose.ts';
import { shippedLibrary } from '../store/fixtures/shipped-library.ts';
import { clausesInWords } from './clause-in-words.ts';

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

/** The lines that describe the clause of a rule. */
async function toldOf(files: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> {
  const { files: core, terms } = composeRuleset(shippedLibrary, { core: '2021' });
  const named = { ...terms, player: 'Broker', players: 'Brokers', emperor: 'Chair', emperors: 'Chairs' };
  const draw = (): never => {
    throw new Error('nothing is drawn');
  };
  const all = new Map([...core, ...Object.entries(files)]);
  const play = await Play.start({ files: all, terms: named, state: null, draw, caches });
  try {
    const { rules } = play.manifest;
    const market = rules.find(({ path }) => path === 'dynastic/market');
    const other = rules.find(({ clause }) => clause === null);
    return [market, other].map((rule) => (rule === undefined ? [] : clausesInWords(play)(rule)));
  } finally {
    play.dispose();
  }
}
const MARKET_RULE = { 'dynastic/market.md': '---\ntitle: Market\norder: 5\n---\nThere is a market.\n' };

test('describes a clause by its definitions and what its helpers change, without running it', async () => {
  const helper = { 'dynastic/market.ts': MARKET, 'dynastic/helpers/trade.ts': TRADE };
  const [market, other] = await toldOf({ ...MARKET_RULE, ...helper });
  expect(market).toEqual([
    'Keeps coins, stock and spare for each player',
    'Keeps wares traded for the game',
    'Buy: any Broker, at any time; asks a ware and a number from 1 to 5 (amount); costs coins; changes stock and wares traded',
    'Shout: the Chair or any admin, at any time; makes a post and a post of the kind Call for Judgement; follows what other rules say about heard',
    'Wait: any Broker, at any time; its text doesn’t say what it changes',
    'Market day: by itself, when its time comes; changes coins',
  ]);
  expect(other).toEqual([]);
});

/** What each action’s effect does. */
const EFFECTS: Readonly<Record<string, readonly [code: string, told: string]>> = {
  build: ["halls.add({ 'roof-tiles': 3 });", 'changes roof tiles and great halls'],
  pitch: ["tents.add({ colour: 'red' }); game.windBlown = 1;", 'changes hue, tents and how windy it is'],
  deal: ['dice(6);', 'rolls or draws'],
  amend: ["ruleset.amend('x');", 'changes the ruleset'],
  ask: [
    "hook('is-heard', {}); emit('bell-rings');",
    'follows what other rules say about is heard and bell rings',
  ],
  post: ["post({ kind: 'cfj', title: 'Hey', text: '' });", 'makes a post of the kind Call for Judgement'],
  all: [
    "post({ kind: 'plain', title: 'a', text: '' }); hook('is-heard', {}); game.windBlown = dice(6); ruleset.amend('x');",
    'rolls or draws; changes how windy it is; changes the ruleset; makes a post; follows what other rules say about is heard',
  ],
  other: ['game.nothingSuch = 1;', 'its text doesn’t say what it changes'],
};

test('describes what an effect does in the names that people know', async () => {
  const actions = Object.entries(EFFECTS).map(([id, [code]]) => `${id}: action({ effect() { ${code} } }),`);
  const [told] = await toldOf({
    ...MARKET_RULE,
    'dynastic/market.ts': `import { action, integer, rule, text } from 'gitnomic/rules';
const elsewhere = { effect() {} };
export default rule(({ game, halls, tents, dice, hook, emit, post, ruleset }) => ({
  game: { windBlown: integer({ title: 'How windy it is' }) },
  things: {
    halls: { title: 'Great Halls', fields: { roofTiles: integer() } },
    tents: { fields: { colour: text({ title: 'Hue' }) } },
  },
  actions: { ${actions.join('\n')} ['el' + 'se']: action(elsewhere) },
}));
`,
  });
  const effects = Object.entries(EFFECTS).map(
    ([id, [, words]]) => `${id[0]?.toUpperCase()}${id.slice(1)}: any Broker, at any time; ${words}`,
  );
  expect(told).toEqual(
    expect.arrayContaining([
      ...effects,
      'Else: any Broker, at any time; its text doesn’t say what it changes',
    ]),
  );
});
