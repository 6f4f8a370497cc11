// What is sealed is judged before it is sent, as far as the sender's own machine can tell.
import { afterAll, beforeAll, test } from 'vitest';

import { Browse, markIn, type Page } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';

let home: TestHome;
const wordsOf = ({ text }: Page): string =>
  text
    .replace(/^[^]*<main/u, '')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .slice(0, 600);
const people = new Map<string, Browse>();
const as = (name: string): Browse => people.get(name) as Browse;

beforeAll(async () => {
  home = await openHome({ core: '2021', dynasty: 'gallery' });
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

async function sumUp(theme: string): Promise<string> {
  await as('eli').get('/do/act/?action=start-round');
  const words = { action: 'start-round', do: 'take', 'p-theme': theme, 'p-unloadable.rows': '0' };
  const shown = await as('eli').send('/do/act/', words);
  return wordsOf(await as('eli').send('/do/act/', { ...words, mark: markIn(shown) }));
}

test('x', async () => {
  console.log(
    (await as('eli').get('/do/act/?action=start-round')).text.match(/<form.*?<\/form>/gs)?.join('\n'),
  );
  console.log(await sumUp(''));
  console.log(await sumUp('Night'));
  console.log(await sumUp('Day'));
  console.log('FRONT', wordsOf(await as('eli').get('/')));
  console.log((await as('ana').get('/do/seal/?kind=art')).text.match(/<form.*?<\/form>/gs)?.join('\n'));
  console.log(await sealed('ana', 'art', {}));
  console.log(await sealed('ana', 'ballot', {}));
  for (const name of ['ana', 'bo', 'cy', 'dee'])
    console.log(
      await sealed(name, 'art', { 'p-title': `Of ${name}`, 'p-image': `https://127.0.0.1/${name}.png` }),
    );
});
