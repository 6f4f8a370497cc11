// Commands as somebody types them, in a game in memory.
import { expect, test } from 'vitest';

import { addCheckpoint, CHECKPOINTS } from '../../store/checkpoints.ts';
import { Typed } from './fixtures/typed.ts';

const COINS = {
  'dynastic/coins.md':
    '---\ntitle: Coins\norder: 5\n---\nEach Player has Coins, [2](#value:start) to begin with.\n',
  'dynastic/coins.ts': `import { action, integer, player, rule, text } from 'gitnomic/rules';
export default rule(({ value, refuse }) => ({
  player: { coins: integer({ start: value('start') }), hush: integer({ private: true }) },
  game: { pot: integer() },
  things: { hats: { title: 'Hats', fields: { title: text(), owner: text() } } },
  actions: {
    earn: action({ title: 'Earn coins', with: { amount: integer({ min: 1, max: 3 }) }, frequency: 'daily', effect({ actor, amount }) { actor.gain('coins', amount); } }),
    hat: action({ title: 'Buy a hat', cost: { coins: 1 }, with: { name: text() }, effect({ actor, hats, name }) { hats.addNumbered('hat-', { title: name, owner: actor.id }); } }),
    give: action({ with: { to: player({ another: true }), amount: integer({ min: 1 }) }, effect({ actor, to, amount }) { actor.spend('coins', amount); to.gain('coins', amount); } }),
    toss: action({ effect({ game, dice }) { game.pot = dice(6); } }),
    fly: action({ effect: () => refuse('nobody can fly') }),
    whisper: action({ private: true, effect({ actor }) { actor.hush += 1; } }),
  },
}));
`,
};
const TEA = { by: 'bo', title: 'Tea', text: 'Tea is served at four.', votes: { ana: 'FOR', cy: 'AGAINST' } };
/** These rules know few actions, so that their lists are short. */
const begun = () => Typed.in({ core: 'fireside', rules: COINS, posts: [TEA], rolls: [4, 2] });
const golden = (name: string): string => `./__golden__/${name}.txt`;

test('acting: what can be done, what it does, and what is refused', async () => {
  const typed = await begun();
  await expect(
    await typed.transcript(
      'act',
      'act --as bo',
      'act earn --as bo',
      'act earn amount=7 --as bo',
      'act earn amount=3 --as bo',
      'act earn amount=1 --as bo',
      'act give to=bo amount=1 --as bo',
      'act give to=ana amount=2 --as bo',
      'act hat name="A fine hat" --as bo',
      'act toss --as cy',
      'act fly --as cy',
      'act flyy --as cy',
      'act toss --as nobody',
      'act toss --as "new one"',
      'act whisper --as bo',
      'roll 2DICE6 --as ana',
      'roll "a die" --as ana',
      'log',
      'log --last 1',
      'log --by bo --last 2',
      'log --by boo',
      'log --last none',
    ),
  ).toMatchFileSnapshot(golden('acting'));
});

test('talking and voting: posts, comments, votes, and their results', async () => {
  const typed = await begun();
  await expect(
    await typed.transcript(
      'show 1',
      'show Tea',
      'show 9',
      'show bo',
      'show Coins',
      'show coins',
      'show players.bo.coins',
      'show players.bo.coin',
      'show Passin',
      'vote for 1 --as dee',
      'vote against Tea --as dee --text "No sugar."',
      'vote maybe 1 --as dee',
      'vote for --as dee',
      'vote for 1',
      'comment 1 "Well said." --as eli',
      'comment 1 --as eli',
      'comment 9 "Where?" --as eli',
      'post plain "Once upon a time" --text "There was a harbour." --as fay',
      'post tale "Once" --as fay',
      'post plain --as fay',
      'why 1',
      'why 9',
      'why fly --as bo',
      'status',
      'status --as dee',
      'tick',
    ),
  ).toMatchFileSnapshot(golden('talking'));
});

