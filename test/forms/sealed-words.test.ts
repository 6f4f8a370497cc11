// What is public and what is sealed of the words that somebody sends, and to whom.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { sealWords } from '../../src/seat/seal-words.ts';
import { somebody } from '../../src/session/fixtures/desk.ts';
import { commitmentToEnvelope, keyIdOf } from '../../src/session/secrets/commitment.ts';
import { open } from '../../src/session/secrets/open.ts';
import { openWithShares, shareOf } from '../../src/session/secrets/shares.ts';
import { SealError } from '../../src/session/secrets/seal-error.ts';
import { drawKey, type OwnKey, type Vault } from '../../src/session/secrets/vault.ts';
import type { Position } from '../../src/session/position/position.ts';

const BIDS = {
  'dynastic/bids.md': '---\ntitle: Bids\norder: 10\n---\nA Player may send the Emperor a Bid.\n',
  'dynastic/bids.ts': `import { integer, rule, text } from 'gitnomic/rules';
export default rule(({ players }) => ({
  submissions: {
    bid: { title: 'A bid', open: { lot: text() }, with: { amount: integer({ min: 1 }) } },
    ballot: { with: { amount: integer({ min: 1 }) }, together: () => ({ people: players.all().filter(({ id }) => ['ana', 'bo', 'dee'].includes(id)), needed: 2 }), closed: () => null, opened() {} },
    nobodys: { with: { amount: integer({ min: 1 }) }, together: () => ({ people: [], needed: 1 }), closed: () => null, opened() {} },
  },
  hooks: { 'to-open': (_, next) => [...(next() ?? [])] },
}));
`,
};
interface With {
  readonly readers?: readonly string[];
  readonly keys?: readonly OwnKey[];
  readonly vault?: object;
}
let game: HomeGame;
let drawn: readonly OwnKey[];
const IDS = ['ana', 'bo', 'dee'];
const WORDS = { lot: 'lamp', amount: 7 };
beforeAll(async () => {
  game = await homeWith({ rules: BIDS });
  drawn = await Promise.all(IDS.map(() => drawKey()));
});

/** Seals words in a game in which these people have made their keys known. */
const seal = (who: string, kind: string, { readers = [], keys, vault = game.vault }: With = {}) =>
  withPosition(game, async (position) => {
    for (const id of readers) position.accounts.setReader(id, drawn[IDS.indexOf(id)]?.recipient ?? '');
    const secrets = (keys === undefined ? position.secrets : { keys }) as Position['secrets'];
    const sealed = { ...position, secrets };
    const inPublic = new Set(['lot']);
    return sealWords(sealed, { ...game, vault: vault as Vault }, somebody(who), {
      kind,
      inPublic,
      words: WORDS,
    });
  });
const ENVELOPE = {
  v: 1,
  game: 'Harbour',
  dynasty: 1,
  sender: 'bo',
  serial: 0,
  open: { lot: 'lamp' },
  params: { amount: 7 },
  nonce: expect.stringMatching(/^[0-9a-f]{32}$/u),
};
const OUTSIDE = { game: 'Harbour', dynasty: 1, sender: 'bo' };

test('public words stay readable beside the sealed ones, which only the receiver opens', async () => {
  const { text, sealed, envelope } = await seal('bo', 'bid');
  const own = game.vault.key as OwnKey;
  expect(envelope).toEqual({ ...ENVELOPE, submission: 'bid' });
  expect(sealed).toEqual({
    submission: 'bid',
    open: { lot: 'lamp' },
    key: await keyIdOf(own.recipient),
    commitment: await commitmentToEnvelope(envelope),
    armored: expect.stringMatching(/^-----BEGIN AGE/u),
  });
  expect(text.split('\n')[0]).toBe('/seal bid {"lot":"lamp"}');
  expect(await open([own.identity], text, OUTSIDE)).toEqual(envelope);
  await expect(open([drawn[0]?.identity ?? ''], text, OUTSIDE)).rejects.toThrow('isn’t on this machine');
});

test('seals to the game’s newest key, or else to this machine’s', async () => {
  const { text, sealed } = await seal('bo', 'bid', { keys: drawn });
  expect(sealed.key).toBe(await keyIdOf(drawn[2]?.recipient ?? ''));
  expect((await open([drawn[2]?.identity ?? ''], text, OUTSIDE)).params).toEqual({ amount: 7 });
  await expect(seal('bo', 'bid', { vault: { ...game.vault, key: null } })).rejects.toThrow(
    'is no public key',
  );
});

test('a receiver who can’t open it alone has a share for each holder', async () => {
  const { sealed, envelope } = await seal('bo', 'ballot', { readers: IDS });
  expect(envelope).toEqual({ ...ENVELOPE, submission: 'ballot' });
  expect([sealed.shared?.needed, sealed.shared?.shares.map(({ to }) => to)]).toEqual([2, IDS]);
  const shares = await Promise.all(IDS.map((id, at) => shareOf(sealed, id, drawn[at]?.identity ?? '')));
  const given = new Map(IDS.map((id, at) => [id, shares[at] ?? ''] as const));
  expect(await openWithShares(sealed, new Map([...given].slice(1)), OUTSIDE)).toEqual({
    how: 'opened',
    envelope,
  });
  expect(await openWithShares(sealed, new Map([...given].slice(2)), OUTSIDE)).toEqual({
    how: 'waits',
    shown: 1,
  });
});

test.each<[string, readonly string[], string]>([
  [
    'ballot',
    ['ana'],
    'Nothing can be sealed to bo, dee yet: they first publish a key, with `gitnomic seal keys mine`.',
  ],
  [
    'ballot',
    [],
    'Nothing can be sealed to ana, bo, dee yet: they first publish a key, with `gitnomic seal keys mine`.',
  ],
  ['nobodys', IDS, 'it takes at least 2 people together to open nobodys, not 1'],
])('a %s can’t be sealed if the published keys are those of %j', async (kind, readers, why) => {
  await expect(seal('bo', kind, { readers })).rejects.toThrow(new SealError('no-recipient', why));
});

test('numbers what somebody sends by what they sent before', async () => {
  const thread = await game.thread();
  for (const who of ['bo', 'bo', 'dee']) {
    await game.say(somebody(who), thread, (await seal(who, 'bid')).text);
    await game.tick();
  }
  const serials = await Promise.all(
    ['bo', 'dee', 'eli'].map(async (who) => (await seal(who, 'bid')).envelope.serial),
  );
  expect(serials).toEqual([2, 1, 0]);
});
