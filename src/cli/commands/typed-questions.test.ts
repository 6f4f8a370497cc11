// What commands answer about values, views, steps and times, in a game in memory.
import { expect, test } from 'vitest';

import { Typed } from './fixtures/typed.ts';

const MARKET = {
  'dynastic/market.md':
    '---\ntitle: Market\norder: 5\n---\nEach Player has Coins, [2](#value:start) to begin with. The market is open.\n',
  'dynastic/market.ts': `import { action, boolean, derive, everyDay, integer, list, player, rule, text } from 'gitnomic/rules';
export default rule(({ value, refuse, game }) => ({
  player: { coins: integer({ start: value('start') }), hush: integer({ private: true }) },
  game: { open: boolean({ title: 'Market open' }), wares: list(text()) },
  things: { hats: { title: 'Hats', fields: { title: text(), owner: text() } } },
  actions: {
    unlock: action({ title: 'Open the market', by: 'admin', with: { wares: list(text()) }, effect({ game, wares }) { game.open = true; game.wares = wares; } }),
    hat: action({ title: 'Buy a hat', cost: { coins: 2 }, with: { name: text() }, effect({ actor, hats, name }) { hats.addNumbered('hat-', { title: name, owner: actor.id }); } }),
    toss: action({ with: { to: player({ another: true }) }, effect({ to, dice }) { to.gain('coins', dice(6)); } }),
  },
  submissions: { bid: { title: 'Sealed bid', open: { lot: text() }, with: { amount: integer({ min: 1 }) } }, wish: { with: { words: text() } } },
  times: { closing: { title: 'The market closes', at: ({ from }) => (game.open ? everyDay('12:00')({ from }) : null), effect({ game }) { game.open = false; } } },
  views: {
    wealth: derive({ of: 'player', returns: integer(), title: 'Riches', value: (one) => one.coins }),
    streets: derive({ of: 'game', returns: list(text()), value: () => ['Quay', 'Row'] }),
    distance: derive({ of: ['text', 'text'], returns: integer(), value: (from, to) => from.length + to.length }),
    future: derive({ of: 'game', returns: integer(), value: () => refuse('nobody knows the future') }),
    safe: derive({ of: 'game', returns: integer(), private: true, value: () => 7 }),
  },
}));
`,
};
const PLAIN = 'Say please.';
const golden = (name: string): string => `./__golden__/${name}.txt`;

const begun = () =>
  Typed.in({
    core: 'fireside',
    rules: { ...MARKET, 'dynastic/manners.md': `---\ntitle: Manners\norder: 6\n---\n${PLAIN}\n` },
    posts: [
      { by: 'bo', title: 'Tea', text: 'Tea is served at four.' },
      { by: 'cy', kind: 'plain', title: 'Once' },
      {
        by: 'dee',
        title: 'Louder',
        changes: { 'dynastic/manners.md': '---\ntitle: Manners\norder: 6\n---\nShout.\n' },
      },
    ],
    rolls: [4, 2, 3, 6, 5],
  });

test('reading: views, values, rules, and what is secret', async () => {
  const typed = await begun();
  await expect(
    await typed.transcript(
      'act streets',
      'act wealth bo',
      'act wealth of=bo',
      'act wealth',
      'act wealth nobody',
      'act distance a/bcd',
      'act future',
      'act safe',
      'show views.wealth.bo',
      'show views.streets',
      'show game',
      'show game.open',
      'show gamee.open',
      'show dynasty',
      'show hats',
      'show players.bo.hush',
      'show players.bo.hush --secret',
      'show manners',
      'show 2.2',
      'show Market --clause',
      'show Manners --clause',
      'show #2',
      'show 3',
      'diff 1',
      'diff 2',
      'diff Louder',
      'why Manners',
      'why 2',
      'why 3',
      'show nothing',
      'help acct',
      'help nothing-like-it',
    ),
  ).toMatchFileSnapshot(golden('reading'));
});

