import { expect, test } from 'vitest';

import type { MatterChange } from '../kernel/state.ts';
import { ana, bo, cy, dee, eli, kernelGame, VOTES } from '../tick/fixtures/embedded-game.ts';
import { readWorded, WORDED, writeWorded } from './worded-changes.ts';

const CHANGES: readonly (MatterChange | string)[] = [
  { verb: 'add-rule', title: 'Lamps', text: 'There are lamps.\n\nMany.', section: 'dynastic' },
  { verb: 'add-rule', title: 'Wicks', text: 'Wicks.', parent: 'Lamps', clause: 'export {};\n' },
  { verb: 'edit-rule', rule: 'Lamps', replace: 'a: "b"', with: '' },
  { verb: 'repeal-rule', rule: 'Lamps' },
  { verb: 'repeal-rule', rule: 'Lamps', section: 'core' },
  { verb: 'transmute', rule: 'Lamps' },
  { verb: 'transmute', rule: 'Lamps', section: 'dynastic' },
  { verb: 'set', path: 'players.ana.name', value: { deep: [1, null, 'x'] } },
  { verb: 'file', path: '../odd', content: null },
  'content/ruleset/dynastic/night.md',
];

test('what is written in words is read back', () => {
  expect(readWorded(writeWorded(CHANGES))).toStrictEqual({ changes: CHANGES, problems: [] });
});

test('of a file its path and its content are written, and nothing of what it was made from', () => {
  const file = { verb: 'file', path: '../odd', content: 'odd', base: 'old' } as const;
  expect(readWorded(writeWorded([file]))).toEqual({
    changes: [{ verb: 'file', path: '../odd', content: 'odd' }],
    problems: [],
  });
});

test.each([
  ['a: [', /changes\.yml: .+, in line 1; expected a list/u],
  ['a: b', /expected a list whose items begin with add-rule/u],
  ['- add-role: { title: X, text: Y }', /change 1: it can’t be read; expected a list/u],
  [`a: &a [x]\nb: [${'*a,'.repeat(200)}]`, /changes\.yml: /u],
])('%#: what is no list of changes is not read, and why is said', (text, problem) => {
  const { changes, problems } = readWorded(text);
  expect([changes.length, problems.length]).toEqual([0, 1]);
  expect(problems[0]).toMatch(problem);
});

test('a change in words finds its rule as it is on enactment, and its file is not merged', async () => {
  const game = await kernelGame();
  const main = await game.mainTip();
  const text = (await game.content()).get(VOTES) ?? '';
  const moved = 'content/ruleset/core/votable-matters/votes-cast.md';
  const clause = VOTES.replace('.md', '.ts');
  const first = await game.branch({
    [VOTES]: null,
    [moved]: text,
    [clause]: null,
    [moved.replace('.md', '.ts')]: (await game.content()).get(clause) ?? '',
  });
  const worded = writeWorded([
    { verb: 'edit-rule', rule: 'Votes', replace: '48 hours, or longer', with: '36 hours, or longer' },
    { verb: 'add-rule', title: 'Lamps', text: 'There are lamps.', section: 'dynastic' },
  ]);
  const second = await game.branch({ [WORDED]: worded }, main);
  const draft = { kind: 'proposal', text: '' };
  const posts = [
    await game.table.open(bo, { ...draft, title: '[Core] Move', head: first }),
    await game.table.open(eli, { ...draft, title: '[Core] Shorter', head: second }),
  ];
  for (const post of posts)
    for (const voter of [ana, cy, dee, bo, eli]) await game.table.comment(voter, post, ':for:');
  game.later(13);
  await game.tick();
  const content = await game.content();
  expect(content.has('content/ruleset/dynastic/lamps.md')).toBe(true);
  expect(content.has(VOTES)).toBe(false);
  expect(content.get(moved)).toContain('[36 hours](#value:window)');
  expect([...content.keys()]).not.toContain(WORDED);
});
