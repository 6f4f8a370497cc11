import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { ASSUMPTIONS, type Sighting } from '../../src/host/github/doctor/assumptions.ts';
import { withoutPrivate } from '../../src/host/github/doctor/witness.ts';
import { activitySchema, postSchema } from '../../src/forge/github/answers.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { jobOf } from './run-job.ts';
import type { StandIn } from './stand-in/server.ts';

let standIn: StandIn;
beforeEach(async () => {
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
  };
  const code = await runCli({ words: ['doctor', ...words], folder: standIn.folder, environment, terminal });
  return { code, out };
}

test('Smoke as its workflow runs it: each assumption is looked at, and nothing but the answers is left behind', async () => {
  const { world } = standIn;
  world.permissions = jobOf('smoke.yml', 'smoke').permissions;
  const stood = [...world.refs()];
  const { out } = await doctor('--github', 'o/r', '--try', '--answers', 'answers.json', '--json');
  const { seen } = JSON.parse(out) as { seen: Sighting[] };
  const verdicts = Object.fromEntries(seen.map(({ assumption, verdict }) => [assumption, verdict]));
  expect(Object.keys(verdicts).toSorted()).toEqual(Object.keys(ASSUMPTIONS).toSorted());
  const unseen = ['forks-approved', 'pages-each-commit', 'soon-begun'];
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
  expect(kept).not.toMatch(/\w@\w/u);
  expect(replayed(kept)).toBeGreaterThan(3);
}, 120_000);

test('what GitHub does otherwise is told as what does not hold', async () => {
  const { world } = standIn;
  world.workflows.pop();
  world.site = null;
  world.isNull = ({ field }) => field === 'diff';
  const { out } = await doctor('--github', 'o/r', '--try');
  const row = (assumption: keyof typeof ASSUMPTIONS): string | undefined =>
    out.split('\n').find((line) => line.startsWith(`| ${ASSUMPTIONS[assumption]} |`));
  expect(row('actions-on')).toMatch(/\| not \| not active: tick\.yml \|$/u);
  expect(row('pages-by-actions')).toContain('| not |');
  expect(row('edits-whole')).toContain('| not | [null,null,null] |');
  expect(row('lost-race')).toContain('| held |');
  expect(out).toContain('With a second account');
}, 120_000);

test('without --try nothing is made', async () => {
  const { world } = standIn;
  await doctor('--github', 'o/r');
  expect(world.posts).toEqual([]);
  expect(world.requests.filter((request) => !/^GET|graphql$/u.test(request))).toEqual([]);
  expect((await doctor('--github', 'nowhere')).out).toContain('OWNER/NAME');
});

test('answers are kept without tokens and addresses', () => {
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

test('docs/github.md lists what is taken for granted', () => {
  const page = readFileSync(new URL('../../docs/github.md', import.meta.url), 'utf8').replaceAll(
    /\s+/gu,
    ' ',
  );
  for (const says of Object.values(ASSUMPTIONS)) expect(page).toContain(says);
});

/** Answers that Smoke kept, read by the adapter's readers: how many were read. */
function replayed(text: string): number {
  const { answers } = JSON.parse(text) as { answers: { asked: string; status: number; answer: unknown }[] };
  let read = 0;
  for (const { asked, status, answer } of answers) {
    if (status >= 400) continue;
    if (asked.endsWith('/activity') || / \/repos\/[^/]+\/[^/]+\/activity$/u.test(asked)) {
      for (const push of answer as unknown[]) activitySchema.parse(push);
      read += 1;
    }
    const repository =
      (answer as { data?: { repository?: Record<string, unknown> } } | null)?.data?.repository ?? {};
    for (const [name, post] of Object.entries(repository))
      if (/^p\d+$/u.test(name) && post !== null) {
        postSchema.parse(post);
        read += 1;
      }
  }
  return read;
}

/** Whoever ran Smoke lays its `answers.json` there, under whatever name. */
const folder = fileURLToPath(new URL('recorded/', import.meta.url));
test.each(readdirSync(folder).filter((name) => name.endsWith('.json')))(
  'what GitHub answered is read: %s',
  (name) => {
    expect(replayed(readFileSync(join(folder, name), 'utf8'))).toBeGreaterThan(0);
  },
);
