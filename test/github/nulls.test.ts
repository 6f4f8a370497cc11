import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Person } from '../../src/forge/events.ts';
import type { GitHubForge } from '../../src/forge/github/github-forge.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { deprecated, MEANT, nameOf, nullPlaces } from './published/graphql.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';
import type { People } from '../../src/forge/port.ts';

vi.setConfig({ testTimeout: 240_000 });
const [ana, bo] = ['ana', 'bo'].map((id): Person => ({ id, name: id, bot: false })) as [Person, Person];

let standIn: StandIn;
let forge: GitHubForge;
let table: People;
beforeEach(async () => {
  standIn = await startWithEngine();
  forge = await openAt(standIn);
  table = handsAt(standIn, forge, `${standIn.folder}/client`);
});
afterEach(() => standIn.close());

const story = { kind: 'story', title: 'A tale', text: 'Once.' };
const commit = (text: string, parents: string[] = []): Promise<string> =>
  writeCommit(forge.repository, {
    parents,
    changes: new Map([['a', text]]),
    author: { name: 'x', email: '', at: standIn.world.now },
    message: text,
  });
let minute = 0;
const later = (): void => {
  minute += 1;
  standIn.world.now = `2021-06-18T10:${String(minute).padStart(2, '0')}:00Z`;
};

/** An issue and a pull request with all that may be on them, and what people did since the first look. */
async function fill(): Promise<void> {
  minute = 0;
  const { world } = standIn;
  const zero = await commit('0');
  await forge.advance('main', null, zero);
  const issue = await table.open(bo, story);
  const head = await commit('1', [zero]);
  const pull = await table.open(bo, { ...story, kind: 'proposal', head });
  for (const post of [issue, pull]) {
    const said = await table.comment(ana, post, 'one');
    const gone = await table.comment(ana, post, 'gone');
    later();
    await table.editComment(ana, post, said, 'two');
    await table.react(bo, post, '+1', said);
    await table.react(ana, post, 'heart');
    await table.edit(bo, post, { title: 'Another', text: 'Twice.' });
    await table.removeComment(ana, post, gone);
    await forge.comment(post, 'status', 'Said');
    await table.close(ana, post);
    await table.reopen(ana, post);
  }
  const review = await table.review(ana, pull, 'approve', 'Good');
  later();
  await table.editReview(ana, pull, review, 'Very good');
  await table.dismissReview(ana, pull, review);
  await table.push(bo, pull, await commit('2', [zero]));
  const [post] = world.posts.slice(-1);
  for (const one of post?.reviews ?? []) Object.assign(one, { inline: ['A comma.'] });
  if (post !== undefined) post.fork = true;
  for (const what of ['ConvertToDraftEvent', 'ReadyForReviewEvent', 'MergedEvent'])
    if (post !== undefined) world.happen(post, world.account('bo'), what);
  world.checks.push({
    id: world.next(),
    name: 'Gitnomic head',
    app: 15_368,
    externalId: `${pull} opened`,
    head: await commit('2', [zero]),
    at: world.now,
    status: 'completed',
    conclusion: 'neutral',
    title: '',
    summary: '',
  });
}

describe('a null anywhere that GitHub’s schema allows one', () => {
  test('is left out and reported, and everything else is read: for each field of each query', async () => {
    await fill();
    const { events: all, mark } = await forge.observe(null);
    const whole = all.map(({ id }) => id);
    let labels = 0;
    const keepLabel = (): Promise<unknown> =>
      forge.keepLabels([{ name: `a${(labels += 1)}`, color: 'ffffff', description: '' }]);
    await keepLabel();
    const { world } = standIn;
    const queries = [...new Set(world.queries)];
    expect(queries.flatMap(deprecated)).toEqual([]);
    const places = new Map(queries.flatMap(nullPlaces).map((place) => [nameOf(place), place]));
    const ofLabels = new Set(
      queries.filter((query) => / Labels\(/u.test(query)).flatMap((query) => nullPlaces(query).map(nameOf)),
    );
    expect(places.size).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const [name, { type }] of places) {
      let met = 0;
      const told = forge.gaps.length;
      world.isNull = (at) => nameOf(at) === name && ++met > 0;
      const read = await forge.observe(null).catch((error: unknown) => String(error));
      const then = await forge.observe(mark).catch((error: unknown) => String(error));
      if (ofLabels.has(name))
        await keepLabel().catch((error: unknown) => expect(String(error)).toContain('GitHub answered'));
      world.isNull = () => false;
      // The stand-in has nobody whose account was never moved here.
      if (type !== 'Mannequin' && met === 0) wrong.push(`${name} was never asked for`);
      if (typeof read === 'string' || typeof then === 'string') {
        if (name !== 'Query.repository') wrong.push(`${name}: ${String(read)}`);
        continue;
      }
      const ids = new Set(read.events.map(({ id }) => id));
      const lost = whole.filter((id) => !ids.has(id));
      if (!MEANT.has(name) && lost.length > 0 && forge.gaps.length === told)
        wrong.push(`${name}: ${lost.join(', ')} is left out, and nobody is told`);
      // Nothing is taken for withdrawn or removed that GitHub only did not answer.
      wrong.push(
        ...then.events
          .filter((event) => /^(unreacted|comment-removed|vanished)$/u.test(event.type))
          .map(({ id }) => `${name}: ${id}`),
      );
    }
    expect(wrong).toEqual([]);
    expect((await forge.observe(null)).events.map(({ id }) => id)).toEqual(whole);
    expect(world.failures).toEqual([]);
  });

  test('the next look reports what one look left out', async () => {
    const { world } = standIn;
    await fill();
    const whole = (await forge.observe(null)).events.map(({ id }) => id);
    for (const name of ['Repository.issueOrPullRequest', 'IssueCommentConnection.nodes', 'Query.nodes[]']) {
      const anew = await openAt(standIn);
      world.isNull = (at) => nameOf(at) === name;
      const { events: some, mark } = await anew.observe(null);
      expect(some.length).toBeLessThan(whole.length);
      world.isNull = () => false;
      later();
      const { events: rest } = await anew.observe(mark);
      const told = [...some, ...rest].map(({ id }) => id);
      expect(whole.filter((id) => !told.includes(id))).toEqual([]);
      expect(new Set(told).size).toBe(told.length);
    }
  });
});

describe('a query that takes GitHub too long', () => {
  test.each([502, 200])(
    'is halved down to the one slow post, which is skipped and reported (%d)',
    async (status) => {
      const { world } = standIn;
      for (let n = 0; n < 12; n++) await table.open(bo, story);
      world.tooSlow = { query: /\bp5: /u, status };
      const { events, mark } = await forge.observe(null);
      expect(events.map(({ id }) => id)).toHaveLength(11);
      expect(forge.gaps).toEqual([expect.stringContaining('#5')]);
      world.tooSlow = null;
      later();
      for (let n = 0; n < 3; n++) await table.comment(bo, '7', 'on');
      const { events: rest } = await forge.observe(mark);
      expect(rest.map(({ id }) => id)).toContain('opened-5');
      expect(rest).toHaveLength(4);
    },
  );

  test('ends the look if GitHub answers nothing at all', async () => {
    for (let n = 0; n < 12; n++) await table.open(bo, story);
    standIn.world.tooSlow = { query: /Posts/u, status: 502 };
    await expect(forge.observe(null)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test('explains in words an answer of an unknown form', async () => {
  await table.open(bo, story);
  standIn.world.isNull = ({ field }) => field === 'repository';
  const error: unknown = await forge.observe(null).catch((cause: unknown) => cause);
  expect(String(error)).toMatch(/GitHub answered .* without repository/u);
});
