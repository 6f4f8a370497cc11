// How a game stands: its matters, its people, and what waits for somebody.
import { beforeAll, expect, test } from 'vitest';

import { SMALL, type Desk } from '../session/fixtures/desk.ts';
import { askRules } from '../session/ask/call-guard.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { WELL } from '../wording/health.ts';
import {
  matterStatus,
  matterStatusOf,
  numberOrNull,
  readStatus,
  sayStill,
  stuckIn,
  textOrNull,
  type Status,
} from './read-status.ts';
import { statusSchema } from './status-schema.ts';

const OIL = {
  'dynastic/oil.md': '---\ntitle: Oil\norder: 1\n---\nEach Player has Oil. The tide comes at noon.\n',
  'dynastic/oil.ts': `import { everyDay, integer, rule } from 'gitnomic/rules';
export default rule(({ game }) => ({
  player: { oil: integer({ start: 5 }) },
  game: { tides: integer() },
  times: { tide: { title: 'High tide', at: everyDay('12:00'), effect() { game.tides += 1; } } },
}));
`,
};
const TEA = { by: 'bo', title: 'Tea', votes: { ana: 'FOR', cy: 'AGAINST' } };
const at = (desk: Desk, known = {}): Status => readStatus(desk.session.position, desk.now, known);

let desk: Desk;
let status: Status;
beforeAll(async () => {
  desk = await sessionWith({ rules: OIL, posts: [TEA, { by: 'ana', title: 'Well', kind: 'story' }] });
  status = at(desk);
});

test('the status matches its schema, and says which game and time it’s of', () => {
  expect(statusSchema.parse(status)).toEqual(status);
  expect(status).toMatchObject({
    name: 'Harbour',
    now: desk.now,
    resolution: 'automatic',
    practice: false,
    dynasty: { number: 1, emperor: 'cy' },
    stuck: [],
    failing: [],
  });
  expect(status.figures).toContainEqual(expect.objectContaining({ value: 4 }));
  expect(status.coming.map(({ title, at: time }) => [title, time])).toContainEqual([
    'High tide',
    '2024-03-01T12:00:00Z',
  ]);
});

test('a matter has its votes and when it ends, and other posts aren’t in the queue', () => {
  expect(status.queue).toHaveLength(1);
  expect(status.queue[0]).toMatchObject({
    id: '1',
    kind: 'proposal',
    kindTitle: 'Proposal',
    title: 'Tea',
    author: 'bo',
    votes: { ana: 'FOR', bo: 'FOR', cy: 'AGAINST' },
    state: 'undecided',
    outlook: null,
    conflict: false,
    fault: null,
    queue: 1,
    enactFrom: '2024-03-03T09:00:00Z',
    failFrom: null,
  });
  expect(status.queue[0]?.counts).toMatchObject([
    { key: 'for', count: 2 },
    { key: 'against', count: 1 },
  ]);
});

test('lists people with their offices and values, and the emperor without dynastic ones', () => {
  expect(status.roster.map(({ id, admin, emperor, state }) => [id, admin, emperor, state])).toEqual([
    ['ana', true, false, 'active'],
    ['bo', false, false, 'active'],
    ['cy', false, true, 'active'],
    ['dee', false, false, 'active'],
    ['eli', false, false, 'active'],
    ['fay', false, false, 'active'],
  ]);
  const has = (id: string) => JSON.stringify(status.roster.find((one) => one.id === id)?.has);
  expect(has('bo')).toContain('Oil');
  expect(has('cy')).not.toContain('Oil');
});

test('shows people by their ids if their state says little', () => {
  const { state } = { state: desk.session.position.open.play.state() };
  const players = {
    gus: { name: '', admin: 'yes' },
    hal: { name: 'Hal', state: 'idle', 'last-active': '2024-03-01T00:00:00Z' },
  };
  const { roster } = at(desk, { state: { ...state, players } });
  expect(roster).toMatchObject([
    { id: 'gus', name: 'gus', state: 'active', admin: false, machine: false, lastActive: null },
    { id: 'hal', name: 'Hal', state: 'idle', lastActive: '2024-03-01T00:00:00Z' },
  ]);
});

test('a settled matter has its outcome, and nothing is expected of it', async () => {
  const own = await sessionWith({
    ...SMALL,
    posts: [{ by: 'bo', title: 'Tea', votes: { ana: 'FOR', cy: 'FOR', dee: 'FOR' } }],
  });
  own.later(13);
  own.decide();
  const { position } = own.session;
  const post = position.open.play.state().posts['1'];
  if (post === undefined) throw new Error('there is a post');
  expect(post.status).toBe('enacted');
  expect(matterStatusOf(position, own.now, post)).toMatchObject({
    state: 'enacted',
    outlook: null,
    needed: null,
    conflict: false,
    fault: null,
  });
  expect(at(own).queue).toEqual([]);
});

