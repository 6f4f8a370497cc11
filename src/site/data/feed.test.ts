import { beforeEach, expect, test } from 'vitest';
import { MESSAGES } from '../../language/catalogue.ts';
import { differenceHtml } from '../scripts/pieces-html.ts';
import { feedOf, feedsOf } from './feed.ts';
import { showSite } from './read-site.ts';
import type { SiteData } from './site-data.ts';

const texts = Object.fromEntries(MESSAGES.map((text) => [text, `⟦${text}⟧`]));
const AT = '2024-03-01T09:00:00Z';
const posts = ['pending', 'enacted', 'failed', 'removed', null].map((status, n) => ({
  id: String(n),
  kind: 'proposal',
  kindTitle: 'KIND',
  title: 'TITLE',
  author: 'ana',
  status,
  votable: status !== null,
  at: AT,
  resolvedAt: null,
  html: '',
  diffs: [],
  changes: [],
  counts: [],
  needed: null,
  stands: null,
})) as unknown as SiteData['posts'];
const site = {
  base: '/',
  origin: '',
  builtAt: AT,
  home: null,
  game: { name: 'GAME' },
  dynasty: { number: 1 },
  display: { language: { tag: 'eo', texts } },
  people: [{ id: 'ana', name: 'ANA' }],
  record: { dynasties: [{ number: 1, name: '', from: null, until: null }] },
  ledger: [],
  rules: [],
  posts,
} as unknown as SiteData;

beforeEach(() => showSite(site));

const MARKED = /⟦[^⟦⟧]*⟧/gu;
/** No name here is in lower case, so every such word must be in the game's language. */
const unsaid = (text: string): readonly string[] =>
  text.replaceAll(MARKED, '').match(/\b[a-z]{2,}\b/gu) ?? [];

test('a matter’s feed entry has its text, its changes word by word, and its votes', async () => {
  const counts = [{ title: 'for', count: 3 }];
  const words = (text: string) => [
    { kind: 'same', text: 'A die with ' },
    { kind: 'removed', text: '6' },
    { kind: 'added', text },
    { kind: 'same', text: ' sides.' },
  ];
  const facts = [{ name: 'sides', before: '6', after: '12' }];
  const shown = (text: string) => ({ facts, notes: [], words: words(text) });
  const diff = { rule: 'core/a-turn', title: 'A Turn', kind: 'text', does: 'changes', shown: shown('12') };
  const code = {
    ...diff,
    kind: 'clause',
    shown: { facts: [], notes: ['ONLY LAYOUT'], words: words('code') },
  };
  const post = {
    ...posts[1],
    html: '<p>Six is slow.</p>',
    counts,
    diffs: [diff, code],
    changes: ['Ana: Oil 3'],
  };
  const said = async (one: object): Promise<string> =>
    (
      await feedOf(site, {
        title: 'GAME',
        path: '/feed.xml',
        posts: [one] as never,
        diffHtml: differenceHtml,
      }).text()
    ).replaceAll(/&#(\d+);/gu, (_, letter: string) => String.fromCharCode(Number(letter)));
  expect(await said(post)).toContain(
    '<p>Six is slow.</p><p>⟦It changed A Turn; ⟦The code of A Turn⟧; Ana: Oil 3.⟧</p><ul><li>A Turn, sides: 6 → 12</li><li>⟦The code of A Turn⟧: ONLY LAYOUT</li></ul><p><strong>A Turn</strong></p><p>A die with <del>6</del><ins>12</ins> sides.</p><p><strong>⟦The code of A Turn⟧</strong></p><p>A die with <del>6</del><ins>code</ins> sides.</p><p>3 for</p>',
  );
  expect(await said({ ...post, status: 'failed' })).toContain(
    '⟦It would change A Turn; ⟦The code of A Turn⟧; Ana: Oil 3.⟧',
  );
  const [tar, oil] = [
    { ...diff, title: 'Tar', does: 'adds' },
    { ...diff, title: 'Oil', does: 'repeals' },
  ];
  expect(await said({ ...post, status: 'pending', diffs: [tar, oil], changes: [] })).toContain(
    '⟦It would add Tar.⟧ ⟦It would repeal Oil.⟧',
  );
  expect(await said({ ...post, diffs: [tar, oil], changes: [] })).toContain(
    '⟦It added Tar.⟧ ⟦It repealed Oil.⟧',
  );
  const long = await said({ ...post, diffs: [{ ...diff, shown: shown('12 '.repeat(3000)) }] });
  expect(long).toContain(
    `⟦It changed A Turn; Ana: Oil 3.⟧</p><ul><li>A Turn, sides: 6 → 12</li></ul><p>⟦It’s too long to show here word by word: its page shows all ${'A die with 6 sides.'.length + 9000} characters.⟧</p><p>3 for</p>`,
  );
});

test('the titles of feeds and entries are in the game’s language', async () => {
  const feeds = feedsOf(site);
  expect(feeds.length).toBeGreaterThan(4);
  for (const { title, posts: brought } of feeds) {
    expect(unsaid(title)).toEqual([]);
    const xml = await feedOf(site, {
      title,
      path: '/feeds/a.xml',
      posts: brought,
      diffHtml: differenceHtml,
    }).text();
    expect(xml).toContain('xml:lang="eo"');
    expect([...xml.matchAll(/<title>([^<]*)<\/title>/gu)].flatMap(([, one = '']) => unsaid(one))).toEqual([]);
  }
  const all = await feedOf(site, {
    title: 'GAME',
    path: '/feed.xml',
    posts,
    diffHtml: differenceHtml,
  }).text();
  for (const status of ['pending', 'enacted', 'failed', 'removed']) expect(all).toContain(`⟦${status}⟧`);
});
