// Tests moderation by commands, and by rules that take it over; bans of addresses are tested in at-home.test.ts.
import { beforeAll, expect, test } from 'vitest';

import { Typed } from '../../src/cli/commands/fixtures/typed.ts';

const DOORS = {
  'dynastic/doors.md': '---\ntitle: Doors\norder: 10\n---\n\nThe Doors are open.\n',
  'dynastic/doors.ts':
    "import { boolean, rule } from 'gitnomic/rules';\n\nexport default rule(() => ({ game: { joiningClosed: boolean() } }));\n",
};
let typed: Typed;
beforeAll(async () => {
  typed = await Typed.in({ core: '2021', rules: DOORS });
});

async function gitnomic(...words: string[]): Promise<{ readonly code: number; readonly text: string }> {
  const { code, out, err } = await typed.type(words.map((word) => `"${word}"`).join(' '));
  return { code, text: out + err };
}

test('if an Admin mutes somebody, everybody can read that, and show hides their words', async () => {
  expect((await gitnomic('admin', 'peace')).text).toContain('Nobody is muted');
  const muted = await gitnomic('admin', 'peace', 'mute', 'bo', '--why', 'insults on 1', '--as', 'ana');
  expect([muted.code, muted.text]).toEqual([0, expect.stringContaining('ana muted bo: insults on 1')]);
  const posted = await gitnomic('post', 'story', '--title', 'A tale', '--text', 'You fools.', '--as', 'bo');
  expect(posted.code).toBe(0);
  const shown = await gitnomic('show', 'A tale');
  expect(shown.text).toContain('Kept, and not shown');
  expect(shown.text).not.toContain('fools');
  expect((await gitnomic('admin', 'peace')).text).toMatch(
    /bo is muted: what they write is kept and not shown, and earlier words stay \(ana, .+: insults on 1\)/u,
  );
  const refused = await gitnomic('admin', 'peace', 'unmute', 'bo', '--why', 'please', '--as', 'bo');
  expect([refused.code === 0, refused.text.includes('Only an admin')]).toEqual([false, true]);
  expect((await gitnomic('admin', 'peace', 'unmute', 'bo', '--why', 'sorry', '--as', 'ana')).code).toBe(0);
  expect((await gitnomic('show', 'A tale')).text).toContain('You fools.');
});

test('people can talk in the thread for actions, which isn’t a post of the game', async () => {
  await gitnomic('act', 'roll', 'roll=DICE6', '--as', 'ana');
  const { text: journal } = await gitnomic('log', 'journal');
  const thread = /opened (\d+): Actions/u.exec(journal)?.[1] ?? '';
  const said = await gitnomic('comment', `#${thread}`, 'Well rolled.', '--as', 'bo');
  expect([said.code, said.text]).toEqual([0, `bo on ${thread}, Actions: Well rolled.\n`]);
  const missing = await gitnomic('comment', '99', 'Hello.', '--as', 'bo');
  expect([missing.code, missing.text]).toEqual([2, expect.stringContaining('There is no post 99 in play.')]);
});

test('what a rule tracks can be set only by a proposal, not by an Admin', async () => {
  const { code, text } = await gitnomic(
    'admin',
    'peace',
    'joining',
    'closed',
    '--why',
    'spam',
    '--as',
    'ana',
  );
  expect([code === 0, text]).toEqual([
    false,
    expect.stringContaining('Only a proposal can set this, because the rules track game.joining-closed'),
  ]);
});

test('the ledger describes each measure and its opposite in words', async () => {
  const measures = [
    ['mute', 'dee'],
    ['unmute', 'dee'],
    ['pace', '20'],
    ['pace', 'none'],
    ['same', 'dee', 'cy'],
    ['apart', 'cy', 'dee'],
  ];
  for (const words of measures)
    expect((await gitnomic('admin', 'peace', ...words, '--why', 'so it was', '--as', 'ana')).code).toBe(0);
  const { text } = await gitnomic('log', '--last', String(measures.length));
  expect(text.match(/(?<=\d\d:\d\d {2}).+/gu)).toEqual([
    'ana muted dee: so it was',
    'ana unmuted dee: so it was',
    'ana limited everybody to 20 posts an hour: so it was',
    'ana lifted the limit on posts: so it was',
    'ana marked dee and cy as the same person: so it was',
    'ana marked cy and dee as two people: so it was',
  ]);
});

test('over the pace, no command claims to have done what wasn’t heard', async () => {
  expect((await gitnomic('admin', 'peace', 'pace', '1', '--why', 'calm', '--as', 'ana')).code).toBe(0);
  const post = ['post', 'story', 'A quiet evening', '--text', 'Well.', '--as', 'cy'];
  expect((await gitnomic(...post)).code).toBe(0);
  for (const words of [
    post,
    ['comment', 'A quiet evening', 'And so on.', '--as', 'cy'],
    ['roll', 'DICE6', '--as', 'cy'],
    ['propose', '--add-rule', 'Calm', '--text', 'It is calm.', '--as', 'cy'],
  ])
    expect([words[0], await gitnomic(...words)]).toEqual([
      words[0],
      { code: 1, text: expect.stringMatching(/^refused\[not-heard\] .* 1 time an hour/u) as string },
    ]);
  expect((await gitnomic('admin', 'peace', 'pace', 'none', '--why', 'calm again', '--as', 'ana')).code).toBe(
    0,
  );
});
