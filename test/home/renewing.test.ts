// Pages that are asked for while others' pages are being made.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { PageThread } from '../../src/cli/home/page-thread.ts';
import { Browse } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';

const RENEW = { 'x-home-part': 'renew' };

/** The thread, which makes pages only when it is let. */
class HeldThread extends PageThread {
  asked = 0;
  #held: Promise<void> = Promise.resolve();

  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  override async page(...wanted: Parameters<PageThread['page']>): ReturnType<PageThread['page']> {
    this.asked += 1;
    await this.#held;
    return super.page(...wanted);
  }
}

const pages = new HeldThread();
let home: TestHome;
let people: Readonly<Record<'ana' | 'bo' | 'cy', Browse>>;
beforeAll(async () => {
  home = await openHome({ caches }, undefined, undefined, undefined, false, pages);
  const { port } = home.server;
  people = { ana: new Browse(port), bo: new Browse(port), cy: new Browse(port) };
  for (const [id, browser] of Object.entries(people)) await browser.sitAs(id);
  await people.bo.get('/');
});
afterAll(() => home.close());

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 5));
}

/** Posts without looking at anything afterwards. */
async function tell(title: string, { csrf, cookie }: { csrf: string; cookie: string }): Promise<void> {
  const { status } = await fetch(`${home.server.url}do/post/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: `http://localhost:${home.server.port}` },
    body: new URLSearchParams({ csrf, kind: 'story', title, text: 'Once.', do: 'post' }),
  });
  expect(status).toBe(303);
}

test('somebody who opens a page sees the current game, whatever pages are being made', async () => {
  const anas = await people.ana.whatItSends('/do/post/');
  const asked = pages.asked;
  const release = pages.hold();
  const first = people.bo.get('/', RENEW);
  await until(() => pages.asked > asked);
  await tell('Moths', anas);
  const opened = people.cy.get('/');
  await until(() => pages.asked > asked + 1);
  release();
  await first;
  expect((await opened).text).toContain('Moths');
});
