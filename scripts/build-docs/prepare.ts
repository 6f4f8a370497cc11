import { posix } from 'node:path';

import { toString } from 'mdast-util-to-string';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { visit } from 'unist-util-visit';
import { stringify } from 'yaml';

export interface Place {
  /** `owner/name` on GitHub, which shows everything that is no page here. */
  readonly repository: string;
  /** The site's path below its origin: `/gitnomic/`. */
  readonly base: string;
  /** The banner of each page, if any. */
  readonly banner: string | null;
}

/** Search engines show no more of a page's description. */
const LONGEST_DESCRIPTION = 160;
const FRONT = 'README.md';

/**
 * Converts Markdown for GitHub to a Starlight page. `# Rules` becomes the page’s title, `[x](how-to/y.md#z)` leads to the page,
 * and `[x](../src/y.ts)` to the file on GitHub. `docs` is keyed by path in the repository; the front page is its README.
 */
export function preparePages(docs: ReadonlyMap<string, string>, place: Place): ReadonlyMap<string, string> {
  const broken: string[] = [];
  const pages = [...docs].map(([path, text]): [string, string] => {
    const leadsTo = (address: string): string => {
      const led = leadFrom(path, address, docs, place);
      if (led === null) broken.push(`${path} leads to ${address}, which is no page.`);
      return led ?? address;
    };
    return [pageOf(path), preparePage(text, leadsTo, place.banner)];
  });
  if (broken.length > 0) throw new Error(broken.join('\n'));
  return new Map(pages);
}

/** `docs/how-to/x.md` → `how-to/x.md` */
function pageOf(path: string): string {
  return path === FRONT ? 'index.md' : path.replace(/^docs\//u, '');
}

function leadFrom(
  path: string,
  address: string,
  docs: ReadonlyMap<string, string>,
  { repository, base }: Place,
): string | null {
  if (/^(?:[a-z]+:|#|\/)/u.test(address)) return address;
  const [file = '', anchor] = address.split('#');
  const target = posix.join(posix.dirname(path), file);
  const behind = anchor === undefined ? '' : `#${anchor}`;
  if (docs.has(target))
    return `${base}${pageOf(target).replace(/(?:(?<=^|\/)index)?\.md$/u, '/')}${behind}`.replace(
      /\/\/+/gu,
      '/',
    );
  if (target.startsWith('docs/') && target.endsWith('.md')) return null;
  return `https://github.com/${repository}/blob/main/${target}${behind}`;
}

function preparePage(text: string, leadsTo: (address: string) => string, banner: string | null): string {
  const tree = remark().use(remarkGfm).parse(text);
  const [head] = tree.children;
  if (head?.type !== 'heading' || head.depth !== 1)
    throw new Error(`A page has no title: ${text.slice(0, 80)}`);
  const first = tree.children.find(({ type }) => type === 'paragraph');
  const edits: { readonly at: number; readonly end: number; readonly text: string }[] = [];
  visit(tree, ['link', 'definition'], (node) => {
    const [start, end] = [node.position?.start.offset, node.position?.end.offset];
    if (start === undefined || end === undefined || (node.type !== 'link' && node.type !== 'definition'))
      return;
    const at = text.lastIndexOf(node.url, end);
    // A bare address is a link too, but needs no change.
    if (at > start) edits.push({ at, end: at + node.url.length, text: leadsTo(node.url) });
  });
  let body = text;
  for (const edit of edits.toSorted((a, b) => b.at - a.at))
    body = body.slice(0, edit.at) + edit.text + body.slice(edit.end);
  // All links come after the title.
  body = body.slice(head.position?.end.offset ?? 0);
  const described = toString(first ?? '')
    .replaceAll(/\s+/gu, ' ')
    .slice(0, LONGEST_DESCRIPTION);
  const about = {
    title: toString(head),
    description: described,
    ...(banner === null ? {} : { banner: { content: banner } }),
  };
  return `---\n${stringify(about)}---\n${body}`;
}
