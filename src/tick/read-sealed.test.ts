// Sealed submissions as this machine can read them, with keys, without, and with shares of a key.
import { expect, test } from 'vitest';

import type { ForgeEvent } from '../forge/events.ts';
import type { SharesRead } from '../session/position/secrets.ts';
import type { JournalEvent } from '../session/position/situation.ts';
import { OUTSIDE, RECEIVER, SUCCESSOR, ballot, newKey } from '../session/secrets/fixtures/sealed.ts';
import { sealEnvelope } from '../session/secrets/seal.ts';
import { parseSealed } from '../session/secrets/sealed-text.ts';
import { sealToHolders, shareOf, writeShares } from '../session/secrets/shares.ts';
import { BEGINNING, person, pushOf } from './fixtures/bare-game.ts';
import { readSealed, sharesShown, type Reader } from './read-sealed.ts';

const { game, dynasty } = OUTSIDE;
const PARAMS = { first: 'r1-1', second: 'r1-2', third: 'r1-3' };
const said = (by: string | null, comment: string, text: string): ForgeEvent => ({
  type: 'commented',
  id: comment,
  at: BEGINNING,
  by: by === null ? null : person(by),
  post: '1',
  comment,
  text,
});
const inJournal = (events: readonly ForgeEvent[]): readonly JournalEvent[] =>
  events.map((event, at) => ({ line: at + 1, seen: BEGINNING, event }));
const read = (events: readonly ForgeEvent[], more: Partial<Reader> = {}) =>
  readSealed(inJournal(events), { game, dynasty, people: {}, identities: [RECEIVER.identity], ...more });
const texts = async (...envelopes: readonly ReturnType<typeof ballot>[]): Promise<readonly string[]> =>
  (await Promise.all(envelopes.map((one) => sealEnvelope(RECEIVER.recipient, one)))).map(({ text }) => text);

test('opens with the right key; without it, or with a wrong sender, the submission stays closed', async () => {
  const [text = ''] = await texts(ballot({ open: { duel: 'd1' } }));
  const { key, commitment } = parseSealed(text);
  const closed = { ok: true, submission: 'ballot', key, commitment, words: { duel: 'd1' }, opened: false };
  const one = async (by: string, more: Partial<Reader> = {}) =>
    (await read([said(by, 'c', text)], more)).get('c');
  expect(await one('ana')).toEqual({ ...closed, words: { ...PARAMS, duel: 'd1' }, opened: true });
  expect(await one('ana', { identities: [] })).toEqual(closed);
  expect(await one('ana', { identities: [SUCCESSOR.identity] })).toEqual(closed);
  expect(await one('bo')).toEqual({ ...closed, problem: 'bo posted something that ana had sealed' });
  // A newcomer may have a player's name, and is not that player.
  const events = [
    said('bo', 'b', 'Hello.'),
    { ...said('other', 'c', text), by: { ...person('x'), name: 'bo' } },
  ];
  expect((await read(events)).get('c')).toMatchObject({
    problem: expect.stringContaining('bo-2 posted') as string,
  });
});

test('says why one can’t be read, is from another game or was altered, and ignores other comments', async () => {
  const [text = '', other = ''] = await texts(ballot(), ballot({ game: 'Harbour' }));
  const found = await read([
    said('ana', 'odd', '/seal ballot'),
    said('ana', 'other', other),
    said('ana', 'altered', text.replace(/sha256:.{4}/u, 'sha256:0000')),
    said('ana', 'plain', 'Well.'),
    said(null, 'nobody', text),
    { ...said('ana', 'edited', text), type: 'comment-edited' } as ForgeEvent,
    pushOf(person('ana'), null, null),
  ]);
  expect([...found.keys()]).toEqual(['odd', 'other', 'altered']);
  expect(found.get('odd')).toMatchObject({
    ok: false,
    problem: expect.stringContaining('no whole age file') as string,
  });
  expect(found.get('other')).toMatchObject({ ok: false, problem: 'it was sealed for the game Harbour' });
  expect(found.get('altered')).toMatchObject({
    ok: false,
    problem: expect.stringContaining('committed to') as string,
  });
});

test('opens a submission by a copy that its sender resealed to a key at hand', async () => {
  const envelope = ballot();
  const [first = ''] = await texts(envelope);
  const again = (await sealEnvelope(SUCCESSOR.recipient, envelope)).text;
  const identities = [SUCCESSOR.identity];
  const found = await read([said('ana', 'first', first), said('cy', 'again', again)], { identities });
  expect(found.get('first')).toMatchObject({ opened: true, words: PARAMS, key: parseSealed(first).key });
  expect(found.get('again')).toMatchObject({
    opened: false,
    problem: expect.stringContaining('cy posted') as string,
  });
  // A copy of another submission doesn't help.
  const other = (await sealEnvelope(SUCCESSOR.recipient, ballot())).text;
  const apart = await read([said('ana', 'first', first), said('ana', 'other', other)], { identities });
  expect(apart.get('first')).toMatchObject({ ok: true, opened: false });
  expect(apart.get('other')).toMatchObject({ opened: true });
});