test('proposing: rules edited, added and repealed, values set, and what is asked back', async () => {
  const typed = await begun();
  await expect(
    await typed.transcript(
      'propose --add-rule Day --text "It is light." --title Riches --as bo',
      'propose --rule Coinss --replace 2 --with 3 --as bo',
      'propose --rule Coins --replace 7 --with 3 --as bo',
      'propose --add-rule Night --text "It is dark." --as cy',
      'propose --set players.bo.coins=9 --title "More for Bo" --as dee',
      'propose --set players.bo.coin=9 --title "More for Bo" --as dee',
      'propose --set players.bo.coins=many --title "More for Bo" --as dee',
      'propose --rule Coins --replace 2 --title Riches --as bo',
      'propose --rule Coins --replace 2 --with 3 --title Riches',
      'diff 2',
      'diff 9',
      'show 2',
      'rehearse vote for 2 --as ana',
      'rehearse act earn amount=2 --as ana',
      'rehearse act fly --as ana',
      'rehearse post plain Hello --as ana',
      'rehearse fly --as ana',
      'can --as ana',
      'status',
    ),
  ).toMatchFileSnapshot(golden('proposing'));
});

test('what Admins do: moderation, idling, resolving by hand', async () => {
  const typed = await begun();
  await expect(
    await typed.transcript(
      'admin moderation',
      'admin moderation mute bo --why "insults" --as ana',
      'admin moderation mute bo --why "insults" --as cy',
      'admin moderation mute nobody --why "insults" --as ana',
      'admin moderation',
      'show 1',
      'admin moderation unmute bo --why "calm again" --as ana',
      'admin',
      'admin --as ana',
      'admin join gus --as ana',
      'admin joi gus --as ana',
      'admin enact 1 --as ana',
      'resolve 1 enacted --as ana',
      'resolve 1 failed --as bo',
      'resolve 1 --as ana',
      'log',
    ),
  ).toMatchFileSnapshot(golden('admins'));
});

test('gives the same as data if asked for JSON', async () => {
  const typed = await begun();
  expect(await typed.json('act earn amount=3 --as bo')).toMatchObject({ by: 'bo' });
  expect(await typed.json('log')).toMatchObject({ total: 1, lines: [{ n: 0, by: 'bo', what: 'earn' }] });
  expect(await typed.json('show 1')).toMatchObject({
    id: '1',
    title: 'Tea',
    uses: [
      { by: 'ana', vote: 'FOR' },
      { by: 'cy', vote: 'AGAINST' },
    ],
  });
  expect(await typed.json('can --as bo')).toMatchObject({ who: { id: 'bo' } });
  expect(await typed.json('status')).toMatchObject({ queue: [{ id: '1' }] });
  expect(await typed.json('show 9')).toMatchObject({ error: { ending: 'usage', exitCode: 2 } });
});

test('says at once what can’t be accepted, and leaves nothing of it in the journal', async () => {
  const typed = await begun();
  const says = async (line: string): Promise<string> => {
    const { code, out, err } = await typed.type(line);
    expect(code, line).not.toBe(0);
    return out + err;
  };
  expect(await says('admin moderation joining closed --as ana')).toContain('--why TEXT');
  expect(await says('admin overviw --as ana')).toContain('`gitnomic admin overview`');
  expect(await says('doctor recover --to abcdef12 --as bo')).toContain('Main was never at abcdef12');
  await typed.type('admin moderation joining closed --why spam --as ana');
  expect(await says('post join-request Hello --as zed')).toContain('Nobody can join at the moment');
  const { out } = await typed.type('log journal');
  expect(out).toContain('why=spam');
  expect(out).not.toMatch(/recover|zed|overviw/u);
});

test('never shows a time as it is stored', async () => {
  const typed = await begun();
  const { out } = await typed.type('why 1');
  const { err } = await typed.type('resolve 1 enacted --as ana');
  for (const said of [out, err]) expect(said).toMatch(/goes on until \d{4}-\d\d-\d\d \d\d:\d\d UTC/u);
});

test('the log keeps the ledger’s order even if the clock was put back, with checkpoints where they belong', async () => {
  const typed = await begun();
  for (const line of ['act toss --as bo', 'act earn amount=1 --as bo']) await typed.type(line);
  const files = new Map(await typed.game.content());
  const [ledger = '', text = ''] = [...files].find(([path]) => path.startsWith('content/ledger/')) ?? [];
  files.set(ledger, text.replace(/"at":"\d{4}/u, '"at":"2031'));
  const restored = (at: string): string =>
    addCheckpoint(files.get(CHECKPOINTS), { kind: 'new-seed', at, before: null });
  for (const at of ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z']) files.set(CHECKPOINTS, restored(at));
  Object.assign(typed.game, { content: () => Promise.resolve(files) });
  const { out } = await typed.type('log');
  expect(out.match(/^\S+ {2}\d{4}/gmu)).toEqual([
    '–  2020',
    '0  2031',
    expect.stringMatching(/^1 {2}20[12]/u),
    '–  2040',
  ]);
});
