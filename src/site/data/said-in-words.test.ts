import { beforeEach, expect, test } from 'vitest';
import { MESSAGES } from '../../language/catalogue.ts';
import { begunAnew, wayOfVote } from './say.ts';
import { showSite } from './read-site.ts';
import type { SiteData } from './site-data.ts';

const texts = Object.fromEntries(MESSAGES.map((text) => [text, `⟦${text}⟧`]));
const site = (number: number | null): SiteData =>
  ({
    dynasty: { number, name: '', emperor: null },
    display: { language: { tag: 'eo', texts } },
  }) as unknown as SiteData;

beforeEach(() => showSite(site(null)));

test('what no matter changed is described without dynasties if the rules have none', () => {
  expect(Object.values(begunAnew(site(3))).join(' ')).toMatch(/dynasty began.*with the dynasty/u);
  expect(Object.values(begunAnew(site(null))).join(' ')).not.toMatch(/dynasty/iu);
});

test('says how a vote was cast in the game’s language', () => {
  expect(['comment', 'review', 'reaction'].map(wayOfVote)).toEqual([
    '⟦in a comment⟧',
    '⟦by a review⟧',
    '⟦by a reaction⟧',
  ]);
});
