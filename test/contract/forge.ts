import { beforeEach, describe, expect, test as always } from 'vitest';

import { forgeEventSchema, type ForgeEvent, type Person } from '../../src/forge/events.ts';
import type { Forge, People } from '../../src/forge/port.ts';
import type { Oid } from '../../src/repository/oid.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';

/** What the contract needs of an adapter under test: a forge without posts, and hands to play people with. */
export interface ForgeHarness {
  readonly forge: Forge;
  readonly table: People;
  setClock(at: string): void;
  /** The same forge, as another process has it open. */
  another(): Promise<{ readonly forge: Forge; readonly table: People }>;
  /** Somebody moves a branch by ordinary Git, which tells the forge no more than that. */
  pushByGit(branch: string, commit: Oid): Promise<void>;
}

const ana: Person = { id: 'ana', name: 'Ana', bot: false };
const bo: Person = { id: 'bo', name: 'Bo', bot: false };
const start = '2021-06-18T09:00:00Z';

/**
 * What every forge does alike. An adapter's own tests call this once for each way that it can be set up; `test` may leave some of it
 * to the slow tests.
 */
export function describeForge(
  name: string,
  make: () => Promise<ForgeHarness>,
  test: (title: string, body: () => Promise<void>) => void = always,
): void {
  describe(`${name} keeps the forge contract`, () => {
    let harness: ForgeHarness;
    let main: Oid;
    beforeEach(async () => {
      harness = await make();
      harness.setClock(start);
      main = await commit([], { 'content/game.yml': 'name: A game\n' });
      expect(await harness.forge.advance('main', null, main)).toBe('advanced');
    });

    const commit = (parents: readonly Oid[], changes: Record<string, string>): Promise<Oid> =>
      writeCommit(harness.forge.repository, {
        parents,
        changes: new Map(Object.entries(changes)),
        author: { name: 'Ana', email: 'ana@example.org', at: start },
        message: 'Change',
      });
    const propose = async (): Promise<{ post: string; head: Oid }> => {
      const head = await commit([main], { 'content/ruleset/night.md': 'It is night.\n' });
      const post = await harness.table.open(ana, { kind: 'proposal', title: 'Night', text: 'Dark.', head });
      return { post, head };
    };
    const all = async (): Promise<readonly ForgeEvent[]> => (await harness.forge.observe(null)).events;
    const since = async (act: () => Promise<unknown>): Promise<readonly ForgeEvent[]> => {
      const { mark } = await harness.forge.observe(null);
      await act();
      return (await harness.forge.observe(mark)).events;
    };

    describe('observing', () => {
      test('tells what people did, in order, each as the event that it is', async () => {
        const { table } = harness;
        const { post, head } = await propose();
        const comment = await table.comment(bo, post, 'FOR');
        await table.editComment(bo, post, comment, 'AGAINST');
        const review = await table.review(bo, post, 'approve', 'Fine.');
        await table.editReview(bo, post, review, 'Very fine.');
        await table.react(bo, post, '+1');
        await table.react(ana, post, 'heart', comment);
        await table.unreact(bo, post, '+1');
        await table.removeComment(bo, post, comment);
        await table.dismissReview(ana, post, review);
        await table.edit(ana, post, { title: 'A longer night', text: 'Darker.' });
        await table.categorise(ana, post, 'call-for-judgement');
        await table.close(ana, post);
        await table.reopen(ana, post);
        const events = await all();
        expect(events.map((event) => forgeEventSchema.parse(event))).toEqual(events);
        expect(events.map(({ id: _id, at: _at, ...rest }) => rest)).toMatchObject([
          {
            type: 'opened',
            by: ana,
            post,
            // A forge that keeps no kinds tells what such a post is for.
            kind: expect.stringMatching(/^(?:proposal|change)$/) as string,
            title: 'Night',
            text: 'Dark.',
            head: { oid: head },
          },
          { type: 'commented', by: bo, post, comment, text: 'FOR' },
          { type: 'comment-edited', by: bo, post, comment, text: 'AGAINST' },
          { type: 'reviewed', by: bo, post, review, verdict: 'approve', text: 'Fine.', head },
          { type: 'review-edited', by: bo, post, review, text: 'Very fine.' },
          { type: 'reacted', by: bo, post, comment: null, reaction: '+1' },
          { type: 'reacted', by: ana, post, comment, reaction: 'heart' },
          { type: 'unreacted', by: bo, post, comment: null, reaction: '+1' },
          { type: 'comment-removed', by: bo, post, comment },
          { type: 'review-dismissed', by: ana, post, review },
          { type: 'edited', by: ana, post, title: 'A longer night', text: 'Darker.' },
          { type: 'categorised', by: ana, post, kind: 'call-for-judgement' },
          { type: 'closed', by: ana, post },
          { type: 'reopened', by: ana, post },
        ]);
      });

      test('from a mark tells what came after it, and nothing when nothing did', async () => {
        const { post } = await propose();
        const first = await harness.forge.observe(null);
        expect((await harness.forge.observe(first.mark)).events).toEqual([]);
        await harness.table.comment(bo, post, 'FOR');
        const second = await harness.forge.observe(first.mark);
        expect(second.events.map((event) => event.type)).toEqual(['commented']);
        expect((await harness.forge.observe(second.mark)).events).toEqual([]);
      });

      test('from the beginning tells everything again, under the same ids', async () => {
        const { post } = await propose();
        await harness.table.comment(bo, post, 'FOR');
        const once = await all();
        expect(await all()).toEqual(once);
        expect(new Set(once.map((event) => event.id)).size).toBe(once.length);
        const other = await harness.another();
        expect((await other.forge.observe(null)).events).toEqual(once);
      });

      test('with a mark that it never gave leaves nothing out', async () => {
        await propose();
        expect((await harness.forge.observe('nonsense')).events).toEqual(await all());
      });

      test('says when each thing happened', async () => {
        const { post } = await propose();
        harness.setClock('2021-06-19T10:30:00Z');
        const [event] = await since(() => harness.table.comment(bo, post, 'FOR'));
        expect(event?.at).toBe('2021-06-19T10:30:00Z');
      });

      test('another process sees what this one did, and the other way round', async () => {
        const { post } = await propose();
        const other = await harness.another();
        await other.table.comment(bo, post, 'one');
        await harness.table.comment(bo, post, 'two');
        await other.table.comment(bo, post, 'three');
        const texts = (await all()).flatMap((event) => (event.type === 'commented' ? [event.text] : []));
        expect(texts).toEqual(['one', 'two', 'three']);
      });
    });

    describe('what people write', () => {
      test('comes back as it was', async () => {
        const texts = [
          '',
          '  \n\r\n\t',
          '{"type":"opened"}',
          '__proto__',
          '🜁 ü ﷽',
          'a\u2028b',
          '\u0007',
          '\ud800',
        ];
        const { post } = await propose();
        for (const text of texts) await harness.table.comment(bo, post, text);
        expect((await all()).flatMap((event) => (event.type === 'commented' ? [event.text] : []))).toEqual(
          texts,
        );
      });

      test('has a longest length, and beyond it nothing happens', async () => {
        const { post } = await propose();
        const events = await since(async () => {
          await expect(harness.table.comment(bo, post, 'x'.repeat(65_537))).rejects.toMatchObject({
            code: 'bad-request',
          });
          await harness.table.comment(bo, post, 'x'.repeat(65_536));
        });
        expect(events).toHaveLength(1);
      });

      test('reacting the same way twice, or taking back what is not there, changes nothing', async () => {
        const { post } = await propose();
        const events = await since(async () => {
          await harness.table.react(bo, post, '+1');
          await harness.table.react(bo, post, '+1');
          await harness.table.unreact(ana, post, '+1');
        });
        expect(events.map((event) => event.type)).toEqual(['reacted']);
      });
    });

    describe('heads', () => {
      test('a push is told with its head, and a review names the head that it was given on', async () => {
        const { post, head } = await propose();
        const next = await commit([head], { 'content/ruleset/night.md': 'It is late.\n' });
        const events = await since(async () => {
          await harness.table.review(bo, post, 'approve', '');
          await harness.table.push(ana, post, next);
          await harness.table.review(bo, post, 'request-changes', 'Why?');
        });
        expect(events).toMatchObject([
          { type: 'reviewed', head },
          { type: 'pushed', by: ana, head: next, forced: false },
          { type: 'reviewed', head: next, verdict: 'request-changes' },
        ]);
      });

      test('a push that leaves out what was there is told as forced', async () => {
        const { post } = await propose();
        const other = await commit([main], { 'content/ruleset/day.md': 'It is day.\n' });
        const [event] = await since(() => harness.table.push(ana, post, other));
        expect(event).toMatchObject({ type: 'pushed', head: other, forced: true });
      });

      test('what ordinary Git pushed is noticed, once', async () => {
        const { post, head } = await propose();
        const opened = (await all()).find((event) => event.type === 'opened');
        const branch = opened?.type === 'opened' ? (opened.head?.branch ?? '') : '';
        const next = await commit([head], { 'content/ruleset/night.md': 'It is late.\n' });
        const events = await since(() => harness.pushByGit(branch, next));
        expect(events).toMatchObject([{ type: 'pushed', post, head: next, forced: false }]);
        expect((await all()).filter((event) => event.type === 'pushed')).toHaveLength(1);
        await expect(harness.forge.bring(next)).resolves.toBe(true);
      });

      test('a commit that nobody has can’t be brought', async () => {
        await expect(harness.forge.bring('0123456789'.repeat(4))).resolves.toBe(false);
        await expect(harness.forge.bring(main)).resolves.toBe(true);
      });
    });

    describe('main', () => {
      test('moves from where it is expected, and tells nobody of it', async () => {
        const next = await commit([main], { 'content/game.yml': 'name: Another\n' });
        const events = await since(async () => {
          expect(await harness.forge.advance('main', null, next)).toBe('moved');
          expect(await harness.forge.advance('main', next, next)).toBe('moved');
          expect(await harness.forge.advance('main', main, next)).toBe('advanced');
          expect(await harness.forge.advance('main', main, next)).toBe('moved');
        });
        expect(events).toEqual([]);
      });

      test('of two that move it at once one does', async () => {
        const other = await harness.another();
        const [one, two] = await Promise.all([commit([main], { a: '1' }), commit([main], { a: '2' })]);
        const outcomes = await Promise.all([
          harness.forge.advance('main', main, one),
          other.forge.advance('main', main, two),
        ]);
        expect(outcomes.toSorted()).toEqual(['advanced', 'moved']);
      });

      test('moved by somebody else is told, and is where the engine then finds it', async () => {
        const theirs = await commit([main], { 'content/ruleset/mine.md': 'I win.\n' });
        const events = await since(() => harness.pushByGit('main', theirs));
        expect(events).toMatchObject([{ type: 'main-pushed', from: main, to: theirs }]);
        const ours = await commit([main], { a: '1' });
        expect(await harness.forge.advance('main', main, ours)).toBe('moved');
        expect(await harness.forge.advance('main', theirs, ours)).toBe('advanced');
        expect(await since(() => harness.pushByGit('main', main))).toMatchObject([{ from: ours, to: main }]);
      });

      test('has beside it other branches of the engine', async () => {
        expect(await harness.forge.advance('journal', null, main)).toBe('advanced');
        expect(await harness.forge.advance('journal', null, main)).toBe('moved');
      });
    });

    describe('the engine', () => {
      test('opens one post for one key', async () => {
        const { forge } = harness;
        const draft = { key: 'passes:1', kind: 'story', title: 'The mantle', text: 'It passes.' };
        const events = await since(async () => {
          const post = await forge.post(draft);
          expect(await forge.post(draft)).toBe(post);
          const other = await harness.another();
          expect(await other.forge.post({ ...draft, text: 'Otherwise.' })).toBe(post);
          expect(await forge.post({ ...draft, key: 'passes:2' })).not.toBe(post);
        });
        expect(events).toMatchObject([
          { type: 'opened', by: forge.engine, kind: 'story', title: 'The mantle', head: null },
          { type: 'opened', by: forge.engine },
        ]);
      });

      test('comments and labels without an event of its own coming back to it', async () => {
        const { post } = await propose();
        const events = await since(async () => {
          await harness.forge.comment(post, 'status', 'One for, none against.');
          await harness.forge.comment(post, 'status', 'Two for, none against.');
          await harness.forge.comment(post, 'status', 'Two for, none against.');
          await harness.forge.comment(post, 'answer:1', 'You rolled a 4.');
          await harness.forge.label(post, ['pending', 'proposal']);
          await harness.forge.label(post, ['proposal', 'pending']);
        });
        expect(events).toEqual([]);
      });

      test('opens again what somebody closed, and leaves alone what is open or settled', async () => {
        const { post } = await propose();
        await harness.table.close(ana, post);
        const events = await since(async () => {
          await harness.forge.reopen(post);
          await harness.forge.reopen(post);
        });
        expect(events).toMatchObject([{ type: 'reopened', by: harness.forge.engine, post }]);
        await harness.forge.settle(post);
        expect(await since(() => harness.forge.reopen(post))).toEqual([]);
      });

      test('settles a post for good, once', async () => {
        const { post, head } = await propose();
        const comment = await harness.table.comment(bo, post, 'FOR');
        const events = await since(async () => {
          await harness.forge.settle(post);
          await harness.forge.settle(post);
        });
        expect(events).toMatchObject([{ type: 'closed', by: harness.forge.engine, post }]);
        const settled = { code: 'settled' };
        await expect(harness.table.comment(bo, post, 'late')).rejects.toMatchObject(settled);
        await expect(harness.table.editComment(bo, post, comment, 'late')).rejects.toMatchObject(settled);
        await expect(harness.table.react(bo, post, '+1')).rejects.toMatchObject(settled);
        await expect(harness.table.push(ana, post, head)).rejects.toMatchObject(settled);
        await expect(harness.table.reopen(ana, post)).rejects.toMatchObject(settled);
        expect(await all()).toHaveLength(3);
      });
    });

    describe('what can’t be is refused with a reason, and leaves no trace', () => {
      test('posts and comments that there are not', async () => {
        const { post } = await propose();
        const events = await since(async () => {
          for (const wrong of ['999', '', '__proto__', '-1', '../1']) {
            await expect(harness.table.comment(bo, wrong, 'x')).rejects.toMatchObject({
              code: 'no-such-post',
            });
          }
          await expect(harness.table.editComment(bo, post, 'none', 'x')).rejects.toMatchObject({
            code: 'no-such-comment',
          });
          await expect(harness.table.removeComment(bo, post, 'toString')).rejects.toMatchObject({
            code: 'no-such-comment',
          });
        });
        expect(events).toEqual([]);
      });

      test('what is somebody else’s, and a vote on one’s own changes by review', async () => {
        const { post } = await propose();
        const comment = await harness.table.comment(bo, post, 'FOR');
        const { table } = harness;
        await expect(table.editComment(ana, post, comment, 'x')).rejects.toMatchObject({ code: 'not-yours' });
        await expect(table.review(ana, post, 'approve', '')).rejects.toMatchObject({ code: 'own-review' });
        expect(await table.review(ana, post, 'comment', 'Mind the gap.')).toEqual(expect.any(String));
      });

      test('commits and branches', async () => {
        const { post, head } = await propose();
        const nowhere = '0123456789'.repeat(4);
        const draft = { kind: 'proposal', title: 'Other', text: '' };
        const { table } = harness;
        await expect(table.push(ana, post, nowhere)).rejects.toMatchObject({ code: 'no-such-commit' });
        await expect(table.open(bo, { ...draft, head: nowhere })).rejects.toMatchObject({
          code: 'no-such-commit',
        });
        for (const branch of ['main', 'journal', '../x', 'a b', '-x']) {
          await expect(table.open(bo, { ...draft, head, branch })).rejects.toMatchObject({
            code: 'branch-taken',
          });
        }
        const own = await table.open(bo, { ...draft, head, branch: 'bo/other' });
        await expect(table.open(ana, { ...draft, head, branch: 'bo/other' })).rejects.toMatchObject({
          code: 'branch-taken',
        });
        for (const branch of ['bo', 'bo/other/more']) {
          await expect(table.open(ana, { ...draft, head, branch })).rejects.toMatchObject({
            code: 'branch-taken',
          });
        }
        const talk = await table.open(bo, { ...draft, kind: 'story' });
        await expect(table.push(bo, talk, head)).rejects.toMatchObject({ code: 'bad-request' });
        await expect(table.open(bo, { ...draft, kind: 'No Kind' })).rejects.toMatchObject({
          code: 'bad-request',
        });
        expect((await all()).map((event) => 'post' in event && event.post)).toEqual([post, own, talk]);
      });
    });
  });
}
