import type { Nodes } from 'mdast';
import { flatten } from './flatten.ts';
import { visible, type HiddenKind, type HiddenText } from './hidden-text.ts';
import { markdownExcess } from './markdown-excess.ts';
import { parseMarkdown } from './parse-markdown.ts';

const LIVE = /^#(?:value|table|list):/u;
const TAG = /<(\/?)([a-z][\w-]*)[^<>]*>/giu;
const COMMENT = /<!--(?:(?!<!--|-->)[^])*-->/gu;
const WITHOUT_END = new Set(['br', 'hr', 'img', 'wbr', 'input', 'area', 'source', 'col']);

/**
 * Live values, tables and lists that the engine obeys but that readers may overlook: struck through, in a footnote, between HTML tags
 * that may hide or fold them, or next to struck words, tags or a picture in the value.
 */
export function hiddenValues(body: string, firstLine = 1): readonly HiddenText[] {
  // Without any of these nothing can be hidden, as in most rules.
  if (!/~|<[a-z/]|\[\^|!\[/iu.test(body) || !/#(?:value|table|list):/u.test(body)) return [];
  if (markdownExcess(body) !== null) return [];
  const finder = new Finder(firstLine - 1);
  finder.walk(parseMarkdown(body), []);
  return finder.found;
}

class Finder {
  readonly found: HiddenText[] = [];
  readonly #before: number;
  readonly #tags: string[] = [];
  /** Links that name the next table or list. */
  readonly #waiting = new Map<'table' | 'list', string>();

  constructor(before: number) {
    this.#before = before;
  }

  walk(node: Nodes, around: readonly HiddenKind[]): void {
    if (node.type === 'html') this.#takeTags(node.value);
    const own = node.type === 'delete' ? 'struck' : node.type === 'footnoteDefinition' ? 'footnote' : null;
    const inside: readonly HiddenKind[] = own === null ? around : [...around, own];
    if (node.type === 'link' && LIVE.test(node.url)) this.#visitLink(node, node.url, inside);
    if (node.type === 'table' || node.type === 'list') {
      const waiting = this.#waiting.get(node.type);
      this.#waiting.delete(node.type);
      if (waiting !== undefined) this.#report(node, waiting, inside);
    }
    if ('children' in node) for (const child of node.children) this.walk(child, inside);
  }

  #visitLink(
    node: Nodes & { readonly children: readonly Nodes[] },
    url: string,
    around: readonly HiddenKind[],
  ): void {
    const name = url.slice(1);
    const words = `${flatten(node.children).text} (${name})`;
    const within = new Set<HiddenKind>(around);
    const visit = (one: Nodes): void => {
      if (one.type === 'delete') within.add('struck');
      if (one.type === 'html') within.add('html');
      if (one.type === 'image' || one.type === 'imageReference') within.add('picture');
      if ('children' in one) one.children.forEach(visit);
    };
    node.children.forEach(visit);
    this.#report(node, words, [...within]);
    if (name.startsWith('table:')) this.#waiting.set('table', words);
    if (name.startsWith('list:')) this.#waiting.set('list', words);
  }

  #report(node: Nodes, what: string, around: readonly HiddenKind[]): void {
    const line = (node.position?.start.line ?? 1) + this.#before;
    const tags = this.#tags.map((tag) => `<${tag}>`).join('');
    const kinds = new Set<HiddenKind>([...around, ...(tags === '' ? [] : (['html'] as const))]);
    for (const kind of kinds)
      this.found.push({ kind, line, what: visible(what), ...(kind === 'html' && { inside: tags }) });
  }

  #takeTags(html: string): void {
    for (const [whole, end, name = ''] of html.replaceAll(COMMENT, '').matchAll(TAG)) {
      const tag = name.toLowerCase();
      if (WITHOUT_END.has(tag) || whole.endsWith('/>')) continue;
      if (end === '') this.#tags.push(tag);
      else if (this.#tags.includes(tag)) this.#tags.splice(this.#tags.lastIndexOf(tag));
    }
  }
}
