import { expect, test } from 'vitest';
import { MESSAGES } from '../../../language/catalogue.ts';
import { IN_ENGLISH, wordingIn } from '../../../language/wording.ts';
import { labelsFor, leadWithin, tame } from './labels-for.ts';

const COPY = 'pictures/art/r1-1.0123456789abcdef.webp';
const places = {
  post: (id: string) => (id === 'gallery-9' ? '12' : null),
  picture: (path: string) => `https://github.com/ana/game/raw/main/content/${path}`,
};
const said = (text: string): string => leadWithin(tame(text), places);

test('what rules say can link to their other posts and show the pictures that the game keeps', () => {
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

test('shows no picture if its place isn’t known', () => {
  expect(leadWithin(tame(`![Boats](${COPY})`), { ...places, picture: () => null })).not.toContain('](');
});

test('keeps the engine’s own marker at the end of a text, and makes it plain text anywhere else', () => {
  const marker = '<!-- gitnomic:key standing -->';
  expect(tame(`<b>\n\n${marker}\n`)).toBe(`&lt;b>\n\n${marker}\n`);
  expect(tame(`${marker} <b>`)).toBe(`&lt;!-- gitnomic:key standing --> &lt;b>`);
  expect(tame('<!-- gitnomic:key')).toBe('&lt;!-- gitnomic:key');
  expect(tame(`${marker}${marker}`)).toBe(`&lt;!-- gitnomic:key standing -->${marker}`);
});

test('labels fit on GitHub, whatever the rules call things', () => {
  const long = 'x'.repeat(200);
  const kinds = { proposal: { title: long }, story: { title: null }, ['k'.repeat(60)]: { title: 'Long' } };
  const ballot = { states: [{ title: 'almost', means: 'enacted' }] };
  const labels = labelsFor({ kinds, ballot } as never, 'games/b', IN_ENGLISH);
  const of = (name: string): string | undefined => labels.find((one) => one.name === name)?.description;
  expect(labels.every(({ name, description }) => name.length <= 50 && description.length <= 100)).toBe(true);
  expect([of('kind/story'), of('of/games/b'), of('game/almost')]).toEqual([
    'Post: story',
    'Game: games/b',
    'Almost: would pass with these votes',
  ]);
  expect(of('kind/proposal')).toMatch(/^Post: x+$/u);
  expect(labels.filter(({ name }) => name.startsWith('kind/k'))).toEqual([]);
  const wordy = wordingIn({
    tag: 'eo',
    texts: Object.fromEntries(MESSAGES.map((text) => [text, text.repeat(20)])),
  });
  const translated = labelsFor({ kinds, ballot } as never, 'games/b', wordy);
  expect(translated).toHaveLength(labels.length);
  expect(translated.filter(({ description }) => description.length > 100 || description.length < 20)).toEqual(
    [],
  );
  expect(
    labelsFor({ kinds: {}, ballot } as never, '', IN_ENGLISH).some(({ name }) => name.startsWith('of/')),
  ).toBe(false);
});
