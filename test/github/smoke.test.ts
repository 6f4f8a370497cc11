import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ASSUMPTIONS, type Sighting } from '../../src/addons/github-check/assumptions.ts';
import { withoutPrivate } from '../../src/addons/github-check/witness.ts';
import { activitySchema, detailSchema, postSchema } from '../../src/forge/github/answers.ts';
import { eventsOfPost } from '../../src/forge/github/to-events.ts';
import { forgeEventSchema } from '../../src/forge/events.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { jobOf } from './run-job.ts';
import type { StandIn } from './stand-in/server.ts';

let standIn: StandIn;
beforeEach(async () => {
  more = {};
  standIn = await startWithEngine();
  const forge = await openAt(standIn);
  const main = await writeCommit(forge.repository, {
    parents: [],
    changes: new Map([['README.md', 'A game.\n']]),
    author: { name: 'ana', email: '', at: standIn.world.now },
    message: 'Begin',
  });
  await forge.advance('main', null, main);
});
afterEach(() => standIn.close());

/** What the workflow Smoke has besides: two sites to publish, and what says to Pages who it is. */
let more: Record<string, string> = {};

async function doctor(...words: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const plain = (_: unknown, text: string): string => text;
  const terminal = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (out += text),
    paint: plain,
    paintErr: plain,
    progress: () => undefined,
  };
  const environment = {
    GITHUB_TOKEN: 'token-of-github-actions[bot]',
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
    ...more,
  };
  const code = await runCli({
    words: ['doctor', ...words],
    folder: standIn.folder,
    environment,
    terminal,
    caches,
  });
  return { code, out };
}

test('Smoke as its workflow runs it checks each assumption, and leaves only the answers behind', async () => {
  const { world } = standIn;
  world.permissions = jobOf('smoke.yml', 'smoke').permissions;
  world.site = `${standIn.api}/site/`;
  Object.assign(world.artifacts, { 11: 'one', 12: 'two' });
  world.clockRuns.push('2021-06-18T08:05:00Z', '2021-06-18T08:14:30Z', '2021-06-18T08:44:00Z');
  more = {
    SMOKE_PAGES_ONE: '11',
    SMOKE_PAGES_TWO: '12',
    ACTIONS_ID_TOKEN_REQUEST_URL: `${standIn.api}/oidc?api-version=2`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'token-of-github-actions[bot]',
  };
  const stood = [...world.refs()];
  const { out } = await doctor('--github', 'o/r', '--try', '--answers', 'answers.json', '--json');
  const { seen } = JSON.parse(out) as { seen: Sighting[] };
  const verdicts = Object.fromEntries(seen.map(({ assumption, verdict }) => [assumption, verdict]));
  expect(Object.keys(verdicts).toSorted()).toEqual(Object.keys(ASSUMPTIONS).toSorted());
  const unseen = ['deleted-gone', 'forks-approved'];
  expect(verdicts).toEqual(
    Object.fromEntries(
      Object.keys(ASSUMPTIONS).map((name) => [name, unseen.includes(name) ? 'not seen' : 'held']),
    ),
  );
  expect([...world.refs()]).toEqual(stood);
  expect(world.labels).toEqual([]);
  expect(world.posts.filter(({ closed }) => !closed)).toEqual([]);
  expect(world.failures).toEqual([]);
  const kept = readFileSync(join(standIn.folder, 'answers.json'), 'utf8');
  expect(kept).not.toContain('token-of-');
  expect(withoutPrivate(JSON.parse(kept), '\0')).toEqual(JSON.parse(kept));
  expect(kept).not.toMatch(/\w@\w/u);
  const read = replayed(kept);
  for (const [kind, count] of Object.entries(read)) expect([kind, count > 0]).toEqual([kind, true]);
  expect(JSON.parse(kept)).toMatchObject({
    measured: { begin: [0], machine: [0], merged: [expect.any(Number)], deploy: [0, 0, 0] },
  });
});

test('reports what GitHub does differently as what doesn’t hold', async () => {
  const { world } = standIn;
  world.workflows.pop();
  world.site = null;
  world.isNull = ({ field }) => field === 'diff';
  const { out } = await doctor('--github', 'o/r', '--try');
  const row = (assumption: keyof typeof ASSUMPTIONS): string | undefined =>
    out.split('\n').find((line) => line.startsWith(`| ${ASSUMPTIONS[assumption]} |`));
  expect(row('actions-on')).toMatch(/\| not \| not active: tick\.yml \|$/u);
  expect(row('pages-by-actions')).toContain('| not |');
  expect(row('edits-whole')).toMatch(/\| not \| of a post .*, of a comment /u);
  expect(row('lost-race')).toContain('| held |');
  expect(out).toContain('With a second account');
});

