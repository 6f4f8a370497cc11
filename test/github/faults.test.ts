import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Person } from '../../src/forge/events.ts';
import type { Forge, People } from '../../src/forge/port.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { GIT_FAULTS } from './stand-in/git-http.ts';
import { handsAt, pushByGit } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';
import type { Post } from './stand-in/world.ts';

const bo: Person = { id: 'bo', name: 'Bo', bot: false };
vi.setConfig({ testTimeout: 240_000 });

let standIn: StandIn;
let forge: Forge;
let table: People;
let folder: string;

beforeEach(async () => {
  standIn = await startWithEngine();
  folder = `${standIn.folder}/client`;
  forge = await openAt(standIn);
  table = handsAt(standIn, forge, folder);
});
afterEach(() => standIn.close());

const story = { kind: 'story', title: 'A tale', text: 'Once.' };
const types = async (mark: string | null): Promise<string[]> =>
  (await forge.observe(mark)).events.map(({ type }) => type);
const commit = (text: string): Promise<string> =>
  writeCommit(forge.repository, {
    parents: [],
    changes: new Map([['a', text]]),
    author: { name: 'x', email: '', at: standIn.world.now },
    message: text,
  });
const postIn = (index: number): Post => {
  const post = standIn.world.posts[index];
  if (post === undefined) throw new Error('no such post');
  return post;
};

test.each([
  'GH013: Repository rule violations found for refs/heads/journal.',
  'GH006: Protected branch update failed for refs/heads/journal.',
])('a push that a repository rule forbids says what to do about it: %s', async (why) => {
  writeFileSync(join(standIn.world.gitdir, 'restricted'), `error: ${why}\n`);
  const refused = forge.advance('journal', null, await commit('1'));
  await expect(refused).rejects.toThrow(`A rule of this repository does not let the engine push: ${why}`);
  await expect(refused).rejects.toMatchObject({
    code: 'bad-request',
    next: expect.stringContaining('turn “Restrict updates” off') as string,
  });
});

