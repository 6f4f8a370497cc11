// Values, rules, tables, secrets and times, as somebody types commands for them in a game in memory.
import { expect, test } from 'vitest';

import { ODD } from './fixtures/games.ts';
import { Typed } from '../../src/cli/commands/fixtures/typed.ts';

const golden = (name: string): string => `./__golden__/${name}.txt`;

test('rules and values: by name, by path, and by a near miss', async () => {
  const typed = await Typed.in(ODD);
  await expect(
    await typed.transcript(
      'show Points',
      'show Wishes',
      'show Both',
      'show Lists',
      'show Lists --json',
      'show Points --clause',
      'show Both --clause --json',
      'show Odd --json',
      'show Lists --clause',
      'show 2.2',
      'act begin --as cy',
      'act lamp "Dot. Lamp" --as cy',
      'act lamp Cap --as cy',
      'show lamps',
      'show lamps --json',
      'show lamps.lamp-1',
      'show lamps.lamp-1.lit',
      'show lamps.lamp-1.litt',
      'show lamps.lamp-9',
      'show lamps.toString',
      'show game',
      'show game --secret',
      'show game --json',
      'show game.marks',
      'show game.hidden',
      'show game.plan',
      'show game.noets',
      'act befriend Cy --as "Sgt. Zed"',
      'act befriend cy --as zed',
      'show "Sgt. Zed"',
      'show "players.Sgt. Zed.oil"',
      'show "players.Sgt. Zed" --json',
      'show players.sgt',
      'show players.toString',
      'show cy --secret',
      'show emperor',
      'show emperor.whispers --secret',
      'show views.loud.sgt',
      'show views.loud',
      'show dynasti',
      'show "Sgt Zad"',
      'show constructor',
      'show #9',
    ),
  ).toMatchFileSnapshot(golden('values'));
});

test('actions, submissions and times: why they can’t be taken, and when they’re due', async () => {
  const typed = await Typed.in(ODD);
  await expect(
    await typed.transcript(
      'act whisper --as cy',
      'act whisper --as ana',
      'act boom --as ana',
      'why boom --as ana',
      'why boom --as ana --json',
      'why both 1 --as ana',
      'why both two=9 --as ana',
      'why both 9 1 --as ana',
      'why both 9 x --as ana',
      'why both 9 1 3 --as ana',
      'why both 1 1 --as ana --json',
      'why befriend ana --as ana',
      'why befriend anna --as ana',
      'why "make a lamp" x --as ana',
      'why Point',
      'why make',
      'why lamps',
      'why Lists',
      'why 9',
      'why lamp',
      'seal',
      'seal --json',
      'seal bid lot=A amount=0 --as ana',
      'seal bid --as ana',
      'seal "Sealed bid" A 2 --as ana',
      'seal bid A 2 3 --as ana',
      'seal bid A 2 --as ana --on 99',
      'seal bid A 2 --as ana --on Nothing',
      'seal bid A 0 --as ana --rehearse',
      'seal wish "a b" --as ana --rehearse',
      'seal wish "a b" --as ana --rehearse --json',
      'seal wishes x --as ana',
      'seal xyzzy x --as ana',
      'seal constructor --as ana',
      'seal bid A 2 --as nobody --new',
      'act begin --as cy',
      'status --as ana',
      'status --as sgt --json',
      'tick --forward 1h',
      'tick --forward "1 h 90m"',
      'tick --forward 1d2d --json',
      'tick --forward 1x',
      'tick --forward 5',
      'tick --forward "5h x"',
      'tick --forward 1h --dry-run',
      'show game.notes',
    ),
  ).toMatchFileSnapshot(golden('steps'));
});

test('branches: what they add, edit, repeal and set, and what doesn’t count', async () => {
  const typed = await Typed.in(ODD);
  const odd = ODD.rules['dynastic/odd.md'] ?? '';
  await typed.propose('cy', 'Worded', {
    'content/changes.yml':
      '- add-rule: { title: Naps, text: Nap. }\n- edit-rule: { rule: Lists, replace: Nothing, with: Something }\n- repeal-rule: Both\n- set: { players.cy.oil: 4, game.notes: [a, b] }\n- nonsense: 1\n',
    'README.md': 'Mine',
    'package.json': '{}',
  });
  await typed.propose('cy', 'Values', {
    'content/ruleset/dynastic/odd.md': odd.replace('has Oil', 'owns Oil'),
    'content/ruleset/dynastic/new.md': '---\ntitle: New\norder: 30\n---\nNew.\n',
    'content/ruleset/dynastic/new.ts':
      "import { rule } from 'gitnomic/rules';\nexport default rule(() => ({ actions: { nap: 1 } }));\n",
    'content/gamestate/players/cy.md': null,
  });
  expect(await typed.json('diff 1')).toMatchObject({
    files: [],
    values: [
      { path: 'players.cy.oil', value: 4 },
      { path: 'game.notes', value: ['a', 'b'] },
    ],
    program: expect.arrayContaining([expect.objectContaining({ title: 'Naps' })]) as unknown,
  });
  const { files } = (await typed.json('diff 2')) as {
    files: { path: string; before: string | null; after: string | null }[];
  };
  expect(files).toContainEqual({
    path: 'content/ruleset/dynastic/new.md',
    before: null,
    after: '---\ntitle: New\norder: 30\n---\nNew.\n',
  });
  expect(files).toContainEqual({
    path: 'content/ruleset/dynastic/odd.md',
    before: odd,
    after: odd.replace('has Oil', 'owns Oil'),
  });
  await expect(
    await typed.transcript(
      'show 1',
      'show 2',
      'diff 1',
      'diff 2',
      'vote for 2 --as ana',
      'vote for 2 --as sgt --json',
      'show 2',
      'why 2',
      'show New',
      'show New --json',
      'tick --forward 1h',
      'why 1',
      'show 1',
    ),
  ).toMatchFileSnapshot(golden('branches'));
});