test('trying: what steps would do, and why they can’t be taken', async () => {
  const typed = await begun();
  await expect(
    await typed.transcript(
      'rehearse --as bo',
      'rehearse act hat name=Cap --as bo',
      'rehearse act "Buy a hat" Cap --as bo',
      'rehearse act hatt name=Cap --as bo',
      'rehearse act hat Cap too --as bo',
      'rehearse act toss to=ana --as bo',
      'rehearse comment 1 "Well said." --as bo',
      'rehearse vote against Tea --as bo',
      'rehearse --step {} --as bo',
      'rehearse --step 7 --as bo',
      'rehearse --step {do --as bo',
      `rehearse --step {${'long'.repeat(20)} --as bo`,
      'why hat --as bo',
      'why hat name=Cap --as bo',
      'why hat cap=Cap extra --as bo',
      'why toss to=bo --as bo',
      'why toss to=nobodi --as bo',
      'why unlock wares=[tea] --as bo',
      'act hat name=Cap --rehearse --as bo',
      'act hat name=Cap --dry-run --as bo',
      'act hat Cap too --as bo',
      'act "buy a hat" Cap --as bo',
      'act hat Top --as bo',
      'act --as bo',
      'admin',
      'admin unlock [tea,gin] --as ana',
      'admin gane resolution=by-admin --as ana',
      'admin game by-admin --as ana',
      'admin game resolution=by-admin --as ana',
      'admin enact --as ana',
      'admin overview',
      'show hats',
      'show hats.hat-1',
      'show hats.hat-1.owner',
      'show game.wares',
      'status',
      'status --as ana',
      'tick --dry-run',
      'tick --dry-run --forward 1h',
      'tick --forward soon',
      'tick --forward 3h10m',
      'log --by engine',
      'show game.open',
    ),
  ).toMatchFileSnapshot(golden('trying'));
});

test('telling: odd posts, votes and changes, and what the journal keeps of them', async () => {
  const typed = await begun();
  await expect(
    await typed.transcript(
      'post',
      'post --kind plain --title "Good night" --as fay',
      'post --kind plain "Good night" --as fay',
      'post plain a --title b --as fay',
      'post Proposel a --as fay',
      'comment 2 "A" --text B --as fay',
      'comment 2 --text "/toss to=ana" --as fay',
      'vote 1 for --as bo',
      'vote fro 1 --as bo',
      'vote for Once --as bo',
      'vote for 1 --as zed --new',
      'vote for 1 3 --as eli',
      'roll d6 --as ana',
      'roll 1d6 --as ana',
      'roll "2 w 6" --as ana',
      'seal',
      'seal bidd lot=A amount=1 --as bo',
      'seal bid lot=A amount=3 --as bo',
      'seal bid lot=A amount=2 --rehearse --as bo',
      'resolve 1 enactd --as ana',
      'resolve 1 burn --as ana',
      'resolve 3 --as nobody',
      'resolve 3 --take proposed --as ana',
      'resolve 3 --take mine --as ana',
      'replay --dynasty first',
      'log journal --last 4',
      'log journal verify',
      'log journal verifi',
    ),
  ).toMatchFileSnapshot(golden('telling'));
});

test('proposing: what is asked back, and what is said of a change of words alone', async () => {
  const typed = await begun();
  await expect(
    await typed.transcript(
      'propose --add-rule Quiet --as bo',
      'propose --set coins --as bo',
      'propose --set =3 --as bo',
      'propose --repeal-rule Manners --dry-run',
      'propose --repeal-rule Manners --as bo',
      'propose --set game.open=yes --as cy',

      'propose --add-rule Naps --text "Nap at noon." --under Manners --title "Sleep" --as bo --kind plan',
      'propose --add-rule Naps --text "Nap at noon." --under Manners --dry-run --as boo',
    ),
  ).toMatchFileSnapshot(golden('wishes'));
});