test('a revealed envelope needs no key, but must match what was sealed', async () => {
  const envelope = ballot();
  const [text = ''] = await texts(envelope);
  const { commitment } = parseSealed(text);
  const revealed = (shown: typeof envelope) => ({ identities: [], revealed: new Map([[commitment, shown]]) });
  expect((await read([said('ana', 'c', text)], revealed(envelope))).get('c')).toMatchObject({
    opened: true,
    words: PARAMS,
  });
  expect(
    (await read([said('ana', 'c', text)], revealed({ ...envelope, game: 'Harbour' }))).get('c'),
  ).toMatchObject({
    ok: false,
  });
});

test('stores pictures sent inside, and replaces them by their addresses', async () => {
  const kept: Uint8Array[] = [];
  const keep = (bytes: Uint8Array): string => `picture:${kept.push(bytes)}`;
  const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
  const image = `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
  const [text = ''] = await texts(ballot({ params: { image } }));
  const found = await read([said('ana', 'c', text)], { pictures: { keep } });
  expect(found.get('c')).toMatchObject({ words: { image: 'picture:1' } });
  expect(kept.map((one) => [...one])).toEqual([[...bytes]]);
  expect((await read([said('ana', 'c', text)])).get('c')).toMatchObject({ words: { image } });
});

const holders = await Promise.all(['bo', 'cy', 'dee'].map(async (id) => ({ id, ...(await newKey()) })));

/** A post that several open together, and the post in which each shows a share of this and others. */
async function shared(envelope = ballot()) {
  const { text, sealed } = await sealToHolders(holders, 2, envelope);
  const share = async (id: string): Promise<string> => {
    const { identity = '' } = holders.find((one) => one.id === id) ?? {};
    return (await shareOf(sealed, id, identity)) ?? '';
  };
  const { commitment } = sealed;
  return {
    text,
    commitment,
    shows: async (id: string) => writeShares({ [commitment]: await share(id) }),
    share,
  };
}

test('a shared submission stays closed to any single key, and names its holders', async () => {
  const { text, commitment } = await shared();
  expect((await read([said('ana', 'c', text)])).get('c')).toMatchObject({
    commitment,
    opened: false,
    holders: { people: ['bo', 'cy', 'dee'], needed: 2 },
  });
});

test('a shared submission waits until enough shares are shown, now or earlier, and opens with the last', async () => {
  const { text, commitment, shows } = await shared();
  const [bo, cy] = [said('bo', 'bo', await shows('bo')), said('cy', 'cy', await shows('cy'))];
  const sent = said('ana', 'c', text);
  const waits = { opens: [{ commitment, how: 'waits', shown: 1, needed: 2 }] };
  const opened = { opens: [{ commitment, how: 'opened', words: PARAMS }] };
  const found = await read([sent, bo, cy]);
  expect([found.get('bo'), found.get('cy')]).toEqual([waits, opened]);
  const later = await read([cy], { earlier: () => Promise.resolve([sent, bo, cy]) });
  expect([...later]).toEqual([['cy', opened]]);
  // One person's share counts once.
  const twice = await read([sent, bo, { ...bo, comment: 'again' } as ForgeEvent]);
  expect(twice.get('again')).toEqual(waits);
  // What others show, or somebody whom the forge doesn't name, is no share of a holder.
  const fromOther = [
    { ...cy, by: person('eli') },
    { ...cy, by: null, comment: 'nobody' },
  ] as ForgeEvent[];
  expect((await read([sent, bo, ...fromOther])).get('cy')).toEqual(waits);
});

test('reads earlier comments only if a share is shown', async () => {
  const [text = ''] = await texts(ballot());
  const earlier = () => Promise.reject(new Error('asked'));
  expect([...(await read([said('ana', 'c', text)], { earlier })).keys()]).toEqual(['c']);
});

const playerOf = ({ name }: { readonly name: string }): string => name;
const shown = (events: readonly ForgeEvent[]): Promise<ReadonlyMap<string, SharesRead>> =>
  sharesShown(events, { game, dynasty, playerOf });

test('shares of an unknown submission open nothing, and unreadable ones are reported', async () => {
  const { commitment, shows } = await shared();
  const single = said('ana', 'single', (await texts(ballot()))[0] ?? '');
  const odd = said('ana', 'odd', '/seal ballot');
  const found = await shown([
    single,
    odd,
    said('bo', 'bo', await shows('bo')),
    said('cy', 'cy', '/shares\n\nno\n'),
  ]);
  expect([...found]).toEqual([
    ['bo', { opens: [] }],
    ['cy', { opens: null }],
  ]);
  expect(commitment).toMatch(/^sha256:/u);
});

test('a shared submission belongs to its first sender, and a copy opens nothing', async () => {
  const { text, commitment, shows } = await shared();
  const both = [said('bo', 'bo', await shows('bo')), said('cy', 'cy', await shows('cy'))];
  expect((await shown([said('ana', 'a', text), said('eli', 'b', text), ...both])).get('cy')).toMatchObject({
    opens: [{ how: 'opened' }],
  });
  expect((await shown([said('eli', 'b', text), said('ana', 'a', text), ...both])).get('cy')).toEqual({
    opens: [{ commitment, how: 'spoilt', why: 'eli posted something that ana had sealed' }],
  });
});
