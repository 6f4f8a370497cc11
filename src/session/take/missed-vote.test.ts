import { beforeEach, describe, expect, test } from 'vitest';

import type { Person } from '../../forge/events.ts';
import { bo, cy, Desk, somebody } from '../fixtures/desk.ts';
import { isVoteMeant } from './missed-vote.ts';

test.each([
  [':yea:', true],
  ['Well, :yea: then.', true],
  ['YEA!', true],
  ['vote yea', true],
  ['/yea', true],
  ['yea or nay?', false],
  ['> :yea:', false],
  ['silent', true],
  ['', false],
])('%j is meant as a vote: %j', (text, meant) => {
  const votes = [
    { vote: 'YEA', say: ':yea:' },
    { vote: 'SILENT', say: null },
  ];
  expect(isVoteMeant(text, { votes, counts: [], states: [] })).toBe(meant);
});

describe('words that look like a vote', () => {
  const zed = somebody('zed');
  const HOW = 'To vote, comment `:for:`, `:against:`';
  let desk: Desk;
  beforeEach(async () => {
    desk = await Desk.open();
    desk.opens(bo, '2', 'proposal', 'A lamp');
    desk.decide();
  });

  /** What the engine answers to such words, if anything. */
  const answerTo = (who: Person, text: string): readonly string[] => {
    desk.later(1);
    desk.says(who, '2', text);
    return desk.answers(desk.decide(), '2');
  };

  test.each(['FOR', 'for.', 'vote for', ':for', '/vote for', '/for', ' Against. '])(
    'aren’t counted without the icon, and their author learns how to vote: %j',
    (text) => expect(answerTo(cy, text).join('\n')).toContain(HOW),
  );

  test.each([':for:', 'I think so too.', 'I am for this.', '> for\n\nReally?', 'before'])(
    'get no reply if they are a vote, or clearly aren’t meant as one: %j',
    (text) => expect(answerTo(cy, text)).toEqual([]),
  );

  test('are ignored if their author has voted', () => {
    answerTo(cy, ':for:');
    expect(answerTo(cy, 'for')).toEqual([]);
  });

  test.each([':for:', 'FOR'])(
    'aren’t counted from someone who doesn’t play, who gets one reply: %j',
    (text) => {
      expect(answerTo(zed, text)).toEqual([
        expect.stringMatching(/^The vote does not count: zed is not on the roster\./u),
      ]);
      expect(answerTo(zed, text)).toEqual([]);
    },
  );

  test('in a review aren’t counted from someone who doesn’t play', () => {
    desk.later(1);
    const head = 'a'.repeat(40);
    desk.happens(zed, { type: 'reviewed', post: '2', review: 'r', verdict: 'approve', text: '', head });
    const { notices } = desk.decide();
    expect(notices).toContainEqual(
      expect.objectContaining({ text: expect.stringMatching(/^The review does not count: zed /u) as string }),
    );
  });
});
