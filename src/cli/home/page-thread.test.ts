import { expect, test } from 'vitest';

import { PageThread } from './page-thread.ts';

test('rejects requests for pages of a closed thread, waiting ones and later ones', async () => {
  const pages = new PageThread({ quietMs: 600_000 });
  const view = {} as Parameters<PageThread['page']>[1];
  const waiting = Promise.allSettled([pages.page('', view), pages.page('rules/', view)]);
  const closed = pages.close();
  const later = Promise.allSettled([pages.page('', view)]);
  await closed;
  expect(
    [...(await waiting), ...(await later)].map((one) => one.status === 'rejected' && String(one.reason)),
  ).toEqual(Array.from({ length: 3 }, () => 'Error: pages-closed'));
});
