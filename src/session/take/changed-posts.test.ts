import { describe, expect, test } from 'vitest';

import { SMALL, Desk, ana, bo, cy, dee, somebody } from '../fixtures/desk.ts';

const eli = somebody('eli');

describe('on a desk', () => {
  async function opened(kind: string): Promise<Desk> {
    const desk = await Desk.open(kind === 'story' ? {} : SMALL);
    desk.opens(bo, '1', kind, 'Night');
    desk.decide();
    return desk;
  }
  const reported = (desk: Desk): string => desk.answers(desk.decide({ wait: true }), '1').join('\n');

  test('once a matter is resolved, later edits and closing get no reply', async () => {
    const desk = await opened('proposal');
    const vote = desk.says(ana, '1', ':for:');
    for (const voter of [cy, dee, eli]) desk.says(voter, '1', ':for:');
    desk.later(49);
    desk.decide();
    desk.happens(cy, { type: 'review-edited', post: '1', review: 'r', text: ':against:' });
    desk.happens(ana, { type: 'comment-edited', post: '1', comment: vote, text: 'Hm.' });
    desk.happens(bo, { type: 'closed', post: '1' });
    const said = reported(desk);
    expect(said).toContain('**Night** was enacted.');
    expect(said).not.toMatch(/edited a (?:review|comment)|Closing this/u);
  });

  test('a comment unknown to the game didn’t contain a vote', async () => {
    const desk = await opened('proposal');
    desk.happens(ana, { type: 'comment-edited', post: '1', comment: 'c99', text: 'Hm.' });
    expect(reported(desk)).not.toContain('that held');
  });

  test.each([
    ['proposal', ['remove on 1'], true],
    ['story', ['remove on 1'], true],
    ['plain', [], false],
  ])('closing a post of kind %s has the rules decide %j', async (kind, asked, isSaid) => {
    const desk = await opened(kind);
    desk.happens(cy, { type: 'closed', post: '1' });
    const decision = desk.decide();
    expect(decision.happened.map(({ what }) => what)).toEqual(asked);
    expect(desk.answers(decision, '1').join('').includes('Closing this doesn’t withdraw it')).toBe(isSaid);
    expect(decision.notices.some(({ tell }) => tell === 'reopen')).toBe(isSaid);
  });
});
