// The Admins' tasks, keys that open seats, names of pages, and how often a program may ask.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { homeWith } from '../host/fixtures/home-with.ts';
import { BEGINNING, somebody } from '../session/fixtures/desk.ts';
import { readStatus, type MatterStatus, type Status } from '../tick/read-status.ts';
import { escapeHtml } from './escape-html.ts';
import { overviewAt, overviewOf } from './overview.ts';
import { pageName } from './page-name.ts';
import { SeatKeys } from './program/seat-keys.ts';
import { SeatPace } from './program/seat-pace.ts';
import { withPosition } from './read-table.ts';
import { rehearse } from './rehearse.ts';

const POSTS = [{ by: 'bo', title: 'Tea', votes: { ana: 'FOR', cy: 'FOR' } }];

describe('the Admins’ overview', () => {
  test('lists who hasn’t voted on what', async () => {
    const game = await homeWith({ posts: POSTS });
    const { unvoted, conflicts, failed } = await overviewAt(game);
    expect(unvoted).toEqual([
      { matter: '1', title: 'Tea', players: expect.arrayContaining(['dee', 'eli', 'fay']) },
    ]);
    expect(unvoted[0]?.players).not.toContain('ana');
    expect([conflicts, failed]).toEqual([[], []]);
  });

  test('lists the matters that time alone won’t resolve, and why', async () => {
    const game = await homeWith({ posts: POSTS });
    const { play, status } = await withPosition(game, (position) => ({
      play: position.open.play,
      status: readStatus(position, game.now()),
    }));
    const [tea] = status.queue as [MatterStatus];
    const still = (more: Partial<MatterStatus>, stuck: readonly string[] = []): readonly string[] =>
      overviewOf(play, { ...status, stuck, queue: [{ ...tea, ...more }] }, []).still.map(({ why }) => why);
    const open = { fault: null, byAdmin: false, enactFrom: 'x', failFrom: null } as Partial<MatterStatus>;
    expect(still(open)).toEqual([]);
    expect(still(open, ['1'])).toEqual(['it was due but could not be resolved: its post says why']);
    expect(still({ ...open, fault: 'a rule broke' })).toEqual(['a rule broke']);
    expect(still({ ...open, byAdmin: true })).toEqual(['an Admin has to enact it or fail it']);
    expect(still({ ...open, enactFrom: null })).toEqual(['with these votes it stays undecided']);
    expect(still({ ...open, enactFrom: null, failFrom: 'x' })).toEqual([]);
    const others: Status = { ...status, queue: [{ ...tea, conflict: true }] };
    expect(overviewOf(play, others, []).conflicts).toEqual([{ matter: '1', title: 'Tea' }]);
    // Idle players need not vote, and a matter on which everybody else has voted waits for nobody.
    const idle = (...ids: readonly string[]): readonly unknown[] =>
      overviewOf(
        play,
        {
          ...status,
          roster: status.roster.map((one) => (ids.includes(one.id) ? { ...one, state: 'idle' } : one)),
        },
        [],
      ).unvoted.map(({ players }) => [...players].sort());
    expect(idle('fay')).toEqual([['dee', 'eli']]);
    expect(idle('dee', 'eli', 'fay')).toEqual([]);
    const failed = [{ receiver: 'chat', since: 'x', why: 'y' }];
    expect(overviewOf(play, others, failed).failed).toBe(failed);
  });

  test('lists the players whom an Admin may set idle for their silence', async () => {
    const game = await homeWith({ posts: POSTS });
    const silent = async () => (await overviewAt(game)).silent;
    expect(await silent()).toEqual([]);
    game.forward(6 * 24 * 3_600_000);
    await game.tick();
    expect((await silent()).map(({ player, from }) => [player, from])).toEqual(
      ['bo', 'cy', 'dee', 'eli', 'fay'].map((player) => [player, 'soon']),
    );
    game.forward(200 * 24 * 3_600_000);
    await game.tick();
    const late = await silent();
    expect(late).toEqual(
      ['bo', 'cy', 'dee', 'eli', 'fay'].map((player) => ({
        player,
        lastActive: BEGINNING,
        action: 'idle',
        title: 'Make somebody idle',
        from: 'now',
      })),
    );
  });
});