test('reports a matter whose branch can’t be read as failing, with the reason', () => {
  const { position } = desk.session;
  const unread = {
    ...position,
    branches: {
      whyUnread: () => 'its changes can’t be read',
      proposedTexts: () => [],
      mergedTexts: () => ({ conflicts: [] }),
    },
  };
  const { queue, failing } = readStatus(unread as never, desk.now);
  expect(queue[0]).toMatchObject({ fault: 'its changes can’t be read' });
  expect(failing).toEqual(['Tea: its changes can’t be read']);
  const { play } = position.open;
  const health = { ...WELL, waitsFor: '9', byAdmin: true };
  const statusAs = (why: string | null) =>
    matterStatus(
      { id: '1', status: 'pending', conflict: false, unread: why } as never,
      play.model,
      askRules(play, desk.now),
      () => health,
    );
  expect(statusAs(null)).toMatchObject({ waitsFor: '9', byAdmin: true });
  expect(statusAs('x')).toMatchObject({ waitsFor: null, byAdmin: false });
});

test('reports what can’t be resolved only once: at the matter that others wait for', () => {
  expect(sayStill({ title: 'Tea', fault: 'a rule broke', waitsFor: null })).toEqual(['Tea: a rule broke']);
  expect(sayStill({ title: 'Tea', fault: 'a rule broke', waitsFor: '3' })).toEqual([]);
  expect(sayStill({ title: 'Tea', fault: null, waitsFor: null })).toEqual([]);
});

test('recognizes matters that the last tick couldn’t resolve by the label of their posts', () => {
  const { position } = desk.session;
  const forgePost = position.posts.forgePostOf('1') ?? '';
  const labelled = (label: string) => new Set(label === 'stuck' ? [forgePost] : ['other']);
  expect(stuckIn(position, { labelled })).toEqual(['1']);
  expect(stuckIn(position, { labelled: () => new Set<string>() })).toEqual([]);
});

test('reports rules under which nothing can be changed, with the way out', async () => {
  const lock = {
    'dynastic/lock.md': '---\ntitle: Lock\norder: 1\n---\nNothing changes.\n',
    'dynastic/lock.ts': `import { rule } from 'gitnomic/rules';
export default rule(() => ({ hooks: { 'may-enact'({ refuse }) { refuse('the lock is shut'); } } }));
`,
  };
  const own = await sessionWith({ ...SMALL, rules: lock });
  const { failing } = at(own);
  expect(failing.join()).toMatch(
    /^Nothing can be changed any more: .*the lock is shut.*`gitnomic doctor recover`/u,
  );
  // Before anybody has joined it only waits.
  const state = { ...own.session.position.open.play.state(), players: {} };
  expect(at(own, { state }).failing).toEqual([]);
});

test('doesn’t report frozen rules separately if the same rule already refuses a due matter', async () => {
  const clause = (test: string): string => `import { rule } from 'gitnomic/rules';
export default rule(() => ({ hooks: { 'may-enact'({ matter, refuse }) { if (${test}) refuse('it is shut'); } } }));
`;
  const shut = (lock: string, gate: string) =>
    sessionWith({
      ...SMALL,
      rules: {
        'dynastic/gate.md': '---\ntitle: Gate\norder: 1\n---\nSome pass.\n',
        'dynastic/gate.ts': clause(gate),
        'dynastic/lock.md': '---\ntitle: Lock\norder: 2\n---\nNone passes.\n',
        'dynastic/lock.ts': clause(lock),
      },
      posts: [{ by: 'bo', title: 'Tea', votes: { ana: 'FOR', cy: 'FOR', dee: 'FOR', eli: 'FOR' } }],
    });
  const failingOf = (own: Desk) => {
    own.later(60);
    const { queue, failing } = at(own);
    return [queue[0]?.refusedBy, failing.map((one) => one.split(':')[0])];
  };
  const frozen = 'Nothing can be changed any more';
  expect(failingOf(await shut('true', 'false'))).toEqual(['dynastic/lock', ['Tea']]);
  expect(failingOf(await shut("matter.title !== 'Tea'", "matter.title === 'Tea'"))).toEqual([
    'dynastic/gate',
    [frozen, 'Tea'],
  ]);
});

test('ignores a number or a text of the wrong type', () => {
  expect([numberOrNull(3), numberOrNull('3'), textOrNull('x'), textOrNull(3)]).toEqual([3, null, 'x', null]);
});

test('passes on a stuck matter that the caller knows', () => {
  expect(at(desk, { stuck: ['1'] }).stuck).toEqual(['1']);
});

test('after a victory, says who won and who continues with which action', async () => {
  const won = await sessionWith({
    ...SMALL,
    rules: {
      'dynastic/won.md': '---\ntitle: Won\norder: 1\n---\nAna has won, and Bo begins again.\n',
      'dynastic/won.ts': `import { action, rule } from 'gitnomic/rules';
export default rule(() => ({
  views: { 'dynasty-won': () => ({ winner: 'ana', begins: 'bo', next: 'again' }) },
  actions: { again: action({ effect() {} }) },
}));
`,
    },
  });
  const found = at(won);
  expect(found.victory).toEqual({ winner: 'ana', begins: 'bo', next: 'again' });
  expect(statusSchema.parse(found)).toEqual(found);
  expect(Object.hasOwn(status, 'victory')).toBe(false);
});
