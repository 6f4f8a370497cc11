import { expect, test } from 'vitest';

import { replay } from '../care/replay/replay.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
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