describe('seat keys', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gitnomic-keys-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const at = (minute: number): string => `2024-03-01T09:${String(minute).padStart(2, '0')}:00Z`;

  test('open their player’s seat until withdrawn, and are stored as hashes', () => {
    const keys = new SeatKeys(folder);
    expect([keys.all, keys.playerOf('program', 'x')]).toEqual([[], null]);
    const [one, two] = [keys.invite('bo', at(0)), keys.invite('bo', at(1))];
    const other = keys.invite('cy', at(1));
    expect([one, two, other].map((token) => new SeatKeys(folder).playerOf('program', token))).toEqual([
      'bo',
      'bo',
      'cy',
    ]);
    expect(keys.playerOf('chat', one)).toBeNull();
    const path = join(folder, '.gitnomic/seats.json');
    expect(readFileSync(path, 'utf8')).not.toContain(one);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(keys.withdraw('bo', 'program', at(2))).toBe(2);
    expect([one, two, other].map((token) => keys.playerOf('program', token))).toEqual([null, null, 'cy']);
    expect(keys.withdraw('bo', 'program', at(3))).toBe(0);
    expect(keys.all.filter(({ player }) => player === 'bo').map(({ withdrawn }) => withdrawn)).toEqual([
      at(2),
      at(2),
    ]);
    // Another key makes no older one invalid.
    keys.invite('dee', at(59));
    expect(keys.playerOf('program', other)).toBe('cy');
  });

  test('link a chat account by a code that works once and expires soon', () => {
    const keys = new SeatKeys(folder);
    const code = keys.invite('bo', at(0), 'code');
    expect([
      keys.isCodeOf('bo', code, at(10)),
      keys.isCodeOf('bo', code, at(11)),
      keys.isCodeOf('cy', code, at(1)),
    ]).toEqual([true, false, false]);
    expect(keys.link('wrong', 'chat-7', at(1))).toBeNull();
    expect(keys.link(code, 'chat-7', at(10))).toBe('bo');
    expect([
      keys.playerOf('chat', 'chat-7'),
      keys.link(code, 'chat-8', at(10)),
      keys.isCodeOf('bo', code, at(10)),
    ]).toEqual(['bo', null, false]);
    const late = keys.invite('cy', at(0), 'code');
    expect([
      keys.link(late, 'chat-9', at(11)),
      keys.playerOf('chat', 'chat-9'),
      keys.link(late, 'chat-9', at(1)),
    ]).toEqual([null, null, null]);
    // Codes that were used, or came too late, are forgotten.
    const newest = keys.invite('cy', at(20), 'code');
    keys.invite('bo', at(21), 'code');
    expect(keys.all.filter(({ way }) => way === 'code').map(({ given }) => given)).toEqual([at(20), at(21)]);
    expect(keys.link(newest, 'chat-9', at(22))).toBe('cy');
    // An account has one seat.
    keys.add({ player: 'dee', way: 'chat' }, 'chat-7', at(12));
    expect(keys.playerOf('chat', 'chat-7')).toBe('dee');
  });
});

test('limits the calls per minute for each program separately', () => {
  let now = 0;
  const pace = new SeatPace(2, () => now);
  pace.take('bo');
  now = 10_000;
  pace.take('bo');
  now = 59_999;
  expect(() => pace.take('bo')).toThrow('Only 2 calls in a minute are answered.');
  expect(() => pace.take('cy')).not.toThrow();
  now = 60_000;
  pace.take('bo');
  expect(() => pace.take('bo')).toThrow(expect.objectContaining({ next: 'Wait 10 s.' }));
});

test.each([
  ['D4', 'D4'],
  ['North Pier', 'North~20Pier'],
  ['', '~'],
  ['index', '~69ndex'],
  ['con', '~63on'],
  ['COM1.x', '~43OM1.x'],
  ['..', '~2e~2e'],
  ['.a', '~2ea'],
  ['é', '~c3~a9'],
  ['a/b', 'a~2fb'],
  ['~', '~7e'],
])('names the page of “%s” %s', (id, name) => {
  expect(pageName(id)).toBe(name);
});

test('escapes every character that could be markup', () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).not.toMatch(/[<>"]|&(?!\w+;|#)/u);
});

test('rehearses an action including what it changes, and keeps nothing of it', async () => {
  const game = await homeWith({
    rules: {
      'dynastic/oil.md': '---\ntitle: Oil\norder: 1\n---\nThere is oil.\n',
      'dynastic/oil.ts': `import { action, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  game: { oil: integer(), hidden: integer({ private: true }) },
  actions: { pump: action({ by: 'emperor', private: true, reveals: ['game'], effect({ game }) { game.oil += 1; game.hidden += 2; } }), stop: action({ by: 'emperor', effect({ refuse }) { refuse('it is too late'); } }) },
}));
`,
    },
  });
  const pumped = await rehearse(game, somebody('cy'), 'pump', {});
  expect(pumped).toMatchObject({
    refusal: null,
    draws: [],
    posts: [],
    comments: [],
    inbox: { submissions: [] },
  });
  expect(pumped.changes.filter(({ private: isPrivate }) => isPrivate)).toHaveLength(1);
  expect(pumped.changes).toHaveLength(2);
  expect(await rehearse(game, somebody('cy'), 'stop', {})).toMatchObject({
    refusal: { reason: 'it is too late' },
    changes: [],
  });
  expect((await game.openPosition()).open.play.state().game['oil']).toBe(0);
});
