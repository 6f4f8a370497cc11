// What a decision depends on beside the game's files: what can be opened by now, and what has yet to be fetched.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openMemoryForge, type LocalForge } from '../forge/embedded/local-forge.ts';
import { preparePicture } from '../pictures/prepare-picture.ts';
import { picturesInMemory } from '../scenario/pictures-in-memory.ts';
import { BeaconRounds } from '../session/chance/beacon-rounds.ts';
import { localBeacon } from '../session/chance/fixtures/local-beacon.ts';
import { OUTSIDE, RECEIVER, SUCCESSOR, ballot } from '../session/secrets/fixtures/sealed.ts';
import { sealEnvelope } from '../session/secrets/seal.ts';
import { keepJournal } from '../store/journal/keep-journal.ts';
import { writeReport } from '../wording/action-report.ts';
import { bareGame, BEGINNING, person } from './fixtures/bare-game.ts';
import { bringReportedPictures, fetched, openLater } from './situation.ts';

const { game, dynasty } = OUTSIDE;
const ana = person('ana');

let local: LocalForge;
beforeEach(async () => {
  local = await openMemoryForge({ clock: () => BEGINNING, forgeId: 'f' });
});

/** People post these, and the journal has read them. */
async function said(...texts: readonly string[]): Promise<void> {
  const post = await local.table.open(ana, { kind: 'story', title: 'A story', text: '' });
  for (const text of texts) await local.table.comment(ana, post, text);
  await keepJournal({ forge: local.forge, record: null, now: BEGINNING });
}

type About = Parameters<typeof openLater>[0];
const later = (more: object): ReturnType<typeof openLater> =>
  openLater({
    forge: local.forge,
    game,
    dynasty,
    facts: { sealed: {} },
    submissions: {},
    hidden: {},
    identities: [RECEIVER.identity],
    ...more,
  } as unknown as About);
const submission = (id: string, more: object = {}) => ({
  [id]: { id, by: 'ana', used: false, open: {}, ...more },
});

test('opens a submission that has become readable, without repeating its public words', async () => {
  const params = { first: 'r1-1', duel: 'd1' };
  const { text, sealed } = await sealEnvelope(RECEIVER.recipient, ballot({ params, open: { duel: 'd1' } }));
  await said('Well.', '/seal nothing', text);
  const facts = { sealed: { [sealed.commitment]: { id: 's1', by: 'ana' } } };
  const known = { secret: 7, submissions: { s0: { contents: { a: 1 } } } };
  const submissions = {
    ...submission('s1', { open: { duel: 'd1' } }),
    ...submission('s0'),
    ...submission('s2'),
  };
  expect(await later({ facts, submissions, hidden: known })).toEqual({
    secret: 7,
    submissions: { s0: { contents: { a: 1 } }, s1: { contents: { first: 'r1-1' } } },
  });
  // Nobody else has sent it, and it is no other game's.
  for (const other of [
    { submissions: submission('s1', { by: 'bo' }) },
    { submissions, game: 'Harbour' },
    { submissions, dynasty: 4 },
  ])
    expect(await later({ facts, ...other })).toEqual({ submissions: {} });
});

test('reads nothing if nothing is closed or there is no key', async () => {
  const forge = { ...local.forge, repository: null };
  const open = { submissions: { s1: { contents: {} } } };
  for (const [more, hidden] of [
    [{}, {}],
    [{ submissions: submission('s1', { used: true }) }, {}],
    [{ submissions: submission('s1', { holders: { people: [], needed: 1 } }) }, {}],
    [{ submissions: submission('s1') }, open],
    [{ submissions: submission('s1'), identities: [] }, {}],
  ])
    expect(await later({ forge, ...more, hidden })).toBe(hidden);
});

test('uses the first of several copies that opens, and stores a picture in it', async () => {
  const image = `data:image/png;base64,${btoa('\u0089PNG\r\n\u001a\nxyz')}`;
  const envelope = ballot({ params: { image } });
  const [first, second] = [
    await sealEnvelope(SUCCESSOR.recipient, envelope),
    await sealEnvelope(RECEIVER.recipient, envelope),
  ];
  await said(first.text, second.text);
  const facts = { sealed: { [first.sealed.commitment]: { id: 's1', by: 'ana' } } };
  const about = { facts, submissions: submission('s1') };
  expect(await later(about)).toEqual({ submissions: { s1: { contents: { image } } } });
  const pictures = await picturesInMemory({});
  const found = await later({ ...about, pictures });
  expect(found).toEqual({
    submissions: { s1: { contents: { image: expect.stringMatching(/^picture:/u) as string } } },
  });
});

const sessionWanting = (...wanted: readonly string[]) =>
  ({ position: { rules: { wantedPictures: new Set(wanted) } } }) as unknown as Parameters<typeof fetched>[1];

test('fetches what the rules ask for, and then decides again', async () => {
  const pictures = await picturesInMemory({});
  expect(await fetched({}, sessionWanting('https://a.example/1.png'))).toBe(false);
  expect(await fetched({ pictures }, sessionWanting())).toBe(false);
  expect(await fetched({ pictures }, sessionWanting('https://a.example/1.png'))).toBe(true);
  expect(Object.keys(pictures.known())).toEqual(['https://a.example/1.png']);
  const beacon = new BeaconRounds({
    beacon: localBeacon({ secret: new Uint8Array(32).fill(1), genesis: '2021-05-13T00:00:00Z' }),
    clock: () => Date.parse('2024-04-01T00:00:00Z'),
  });
  expect(await fetched({ seeds: { beacon } }, sessionWanting())).toBe(false);
  expect(beacon.sourceFor(BEGINNING, 'a roll')).toBeNull();
  expect(await fetched({ seeds: { beacon } }, sessionWanting())).toBe(true);
  expect([beacon.isMissing, beacon.sourceFor(BEGINNING, 'a roll')]).toEqual([false, expect.anything()]);
});

describe('pictures shown by the emperor’s side', () => {
  let prepared: Uint8Array;
  beforeAll(async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2"/></svg>';
    ({ bytes: prepared } = await preparePicture(new TextEncoder().encode(svg)));
  });
  const report = (pictures: string | null): string =>
    writeReport({ call: 'c1', lines: 0, disclosed: { changes: [], used: [], rolls: [] } as never, pictures });
  const reported = (...texts: readonly string[]) =>
    texts.map((text, at) => ({
      line: at + 1,
      seen: BEGINNING,
      event: { type: 'commented', id: `c${at}`, at: BEGINNING, by: ana, post: '1', comment: `c${at}`, text },
    })) as Parameters<typeof bringReportedPictures>[2];

  test('come from the commit that it names, if the engine would have prepared them the same', async () => {
    const { forge, commit } = await bareGame({ a: 'b' });
    const shown = await commit({
      'pictures/a.webp': prepared,
      'pictures/b.webp': new Uint8Array([1, 2, 3]),
      'c.webp': prepared,
    });
    const kept: Uint8Array[] = [];
    const store = { ...(await picturesInMemory({})), keepCopy: (bytes: Uint8Array) => void kept.push(bytes) };
    await bringReportedPictures(
      forge,
      store,
      reported('Well.', report(null), report('f'.repeat(40)), '/told odd', report(shown)),
    );
    expect(kept.map((bytes) => Buffer.from(bytes))).toEqual([Buffer.from(prepared)]);
  });
});
