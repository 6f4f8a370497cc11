import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, test } from 'vitest';

import type { Vault } from '../../src/session/secrets/vault.ts';
import { readGame } from '../../src/store/read-game.ts';
import { newEnvelope, sealEnvelope } from '../../src/session/secrets/seal.ts';
import {
  BEGINNING,
  bo,
  cy,
  fay,
  memoryVault,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { saidIn } from './said.ts';
import { legible } from '../../src/session/secrets/fixtures/sealed.ts';

const CLAUSE = `import { action, derive, integer, rule, text } from 'gitnomic/rules';

export default rule((g) => ({
  emperor: { reserve: integer({ private: true, start: 31337 }) },
  game: { sold: integer(), note: text() },
  submissions: { bid: { with: { amount: integer() } } },
  views: { peek: derive({ of: 'game', returns: integer(), value: () => g.emperor.reserve }) },
  hooks: { 'may-post': ({ title }, next) => { if (title === 'peek' && g.emperor.reserve > 0) g.game.note = String(g.emperor.reserve); return next(); } },
  actions: {
    'peek-plainly': action({ by: 'anybody', effect({ game, emperor }) { game.sold = emperor.reserve; } }),
    'peek-by-view': action({ by: 'anybody', effect({ game, view }) { game.sold = view('peek'); } }),
    'peek-by-refusal': action({ by: 'anybody', check({ emperor, refuse }) { refuse('the reserve is ' + emperor.reserve); } }),
    'peek-unrevealed': action({ by: 'anybody', private: true, effect({ game, emperor }) { game.sold = emperor.reserve; } }),
    'peek-by-error': action({ by: 'anybody', effect({ emperor }) { throw new Error('it is ' + emperor.reserve); } }),
    'peek-by-result': action({ by: 'anybody', effect({ emperor, result }) { result(emperor.reserve); } }),
    'peek-by-post': action({ by: 'anybody', effect({ emperor, post, actor }) { post({ kind: 'plain', title: 'It is ' + emperor.reserve, author: actor }); } }),
    'count-bids': action({ by: 'emperor', private: true, reveals: ['game'], effect({ game, submissions }) { game.sold = submissions('bid').filter((one) => one.values !== null).length; } }),
    hide: action({ by: 'emperor', private: true, effect({ emperor, secret }) { emperor.reserve = 31337 + secret.number(1000) * 0; } }),
  },
}));
`;

async function auction(): Promise<{ game: TestGame; vault: Vault; recipient: string; post: string }> {
  const game = await testGame();
  const parent = await game.mainTip();
  const changes = new Map([
    ['content/ruleset/dynastic/auction.md', '---\ntitle: Auction\norder: 50\n---\nThere is a reserve.\n'],
    ['content/ruleset/dynastic/auction.ts', CLAUSE],
  ]);
  const author = { name: 'x', email: '', at: BEGINNING };
  await game.forge.advance(
    'main',
    parent,
    await writeCommit(game.forge.repository, { parents: [parent], changes, author, message: 'Auction\n' }),
  );
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const vault = { ...memoryVault(), key: { identity, recipient } };
  const post = await game.table.open(cy, { kind: 'story', title: 'An auction', text: '' });
  await game.table.comment(cy, post, '/act hide');
  await game.tick({ vault });
  return { game, vault, recipient, post };
}

const sealedBy = async (
  recipient: string,
  sender: string,
  amount: number,
  dynasty = 1,
  game = 'Harbour',
): Promise<string> =>
  (
    await sealEnvelope(
      recipient,
      newEnvelope({ game, dynasty, submission: 'bid', sender, serial: 0, params: { amount } }),
    )
  ).text;

describe('a clause that smuggles a private value into a public one', () => {
  test.each([
    'peek-plainly',
    'peek-by-view',
    'peek-by-refusal',
    'peek-unrevealed',
    'peek-by-error',
    'peek-by-result',
    'peek-by-post',
  ])('is refused by %s, and nobody reads the value', async (action) => {
    const { game, vault, post } = await auction();
    await game.table.comment(fay, post, `/act ${action}`);
    await game.table.comment(fay, post, `/why ${action}`);
    await game.table.open(fay, { kind: 'story', title: 'peek', text: '' });
    await game.tick({ vault });
    await game.tick({ vault });
    const words = [
      ...(await game.content()).values(),
      ...(await saidIn(game)).map(({ text = '', title = '' }) => `${title}${text}`),
    ];
    const clause = (await game.content()).get('content/ruleset/dynastic/auction.ts');
    expect(words.filter((one) => legible(one).includes('31337') && one !== clause)).toEqual([]);
  });
});

describe('replayed sealed submissions', () => {
  test('ignores a copy of what somebody else sealed', async () => {
    const { game, vault, recipient, post } = await auction();
    const text = await sealedBy(recipient, 'bo', 5);
    await game.table.comment(bo, post, text);
    await game.table.comment(fay, post, text);
    await game.table.comment({ id: 'x', name: 'Bo', bot: false }, post, text);
    await game.tick({ vault });
    await game.table.comment(cy, post, '/act count-bids');
    await game.tick({ vault });
    expect(readGame(await game.content()).state?.game['sold']).toBe(1);
  });

  test('ignores what was sealed for another dynasty or to another key', async () => {
    const { game, vault, recipient, post } = await auction();
    await game.table.comment(bo, post, await sealedBy(recipient, 'bo', 5, 2));
    await game.table.comment(bo, post, await sealedBy(recipient, 'bo', 5, 1, 'Haven'));
    const other = await identityToRecipient(await generateX25519Identity());
    await game.table.comment(bo, post, await sealedBy(other, 'bo', 5));
    await game.table.comment(cy, post, '/act count-bids');
    await game.tick({ vault });
    expect(readGame(await game.content()).state?.game['sold'] ?? 0).toBe(0);
  });
});

describe('dice', () => {
  const seeded = (): Vault => ({
    ...memoryVault(),
    seeds: { dice: new Uint8Array(32).fill(3), secret: new Uint8Array(32).fill(4) },
  });

  test('grinding by deleting and reposting: a requested roll stands, and each next roll differs', async () => {
    const game = await testGame();
    const vault = seeded();
    const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
    for (let times = 0; times < 3; times += 1) {
      const comment = await game.table.comment(bo, post, '/roll 3DICE1000');
      if (times < 2) await game.table.removeComment(bo, post, comment);
      if (times === 1)
        await game.table.editComment(
          bo,
          post,
          await game.table.comment(bo, post, '/roll 3DICE1000'),
          'Nothing.',
        );
      if (times !== 0) await game.tick({ vault });
    }
    const { ledger } = readGame(await game.content());
    expect(ledger).toHaveLength(4);
    expect(new Set(ledger.map(({ result }) => JSON.stringify(result))).size).toBe(4);
  });

  test('running the engine again, or as a dry run, rolls the same', async () => {
    const game = await testGame();
    const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
    await game.table.comment(bo, post, '/roll 3DICE1000');
    const shown = await Promise.all(
      [1, 2].map(async () =>
        (await game.tick({ vault: seeded(), dryRun: true })).happened.map(({ outcome }) => outcome.draws),
      ),
    );
    const real = (await game.tick({ vault: seeded() })).happened.map(({ outcome }) => outcome.draws);
    expect(shown).toEqual([real, real]);
  });

  test('an emperor who rehearses sees what will happen, and can’t make it turn out differently', async () => {
    const { game, vault, post } = await auction();
    await game.table.comment(cy, post, '/act hide');
    const draws = async (): Promise<unknown> =>
      (await game.tick({ vault, dryRun: true })).happened.at(-1)?.outcome.draws;
    const first = await draws();
    expect(first).toMatchObject([{ kind: 'secret' }]);
    for (let times = 0; times < 3; times += 1) expect(await draws()).toEqual(first);
    expect((await game.tick({ vault })).happened.at(-1)?.outcome.draws).toEqual(first);
  });

  test('asking why reveals nothing of how dice would fall', async () => {
    const said = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (fill) => {
        const game = await testGame();
        const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
        await game.table.comment(bo, post, '/why long-shot');
        await game.tick({ vault: { ...memoryVault(), seeds: { dice: new Uint8Array(32).fill(fill) } } });
        return (await saidIn(game)).filter(({ key }) => key?.startsWith('c-')).map(({ text }) => text);
      }),
    );
    expect(said[0]).toHaveLength(1);
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
  });
});

