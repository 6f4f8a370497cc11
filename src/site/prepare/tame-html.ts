import type { Element, Root } from 'hast';
import type { Nodes, Parents, Root as TextRoot } from 'mdast';
import { visit } from 'unist-util-visit';

/** Readers' browsers must not load pictures from elsewhere: `![a cat](https://x/c.png)` → a link with the text “a cat”. */
export function linkPictures() {
  return (tree: Root): void => {
    visit(tree, 'element', (node: Element) => {
      if (node.tagName !== 'img') return;
      const { src, alt } = node.properties;
      node.tagName = 'a';
      node.properties = { href: typeof src === 'string' ? src : '' };
      node.children = [
        { type: 'text', value: typeof alt === 'string' && alt.trim() !== '' ? alt : 'picture' },
      ];
    });
  };
}

/** Links within the game: to another post, to a tracked thing, and to the stored copy of a picture. */
const WITHIN = [
  [/^#post:([\w.-]{1,100})$/, 'a', 'dataPost'],
  [/^#thing:([\w-]{1,100}\/[\w.-]{1,100})$/, 'a', 'dataThing'],
  [/^(pictures\/[\w/-]{1,100}\.[0-9a-f]{16}\.webp)$/, 'span', 'dataPicture'],
] as const;

/** `[it](#post:story-4)` → `<a data-post="story-4">it</a>`; `postHtml` fills in the address. */
function leadWithin(node: Element, target: string): boolean {
  for (const [pattern, tagName, property] of WITHIN) {
    const named = pattern.exec(target)?.[1];
    if (named === undefined) continue;
    node.tagName = tagName;
    node.properties = { [property]: named };
    return true;
  }
  return false;
}

/** Links lead to the web or within the game, and have a text; players can't name anchors of a page. */
export function tameLinks() {
  return (tree: Root): void => {
    visit(tree, 'element', (node: Element, index, parent) => {
      if (node.tagName !== 'a' || parent === undefined || index === undefined) return undefined;
      const target = node.properties['href'];
      if (typeof target === 'string' && leadWithin(node, target)) return undefined;
      if (typeof target !== 'string' || !OUTWARD.test(target) || isSeatLink(target)) {
        parent.children.splice(index, 1, ...node.children);
        return index;
      }
      if (innerText(node).trim() === '') node.children = [{ type: 'text', value: target }];
      if (!target.startsWith('#')) node.properties['rel'] = ['nofollow', 'ugc', 'noopener'];
      return undefined;
    });
  };
}

const OUTWARD = /^(https?:|mailto:|#(value|table|list):)/;
/** True for a link that seats the person who follows it, in any game. Browsers read `\\`, `..` and tabs in addresses in their own way. */
function isSeatLink(target: string): boolean {
  return /^\/seat\/[\w-]{16,}\/?$/u.test(URL.parse(target)?.pathname ?? '');
}

/** Headings in a text continue below the heading above it, one level at a time; empty ones are removed. */
export function tameHeadings(under: number) {
  return (tree: Root): void => {
    let last = under;
    visit(tree, 'element', (node: Element, index, parent) => {
      const found = /^h([1-6])$/.exec(node.tagName);
      if (found === null || parent === undefined || index === undefined) return undefined;
      if (innerText(node).trim() === '') {
        parent.children.splice(index, 1);
        return index;
      }
      last = Math.min(6, last + 1, under + Number(found[1]));
      node.tagName = `h${last}`;
      return undefined;
    });
  };
}

/** A block wider than the page scrolls by itself, and can be reached by keyboard. */
export function tameWide() {
  return (tree: Root): void => {
    visit(tree, 'element', (node: Element, index, parent) => {
      if (node.tagName === 'pre') node.properties['tabIndex'] = 0;
      // An empty cell heads nothing.
      if (node.tagName === 'th' && innerText(node).trim() === '') node.tagName = 'td';
      if (node.tagName === 'th') node.properties['scope'] = 'col';
      if (node.tagName !== 'table' || parent === undefined || index === undefined) return;
      parent.children[index] = {
        type: 'element',
        tagName: 'div',
        properties: { className: ['scroll'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
        children: [node],
      };
    });
  };
}

export function innerText(node: Element): string {
  return node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? innerText(child) : ''))
    .join('');
}

/** Tags that only format words. The words are shown without them. */
const FORM_TAGS =
  /<\/?(?:b|big|blockquote|center|code|dd|del|details|div|dl|dt|em|i|ins|kbd|li|mark|ol|p|pre|q|s|small|span|strike|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul)(?: open| align="?[a-z]{1,9}"?)? ?\/?>/giu;
const BREAK = /^<br ?\/?>$/iu;

/** The words within HTML: `<div>Hello</div>` → `Hello`. Comments are dropped, except in rules, which must not contain hidden words. */
function wordsInHtml(html: string, isLaw: boolean): string {
  return (isLaw ? html : withoutHtmlComments(html)).replaceAll(FORM_TAGS, '');
}

/** Keeps an unclosed comment, which would otherwise swallow the rest of the text. */
function withoutHtmlComments(html: string): string {
  let [retained, at] = ['', 0];
  for (;;) {
    const begin = html.indexOf('<!--', at);
    const end = begin < 0 ? -1 : html.indexOf('-->', begin + 4);
    if (end < 0) return retained + html.slice(at);
    retained += html.slice(at, begin);
    at = end + 3;
  }
}

const IN_A_LINE = new Set([
  'paragraph',
  'heading',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
  'tableCell',
]);

function put(words: string, parent: Parents, index: number): void {
  const text = { type: 'text', value: words } as const;
  if (IN_A_LINE.has(parent.type)) parent.children[index] = text;
  else parent.children[index] = { type: 'paragraph', children: [text] };
}

/**
 * Shows what Markdown would swallow: HTML, an address that no link uses, words after a code fence. Somebody
 * who wrote `I found <a clue>` meant it to be read.
 */
export function showSwallowed({ isLaw }: { readonly isLaw: boolean }) {
  return (tree: TextRoot, { value }: { readonly value: string | Uint8Array }): void => {
    const known = new Set<string>();
    visit(tree, (node) => {
      if (node.type === 'linkReference' || node.type === 'imageReference')
        known.add(`definition ${node.identifier}`);
      if (node.type === 'footnoteReference') known.add(`footnoteDefinition ${node.identifier}`);
    });
    const asWritten = ({ position }: Nodes): string =>
      String(value).slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
    visit(tree, (node, index, parent) => {
      if (parent === undefined || index === undefined) return undefined;
      if (node.type === 'html') {
        const words = wordsInHtml(node.value, isLaw);
        if (BREAK.test(words)) parent.children[index] = { type: 'break' };
        else if (words.trim() !== '') put(words, parent, index);
      } else if (node.type === 'code') {
        const behind = [node.lang ?? '', node.meta ?? ''].join(' ').trim();
        if (!behind.includes(' ') && (behind === '' || node.value !== '')) return undefined;
        node.value = [behind, ...(node.value === '' ? [] : [node.value])].join('\n');
        node.lang = null;
      } else if (node.type === 'definition' || node.type === 'footnoteDefinition') {
        // If two have the same name, Markdown uses the first.
        if (known.delete(`${node.type} ${node.identifier}`)) return undefined;
        put(asWritten(node), parent, index);
        return 'skip';
      }
      return undefined;
    });
  };
}
