import type { Heading, Paragraph, RootContent } from 'mdast';
import { toString } from 'mdast-util-to-string';

import { cleanMarkdown, treeOf } from './clean-markdown.ts';
import { type Layout, type ParsedRule, linesOf, preamble, withoutRoof } from './layout.ts';
import { splitNumber, takeFacts } from './split-number.ts';

const HEADING = /^#{1,6}\s+\S/;

/** Markdown in which a heading begins a rule, or a paragraph that starts with a bold number. */
export const markdownHeadings: Layout = {
  name: 'Markdown',
  detect: ([source, other]) =>
    source !== undefined &&
    other === undefined &&
    (/\.(?:md|markdown)$/i.test(source.path) ||
      linesOf(source.text).filter((line) => HEADING.test(line)).length > 1),
  parse: ([source]) => ({ rules: parseHeadings(source?.text ?? ''), unsure: [] }),
};

export function parseHeadings(text: string): ParsedRule[] {
  const rules: ParsedRule[] = [];
  let level = 0;
  let before = '';
  for (const { source, line } of chunksOf(linesOf(text))) {
    const tree = treeOf(source);
    const pieces = tree === null ? [pieceWithoutTree(source)] : piecesOf(tree.children, source);
    for (const { head, nodes, lines } of pieces) {
      const body = nodes.length > 0 ? cleanMarkdown(source, nodes) : lines;
      if (head === null) {
        before = [before, body].filter((part) => part !== '').join('\n\n');
        continue;
      }
      if (head.depth !== null) level = head.depth;
      const rule = { ...head.rule, level: head.depth ?? level + 1, line: line + head.line - 1 };
      rules.push({ ...rule, text: [head.opening, body].filter((part) => part !== '').join('\n\n') });
    }
  }
  return withoutRoof([...preamble(before), ...rules]);
}

interface Head {
  /** The depth of a heading, or null if a bold number begins the rule. */
  readonly depth: number | null;
  readonly rule: Pick<ParsedRule, 'title' | 'number' | 'facts'>;
  /** The text after the number in the same paragraph. */
  readonly opening: string;
  readonly line: number;
}

interface Piece {
  readonly head: Head | null;
  readonly nodes: readonly RootContent[];
  readonly lines: string;
}

/** Splits a text before headings, so that it needn't be parsed all at once. */
function chunksOf(lines: readonly string[]): { source: string; line: number }[] {
  const chunks: { source: string[]; line: number }[] = [{ source: [], line: 1 }];
  let fence = '';
  for (const [at, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    if (fence === '' && HEADING.test(line)) chunks.push({ source: [], line: 1 + at });
    chunks.at(-1)?.source.push(line);
  }
  return chunks.map(({ source, line }) => ({ source: source.join('\n'), line }));
}

function pieceWithoutTree(source: string): Piece {
  const [first = '', ...rest] = source.split('\n');
  const marks = /^(#{1,6})\s+(\S.*)$/.exec(first);
  if (!marks) return { head: null, nodes: [], lines: source.trim() };
  const rule = splitHeading((marks[2] ?? '').replace(/\s*#+\s*$/, ''));
  const head = { depth: (marks[1] ?? '').length, rule, opening: '', line: 1 };
  return { head, nodes: [], lines: rest.join('\n').trim() };
}

function piecesOf(nodes: readonly RootContent[], source: string): Piece[] {
  const pieces: { head: Head | null; nodes: RootContent[]; lines: string }[] = [
    { head: null, nodes: [], lines: '' },
  ];
  for (const node of nodes) {
    const head =
      node.type === 'heading' ? headingOf(node) : node.type === 'paragraph' ? boldNumber(node, source) : null;
    if (head) pieces.push({ head, nodes: [], lines: '' });
    // A horizontal line between rules has no meaning.
    else if (node.type !== 'thematicBreak') pieces.at(-1)?.nodes.push(node);
  }
  return pieces.filter(({ head, nodes: own }) => head !== null || own.length > 0);
}

function headingOf(node: Heading): Head {
  const rule = splitHeading(toString(node, { includeHtml: false }).replace(/\s+/g, ' ').trim());
  return { depth: node.depth, rule, opening: '', line: node.position?.start.line ?? 1 };
}

export function splitHeading(words: string): Pick<ParsedRule, 'title' | 'number' | 'facts'> {
  const numbered = splitNumber(words) ?? bareNumber(words);
  const { rest, facts } = takeFacts(numbered?.rest ?? words);
  const whole = numbered && (/^\d/.test(numbered.number) ? `Rule ${numbered.number}` : numbered.number);
  const title = rest.replace(/^["“]|["”]$/g, '') || whole || words;
  return { title, ...(numbered !== null && { number: numbered.number }), facts };
}

/** `101 — Players`, `101` */
function bareNumber(words: string): { number: string; rest: string } | null {
  const found = /^(\d{1,6})(?:\s*[\u2013\u2014|-]\s*(\S.*)|\s+(\S.*))?$/u.exec(words);
  return found && { number: found[1] ?? '', rest: found[2] ?? found[3] ?? '' };
}

/** `**101** *A Title*`, `**101.** All players …`, `**Rule 101: A Title** …` */
function boldNumber(node: Paragraph, source: string): Head | null {
  const [first, ...others] = node.children;
  if (first?.type !== 'strong') return null;
  const words = toString(first, { includeHtml: false });
  if (!/^(?:rule\s+|§\s*)?\d/i.test(words)) return null;
  const name = splitHeading(words);
  if (name.number === undefined) return null;
  const line = node.position?.start.line ?? 1;
  const [gap, title] = others;
  const isTitled = title?.type === 'emphasis' && gap?.type === 'text' && gap.value.trim() === '';
  const isAlone = isTitled && others.slice(2).every((one) => one.type === 'text' && one.value.trim() === '');
  const behind = cleanMarkdown(source, isTitled && isAlone ? [] : others);
  const opening = behind.replace(/^[ .:\u2013\u2014-]+/, '');
  const rule = isAlone ? { ...name, title: toString(title) } : name;
  return { depth: null, rule, opening, line };
}
