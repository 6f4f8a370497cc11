import type { Nodes, Root } from 'mdast';

import { markdownExcess } from '../../../ruleset/markdown-excess.ts';
import { parseMarkdown } from '../../../ruleset/parse-markdown.ts';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Parses some Markdown, or returns null if it has more markup than anybody writes. */
export function treeOf(text: string): Root | null {
  return markdownExcess(text) === null ? parseMarkdown(text) : null;
}

/** The source of some nodes without HTML, with each paragraph on one line. */
export function cleanMarkdown(source: string, nodes: readonly Nodes[]): string {
  const edits: Edit[] = [];
  for (const node of nodes) collect(node, source, edits, false);
  const [first, last] = [nodes[0], nodes.at(-1)];
  const end = last?.position?.end.offset ?? 0;
  let at = first?.position?.start.offset ?? 0;
  let text = '';
  for (const { from, to, text: instead } of edits) {
    text += source.slice(at, from) + instead;
    at = to;
  }
  return (text + source.slice(at, end)).replace(/\n{3,}/g, '\n\n').trim();
}

function collect(node: Nodes, source: string, edits: Edit[], quoted: boolean): void {
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? 0;
  if (node.type === 'html') edits.push({ from, to, text: withoutTags(node.value) });
  else if (node.type === 'text') {
    const lineEnd = quoted ? /[ \t]*\n[ \t>]*/g : /[ \t]*\n[ \t]*/g;
    const words = source.slice(from, to);
    if (words.includes('\n')) edits.push({ from, to, text: words.replace(lineEnd, ' ') });
  } else if ('children' in node)
    for (const child of node.children) collect(child, source, edits, quoted || node.type === 'blockquote');
}

/** HTML elements. `<number of parent>` is a group's own word and stays. */
const ELEMENT =
  /<(?:![^<>]*|\/?(?:abbr|a|big|blockquote|br|b|center|cite|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|img|ins|i|kbd|li|nowiki|ol|p|pre|ref|script|small|span|strike|strong|style|sub|summary|sup|s|table|tbody|td|th|thead|tr|tt|ul|u)(?:[\s/][^<>]*)?)>/gi;

/** `<a name="x"></a>Votes<br>` → `Votes` */
export function withoutTags(html: string): string {
  return withoutComments(html)
    .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1>/gi, '')
    .replace(ELEMENT, '')
    .replace(/<(?=[a-zA-Z/!?])/g, String.raw`\<`);
}

function withoutComments(html: string): string {
  let text = '';
  let at = 0;
  for (;;) {
    const begin = html.indexOf('<!--', at);
    const end = begin < 0 ? -1 : html.indexOf('-->', begin + 4);
    if (end < 0) return text + html.slice(at);
    text += html.slice(at, begin);
    at = end + 3;
  }
}