describe('what GitHub does on a bad day', () => {
  test('retries after a 502', async () => {
    await table.open(bo, story);
    standIn.world.faults.push({ status: 502 }, { status: 502 });
    expect(await types(null)).toEqual(['opened']);
  });

  test.each([
    [
      'primary',
      { status: 403, message: 'API rate limit exceeded', headers: { 'x-ratelimit-reset': '1624010400' } },
      '2021-06-18T10:00:00Z',
    ],
    [
      'secondary',
      { status: 429, message: 'You have exceeded a secondary rate limit', headers: { 'retry-after': '90' } },
      '90 seconds',
    ],
  ])('stops at a %s rate limit, and says when it goes on', async (_name, fault, until) => {
    for (let n = 0; n < 9; n++) standIn.world.faults.push(fault);
    await expect(forge.observe(null)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(until) as string,
    });
  });

  test.each([
    ['primary', { graphError: { type: 'RATE_LIMITED', message: 'API rate limit exceeded' } }],
    ['primary', { status: 403, message: 'API rate limit exceeded' }],
    ['secondary', { status: 403, message: 'You have exceeded a secondary rate limit' }],
  ])('keeping to GitHub’s pace, also stops at a %s rate limit: %o', async (_name, fault) => {
    const paced = await openAt(standIn, `${standIn.folder}/paced`, true);
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 1800),
      ...(JSON.stringify(fault).includes('secondary') ? { 'retry-after': '90' } : {}),
    };
    for (let n = 0; n < 9; n++) standIn.world.faults.push({ ...fault, headers, path: /graphql$/u });
    await table.open(bo, story);
    await expect(paced.observe(null)).rejects.toMatchObject({
      code: 'unavailable',
      data: { until: expect.stringMatching(/^\d{4}-.*Z$|90 seconds/u) as string },
    });
  });

  test('an error half-way through a write leaves no duplicate', async () => {
    const post = await table.open(bo, story);
    standIn.world.faults.push({ status: 500, path: /comments$/u }, { status: 502, path: /comments$/u });
    await forge.comment(post, 'status', 'All is well.');
    await forge.comment(post, 'status', 'All is better.');
    expect(postIn(0).comments.map(({ body }) => body)).toEqual([
      'All is better.\n\n<!-- gitnomic:key status -->',
    ]);
  });

  test('does a write only once if its answer is lost', async () => {
    const post = await table.open(bo, story);
    const { world } = standIn;
    world.faults.push({ lost: true, method: 'POST', path: /comments$/u });
    await forge.comment(post, 'status', 'All is well.');
    world.faults.push({ lost: true, method: 'POST', path: /issues$/u }, { status: 502, method: 'GET' });
    const own = { key: 'k', ...story };
    const made = await forge.post(own);
    expect(await forge.post(own)).toBe(made);
    expect(postIn(0).comments).toHaveLength(1);
    expect(world.posts).toHaveLength(2);
    expect(world.failures).toEqual([]);
  });

  test.each(Object.entries(GIT_FAULTS))(
    'if Git fails with “%s”, at any request, no push is lost or made twice',
    async (_, fault) => {
      const { world } = standIn;
      let at = 0;
      let asked = 0;
      world.gitWeather = () => (asked++ === at ? fault : null);
      let before: string | null = null;
      do {
        asked = 0;
        const next = await commit(String(at));
        expect(await forge.advance('journal', before, next)).toBe('advanced');
        const theirs = await openAt(standIn, `${standIn.folder}/reader-${at}`);
        expect(await readBranch(theirs.repository, 'journal')).toBe(next);
        before = next;
        at += 1;
      } while (at <= asked);
      expect(at).toBeGreaterThan(2);
    },
  );

  test('asks only for changes within a run, and what didn’t change costs nothing', async () => {
    await table.open(bo, story);
    const { mark } = await forge.observe(null);
    const { world } = standIn;
    const used = (): number => world.used.get('rest 2021-06-18T09') ?? 0;
    expect((await forge.observe(mark)).events).toEqual([]);
    const before = used();
    world.requests.length = 0;
    expect((await forge.observe(mark)).events).toEqual([]);
    expect(world.requests.filter((line) => line.startsWith('GET'))).toHaveLength(2);
    expect(used()).toBe(before);
    // What did change is told all the same, and counted.
    await table.open(bo, story);
    expect((await forge.observe(mark)).events).toMatchObject([{ type: 'opened', post: '2' }]);
    expect(used()).toBe(before + 1);
    // Another run has another token, for which GitHub has other ETags.
    const other = world.account('another-run[bot]', { type: 'Bot', permission: 'write' });
    const etag = async (token: string): Promise<string | null> => {
      const headers = { authorization: `token ${token}` };
      return (await fetch(`${standIn.api}/repos/o/r/issues`, { headers })).headers.get('etag');
    };
    expect(await etag(other.token)).not.toBe(await etag('token-of-github-actions[bot]'));
  });

  test('an unsolicited 304 is no answer, and the next look asks again', async () => {
    await table.open(bo, story);
    standIn.world.faults.push({ status: 304, path: /issues$/u });
    expect(await types(null).catch((error: unknown) => (error as { code?: string }).code)).toBe(
      'unavailable',
    );
    expect(await types(null)).toEqual(['opened']);
  });

  test('reports a comment edited during a read once, as it was read', async () => {
    const post = await table.open(bo, story);
    await table.comment(bo, post, 'one');
    const { world } = standIn;
    const comment = postIn(0).comments[0];
    let edits = 0;
    world.faults.push({
      path: /graphql$/u,
      first: () => void edits++,
    });
    const { mark } = await forge.observe(null);
    world.now = '2021-06-18T09:05:00Z';
    world.faults.push({
      path: /graphql$/u,
      first: () => {
        if (comment !== undefined) world.rewrite(comment, world.account('Bo'), 'two');
        edits++;
      },
    });
    const { events, mark: later } = await forge.observe(mark);
    expect(edits).toBe(2);
    expect(events).toMatchObject([{ type: 'comment-edited', text: 'two' }]);
    expect((await forge.observe(later)).events).toEqual([]);
  });

  test('reports a head that moves during a read as it was read, and the move at the next look', async () => {
    const { world } = standIn;
    const [zero, one, two] = [await commit('0'), await commit('1'), await commit('2')];
    await forge.advance('main', null, zero);
    const post = await table.open(bo, { ...story, kind: 'proposal', head: one });
    const { execFileSync } = await import('node:child_process');
    await pushByGit(standIn, folder, world.account('Bo'), 'kept', two);
    // After its branch was read, and before it is asked when its heads came; what it left is on no branch any more.
    world.faults.push(
      { path: /graphql$/u, first: () => undefined },
      {
        path: /graphql$/u,
        first: () => {
          const branch = world.posts[0]?.branch ?? '';
          execFileSync('git', ['--git-dir', world.gitdir, 'update-ref', `refs/heads/${branch}`, two]);
          world.notePushes(world.account('Bo'));
        },
      },
    );
    const { events, mark } = await forge.observe(null);
    expect(events).toMatchObject([{ type: 'opened', post, head: { oid: one } }]);
    expect(await (await openAt(standIn, `${folder}-anew`)).bring(one)).toBe(true);
    expect((await forge.observe(mark)).events).toMatchObject([
      { type: 'pushed', post, head: two, forced: true, by: { name: 'Bo' } },
    ]);
  });

  test('if somebody pushes while the engine pushes, the engine’s push loses, and it sees theirs', async () => {
    const [one, two, theirs] = [await commit('1'), await commit('2'), await commit('3')];
    await forge.advance('main', null, one);
    await pushByGit(standIn, folder, standIn.world.account('Cy', { permission: 'write' }), 'kept', theirs);
    const { execFileSync } = await import('node:child_process');
    standIn.world.beforePush = () =>
      void execFileSync('git', ['--git-dir', standIn.world.gitdir, 'update-ref', 'refs/heads/main', theirs]);
    expect(await forge.advance('main', one, two)).toBe('moved');
    expect(await readBranch(forge.repository, 'main')).toBe(theirs);
  });
});

