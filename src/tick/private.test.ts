import { expect, test } from 'vitest';

import { generateX25519Identity, identityToRecipient } from 'age-encryption';

import { writeCommit } from '../repository/write-commit.ts';
import { newEnvelope, sealEnvelope } from '../session/secrets/seal.ts';
import { BEGINNING, bo, cy, memoryVault, kernelGame, type TestGame } from './fixtures/embedded-game.ts';
import { legible } from '../session/secrets/fixtures/sealed.ts';

const CLAUSE = `import { action, integer, rule } from 'gitnomic/rules';

export default rule(() => ({
  emperor: { reserve: integer({ private: true }) },
  game: { sold: integer() },
  submissions: { bid: { with: { amount: integer() } } },
  actions: {
    'set-reserve': action({ by: 'emperor', private: true, effect({ emperor }) { emperor.reserve = 31000 + 337; } }),
    sell: action({
      by: 'emperor',
      private: true,
      reveals: ['game'],
      effect({ game, emperor, submissions }) {
        for (const bid of submissions('bid')) {
          if (bid.values !== null && bid.values.amount >= emperor.reserve) game.sold = bid.values.amount;
          bid.use();
        }
      },
    }),
  },
}));
`;

/** A game with sealed bids, which are compared to a price that only the emperor knows. */
async function auction(): Promise<TestGame> {
  const game = await kernelGame();
  const parent = await game.mainTip();
  const changes = new Map([
    [
      'content/ruleset/dynastic/auction.md',
      '---\ntitle: Auction\norder: 50\n---\nThere is a reserve, and people bid.\n',
    ],
    ['content/ruleset/dynastic/auction.ts', CLAUSE],
  ]);
  const commit = await writeCommit(game.forge.repository, {
    parents: [parent],
    changes,
    author: { name: 'x', email: '', at: BEGINNING },
    message: 'Auction\n',
  });
  await game.forge.advance('main', parent, commit);
  return game;
}

function filesWith(content: ReadonlyMap<string, string>, words: RegExp): string[] {
  return [...content].flatMap(([path, text]) => (words.test(legible(text)) ? [path] : []));
}

test('never publishes private values and sealed words, but publishes their results', async () => {
  const game = await auction();
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const vault = { ...memoryVault(), key: { identity, recipient } };
  const post = await game.table.open(cy, { kind: 'story', title: 'An auction', text: '' });
  await game.table.comment(cy, post, '/act set-reserve');
  const envelope = newEnvelope({
    game: 'Harbour',
    dynasty: 1,
    submission: 'bid',
    sender: 'bo',
    serial: 0,
    params: { amount: 40404 },
  });
  await game.table.comment(bo, post, (await sealEnvelope(recipient, envelope)).text);
  const report = await game.tick({ vault });
  expect(report.happened.filter(({ outcome }) => !outcome.ok)).toEqual([]);
  expect(filesWith(await game.content(), /31337|40404/u)).toEqual([]);
  await game.table.comment(cy, post, '/act sell');
  const sold = await game.tick({ vault });
  expect(sold.happened.filter(({ outcome }) => !outcome.ok)).toEqual([]);
  const content = await game.content();
  expect(content.get('content/gamestate/game.md')).toContain('sold: 40404');
  expect(filesWith(content, /31337/u)).toEqual([]);
  const log = new TextDecoder().decode((await game.disk.read('events.jsonl')) ?? new Uint8Array());
  expect(log.split('\n').filter((line) => legible(line).includes('31337'))).toEqual([]);
});

test('without private values, refuses a private action', async () => {
  const game = await auction();
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const vault = { ...memoryVault(), key: { identity, recipient } };
  const post = await game.table.open(cy, { kind: 'story', title: 'An auction', text: '' });
  await game.table.comment(cy, post, '/act set-reserve');
  await game.tick({ vault });
  await game.table.comment(cy, post, '/act set-reserve');
  const { happened } = await game.tick();
  expect(happened.at(-1)?.outcome).toMatchObject({ ok: false, refusal: { code: 'private-side' } });
  await game.tick({ vault });
  expect((await game.tick({ vault })).commits).toEqual([]);
  // A bid below the reserve would be taken if the reserve were lost.
  for (const [serial, amount] of [31_338, 31_336].entries()) {
    const bid = { game: 'Harbour', dynasty: 1, submission: 'bid', sender: 'bo', serial, params: { amount } };
    await game.table.comment(bo, post, (await sealEnvelope(recipient, newEnvelope(bid))).text);
  }
  await game.table.comment(cy, post, '/act sell');
  await game.tick({ vault });
  expect((await game.content()).get('content/gamestate/game.md')).toContain('sold: 31338');
});

test('new things and new players can have private values that aren’t published', async () => {
  const game = await kernelGame();
  const parent = await game.mainTip();
  const clause = `import { action, integer, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  player: { purse: integer({ private: true, start: 3 }) },
  things: { lots: { fields: { reserve: integer({ private: true, start: 5 }), label: text() } } },
  actions: {
    offer: action({ by: 'anybody', effect({ lots }) { lots.addNumbered('lot-', { label: 'A lamp' }); } }),
  },
}));
`;
  const commit = await writeCommit(game.forge.repository, {
    parents: [parent],
    changes: new Map([
      ['content/ruleset/dynastic/lots.md', '---\ntitle: Lots\norder: 50\n---\nThere are lots.\n'],
      ['content/ruleset/dynastic/lots.ts', clause],
    ]),
    author: { name: 'x', email: '', at: BEGINNING },
    message: 'Lots\n',
  });
  await game.forge.advance('main', parent, commit);
  const post = await game.table.open(cy, { kind: 'story', title: 'Lots', text: '' });
  await game.table.comment({ id: 'zoe', name: 'zoe', bot: false }, post, '/act offer');
  const { happened } = await game.tick({ vault: memoryVault() });
  expect(happened.filter(({ outcome }) => !outcome.ok)).toEqual([]);
  const content = await game.content();
  expect(content.get('content/gamestate/lots/lot-1.md')).toContain('A lamp');
  expect(filesWith(content, /reserve:|purse:/u)).toEqual(['content/ruleset/dynastic/lots.ts']);
});
