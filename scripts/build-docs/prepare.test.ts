import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { readLibrary } from '../../src/store/library.ts';
import { packPages } from './pack-pages.ts';
import { preparePages } from './prepare.ts';
import { bannerOf, readDocs } from './read-docs.ts';
import { sidebar } from './sidebar.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const place = { repository: 'o/r', base: '/r/', banner: null };
const prepared = (text: string, path = 'docs/how-to/x.md'): string | undefined =>
  preparePages(
    new Map([
      ['README.md', '# Us\n'],
      ['docs/y.md', '# Y\n'],
      [path, text],
    ]),
    place,
  ).get(path.replace('docs/', ''));

test('a page has the title of its Markdown, and its links lead to the built pages and the files', () => {
  const text =
    '# The *X*\n\nSee [y](../y.md#z), [code](../../src/y.ts), [us](../../README.md) and [`y.md`](#y).\n';
  const links = '[y](/r/y/#z), [code](https://github.com/o/r/blob/main/src/y.ts), [us](/r/) and [`y.md`](#y)';
  expect(prepared(text)).toBe(
    `---\ntitle: The X\ndescription: See y, code, us and y.md.\n---\n\n\nSee ${links}.\n`,
  );
  expect(prepared('# X\n\n```md\n[y](../y.md)\n```\n')).toContain('[y](../y.md)');
});

test('refuses a link to a missing page, and a page without a title', () => {
  expect(() => prepared('# X\n\n[z](../z.md)\n')).toThrow('docs/how-to/x.md leads to ../z.md');
  expect(() => prepared('X\n')).toThrow('no title');
});

test('each pack of the library has a page with a link that begins a game with it', () => {
  const pages = packPages(readLibrary(), '/r/');
  expect(pages.get('packs/crypt.md')).toContain('[Try this dynasty](/r/play/?rules=2021%2Fcrypt)');
  expect(pages.get('packs/core-suber.md')).toContain('[Try these rules](/r/play/?rules=suber%2F)');
  const themed = [...readLibrary().keys()].flatMap((path) => /^([^/]+)\/pack\.yml$/u.exec(path)?.[1] ?? []);
  expect([...pages.keys()]).toEqual(expect.arrayContaining(themed.map((name) => `packs/${name}.md`)));
});

test('everything in docs/ is a page, is in the sidebar once, and says that it isn’t released', () => {
  const docs = readDocs(root);
  const banner = bannerOf(root);
  const pages = preparePages(docs, { ...place, banner });
  expect(banner).toMatch(/^Version \d+\.\d+\.\d+ is not released yet/u);
  for (const [path, text] of pages) expect(text, path).toContain('is not released yet');
  const items = sidebar.flatMap((group): readonly (string | object)[] => group.items);
  const folders = items.flatMap((item) =>
    typeof item === 'object' && 'autogenerate' in item ? [Object.values(item.autogenerate as object)[0]] : [],
  );
  const listed = [...pages.keys()].filter(
    (path) => path !== 'index.md' && !folders.includes(path.split('/')[0]),
  );
  expect(items.filter((item) => typeof item === 'string').toSorted()).toEqual(
    listed.map((path) => path.replace(/\.md$/u, '')).toSorted(),
  );
});
