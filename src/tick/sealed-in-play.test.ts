import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { readMarkdownFile } from '../ruleset/front-matter.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { commitmentToEnvelope } from '../session/secrets/commitment.ts';
import { reseal } from '../session/secrets/reveal.ts';
import type { Envelope } from '../session/secrets/envelope.ts';
import { writeNote } from '../session/secrets/private-note.ts';
import { newEnvelope, sealEnvelope } from '../session/secrets/seal.ts';
import { readGame } from '../store/read-game.ts';
import type { Vault } from '../session/secrets/vault.ts';
import {
  BEGINNING,
  bo,
  cy,
  dee,
  eli,
  memoryVault,
  kernelGame,
  type TestGame,
} from './fixtures/embedded-game.ts';
import type { TickReport } from './tick.ts';

const CLAUSE = `import { action, integer, list, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  game: { sold: list(text()) },
  submissions: { bid: { with: { amount: integer() } } },
  actions: {
    sell: action({
      by: 'emperor',
      private: true,
      reveals: ['game'],
      effect({ game, submissions }) {
        for (const bid of submissions('bid')) {
          game.sold = [...game.sold, bid.by.id + ' ' + (bid.values?.amount ?? bid.problem) + ' at ' + bid.at];
          bid.use();
        }
      },
    }),
  },
}));
`;

interface Auction extends TestGame {
  readonly post: string;
  readonly vault: Vault;
  readonly recipient: string;
  /** Posts a comment, and returns the results. */
  say(who: typeof bo, text: string, vault?: Vault | null): Promise<TickReport>;
  sold(): Promise<readonly string[]>;
}

async function newKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

async function auction(): Promise<Auction> {
  const game = await kernelGame();
  const parent = await game.mainTip();
  const rule = '---\ntitle: Auction\norder: 50\n---\nPeople bid.\n';
  const commit = await writeCommit(game.forge.repository, {
    parents: [parent],
    changes: new Map([
      ['content/ruleset/dynastic/auction.md', rule],
      ['content/ruleset/dynastic/auction.ts', CLAUSE],
    ]),
    author: { name: 'x', email: '', at: BEGINNING },
    message: 'Auction\n',
  });
  await game.forge.advance('main', parent, commit);
  const post = await game.table.open(cy, { kind: 'story', title: 'An auction', text: '' });
  const key = await newKey();
  const vault = { ...memoryVault(), key };
  await game.tick({ vault });
  return Object.assign(game, {
    post,
    vault,
    recipient: key.recipient,
    async say(who: typeof bo, text: string, other?: Vault | null): Promise<TickReport> {
      await game.table.comment(who, post, text);
      const used = other === undefined ? vault : other;
      return game.tick(used === null ? {} : { vault: used });
    },
    async sold(): Promise<readonly string[]> {
      const text = (await game.content()).get('content/gamestate/game.md') ?? '';
      return (readMarkdownFile('game.md', text).data['sold'] ?? []) as string[];
    },
  });
}

const bid = (amount: number, sender = 'bo', serial = 0): Envelope =>
  newEnvelope({ game: 'Harbour', dynasty: 1, submission: 'bid', sender, serial, params: { amount } });

/** The reasons why comments don't count. Each tick reads events without a commit again. */
function refusals({ happened }: TickReport): readonly string[] {
  const outcome = happened.at(-1)?.outcome;
  return outcome?.ok === false ? [outcome.refusal.reason] : [];
}

test('only the emperor can publish a key, and a submission sealed to another is refused at once', async () => {
  const game = await auction();
  expect(refusals(await game.say(bo, `/key ${game.recipient}`))[0]).toContain('only the');
  expect(refusals(await game.say(cy, '/key age1nonsense'))[0]).toContain('not a public key');
  expect(refusals(await game.say(cy, `/key ${game.recipient}`))).toEqual([]);
  const other = await newKey();
  const [why] = refusals(await game.say(bo, (await sealEnvelope(other.recipient, bid(3))).text));
  expect(why).toContain('the current key is');
  expect(why).toContain(game.recipient);
  // The refusal is the same on a machine without the key.
  expect(refusals(await game.say(bo, (await sealEnvelope(other.recipient, bid(4))).text, null))).toHaveLength(
    1,
  );
  expect(refusals(await game.say(bo, (await sealEnvelope(game.recipient, bid(5))).text))).toEqual([]);
  await game.say(cy, '/act sell');
  expect(await game.sold()).toEqual([`bo 5 at ${game.now}`]);
});

test('refuses altered, copied, mismatched and foreign submissions, and counts a replayed one once', async () => {
  const game = await auction();
  const first = await sealEnvelope(game.recipient, bid(3));
  expect(refusals(await game.say(bo, first.text))).toEqual([]);
  expect(refusals(await game.say(dee, first.text))[0]).toContain(
    'somebody else has already sealed exactly this',
  );
  game.later(1);
  expect(refusals(await game.say(bo, first.text))).toEqual([]);
  const second = await sealEnvelope(game.recipient, bid(4, 'bo', 1));
  const lines = second.text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('YWdl')) + 4;
  lines[at] = Array.from(lines[at] ?? '')
    .reverse()
    .join('');
  expect(refusals(await game.say(bo, lines.join('\n')))[0]).toContain('altered');
  const promised = second.text.replace(second.sealed.commitment, await commitmentToEnvelope(bid(9)));
  expect(refusals(await game.say(bo, promised))[0]).toContain('differs from what the sender committed to');
  const stolen = await sealEnvelope(game.recipient, bid(7, 'bo', 2));
  expect(refusals(await game.say(dee, stolen.text))[0]).toContain('dee posted something that bo had sealed');
  const elsewhere = await sealEnvelope(game.recipient, { ...bid(8), game: 'Salon' });
  expect(refusals(await game.say(bo, elsewhere.text))[0]).toContain('for the game Salon');
  await game.say(cy, '/act sell');
  expect(await game.sold()).toEqual([`bo 3 at ${BEGINNING}`]);
  // A repeated submission that was already used is ignored.
  expect(refusals(await game.say(bo, first.text))).toEqual([]);
  await game.say(cy, '/act sell');
  expect(await game.sold()).toHaveLength(1);
});

