// The issue about open tasks, reminders, and the notes that a run leaves for the next.
import { beforeAll, afterAll, expect, test } from 'vitest';

import { openMemoryForge } from '../../../forge/embedded/local-forge.ts';
import { IN_ENGLISH } from '../../../language/wording.ts';
import type { Position } from '../../../session/position/position.ts';
import { CachedGame } from '../../../tick/cached-game.ts';
import { ana, bo, cy, kernelGame, type TestGame } from '../../../tick/fixtures/embedded-game.ts';
import { CodedError } from '../../../kernel/coded-error.ts';
import { readReceivers, failedIn, noticeFilesOf } from '../../receiver-state.ts';
import { findTellers } from '../../tellers.ts';
import { summariesOf, type SummaryFacts } from '../summary/facts.ts';
import { readAccounts } from '../template/accounts.ts';
import { readTree } from '../../../repository/read-tree.ts';
import { writeCommit } from '../../../repository/write-commit.ts';
import { markPath } from '../../../store/journal/part.ts';
import { firstTexts } from './first-texts.ts';
import { engineOf, NO_NOTES, readNotes, textsOfNotes, writeNotes } from './notes.ts';
import { listWaiting, remindersFor, sayWaiting, type Waiting } from './quiet.ts';
import { sayError, troubleFor } from './trouble.ts';

let game: TestGame;
let position: Position;
let summaries: readonly SummaryFacts[];
let waiting: Waiting;
let matter = '';
const kept = new CachedGame();
beforeAll(async () => {
  game = await kernelGame({ core: '2021' });
  matter = await game.table.open(bo, { kind: 'proposal', title: 'Night', text: 'It is *dark*.' });
  for (const voter of [ana, cy]) await game.table.comment(voter, matter, ':for:');
  await game.tick({ cached: kept });
  if (kept.position === null) throw new Error('no game is kept');
  position = kept.position;
  summaries = summariesOf(position, game.now, new Map(), { headOf: () => null, reviewsOf: () => [] });
  waiting = listWaiting(position, game.now, summaries);
});
afterAll(() => kept.close());

const one = (
  more: Partial<SummaryFacts> = {},
  ofMatter: Partial<SummaryFacts['matter']> = {},
): SummaryFacts => {
  const [first] = summaries;
  if (first === undefined) throw new Error('nothing is pending');
  return { ...first, ...more, matter: { ...first.matter, ...ofMatter } };
};
const said = (more: Partial<Waiting>): string => sayWaiting({ ...waiting, ...more }, game.now, IN_ENGLISH);

test('lists who may still vote, and on what', () => {
  expect([...waiting.toVote].map(([id, voters]) => [id, [...voters].sort()])).toEqual([
    [matter, ['dee', 'eli', 'fay']],
  ]);
  expect([waiting.duties, waiting.failing]).toEqual([[], []]);
  expect(said({})).toMatch(
    new RegExp(`^Matters:\\n\\n- #${matter} Night waits for [^\\n]*; not voted: `, 'u'),
  );
});

const none = { enactFrom: null, failFrom: null, byAdmin: false } as const;
test.each<readonly [string, Partial<SummaryFacts>, Partial<SummaryFacts['matter']>, RegExp]>([
  ['an Admin, where it is stuck', { stuck: 'no' }, none, /waits for an admin: it clashes/u],
  ['an Admin, where it clashes', { conflicts: ['x'] } as never, none, /waits for an admin: it clashes/u],
  [
    'another, where that stands in its way',
    {},
    { ...none, fault: 'no', waitsFor: '2' },
    /waits for another matter/u,
  ],
  ['an Admin, where they resolve', {}, { ...none, byAdmin: true }, /waits for an admin, who enacts/u],
  ['time, where it can pass', {}, { ...none, enactFrom: '2024-03-09T00:00:00Z' }, /time: it can pass from/u],
  ['time, where it can fail', {}, { ...none, failFrom: '2024-03-09T00:00:00Z' }, /time: it can fail from/u],
  ['votes, where nothing else is known', {}, none, /waits for votes; not voted/u],
])('a matter waits for %s', (_, more, ofMatter, expected) => {
  expect(said({ summaries: [one({ stuck: null, conflicts: [], ...more }, ofMatter)] })).toMatch(expected);
});

test('leaves out what nobody has to do, and has a list for everything else', () => {
  expect(said({ summaries: [] })).toMatch(/^Nothing is being voted on\.\n\nReact with 👀/u);
  expect(said({ toVote: new Map() })).not.toContain('not voted');
  const all = said({
    summaries: [],
    duties: [{ action: 'let-in', title: 'Let somebody in', whom: ['zed', 'yan'] }],
    failing: ['The tide fails.'],
  });
  expect(all).toContain(
    'Somebody with the right to do so needs to act on:\n\n- Let somebody in (`/let-in`): zed, yan\n',
  );
  expect(all).toContain('\nStuck:\n\n- The tide fails.\n');
});

const DEE = { account: 'dee', login: 'Dee' };
const remind = (after: string, ofMatter: Partial<SummaryFacts['matter']>, asked = [DEE]): readonly string[] =>
  remindersFor(position, { ...waiting, summaries: [one({}, ofMatter)] }, asked, after).map(({ key }) => key);
const [DAY, EARLY] = ['2024-03-02T09:00:00Z', '2024-03-02T08:59:59Z'];