describe('terms chosen to make rules unreadable', () => {
  test.each([
    ['a word for both', '{player: Same, emperor: Same}'],
    ['nothing', '{player: "", emperor: ""}'],
    ['white space', '{player: "  ", emperor: "\\t"}'],
    ['a link', '{player: "[1](#value:window)", emperor: "[2](#value:window)"}'],
    ['markup', '{player: "<b>", emperor: "---"}'],
    ['a line of its own', '{player: "x\\n# y", emperor: "z"}'],
    ['each other', '{player: Emperor, emperor: Player}'],
    ['a keyword', '{player: Quorum, emperor: Ruleset}'],
    ['no words at all', '{player: [], emperor: {}}'],
  ])('%s', async (_, terms) => {
    const game = await testGame({ given: { 'dynasty.interregnum': true } });
    const before = await game.content();
    const post = await game.table.open(cy, { kind: 'story', title: 'An address', text: '' });
    await game.table.comment(cy, post, `/ascend theme="Fog" terms=${terms}`);
    await game.tick();
    const after = await game.content();
    const votes = 'content/ruleset/core/votable-matters/votes.md';
    expect(after.get(votes)?.match(/#value:window/gu)).toHaveLength(1);
    expect(readGame(after).problems).toEqual([]);
    const { state } = readGame(after);
    if (state?.dynasty['interregnum'] === false)
      expect(after.get('content/game.yml')).not.toMatch(/<b>|#value|player: ""/u);
    else expect(after.get('content/game.yml')).toBe(before.get('content/game.yml'));
    await game.tick();
  });
});
