import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parse } from '@astrojs/compiler-rs';
import { expect, test } from 'vitest';

import { collectMessages } from '../../scripts/catalogue/collect-messages.ts';
import { READ_OF_TAGS, unsaidIn } from '../language/find-unsaid.ts';
import { renderCatalogue } from '../../scripts/catalogue/render-catalogue.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: { readonly name?: unknown };
}

const isNode = (one: unknown): one is Node => typeof one === 'object' && one !== null && 'type' in one;

/** The words of a page’s template that no `say` says. */
function forgottenIn(node: Node): readonly string[] {
  const { type, value, name } = node;
  if (type === 'JSXText') return /\p{L}/u.test(String(value)) ? [String(value).trim()] : [];
  if (
    type === 'JSXAttribute' &&
    READ_OF_TAGS.has(String(name?.name)) &&
    isNode(value) &&
    value.type === 'Literal'
  )
    return /\p{L}/u.test(String(value.value)) ? [String(value.value)] : [];
  if (type === 'JSXAttribute' && !READ_OF_TAGS.has(String(name?.name))) return [];
  const inside = Object.values(node).flat().filter(isNode).flatMap(forgottenIn);
  // What an expression of the template puts in is looked at as code is.
  return type === 'JSXExpressionContainer' ? [...inside, ...unsaidIn(node)] : inside;
}

/** A page's code is read by the compiler of pages as well, since it may return another answer before the template. */
function forgotten(source: string): readonly string[] {
  const page = parse(source).ast as unknown as Node & { readonly frontmatter: unknown };
  return [...forgottenIn(page), ...(isNode(page.frontmatter) ? unsaidIn(page.frontmatter) : [])];
}

test('each text of a page’s template can be translated', () => {
  const paths = globSync('src/{site,addons}/**/*.astro', { cwd: root });
  expect(paths.length).toBeGreaterThan(50);
  const found = paths.flatMap((path) =>
    forgotten(readFileSync(`${root}/${path}`, 'utf8')).map((text) => `${path}: ${text}`),
  );
  expect(found, 'Say it with say`…`, or with sayWith() around elements.').toEqual([]);
});

test('finds an untranslated text anywhere', () => {
  const source =
    '---\nif (gone()) return moved(\'Gone elsewhere\');\nconst a = \'It is\';\n---\n<p title="Here">{a ? <b>Bold</b> : say`said`}{f(\'Two words\', <i class="a b" />)}<Lead text="change" /></p>';
  expect(forgotten(source)).toEqual(['Here', 'Bold', 'Two words', 'change', 'Gone elsewhere', 'It is']);
});

/** Pages and lists of dynasties, which there are only where there are dynasties. */
const OF_DYNASTIES = new Set([
  'src/site/components/dynasty-rows.astro',
  'src/site/pages/dynasties.astro',
  'src/addons/search/pages/search.astro',
  'src/addons/search/scripts/search.ts',
]);

test('whatever mentions a dynasty first checks whether the rules have dynasties', () => {
  const speaks = globSync('src/{site,addons}/**/*.{astro,ts}', { cwd: root }).filter((path) => {
    const source = readFileSync(`${root}/${path}`, 'utf8');
    const says = /(?:say`|sayWith\(\s*')(?:[^`'$]|\$\{[^}]*\})*/gu;
    const texts = (source.match(says) ?? []).map((text) => text.replaceAll(/\$\{[^}]*\}/gu, ''));
    return texts.some((text) => /dynast/iu.test(text)) && !source.includes('hasDynasties');
  });
  expect(speaks.filter((path) => !OF_DYNASTIES.has(path))).toEqual([]);
  expect(speaks.length).toBe(OF_DYNASTIES.size);
});

test('the catalogue has the texts of the sources; `node scripts/write-catalogue.ts` rewrites it', async () => {
  expect(collectMessages(root).unreadable).toEqual([]);
  expect(readFileSync(`${root}/src/language/catalogue.ts`, 'utf8')).toBe(await renderCatalogue(root));
});
