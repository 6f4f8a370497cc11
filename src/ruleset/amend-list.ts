import type { Terms } from '../kernel/manifest.ts';
import type { NamedList } from './body-parse.ts';
import { NO_ITEMS } from './named-list.ts';
import { putTerms, takeTerms } from './terms.ts';

/** Rewrites the items of a named list. Items that stay keep their source with its markup. */
export function rewriteList(body: string, list: NamedList, items: readonly string[], terms: Terms): string {
  const eol = body.includes('\r\n') ? '\r\n' : '\n';
  const sources = list.itemRanges.map(({ start, end }) => body.slice(start, end));
  const first = sources[0] ?? '- ';
  const ordered = /^\d+([.)])/.exec(first);
  const bullet = /^[-*+]/.exec(first)?.[0] ?? '-';
  const start = list.itemRanges[0]?.start ?? list.range.start;
  const indent = body.slice(body.lastIndexOf('\n', start - 1) + 1, start).replace(/\S/g, ' ');
  const known = new Map(
    list.items.map((item, at) => [putTerms(item.text, terms, item.kept), sources[at] ?? '']),
  );
  const written = (items.length === 0 ? [NO_ITEMS] : items).map((item, at) => {
    const marker = ordered ? `${at + 1}${ordered[1] ?? '.'}` : bullet;
    const source = items.length === 0 ? undefined : known.get(item);
    const text = source?.replace(/^(?:\d+[.)]|[-*+])[ \t]+/, '') ?? writeItem(item, terms);
    return `${marker} ${text}`;
  });
  return body.slice(0, start) + written.join(eol + indent) + body.slice(list.range.end);
}

/** Converts plain words to Markdown and escapes anything that would be markup, so that a name reads back unchanged. */
function writeItem(item: string, terms: Terms): string {
  if (item === NO_ITEMS) return item;
  const text = takeTerms(item.replace(/\s+/g, ' ').trim(), terms);
  return text
    .replace(/[\\`*_[\]<>~|]/g, String.raw`\$&`)
    .replace(/^([-+#])/, String.raw`\$1`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`);
}
