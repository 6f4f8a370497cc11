// What is sealed is judged before it is sent, as far as the sender's own machine can tell.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Browse, markIn, type Page } from './browse.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { openHome, type TestHome } from './open-home.ts';

let home: TestHome;
const wordsOf = ({ text }: Page): string =>
  text
    .replace(/^[^]*<main/u, '')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/\s+/gu, ' ');
const people = new Map<string, Browse>();
const as = (name: string): Browse => people.get(name) as Browse;

beforeAll(async () => {
  home = await openHome({ dynasty: 'gallery', caches });
  for (const name of ['ana', 'bo', 'cy', 'dee', 'eli']) {
    people.set(name, new Browse(home.server.port));
    await as(name).sitAs(name);
  }
});
afterAll(() => home.close());

async function sealed(name: string, kind: string, words: Readonly<Record<string, string>>): Promise<string> {
  await as(name).get(`/do/seal/?kind=${kind}`);
  const shown = await as(name).send('/do/seal/', { kind, do: 'seal', ...words });
  const mark = markIn(shown);
  return wordsOf(
    mark === '' ? shown : await as(name).send('/do/seal/', { kind, do: 'seal', ...words, mark }),
  );
}

const IMAGE = 'https://127.0.0.1/lamp.png';

test('an action that a public fact forbids says so first, asks for what it needs, and keeps what was typed', async () => {
  await as('eli').get('/do/act/?action=start-round');
  const words = { action: 'start-round', 'p-theme': '', do: 'take' };
  expect((await as('eli').get('/do/act/?action=start-round')).text).toContain('>Theme</label>');
  expect(wordsOf(await as('eli').send('/do/act/', words))).toContain('The round needs a theme');
  expect(wordsOf(await as('eli').act({ ...words, 'p-theme': 'Night' }))).toContain('Theme Night');
  // Nor is anything offered about pieces of art before there is one.
  expect((await as('eli').get('/')).text).not.toMatch(/action=(?:start-round|store-image|announce-forgery)/u);
  const again = await as('eli').send('/do/act/', { ...words, 'p-theme': 'Day', do: 'preview' });
  expect(wordsOf(again)).toContain('Round 1 does not expire before');
  expect(again.text).toContain('value="Day"');
});

test('art without a title or an image, and an early ballot, are reported as not counting', async () => {
  const form = (await as('ana').get('/do/seal/?kind=art')).text;
  expect(form).toContain('>Title (sealed)</label>');
  expect(form).toContain('>Source (sealed) (optional)</label>');
  expect(await sealed('ana', 'art', {})).toContain('It needs a title');
  expect(await sealed('ana', 'art', { 'p-title': 'Lamp' })).toContain('It needs an image');
  expect(await sealed('ana', 'ballot', {})).toContain('Ballots are taken from round 2 on');
  expect(await sealed('ana', 'art', { 'p-title': 'Lamp', 'p-image': IMAGE })).toContain('Sealed and sent.');
});

test('a ballot picks from the others’ pieces, and one for the sender’s own isn’t sent', async () => {
  home.game.forward(80 * 3_600_000);
  await home.game.tick();
  const image = 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';
  for (const name of ['ana', 'bo', 'cy', 'dee'])
    await sealed(name, 'art', { 'p-title': `Of ${name}`, 'p-image': image });
  await as('eli').get('/do/act/?action=start-round');
  await as('eli').act({ action: 'start-round', 'p-theme': 'Day', do: 'take' });
  const form = (await as('ana').get('/do/seal/?kind=ballot')).text;
  const pieces = [...form.matchAll(/<option value="(r1-\d)">(Of \w+)/gu)].map(([, id, title]) => [title, id]);
  const ids = new Map(pieces as [string, string][]);
  expect([...ids.keys()].toSorted()).toEqual(['Of bo', 'Of cy', 'Of dee']);
  const own = ['r1-1', 'r1-2', 'r1-3', 'r1-4'].find((id) => ![...ids.values()].includes(id)) ?? '';
  const [bo = '', cy = '', dee = ''] = [...ids.values()];
  const ballot = (first: string): Promise<string> =>
    sealed('ana', 'ballot', { 'p-first': first, 'p-second': cy, 'p-third': dee });
  expect(await ballot(own)).toContain('Of ana is your own');
  expect(await ballot(cy)).toContain('is named twice');
  expect(await ballot(bo)).toContain('Sealed and sent.');
  expect(await sealed('ana', 'ballot', { 'p-first': '' })).toContain('A ballot ranks three pieces');
});
