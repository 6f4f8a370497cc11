import { expect, test } from 'vitest';

import type { ForgeEvent, Person } from '../../../forge/events.ts';
import { emptyHead } from '../journal-head.ts';
import { extend } from '../extend.ts';
import { redactLine } from '../redact-journal.ts';
import { foldActivity } from './activity.ts';
import { foldComments } from './comments.ts';
import { happeningsOf, type JournalEvent } from './happening.ts';
import { foldHeads, pinHead } from './heads.ts';
import { foldPosts } from './posts.ts';
import { foldSignals } from './signals.ts';

const ana: Person = { id: 'ana', name: 'Ana', bot: false };
const bo: Person = { id: 'bo', name: 'Bo', bot: false };
const oid = (digit: number): string => String(digit).repeat(40);

type Told<E> = E extends ForgeEvent ? Omit<E, 'id' | 'at'> & { minute?: number } : never;

const time = (minute: number): string => `2021-06-18T09:${String(minute).padStart(2, '0')}:00Z`;

/** The journal of these events, one a minute unless they say when. */
function happenings(...events: readonly Told<ForgeEvent>[]): readonly JournalEvent[] {
  const told = events.map(({ minute, ...event }, index) => ({
    id: `e${index + 1}`,
    at: time(minute ?? index + 1),
    ...event,
  }));
  const options = { known: new Set<string>(), seen: time(59), mark: null, newSalt: () => 's'.repeat(16) };
  return happeningsOf(extend(emptyHead, told, options).lines);
}

const opened: Told<ForgeEvent> = {
  type: 'opened',
  by: ana,
  post: '1',
  kind: 'proposal',
  title: 'Night',
  text: 'Dark.',
  head: { branch: 'proposals/1', oid: oid(1) },
};

test('a post is as it is now, and how it came to be so is known', () => {
  const post = foldPosts(
    happenings(
      opened,
      { type: 'edited', by: ana, post: '1', title: 'A longer night' },
      { type: 'categorised', by: bo, post: '1', kind: 'story' },
      { type: 'closed', by: ana, post: '1' },
    ),
  ).get('1');
  expect(post).toMatchObject({
    author: ana,
    title: 'A longer night',
    text: 'Dark.',
    kind: 'story',
    open: false,
  });
  expect(post?.edits).toEqual([{ n: 2, at: time(2), by: ana, title: 'A longer night' }]);
  expect(post?.recategorised).toEqual([{ n: 3, at: time(3), by: bo, kind: 'story' }]);
});

test('what a comment said before it was edited or removed stays known', () => {
  const comments = foldComments(
    happenings(
      opened,
      { type: 'commented', by: bo, post: '1', comment: 'c1', text: 'FOR' },
      { type: 'comment-edited', by: bo, post: '1', comment: 'c1', text: 'AGAINST' },
      { type: 'comment-removed', by: bo, post: '1', comment: 'c1' },
      { type: 'comment-edited', by: bo, post: '1', comment: 'c9', text: 'of a comment that nobody saw made' },
    ),
  ).get('1');
  expect(comments).toHaveLength(1);
  expect(comments?.[0]?.texts.map((one) => one.text)).toEqual(['FOR', 'AGAINST']);
  expect(comments?.[0]?.removedAt).toBe(time(4));
});

test('signals stand in the order they were given, with their edits and withdrawals', () => {
  const signals = foldSignals(
    happenings(
      opened,
      { type: 'reacted', by: bo, post: '1', comment: null, reaction: '+1' },
      { type: 'commented', by: ana, post: '1', comment: 'c1', text: 'FOR' },
      { type: 'reacted', by: bo, post: '1', comment: 'c1', reaction: '-1' },
      { type: 'reviewed', by: bo, post: '1', review: 'r1', verdict: 'approve', text: 'Yes.', head: oid(1) },
      { type: 'unreacted', by: bo, post: '1', comment: null, reaction: '+1' },
      { type: 'reacted', by: bo, post: '1', comment: null, reaction: '+1' },
      { type: 'comment-edited', by: ana, post: '1', comment: 'c1', text: 'VETO' },
      { type: 'review-dismissed', by: ana, post: '1', review: 'r1' },
      { type: 'unreacted', by: ana, post: '1', comment: null, reaction: '+1' },
    ),
  ).get('1');
  expect(signals?.map((one) => [one.via, one.by?.id, one.reaction ?? one.review, one.withdrawnAt])).toEqual([
    ['reaction', 'bo', '+1', time(6)],
    ['comment', 'ana', null, null],
    ['review', 'bo', 'approve', time(9)],
    ['reaction', 'bo', '+1', null],
  ]);
  expect(signals?.[1]?.texts.map((one) => one.text)).toEqual(['FOR', 'VETO']);
});