test('an owner’s token can delete an issue, and the report says if a workflow can’t open a pull request', async () => {
  const { world } = standIn;
  world.account('ana', { permission: 'write' });
  more = { GITHUB_TOKEN: 'token-of-ana' };
  const { seen } = JSON.parse((await doctor('--github', 'o/r', '--try', '--json')).out) as {
    seen: Sighting[];
  };
  const saw = (name: string): unknown => seen.find(({ assumption }) => assumption === name);
  expect(saw('deleted-gone')).toMatchObject({ verdict: 'held' });
  expect(saw('workflow-token')).toMatchObject({ verdict: 'not seen' });
  // It has no site to give, as the workflow has.
  expect(saw('pages-once')).toMatchObject({ verdict: 'not seen' });
  expect(world.posts.filter(({ branch }) => branch === null)).toEqual([]);

  more = {};
  world.mayOpenPulls = false;
  const { out } = await doctor('--github', 'o/r', '--try');
  expect(out).toMatch(
    /within half a minute once its base contains its head\. \| not seen \| .*not permitted to create or approve/u,
  );
  expect([...world.refs().keys()]).toEqual(['refs/heads/main']);
});

test('without --try nothing is made', async () => {
  const { world } = standIn;
  await doctor('--github', 'o/r');
  expect(world.posts).toEqual([]);
  expect(world.requests.filter((request) => !/^GET|graphql$/u.test(request))).toEqual([]);
  expect((await doctor('--github', 'nowhere')).out).toContain('OWNER/NAME');
});

test('keeps answers without tokens and addresses', () => {
  expect(
    withoutPrivate(
      { token: 'a', url: 'x ghs_16charslong y', by: [{ email: 'a@b.c', said: 'mail a.b@c.de' }], id: 3 },
      'secret',
    ),
  ).toEqual({
    token: '***',
    url: 'x *** y',
    by: [{ email: '***', said: 'mail ***' }],
    id: 3,
  });
});

/** Answers that Smoke kept, read by the adapter's readers: how many were read, and of which kinds. */
function replayed(text: string): Readonly<Record<string, number>> {
  const { answers } = JSON.parse(text) as { answers: { asked: string; status: number; answer: unknown }[] };
  const read: Record<string, number> = { pushes: 0, posts: 0, gone: 0, details: 0 };
  const count = (kind: string): void => void (read[kind] = (read[kind] ?? 0) + 1);
  for (const { asked, status, answer } of answers) {
    if (status >= 400) continue;
    if (/ \/repos\/[^/]+\/[^/]+\/activity$/u.test(asked))
      for (const push of answer as unknown[]) {
        activitySchema.parse(push);
        count('pushes');
      }
    const { data, errors = [] } = (answer ?? {}) as Answered;
    for (const [name, post] of Object.entries(data?.repository ?? {})) {
      if (!/^p\d+$/u.test(name)) continue;
      if (post === null) {
        // What is no more is null, and an error says so by its path.
        expect(errors).toContainEqual(
          expect.objectContaining({ type: 'NOT_FOUND', path: ['repository', name] }),
        );
        count('gone');
        continue;
      }
      const whole = postSchema.parse(post);
      // What can't be read of a list would only be left out.
      const { labels, userContentEdits, reactions, comments, timelineItems, reviews = labels } = whole;
      for (const page of [labels, userContentEdits, reactions, comments, timelineItems, reviews])
        expect(page.missing).toBe(0);
      for (const event of eventsOfPost(whole, new Map(), { head: null, since: null }))
        forgeEventSchema.parse(event);
      count('posts');
    }
    for (const node of data?.nodes ?? []) {
      if (node === null) continue;
      const { userContentEdits, reactions } = detailSchema.parse(node);
      expect(userContentEdits.missing + (reactions?.missing ?? 0)).toBe(0);
      count('details');
    }
  }
  return read;
}
interface Answered {
  readonly data?: {
    readonly repository?: Record<string, unknown> | null;
    readonly nodes?: readonly unknown[] | null;
  } | null;
  readonly errors?: readonly unknown[];
}

/** Whoever ran Smoke lays its `answers.json` there, under whatever name. */
const folder = fileURLToPath(new URL('recorded/', import.meta.url));
test.each(readdirSync(folder).filter((name) => name.endsWith('.json')))(
  'reads what GitHub answered: %s',
  (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(replayed(text)['posts']).toBeGreaterThan(0);
    // What would be taken out as secret is out already.
    expect(withoutPrivate(JSON.parse(text), '\0')).toEqual(JSON.parse(text));
  },
);