test('reminds those who asked once of a missing vote and once of the end, and nobody else', () => {
  const at = '2024-03-01T09:00:00Z';
  expect(remind(DAY, { ...none, at })).toEqual(['remind-vote-dee']);
  expect(remind(EARLY, { ...none, at })).toEqual([]);
  expect(remind(EARLY, { ...none, at, failFrom: '2024-03-02T20:59:59Z' })).toEqual(['remind-end-dee']);
  expect(remind(EARLY, { ...none, at, enactFrom: '2024-03-02T21:00:00Z' })).toEqual([]);
  // Nobody is reminded of an end that has passed.
  expect(remind(EARLY, { ...none, at, enactFrom: EARLY })).toEqual([]);
  expect(remind(DAY, { ...none, at }, [{ account: 'ana', login: 'Ana' }])).toEqual([]);
  expect(remind(DAY, { ...none, at }, [{ account: 'zed', login: 'Zed' }])).toEqual([]);
  const [reminder] = remindersFor(
    position,
    { ...waiting, summaries: [one({}, { ...none, at })] },
    [DEE],
    DAY,
  );
  expect(reminder).toMatchObject({ post: matter, text: expect.stringContaining('@Dee') as string });
});

test('the next run reads a run’s notes, and treats unreadable ones as none', async () => {
  const { forge } = await openMemoryForge({ clock: () => game.now });
  const main = await readNotes(forge);
  expect([main, await textsOfNotes(forge.repository)]).toEqual([NO_NOTES, []]);
  expect((await engineOf(forge.repository)).bot).toBe(true);
  const notes = { ...NO_NOTES, forms: 'abc', engine: { id: '7', name: 'hall-bot', bot: true } };
  await writeNotes(forge, notes, game.now);
  expect(await readNotes(forge)).toEqual(notes);
  expect(await engineOf(forge.repository)).toEqual(notes.engine);
  expect(await textsOfNotes(forge.repository)).toHaveLength(1);
  await writeNotes(forge, { ...notes, version: 2 } as never, game.now);
  expect(await readNotes(forge)).toEqual(NO_NOTES);
});

test('a run first reads the texts of the game, the end of its journal and its notes', async () => {
  const before = await firstTexts(game.forge.repository);
  expect(before.length).toBeGreaterThan(10);
  await writeNotes(game.forge, NO_NOTES, game.now);
  expect(await firstTexts(game.forge.repository)).toHaveLength(before.length + 1);
  const { forge } = await openMemoryForge({ clock: () => game.now });
  const { repository } = forge;
  expect(await firstTexts(repository)).toEqual([]);
  // A run reads only the last part of a long journal, and the mark if it has a file of its own.
  const [older, last, mark] = ['2024/lines-2024-02-1.log', 'lines-2024-03-1.log', markPath];
  const changes = new Map([older, last, mark, 'README.md'].map((path) => [path, `${path}\n`]));
  const author = { name: 'x', email: '', at: game.now };
  const commit = await writeCommit(repository, { parents: [], changes, author, message: 'x' });
  await forge.advance('journal', null, commit);
  const { files } = await readTree(repository, commit, { under: [last, mark] });
  expect([...(await firstTexts(repository))].sort()).toEqual(
    [...files.values()].map(({ oid }) => oid).sort(),
  );
});

test('tells the owner why a run did nothing, on one line without commands', () => {
  const post = troubleFor({ GITHUB_REPOSITORY: 'ana/hall' } as never, 'no ::error::\nlines', IN_ENGLISH);
  expect(post).toMatchObject({ kind: 'waiting', title: 'The game is stuck' });
  expect(post.text).toContain('@ana');
  expect(sayError(new CodedError('x', 'It is\n  broken.', { next: 'Mend it.' }))).toBe(
    'It is · broken. Mend it.',
  );
  expect([sayError(new Error('a\nb')), sayError('c'), sayError(new CodedError('x', 'd'))]).toEqual([
    'a · b',
    'c',
    'd',
  ]);
});

test('reads accounts by number or as none, and only for players of the game', async () => {
  const client = {} as never;
  expect([...(await readAccounts(['ana=@octo-cat:58', 'bo=none'], client, ['ana', 'bo']))]).toEqual([
    ['ana', { login: 'octo-cat', id: '58' }],
    ['bo', null],
  ]);
  const refused = (text: string): Promise<unknown> => readAccounts([text], client, ['ana', 'bo']);
  for (const text of ['ana', '=x:1', 'ana=o_o:1'])
    await expect(refused(text)).rejects.toThrow('names no account');
  await expect(refused('anna=octo:1')).rejects.toThrow('did you mean ana?');
  await expect(refused('somebody=octo:1')).rejects.toThrow(/called somebody\.$/u);
});

const receiver = (failing: object | null): object => ({
  post: 1,
  line: 2,
  closing: [],
  at: game.now,
  sent: [],
  failing,
});

test('knows from the record which receivers fail, and treats an unreadable record as none', async () => {
  const failing = { since: game.now, why: 'it answered 404', until: game.now };
  const text = JSON.stringify({ chat: receiver(failing), mail: receiver(null) });
  expect(failedIn(text)).toEqual([{ receiver: 'chat', since: game.now, why: 'it answered 404' }]);
  expect([failedIn(null), failedIn('{"chat":{}}'), failedIn('{')]).toEqual([[], [], []]);
  expect([await readReceivers(game.forge), await noticeFilesOf(game.forge)]).toEqual([{}, []]);
});

test('finds all tellers, and what is wrong with each', async () => {
  const teller = () => Promise.resolve([]);
  const finders = [
    () => Promise.resolve({ teller, problems: [] }),
    () => Promise.resolve({ teller: null, problems: ['no address'] }),
  ];
  expect(await findTellers(finders, {})).toEqual({ tellers: [teller], problems: ['no address'] });
});
