// A hand of Doubt by the pages alone: keys are made known, cards are sealed to all, claimed, doubted and opened together.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { markIn, Browse, type Page } from './browse.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { openHome, type TestHome } from './open-home.ts';

const NAMES = ['ana', 'bo', 'cy', 'dee'];
const people = new Map<string, Browse>();
let home: TestHome;

beforeAll(async () => {
  home = await openHome({ dynasty: 'ways-to-decide', caches });
  for (const name of NAMES) {
    const browse = new Browse(home.server.port);
    await browse.sitAs(name);
    people.set(name, browse);
  }
});
afterAll(() => home.close());

const as = (name: string): Browse => people.get(name) ?? expect.fail(name);
const wordsOf = ({ text }: Page): string =>
  text.replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/gu, ' ').replaceAll(/\s+/gu, ' ');

async function join(name: string, number: string): Promise<Page> {
  await as(name).get('/do/seal/?kind=hidden-number');
  const words = { kind: 'hidden-number', 'p-number': number, do: 'seal' };
  const shown = await as(name).send('/do/seal/', words);
  return as(name).send('/do/seal/', { ...words, mark: markIn(shown) });
}

test('until everybody has published a key, the form says who hasn’t, and offers no sending', async () => {
  const form = await as('ana').get('/do/seal/?kind=hidden-number');
  expect(wordsOf(form)).toContain('Nothing can be sealed to Ana, Bo, Cy, Dee yet.');
  expect(form.text).not.toContain('Seal and send');
  expect(wordsOf(await join('ana', '100'))).not.toContain('Sealed and sent.');
});

test('publishes each player’s key on a page, once', async () => {
  for (const name of NAMES) {
    expect((await as(name).get('/do/seal/')).text).toContain('Make my key known');
    expect(wordsOf(await as(name).send('/do/seal/', { duty: 'key' }))).toContain('Your key is known.');
    expect((await as(name).get('/do/seal/')).text).not.toContain('Make my key known');
  }
});

test('a hand is played to its end, and each share is asked for once', async () => {
  expect(wordsOf(await join('ana', '100'))).toContain('Sealed and sent.');
  expect(wordsOf(await join('bo', '7'))).toContain('Sealed and sent.');
  await as('bo').act({ action: 'turn-up' });
  await as('ana').act({ action: 'claim', 'p-total': '1' });
  expect(wordsOf(await as('dee').get('/do/seal/'))).not.toContain('Something can be opened');
  await as('bo').act({ action: 'doubt-claim' });
  expect(wordsOf(await as('dee').get('/do/seal/'))).toContain('1 · Join a hand of Doubt by Ana');
  const first = await as('dee').send('/do/seal/', { duty: 'shares' });
  expect(wordsOf(first)).toContain('Join a hand of Doubt 1: 1 of the 2 shares needed');
  expect(wordsOf(await as('dee').get('/do/seal/'))).not.toContain('Something can be opened');
  expect(wordsOf(await as('dee').send('/do/seal/', { duty: 'shares' }))).toContain(
    'Nothing is waiting to be opened by you.',
  );
  expect(wordsOf(await as('cy').get('/do/seal/'))).toContain('Something can be opened');
  expect(wordsOf(await as('cy').send('/do/seal/', { duty: 'shares' }))).toContain('Tricks 0 → 1');
  expect(wordsOf(await as('bo').get('/do/seal/'))).not.toContain('Something can be opened');
});
