// An event with a hundred rows of tables, in the sandbox, compared with the same event written by hand in a clause.
import { Play } from '../src/session/play/play.ts';
import { composeRuleset } from '../src/ruleset/compose.ts';
import { readLibrary } from '../src/store/library.ts';
import { compareRuns, report } from './measure.ts';

const ROWS = 100;
const MOVES = 50;
const AT = '2021-06-18T11:00:00Z';
const PLAYERS = ['ana', 'bo', 'cy'];

const head = (title: string): string => `---\ntitle: ${title}\norder: 90\n---\n`;
const move = `${head('Songs')}
| Each player has | starts at |
| --------------- | --------- |
| Coins           | 0         |

| A player may | to get  |
| ------------ | ------- |
| sing         | 0 Coins |
`;
const rows = Array.from(
  { length: ROWS },
  (_, n) => `| a player sings | that player | ${(n % 3) + 1} Coins | Coins ≥ ${n} |`,
).join('\n');
const asTable = `${head('Paid')}\n| When | who | gets | if |\n| - | - | - | - |\n${rows}\n`;
const byHand = `import { rule } from 'gitnomic/rules';
export default rule(() => ({
  on: {
    acted({ action, actor }) {
      if (action.id !== 'sing') return;
      const had = actor.coins;
      ${Array.from({ length: ROWS }, (_, n) => `if (had >= ${n}) actor.coins += ${(n % 3) + 1};`).join('\n      ')}
    },
  },
}));
`;

async function start(rules: Readonly<Record<string, string>>): Promise<() => void> {
  const { files, terms } = composeRuleset(readLibrary(), { core: 'fireside' });
  const all = new Map([...files, ['dynastic/songs.md', move], ...Object.entries(rules)]);
  const play = await Play.start({ files: all, terms, state: null, draw: () => 1 });
  for (const id of PLAYERS) play.sandbox.assume(`players.${id}.state`, 'active');
  return () => {
    for (const id of PLAYERS) play.sandbox.assume(`players.${id}.coins`, 0);
    for (let i = 0; i < MOVES; i++) {
      const result = play.sandbox.take({
        type: 'act',
        at: AT,
        by: PLAYERS[i % 3] ?? '',
        action: 'sing',
        with: {},
      });
      if (!result.ok) throw new Error(result.refusal.reason);
    }
  };
}

const table = await start({ 'dynastic/paid.md': asTable });
const hand = await start({
  'dynastic/paid.md': `${head('Paid')}Whoever sings is paid.\n`,
  'dynastic/paid.ts': byHand,
});
const { ours, theirs, ratio } = await compareRuns(table, hand, 5);
report({
  bench: `an event with ${ROWS} rows of a table`,
  ms: ours / MOVES,
  peer: 'the same in a clause, a line for each row',
  peerMs: theirs / MOVES,
  ratio,
  bar: 2,
});
