import { expect, test } from 'vitest';
import { leadWithin, tame } from './labels-for.ts';

const COPY = 'pictures/art/r1-1.0123456789abcdef.webp';
const places = {
  post: (id: string) => (id === 'gallery-9' ? '12' : null),
  picture: (path: string) => `https://github.com/ana/game/raw/main/content/${path}`,
};
const said = (text: string): string => leadWithin(tame(text), places);

test('what the rules say leads to their other posts and shows the pictures that the game keeps', () => {
  expect(said('[Gallery 1](#post:gallery-9), [Gone](#post:story-3)')).toBe('Gallery 1 (#12), Gone');
  expect(said(`**[Boats](#thing:art/r1-1)**\n\n![Boats \\[1\\]](${COPY})`)).toBe(
    `**Boats**\n\n![Boats \\[1\\]](https://github.com/ana/game/raw/main/content/${COPY})`,
  );
});

test.each([
  '![x](https://a.example/x.png)',
  '[x](https://a.example)',
  '![x](pictures/../../secrets.0123456789abcdef.webp)',
  `[x](${COPY})`,
  '[x](#post:gallery-9/../1)',
  '[x](#value:window)',
])('nothing else becomes a link or a picture: %s', (text) => {
  expect(said(text)).not.toContain('](');
});

test('where a picture lies is not always known', () => {
  expect(leadWithin(tame(`![Boats](${COPY})`), { ...places, picture: () => null })).not.toContain('](');
});
