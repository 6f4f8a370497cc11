import { expect, test } from 'vitest';

import { keyIdOf } from './commitment.ts';
import { ballot, OUTSIDE, RECEIVER, SUCCESSOR } from './fixtures.ts';
import { openInbox } from './inbox.ts';
import type { KeyRing } from './key-ring.ts';
import type { SealedPost } from './register.ts';
import { seal, type SealedSubmission } from './seal.ts';

const CHANGED_AT = 100;
const ring: KeyRing = [
  {
    key: await keyIdOf(RECEIVER.recipient),
    recipient: RECEIVER.recipient,
    line: 0,
    at: '2021-05-13T00:00:00Z',
    reason: 'first',
  },
  {
    key: await keyIdOf(SUCCESSOR.recipient),
    recipient: SUCCESSOR.recipient,
    line: CHANGED_AT,
    at: '2021-05-14T00:00:00Z',
    reason: 'lost',
  },
];
const about = { game: OUTSIDE.game, dynasty: OUTSIDE.dynasty };

function posted(line: number, { sealed }: SealedSubmission, sender = 'ana'): SealedPost {
  return { id: `p${line}`, line, at: '2021-05-13T12:00:00Z', sender, sealed };
}

test('what counts is opened in its order, and the rest is set aside with the reason', async () => {
  const [one, two] = [
    await seal(RECEIVER.recipient, ballot({ serial: 1 })),
    await seal(RECEIVER.recipient, ballot({ serial: 2 })),
  ];
  const posts = [posted(3, two), posted(1, one), posted(4, one, 'bo'), posted(5, two)];
  const { letters, aside } = await openInbox(posts, ring, [RECEIVER.identity], about);
  expect(letters.map(({ envelope }) => envelope?.serial)).toEqual([1, 2]);
  expect([...aside.values()]).toEqual([
    { as: 'copied', of: 'p1' },
    { as: 'repeats', of: 'p3' },
  ]);
});

test('after a lost key what was sealed again is read in the place of the first', async () => {
  const lost = await seal(RECEIVER.recipient, ballot({ serial: 7 }));
  const again = await seal(SUCCESSOR.recipient, lost.envelope);
  const { letters } = await openInbox(
    [posted(1, lost), posted(CHANGED_AT + 1, again)],
    ring,
    [SUCCESSOR.identity],
    about,
  );
  expect(letters).toMatchObject([{ post: { id: 'p1' }, envelope: { serial: 7 }, problem: null }]);
});

test('what can’t be opened says why, and the others are opened all the same', async () => {
  const good = await seal(RECEIVER.recipient, ballot());
  const bad = await seal(RECEIVER.recipient, ballot({ dynasty: 2 }));
  const { letters } = await openInbox([posted(1, bad), posted(2, good)], ring, [RECEIVER.identity], about);
  expect(letters.map(({ problem }) => problem?.code ?? null)).toEqual(['other-dynasty', null]);
  const { letters: closed } = await openInbox([posted(2, good)], ring, [SUCCESSOR.identity], about);
  expect(closed.map(({ problem }) => problem?.code)).toEqual(['wrong-key']);
});
