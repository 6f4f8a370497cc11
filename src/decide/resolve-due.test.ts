import { expect, test } from 'vitest';

import { replay } from '../care/replay/replay.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  kernelGame,
  memoryVault,
  testGame,
  VOTES,
  type TestGame,
} from '../apply/fixtures/embedded-game.ts';

const THROWS = {
  'content/ruleset/dynastic/night.md': '---\ntitle: Night\norder: 90\n---\nIt is night.\n',
  'content/ruleset/dynastic/night.ts': "throw new Error('boo');\n",
};

function playedAgain(game: TestGame): ReturnType<typeof replay> {
  return replay({
    forge: game.forge,
    vault: memoryVault(),
    pictures: { all: () => ({}), keep: () => '' },
    main: () => game.mainTip(),
    content: () => game.content(),
    now: () => game.now,
  });
}

test('what can’t be resolved is looked at again under the rules of what is enacted after it', async () => {
  const game = await testGame();
  const night = await game.table.open(bo, {
    kind: 'cfj',
    title: 'Night',
    text: '',
    head: await game.branch(THROWS),
  });
  await game.table.comment(ana, night, ':for:');
  game.later(40);
  const rule = (await game.content()).get(VOTES) ?? '';
  const three = rule.replace('[2](#value:fewest-votes)', '[3](#value:fewest-votes)');
  expect(three).not.toBe(rule);
  const fewest = await game.table.open(dee, {
    kind: 'proposal',
    title: '[Core] Three votes',
    text: '',
    head: await game.branch({ [VOTES]: three }),
  });
  for (const voter of [ana, cy, eli, fay]) await game.table.comment(voter, fewest, ':for:');
  game.later(20);

  const { commits, stuck } = await game.tick();
  expect(commits.map(({ message }) => message.split(':')[0])).toEqual([`Enact ${fewest}`, `Fail ${night}`]);
  expect(stuck).toEqual([]);
  expect(await playedAgain(game)).toMatchObject({ same: true });
});

const MARKET = {
  'content/ruleset/dynastic/market.md':
    '---\ntitle: Market\norder: 90\n---\nEach day at noon everybody gets [1, and 5 from 2024-03-05](#value:pay) coins.\n',
  'content/ruleset/dynastic/market.ts': `import { everyDay, integer, rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  player: { coins: integer() },
  times: {
    'market-day': {
      at: everyDay('12:00'),
      effect({ players }) { for (const one of players) one.gain('coins', value('pay')); },
    },
  },
}));
`,
};

test('what rules do at their times is played again the same, however late the engine came, with values of their day', async () => {
  const game = await kernelGame();
  const market = await game.table.open(bo, {
    kind: 'proposal',
    title: 'Market',
    text: '',
    head: await game.branch(MARKET),
  });
  for (const voter of [ana, cy, eli, fay]) await game.table.comment(voter, market, ':for:');
  game.later(49);
  await game.tick();
  game.later(24);
  await game.tick();
  game.later(50);
  await game.table.open(dee, { kind: 'proposal', title: 'Nothing much', text: 'I come late.' });
  await game.tick();
  const ledger = [...(await game.content())].filter(([path]) => path.startsWith('content/ledger/'));
  const times = ledger.flatMap(([, text]) => [
    ...text.matchAll(/"at":"([^"]+)","by":"engine","what":"time market-day"/gu),
  ]);
  expect(times.map(([, at]) => at)).toEqual(
    ['03', '04', '05', '06'].map((day) => `2024-03-${day}T12:00:00Z`),
  );
  expect((await game.content()).get('content/gamestate/players/bo.md')).toContain('coins: 12');
  expect(await playedAgain(game)).toMatchObject({ same: true });
});