describe('a merge that GitHub notices late', () => {
  const enact = async (): Promise<string> => {
    const zero = await commit('0');
    await forge.advance('main', null, zero);
    const author = { name: 'x', email: '', at: standIn.world.now };
    const make = (parents: string[], text: string): Promise<string> =>
      writeCommit(forge.repository, { parents, changes: new Map([['a', text]]), author, message: text });
    const head = await make([zero], '1');
    const post = await table.open(bo, { ...story, kind: 'proposal', head });
    await forge.observe(null);
    await forge.advance('main', zero, await make([zero, head], '1'));
    return post;
  };

  test('shows as merged, because the engine doesn’t close it earlier', async () => {
    const post = await enact();
    await forge.settle(post);
    expect(postIn(0)).toMatchObject({ merged: true, closed: true, locked: true });
    expect(standIn.world.requests.filter((line) => line.startsWith('PATCH'))).toEqual([]);
  });

  test('is waited for within bounds, and then closed', async () => {
    const post = await enact();
    standIn.world.posts.forEach((one) => (one.mergesIn = 1000));
    await forge.settle(post);
    expect(postIn(0)).toMatchObject({ merged: false, closed: true, locked: true });
    expect(standIn.world.requests.length).toBeLessThan(60);
  });

  test('isn’t waited for if main doesn’t contain it', async () => {
    const [zero, one] = [await commit('0'), await commit('1')];
    await forge.advance('main', null, zero);
    const post = await table.open(bo, { ...story, kind: 'proposal', head: one });
    await forge.observe(null);
    standIn.world.requests.length = 0;
    await forge.settle(post);
    expect(postIn(0)).toMatchObject({ merged: false, closed: true, locked: true });
    expect(standIn.world.requests).toHaveLength(3);
  });
});

describe('trust', () => {
  test('somebody who writes the engine’s marker only has a comment of their own', async () => {
    const post = await table.open(bo, story);
    await table.comment(bo, post, 'Mine <!-- gitnomic:key status -->');
    await forge.comment(post, 'status', 'The engine’s.');
    expect(postIn(0).comments.map(({ by }) => by?.login)).toEqual(['Bo', 'github-actions[bot]']);
  });

  test('a post with the marker that somebody else wrote isn’t taken for the engine’s', async () => {
    await table.open(bo, { ...story, text: '<!-- gitnomic:key k -->' });
    expect(await forge.post({ key: 'k', ...story })).toBe('2');
    expect(await forge.post({ key: 'k', ...story })).toBe('2');
  });

  test('keeps labels that people added', async () => {
    const post = await table.open(bo, story);
    await forge.label(post, ['pending']);
    await forge.label(post, ['enacted']);
    expect(postIn(0).labels).toEqual(['kind/story', 'game/enacted']);
  });

  test('a deleted account is a ghost, and a renamed one stays the same person', async () => {
    const post = await table.open(bo, story);
    await table.comment(bo, post, 'I was here');
    for (const comment of postIn(0).comments) comment.by = null;
    const [opened, commented] = (await forge.observe(null)).events;
    expect(commented?.by).toEqual({ id: '10137', name: 'ghost', bot: false });
    const account = standIn.world.account('Bo');
    Object.assign(account, { login: 'Beau' });
    expect((await forge.observe(null)).events[0]?.by).toEqual({ ...opened?.by, name: 'Beau' });
  });

  test('reports a missing permission to push as such, not as a lost race', async () => {
    const one = await commit('1');
    for (const account of standIn.world.accounts.values()) account.permission = 'read';
    await expect(forge.advance('main', null, one)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('no error reveals the token', async () => {
    await standIn.close();
    const error: unknown = await forge
      .bring('0'.repeat(40))
      .then(
        () => forge.observe(null),
        (cause: unknown) => cause,
      )
      .catch((cause: unknown) => cause);
    expect(String(error)).not.toContain('token-of');
    standIn = await startWithEngine();
  });
});
