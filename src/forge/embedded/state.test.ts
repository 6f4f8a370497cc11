// What the forge knows after each kind of record.
import { expect, test } from 'vitest';

import type { Person } from '../events.ts';
import type { LogRecord } from './records.ts';
import { applyRecord, digestOf, emptyForgeState, reactionKey, type ForgeState } from './state.ts';

const at = '2021-06-18T09:00:00Z';
const [A, B] = ['a', 'b'].map((letter) => letter.repeat(40)) as [string, string];
const ana: Person = { id: 'ana', name: 'Ana', bot: false };
const gitnomic: Person = { id: 'gitnomic', name: 'Gitnomic', bot: true };

type Given = Readonly<Record<string, unknown>> & { readonly type: LogRecord['type'] };
const on = (type: LogRecord['type'], more: object = {}): Given => ({ type, post: '3', by: ana, ...more });
const opened = on('opened', { kind: 'story', title: 'One', text: '', head: { branch: 'night', oid: A } });
const commented = on('commented', { comment: 'c1', text: 'Hm.' });
const reviewed = on('reviewed', { review: 'r1', verdict: 'approve', text: '', head: A });
const reacted = (type: 'reacted' | 'unreacted', comment: string | null, by: Person | null = ana): Given =>
  on(type, { comment, reaction: 'heart', by });

function after(...records: readonly Given[]): ForgeState {
  const state = emptyForgeState();
  for (const record of records) applyRecord(state, { id: 'x', at, ...record } as unknown as LogRecord);
  return state;
}

test.each<readonly [string, readonly Given[], Partial<ForgeState>]>([
  ['begun', [{ type: 'begun', forge: 'f' }], { forge: 'f', records: 1 }],
  ['moving main', [{ type: 'engine-moving', to: A }], { main: null, moving: A }],
  [
    'moved main',
    [
      { type: 'engine-moving', to: A },
      { type: 'engine-moved', to: A },
    ],
    { main: A, moving: null },
  ],
  [
    'a push to main',
    [
      { type: 'engine-moving', to: A },
      { type: 'main-pushed', by: null, from: null, to: B },
    ],
    { main: B, moving: null },
  ],
  [
    'a post of the engine',
    [{ type: 'engine-posted', post: '4', key: 'k', by: gitnomic, kind: 'story', title: 'One', text: '' }],
    { lastPost: 4, keys: { k: '4' } },
  ],
  ['a post with a lower number', [opened, { ...opened, post: '2' }], { lastPost: 3 }],
  ['a post with another name', [{ ...opened, post: 'p-9' }], { lastPost: 0 }],
  [
    'settled',
    [opened, { type: 'engine-settled', post: '3', by: gitnomic }, commented],
    { posts: {}, lastPost: 3 },
  ],
])('after %s', (_, records, known) => {
  expect(after(...records)).toMatchObject({ records: records.length, ...known });
});

test.each<readonly [string, readonly Given[], object]>([
  ['opened', [], { author: 'ana', kind: 'story', closed: false, branch: 'night', head: A }],
  ['opened by nobody', [{ ...opened, by: null, head: null }], { author: '', branch: null, head: null }],
  ['edited', [on('edited', { title: 'Two' })], { kind: 'story' }],
  ['another kind', [on('categorised', { kind: 'cfj' })], { kind: 'cfj' }],
  ['a push', [on('pushed', { head: B, forced: false })], { branch: 'night', head: B }],
  ['closed', [on('closed')], { closed: true }],
  ['reopened', [on('closed'), on('reopened')], { closed: false }],
  ['vanished', [on('vanished')], { closed: false }],
  ['a comment', [commented, on('comment-edited', { comment: 'c1', text: '' })], { comments: { c1: 'ana' } }],
  ['a comment by nobody', [{ ...commented, by: null }], { comments: { c1: '' } }],
  ['no comment', [commented, on('comment-removed', { comment: 'c1' })], { comments: {} }],
  ['a review', [reviewed, on('review-edited', { review: 'r1', text: '' })], { reviews: { r1: 'ana' } }],
  ['a review by nobody', [{ ...reviewed, by: null }], { reviews: { r1: '' } }],
  ['no review', [reviewed, on('review-dismissed', { review: 'r1' })], { reviews: {} }],
  [
    'reactions',
    [reacted('reacted', null), reacted('reacted', 'c1'), reacted('reacted', null, null)],
    {
      reactions: [
        reactionKey(ana, null, 'heart'),
        reactionKey(ana, 'c1', 'heart'),
        reactionKey(null, null, 'heart'),
      ],
    },
  ],
  [
    'a reaction fewer',
    [
      reacted('reacted', null),
      reacted('reacted', 'c1'),
      reacted('unreacted', null),
      reacted('unreacted', 'c1', null),
    ],
    { reactions: [reactionKey(ana, 'c1', 'heart')] },
  ],
  [
    'what the engine said and set',
    [on('engine-said', { key: 'k', text: 'Hm.' }), on('engine-labelled', { labels: ['x'] })],
    { said: { k: digestOf('Hm.') }, labels: ['x'] },
  ],
])('a post has %s', (_, records, post) => {
  expect(after(opened, ...records).posts['3']).toMatchObject(post);
});
