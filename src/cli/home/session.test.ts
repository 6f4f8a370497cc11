// What a browser keeps of a game: its seat, its links and its drafts, beyond the life of the server.
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { somebody } from '../../session/fixtures/desk.ts';
import type { SavedDraft } from '../../seat/forms/saved-draft.ts';
import { answerFor, keepAnswer } from './stored-answers.ts';
import { assertSeated, describeLinks, hashOf, nameOfHolder, Seats } from './seats.ts';
import { Sessions, type Session } from './session.ts';
import { IN_ENGLISH } from '../../language/wording.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-session-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const [bo, cy] = [somebody('bo'), somebody('cy')];
const DRAFT: SavedDraft = { edits: [], title: 'Light', text: '', kind: '' };
const cookieOf = (sessions: Sessions, session: Session): string =>
  `other=1; ${sessions.header(session, false).split(';')[0] ?? ''}`;
/** A browser that has done something in a seat. */
function seated(sessions: Sessions, who: Session['seat'], more: Partial<Session> = {}): Session {
  const session = Object.assign(sessions.begin(), { seat: who, ...more });
  sessions.keep(session);
  return session;
}

describe('a session', () => {
  test('is found only by its cookie', () => {
    const sessions = new Sessions(4321);
    const session = seated(sessions, bo);
    expect(sessions.find(cookieOf(sessions, session))).toBe(session);
    for (const cookies of [undefined, '', 'gitnomic-home-4321=made-up', 'gitnomic-home-4322=x', session.id])
      expect(sessions.find(cookies)).toBeNull();
    expect(sessions.header(session, false)).toBe(
      `gitnomic-home-4321=${session.id}; Path=/; HttpOnly; SameSite=Strict`,
    );
    expect(sessions.header(session, true)).toMatch(/; Secure$/u);
  });

  test('that has done nothing is known by its own signature, and contains nothing', () => {
    const sessions = new Sessions(4321);
    const fresh = sessions.begin();
    const found = sessions.find(cookieOf(sessions, fresh));
    expect([found?.id, found?.seat]).toEqual([fresh.id, null]);
    const [drawn] = fresh.id.split('.');
    expect(sessions.find(`gitnomic-home-4321=${drawn}.${'0'.repeat(64)}`)).toBeNull();
    // Another server has another key.
    expect(new Sessions(4321).find(cookieOf(sessions, fresh))).toBeNull();
  });

  test('outlives its server, with its seat, its links and its drafts', () => {
    const before = new Sessions(4321, folder);
    const drafts = new Map([['mine', DRAFT]]);
    const session = seated(before, bo, {
      link: 'l',
      hostLink: 'h',
      drafts,
      flash: { ok: true, title: 'x', said: [] },
    });
    const token = before.tokenOf(session);
    const after = new Sessions(4321, folder);
    const again = after.find(cookieOf(before, session));
    expect(again).toMatchObject({ id: session.id, seat: bo, link: 'l', hostLink: 'h', flash: null });
    expect([...(again?.drafts ?? [])]).toEqual([['mine', DRAFT]]);
    // Pages that are open stay valid.
    expect(after.isToken(again as Session, token)).toBe(true);
    const path = join(folder, '.gitnomic/browsers.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain(session.id);
  });

  test('is written only if it changed', () => {
    const sessions = new Sessions(4321, folder);
    const session = seated(sessions, bo);
    const path = join(folder, '.gitnomic/browsers.json');
    rmSync(path);
    sessions.keep(session);
    expect(() => statSync(path)).toThrow('ENOENT');
    session.seat = cy;
    sessions.keep(session);
    expect(readFileSync(path, 'utf8')).toContain('"cy"');
  });

  test('has a token for its seat and its game, and for no other', () => {
    const sessions = new Sessions(4321);
    const session = seated(sessions, bo);
    const token = sessions.tokenOf(session);
    expect(sessions.isToken(session, token)).toBe(true);
    for (const more of [{ seat: cy }, { seat: null }, { table: '/copy' }, { id: 'other' }])
      expect(sessions.isToken({ ...session, ...more }, token)).toBe(false);
    expect(sessions.isToken(session, '')).toBe(false);
  });
});

describe('if there are too many sessions', () => {
  const are = (sessions: Sessions, all: readonly Session[]): readonly boolean[] =>
    all.map(
      (one) =>
        sessions.find(cookieOf(sessions, one))?.seat !== null &&
        sessions.find(cookieOf(sessions, one)) === one,
    );

  test('drops one without a seat first', () => {
    const sessions = new Sessions(4321, null, 3);
    const all = [seated(sessions, bo), seated(sessions, null), seated(sessions, cy), seated(sessions, bo)];
    expect(are(sessions, all)).toEqual([true, false, true, true]);
  });

  test('drops the longest unused one of the person who has the most, if all have seats', () => {
    const sessions = new Sessions(4321, null, 3);
    const all = [seated(sessions, cy), seated(sessions, bo), seated(sessions, bo)];
    // It was used since.
    sessions.find(cookieOf(sessions, all[1] as Session));
    expect(are(sessions, [...all, seated(sessions, cy)])).toEqual([true, true, false, true]);
  });

  test('of stored ones, also drops the longest unused one of the person who has the most', () => {
    const before = new Sessions(4321, folder, 2);
    const all = [seated(before, bo), seated(before, bo, { hostLink: 'h' }), seated(before, cy)];
    const after = new Sessions(4321, folder, 2);
    expect(all.map((one) => after.find(cookieOf(before, one))?.seat?.id)).toEqual([undefined, 'bo', 'cy']);
  });

  test('stores drafts of the latest hundred only', () => {
    const before = new Sessions(4321, folder);
    const all = Array.from({ length: 101 }, (_, at) =>
      seated(before, somebody(`p${at}`), { drafts: new Map([['mine', DRAFT]]) }),
    );
    const after = new Sessions(4321, folder);
    const sizes = all.map((one) => after.find(cookieOf(before, one))?.drafts.size);
    expect([sizes[0], sizes[1], sizes.at(-1)]).toEqual([0, 1, 1]);
  });
});

test('keeps the latest twelve answers, for their own person, under addresses that say what they are about', () => {
  const keeper = { answers: new Map() };
  const words = new URLSearchParams({
    on: '1',
    path: 'a/b',
    text: 'secret',
    kind: '',
    entry: 'x'.repeat(401),
  });
  const address = keepAnswer(keeper, words, { kind: 'comment', token: 't', problem: 'no' });
  expect(address).toMatch(/^\/do\/comment\/\?on=1&path=a%2Fb&answer=[0-9a-f]{16}$/u);
  const asked = new URLSearchParams(address.split('?')[1]);
  expect(answerFor(keeper, asked, { kind: 'comment', token: 't' })?.problem).toBe('no');
  expect(answerFor(keeper, asked, { kind: 'vote', token: 't' })).toBeNull();
  expect(answerFor(keeper, asked, { kind: 'comment', token: 'other' })).toBeNull();
  expect(answerFor(keeper, new URLSearchParams(), { kind: 'comment', token: 't' })).toBeNull();
  for (let more = 0; more < 11; more++) keepAnswer(keeper, words, { kind: 'comment', token: 't' });
  expect(answerFor(keeper, asked, { kind: 'comment', token: 't' })).not.toBeNull();
  keepAnswer(keeper, words, { kind: 'comment', token: 't' });
  expect(answerFor(keeper, asked, { kind: 'comment', token: 't' })).toBeNull();
});

describe('the links of a game', () => {
  const ROSTER = [
    { id: 'bo', name: 'Bo' },
    { id: 'cy', name: 'Cy' },
  ];
  const pathOf = (seats: Seats, name: string): string =>
    seats.links.find(({ who }) => nameOfHolder(who, IN_ENGLISH) === name)?.path ?? '';
  const hashIn = (seats: Seats, path: string): string | null => seats.linkIn(`/${path}`) ?? null;

  test('are the host’s, the newcomers’ and one for each player, and stay the same', () => {
    const seats = new Seats(folder);
    seats.open('http://localhost:1/', ROSTER.slice(0, 1));
    const first = seats.links;
    expect(first.map(({ who }) => nameOfHolder(who, IN_ENGLISH))).toEqual([
      'Host (links, clock, rewind)',
      'New players',
      'Bo',
    ]);
    seats.open('http://localhost:2/', ROSTER);
    expect(seats.links.slice(0, 3)).toEqual(first);
    expect([seats.links.length, seats.url]).toEqual([4, 'http://localhost:2/']);
    expect(statSync(join(folder, '.gitnomic/links.json')).mode & 0o777).toBe(0o600);
    // A link that was withdrawn isn't made again.
    seats.withdraw({ ...bo, name: 'Bo' });
    seats.open('http://localhost:2/', ROSTER);
    expect(pathOf(seats, 'Bo')).toBe('');
    expect(describeLinks(seats)[2]).toBe('  Bo  withdrawn');
    expect(describeLinks(seats)[3]).toBe(`  Cy  http://localhost:2/${pathOf(seats, 'Cy')}`);
  });

  test('have no address in a copy until it is served', () => {
    new Seats(folder).open('http://localhost:1/', ROSTER);
    const copy = join(folder, 'copy');
    cpSync(join(folder, '.gitnomic'), join(copy, '.gitnomic'), { recursive: true });
    const seats = new Seats(copy);
    expect([seats.url, describeLinks(seats)[2]]).toEqual(['', `  Bo  ${pathOf(seats, 'Bo')}`]);
    seats.withdraw({ ...bo, name: 'Bo' });
    expect(seats.url).toBe('');
    seats.open('http://localhost:2/', ROSTER);
    expect([seats.url, new Seats(folder).url]).toEqual(['http://localhost:2/', 'http://localhost:1/']);
  });

  test('call a renamed player by the new name, and keep their secret', () => {
    const seats = new Seats(folder);
    seats.open('http://localhost:1/', ROSTER);
    const path = pathOf(seats, 'Bo');
    for (const [name, rename] of [
      ['Bob', () => seats.rename([{ id: 'bo', name: 'Bob' }])],
      ['Robert', () => seats.open('http://localhost:1/', [{ id: 'bo', name: 'Robert' }])],
    ] as const) {
      rename();
      expect([pathOf(seats, name), pathOf(seats, 'Cy') === '']).toEqual([path, false]);
      expect(new Seats(folder).whoHas(hashIn(seats, path))?.name).toBe(name);
    }
  });

  test('tell every server of the game whose they are', () => {
    const seats = new Seats(folder);
    seats.open('http://localhost:1/', ROSTER);
    const [host, newcomers, own] = ['Host (links, clock, rewind)', 'New players', 'Bo'].map((name) =>
      hashIn(seats, pathOf(seats, name)),
    ) as [string, string, string];
    const other = new Seats(folder);
    expect([other.isHosts(host), other.isHosts(own), other.isHosts(null)]).toEqual([true, false, false]);
    expect([other.isNewcomers(newcomers), other.isNewcomers(host)]).toEqual([true, false]);
    expect([other.whoHas(own), other.whoHas(host), other.whoHas(null)]).toEqual([
      { id: 'bo', name: 'Bo', bot: false },
      null,
      null,
    ]);
    seats.withdraw({ ...bo, name: 'Bo' });
    expect([other.isInForce(own), other.isInForce(host), other.whoHas(own)]).toEqual([false, true, null]);
    seats.invite({ ...bo, name: 'Bo' });
    expect(other.isInForce(own)).toBe(false);
    expect(other.whoHas(hashIn(other, pathOf(other, 'Bo')))?.id).toBe('bo');
  });

  test('are used again for somebody who comes with another browser', () => {
    const seats = new Seats();
    const link = seats.linkFor(bo);
    expect(seats.linkFor(bo)).toBe(link);
    expect(seats.whoHas(link)?.id).toBe('bo');
    expect([seats.isFree(bo, []), seats.isFree(cy, []), seats.isFree(cy, [{ id: 'cy' }])]).toEqual([
      false,
      true,
      false,
    ]);
    seats.withdraw(bo);
    expect(seats.isFree(bo, [])).toBe(true);
  });

  test.each([
    ['/seat/abc-_1', hashOf('abc-_1')],
    ['/seat/abc/', hashOf('abc')],
    ['/seat/', undefined],
    ['/seat/a/b', undefined],
    ['/seats/abc', undefined],
    ['/seat/a b', undefined],
  ])('%s', (path, link) => {
    expect(new Seats().linkIn(path)).toBe(link);
  });

  test('come with the host’s latest five actions', () => {
    const seats = new Seats(folder);
    for (let at = 0; at < 6; at++) seats.note(`2024-03-0${at + 1}T09:00:00Z`, `did ${at}`);
    expect(new Seats(folder).actions.map(({ did }) => did)).toEqual([
      'did 1',
      'did 2',
      'did 3',
      'did 4',
      'did 5',
    ]);
  });
});

test.each<
  [string, Session['seat'], Partial<Record<'isHost' | 'mayCome' | 'changes', boolean>>, string | null]
>([
  ['post', bo, { changes: true }, null],
  ['post', null, {}, null],
  ['post', null, { changes: true }, 'You’re only watching.'],
  ['who', bo, {}, 'You’re bo in this browser.'],
  ['who', null, {}, 'The host lets nobody in at the moment.'],
  ['who', null, { mayCome: true }, null],
  ['who', bo, { isHost: true }, null],
  ['time', bo, {}, 'Only the host can do that.'],
  ['links', null, { isHost: true, changes: true }, null],
])('the form %s, for %j: %j', (name, who, may, why) => {
  const check = (): void =>
    assertSeated(name, { who }, { isHost: false, mayCome: false, changes: false, ...may });
  if (why === null) expect(check).not.toThrow();
  else expect(check).toThrow(why);
});
