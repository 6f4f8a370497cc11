import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';

import { markdownExcess } from './markdown-excess.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** Without any of these a text consists of words only. */
const MARKED = /[>`~<[\t]| {4}|:\/\/|www\./u;
/** A longer text is parsed too if it is mostly prose, which has few signs. */
const [MOST_LETTERS, MOST_SIGNS] = [5000, 1000];
const SIGN = /[^\p{L}\p{N}\s.,;:!?'"()]|\d[.)]|\n {4}/gu;
/** Deeply nested quotes and lists, which nobody writes except to make the parser overflow its stack. */
const DEEP = /^(?:\s*(?:>|[-*+]|\d{1,9}[.)])){20}/mu;
const FENCE = /^\s*(?:```|~~~)/u;

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The author's own words in a comment, without quotes, code, struck and hidden words, and link addresses and titles. `> :no:⏎⏎:yes:
 * \`:maybe:\`` → `      ⏎⏎:yes:          `. A line directly after a quote but without its mark counts as the author’s, although Markdown
 * shows it in the quote, because most people who write like that forgot the empty line.
 */
export function ownWords(text: string): string {
  return read(text, true);
}

/** The same for whole blocks only, so that a command keeps its words as they are. */
export function ownBlocks(text: string): string {
  return read(text, false);
}

function read(text: string, inLines: boolean): string {
  if (!MARKED.test(text)) return text;
  const isSlow = text.length > MOST_LETTERS && (text.match(SIGN)?.length ?? 0) > MOST_SIGNS;
  if (isSlow || DEEP.test(text) || markdownExcess(text) !== null) {
    const hidden = hiddenByHtml(text, { from: 0, to: text.length }, inLines ? TAG : NOT_OWN_TAG);
    const blocks = hidden.filter(({ from }) => inLines || text[text.lastIndexOf('\n', from) + 1] !== '/');
    return plainLines(blank(text, blocks), inLines ? MARKED : /^\s*[>\t<]/u);
  }
  const ranges: Range[] = [];
  visit(parseMarkdown(text), (node, _index, parent) => {
    const range = rangeOf(node);
    if (range === null) return undefined;
    if (node.type === 'blockquote') ranges.push(...quotedLines(text, range));
    else if (node.type === 'code') ranges.push(range);
    else if (inLines) ranges.push(...besidesWords(node, range));
    else if (node.type === 'html' && (parent?.type !== 'paragraph' || node.value.includes('\n')))
      ranges.push(...hiddenByHtml(text, range, NOT_OWN_TAG));
    return undefined;
  });
  const retained = blank(text, ranges);
  return inLines ? blank(retained, hiddenByHtml(retained, { from: 0, to: retained.length }, TAG)) : retained;
}

/** For a text that would take the parser long: the unmarked lines outside code blocks. */
function plainLines(text: string, marks: RegExp): string {
  let inCode = false;
  const lines = text.split('\n').map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) inCode = !inCode;
    return inCode || isFence || marks.test(line) ? '' : line;
  });
  return lines.join('\n');
}

function rangeOf({ position }: Nodes): Range | null {
  const [from, to] = [position?.start.offset, position?.end.offset];
  return from === undefined || to === undefined ? null : { from, to };
}

/** The lines of a quote that have its mark. */
function quotedLines(text: string, { from, to }: Range): Range[] {
  const ranges: Range[] = [];
  for (let at = from; at < to;) {
    const end = text.indexOf('\n', at);
    const next = end === -1 || end > to ? to : end;
    if (at === from || /^[\s>]*>/u.test(text.slice(at, next))) ranges.push({ from: at, to: next });
    at = next + 1;
  }
  return ranges;
}

/** The parts of inline markup that are not the author's own words to readers. */
function besidesWords(node: Nodes, { from, to }: Range): Range[] {
  switch (node.type) {
    case 'inlineCode':
    case 'delete':
    case 'image':
    case 'imageReference':
    case 'definition':
      return [{ from, to }];
    case 'link':
    case 'linkReference': {
      const [first, last] = [node.children[0], node.children.at(-1)].map((child) =>
        child === undefined ? null : rangeOf(child),
      );
      // A bare address has no separate text.
      if (first === null || first === undefined || last === null || last === undefined || first.from === from)
        return [{ from, to }];
      return [
        { from, to: first.from },
        { from: last.to, to },
      ];
    }
    default:
      return [];
  }
}

/** Elements with quoted, code or struck words, like those of Markdown. */
const NOT_OWN = 'blockquote|q|pre|code|kbd|samp|tt|s|strike|del';
const NOT_OWN_TAG = new RegExp(String.raw`<(?:!--|(${NOT_OWN})(?=[\s/>]))`, 'giu');
const TAG = new RegExp(String.raw`<(?:!--|(${NOT_OWN})(?=[\s/>])|/?[a-z][a-z0-9-]*(?=[\s/>]))`, 'giu');

/** Comments, tags, and elements whose words aren't their author’s. One without an end continues to the end of the text. */
function hiddenByHtml(text: string, { from: first, to: last }: Range, tags: RegExp): Range[] {
  const ranges: Range[] = [];
  const lower = text.slice(first, last).toLowerCase();
  const unclosed = new Set<string>();
  let done = 0;
  for (const { 0: tag, 1: element, index } of lower.matchAll(tags)) {
    if (index < done || lower[index - 1] === '\\') continue;
    const until = tag === '<!--' ? '-->' : element === undefined ? '>' : `</${element}`;
    const at = unclosed.has(until) ? -1 : lower.indexOf(until, index + tag.length);
    if (at === -1) unclosed.add(until);
    if (at === -1 && until === '>') continue;
    done = at === -1 ? lower.length : at + until.length;
    ranges.push({ from: first + index, to: first + done });
  }
  return ranges;
}

/** Replaces ranges by spaces, so that the rest keeps its position. */
function blank(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  const letters = text.split('');
  for (const { from, to } of ranges)
    for (let at = from; at < to; at++) if (letters[at] !== '\n') letters[at] = ' ';
  return letters.join('');
}
