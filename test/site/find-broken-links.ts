import type { HtmlPage } from './read-html.ts';

/** Links of a site's pages that lead nowhere. Paths are below the folder of the output, such as `ruleset/index.html`. */
export function findBrokenLinks(
  pages: ReadonlyMap<string, HtmlPage>,
  files: ReadonlySet<string>,
  base: string,
): string[] {
  const ids = new Map([...pages].map(([path, page]) => [path, new Set(idsOf(page))]));
  const broken: string[] = [];
  for (const [path, { tags }] of pages) {
    for (const { attributes } of tags) {
      for (const target of [attributes['href'], attributes['src'], ...setOf(attributes['srcset'])]) {
        if (target === undefined || /^(https?:|mailto:|data:)/.test(target)) continue;
        const url = new URL(target, `http://site${base}${path.replace(/index\.html$/, '')}`);
        const why = whyBroken(url, base, files, ids);
        if (why !== null) broken.push(`${path}: ${target}: ${why}`);
      }
    }
  }
  return [...new Set(broken)];
}

function whyBroken(
  url: URL,
  base: string,
  files: ReadonlySet<string>,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  if (url.host !== 'site') return null;
  if (!url.pathname.startsWith(base)) return `outside ${base}`;
  const below = decodeURIComponent(url.pathname.slice(base.length));
  const file = below === '' || below.endsWith('/') ? `${below}index.html` : below;
  if (!files.has(file)) return 'no such page';
  const place = decodeURIComponent(url.hash.slice(1));
  if (place === '' || !file.endsWith('.html')) return null;
  return ids.get(file)?.has(place) === true ? null : 'no such place on the page';
}

export function idsOf({ tags }: HtmlPage): string[] {
  return tags.flatMap(({ attributes }) => (attributes['id'] === undefined ? [] : [attributes['id']]));
}

function setOf(srcset: string | undefined): string[] {
  return srcset === undefined ? [] : srcset.split(',').map((one) => one.trim().split(/\s+/)[0] ?? '');
}