test('sealing counts as activity, whether it’s accepted or not, and so does a private note', async () => {
  const game = await auction();
  const heardOf = async (who: string): Promise<unknown> =>
    readGame(await game.content()).state?.players[who]?.['last-active'];
  const mine = await sealEnvelope(game.recipient, bid(3));
  const note = await writeNote(game.recipient, { game: 'Harbour', to: 'bo', text: 'Well.' });
  game.later(1);
  const hour = game.now;
  expect(refusals(await game.say(bo, mine.text))).toEqual([]);
  expect(refusals(await game.say(dee, mine.text))).toHaveLength(1);
  await game.say(eli, note);
  await game.say(cy, '/act sell');
  expect(await Promise.all(['bo', 'cy', 'dee', 'eli', 'fay'].map(heardOf))).toEqual([
    hour,
    hour,
    hour,
    hour,
    BEGINNING,
  ]);
});

test('at the second of closing, the order in the journal decides', async () => {
  const game = await auction();
  await game.table.comment(bo, game.post, (await sealEnvelope(game.recipient, bid(1))).text);
  await game.table.comment(cy, game.post, '/act sell');
  await game.table.comment(dee, game.post, (await sealEnvelope(game.recipient, bid(2, 'dee'))).text);
  await game.tick({ vault: game.vault });
  expect(await game.sold()).toEqual([`bo 1 at ${game.now}`]);
  await game.say(cy, '/act sell');
  expect(await game.sold()).toEqual([`bo 1 at ${game.now}`, `dee 2 at ${game.now}`]);
});

test('takes in a submission that nobody can open yet, and opens it later with its own time', async () => {
  const game = await auction();
  const sealed = await sealEnvelope(game.recipient, bid(6));
  expect(refusals(await game.say(bo, sealed.text, null))).toEqual([]);
  // The roll makes a commit, so main has read the submission, and nobody has opened it.
  await game.say(dee, '/act roll roll=DICE6', { ...memoryVault([3]) });
  game.later(5);
  expect(refusals(await game.say(cy, '/act sell'))).toEqual([]);
  expect(await game.sold()).toEqual([`bo 6 at ${BEGINNING}`]);
});

test('lost key: an unopenable submission stays closed, and one that is resealed keeps its time', async () => {
  const game = await auction();
  const envelopes = [bid(11), bid(22, 'dee')] as const;
  const later = await newKey();
  const after = { ...game.vault, key: later };
  await game.say(bo, (await sealEnvelope(game.recipient, envelopes[0])).text, after);
  await game.say(dee, (await sealEnvelope(game.recipient, envelopes[1])).text, after);
  game.later(1);
  expect(refusals(await game.say(cy, `/key ${later.recipient} lost`, after))).toEqual([]);
  expect(
    refusals(await game.say(bo, (await sealEnvelope(later.recipient, envelopes[0])).text, after)),
  ).toEqual([]);
  expect(refusals(await game.say(cy, '/act sell', after))).toEqual([]);
  expect(await game.sold()).toEqual([
    `bo 11 at ${BEGINNING}`,
    `dee it can’t be opened here, because the key is missing at ${BEGINNING}`,
  ]);
});

test('leaked key: nothing more can be sealed to it, and earlier submissions count', async () => {
  const game = await auction();
  const next = await newKey();
  const both = { ...game.vault, key: next, older: [game.vault.key?.identity ?? ''] };
  await game.say(cy, `/key ${game.recipient}`);
  await game.say(bo, (await sealEnvelope(game.recipient, bid(1))).text);
  await game.say(cy, `/key ${next.recipient} leaked`, both);
  expect(
    refusals(await game.say(bo, (await sealEnvelope(game.recipient, bid(2, 'bo', 1))).text, both)),
  ).toHaveLength(1);
  await game.say(bo, (await sealEnvelope(next.recipient, bid(3, 'bo', 1))).text, both);
  await game.say(cy, '/act sell', both);
  expect(await game.sold()).toEqual([`bo 1 at ${BEGINNING}`, `bo 3 at ${BEGINNING}`]);
});

test('new receiver: the previous one reseals everything, with the same senders and times', async () => {
  const game = await auction();
  await game.say(cy, `/key ${game.recipient}`);
  const sealed = await sealEnvelope(game.recipient, bid(5));
  await game.say(bo, sealed.text, null);
  const heir = await newKey();
  const theirs = { ...memoryVault(), key: heir };
  await game.say(cy, `/key ${heir.recipient} new-receiver`, theirs);
  game.later(1);
  const outside = { game: 'Harbour', dynasty: 1, sender: 'bo' };
  const again = await reseal([game.vault.key?.identity ?? ''], sealed.text, outside, heir.recipient);
  // Only a receiver can reseal somebody else's submission.
  expect(refusals(await game.say(dee, again.text, theirs))[0]).toContain('somebody else');
  expect(refusals(await game.say(cy, again.text, theirs))).toEqual([]);
  await game.say(cy, '/act sell', theirs);
  expect(await game.sold()).toEqual([`bo 5 at ${BEGINNING}`]);
});
