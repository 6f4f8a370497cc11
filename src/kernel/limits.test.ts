import { expect, test } from 'vitest';

import { AT, playground, whyNot } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

test('everybody has turns of their own, and rules are told who had the last one', () => {
  const asked: unknown[] = [];
  const on = playground({
    actions: { dig: { by: 'anybody', frequency: 'weekly' } },
    hooks: {
      'may-repeat': ({ frequency, key, who, last, lastByAnybody }: Loose) =>
        void asked.push([frequency, key, who.id, last, lastByAnybody]),
    },
  });
  const dig = (by: string, at: string): string =>
    whyNot(on.take({ type: 'act', action: 'dig', with: {} }, by, at));
  const earlier = '2021-06-17T09:00:00Z';
  expect([dig('ana', AT), dig('bo', earlier), dig('cy', AT)]).toEqual(['', '', '']);
  expect(on.kernel.state.taken).toEqual({ dig: { ana: AT, bo: earlier, cy: AT } });
  expect(asked.filter((_, index) => index % 2 === 0)).toEqual([
    ['weekly', 'dig', 'ana', null, null],
    ['weekly', 'dig', 'bo', null, AT],
    ['weekly', 'dig', 'cy', null, AT],
  ]);
  dig('bo', AT);
  expect(asked.at(-1)).toEqual(['weekly', 'dig', 'bo', earlier, AT]);
});
