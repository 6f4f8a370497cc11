import type { Nodes } from 'mdast';
import type { Range } from './term-edit.ts';

/** The words of some Markdown without markup, and the ranges of code in them. */
export interface FlatText {
  readonly text: string;
  readonly verbatim: readonly Range[];
}

/** Like mdast-util-to-string, but records code, in which no word is replaced. */
export function flatten(nodes: readonly Nodes[]): FlatText {
  const verbatim: Range[] = [];
  let text = '';
  const add = (node: Nodes): void => {
    if (node.type === 'break') text += ' ';
    else if ('children' in node) for (const child of node.children) add(child);
    else if ('value' in node && node.type !== 'html') {
      if (node.type !== 'text') verbatim.push({ start: text.length, end: text.length + node.value.length });
      text += joinLines(node.value);
    } else if ('alt' in node) text += node.alt ?? '';
  };
  nodes.forEach((node, at) => {
    if (at > 0 && text !== '' && isBlock(node)) text += '\n';
    add(node);
  });
  return { text: text.trim(), verbatim };
}

function isBlock(node: Nodes): boolean {
  return (
    node.type === 'paragraph' || node.type === 'list' || node.type === 'code' || node.type === 'blockquote'
  );
}

/** Turns line ends into spaces. */
function joinLines(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  return lines
    .map((line, at) => (at === 0 ? line.trimEnd() : at === lines.length - 1 ? line.trimStart() : line.trim()))
    .join(' ');
}