test('the head that counts is the last one pushed in time; what came later is named', () => {
  const heads = foldHeads(
    happenings(
      opened,
      { type: 'pushed', by: ana, post: '1', head: oid(2), forced: false, minute: 10 },
      { type: 'commented', by: bo, post: '1', comment: 'c1', text: 'FOR', minute: 20 },
      { type: 'pushed', by: ana, post: '1', head: oid(4), forced: true, minute: 30 },
      // Seen last, and pushed before: ordinary Git tells nobody.
      { type: 'pushed', by: null, post: '1', head: oid(3), forced: false, minute: 15 },
    ),
  ).get('1');
  expect(heads?.map((head) => head.oid)).toEqual([oid(1), oid(2), oid(3), oid(4)]);
  const { head, late } = pinHead(heads ?? [], { at: time(20), n: 3 });
  expect([head?.oid, late.map((one) => [one.oid, one.forced])]).toEqual([oid(3), [[oid(4), true]]]);
  expect(pinHead(heads ?? [], null).head?.oid).toBe(oid(4));
  expect(pinHead(heads ?? [], { at: time(0) }).head?.oid).toBe(oid(1));
  expect(pinHead([], null)).toEqual({ head: null, late: [] });
});

test('in the second of the cutoff the order of the journal decides', () => {
  const heads = foldHeads(
    happenings(
      opened,
      { type: 'pushed', by: ana, post: '1', head: oid(2), forced: false, minute: 20 },
      { type: 'commented', by: bo, post: '1', comment: 'c1', text: 'FOR', minute: 20 },
      { type: 'pushed', by: ana, post: '1', head: oid(3), forced: false, minute: 20 },
    ),
  ).get('1');
  expect(pinHead(heads ?? [], { at: time(20), n: 3 }).head?.oid).toBe(oid(2));
  expect(pinHead(heads ?? [], { at: time(20) }).head?.oid).toBe(oid(3));
});

test('people are active by whatever they do, machines are not people', () => {
  const bot: Person = { id: 'bot', name: 'Bot', bot: true };
  const activity = foldActivity(
    happenings(
      opened,
      { type: 'commented', by: { ...bo, name: 'Bob' }, post: '1', comment: 'c1', text: '' },
      { type: 'commented', by: bot, post: '1', comment: 'c2', text: '' },
      { type: 'reacted', by: { ...bo, name: 'Boris' }, post: '1', comment: null, reaction: 'eyes' },
      { type: 'main-pushed', by: null, from: null, to: oid(1) },
    ),
  );
  expect([...activity.keys()]).toEqual(['ana', 'bo']);
  expect(activity.get('bo')).toEqual({ person: { ...bo, name: 'Boris' }, firstAt: time(2), lastAt: time(4) });
});

test('an event from the future counts from when it was seen', () => {
  const [happening] = happenings({ type: 'closed', by: ana, post: '1', minute: 61 });
  expect(happening?.at).toBe(time(59));
});

test('words that were taken out are empty, and said to be', () => {
  const told: ForgeEvent = { ...opened, id: 'e1', at: time(1) };
  const options = { known: new Set<string>(), seen: time(59), mark: null, newSalt: () => 's'.repeat(16) };
  const lines = extend(emptyHead, [told], options).lines.map((line) => redactLine(line, { person: 'ana' }));
  expect(foldPosts(happeningsOf(lines)).get('1')).toMatchObject({ title: '', text: '', redacted: true });
});
