import { joinUnits, splitCells, splitLines, splitSentences, unitKey, type Unit } from './sentences.ts';

export type BlockKind = 'paragraph' | 'item' | 'heading' | 'row' | 'quote' | 'code';

/** A paragraph, a list item, a table row and so on. Its source is `lead + units + tail`. */
export interface Block {
  readonly kind: BlockKind;
  /** Indentation and marker: `  - `, `2. `, `## `, `| `. */
  readonly lead: string;
  readonly units: readonly Unit[];
  /** The white space up to the next block. */
  readonly tail: string;
}

export interface Blocks {
  /** Blank lines before the first block. */
  readonly head: string;
  readonly blocks: readonly Block[];
}

/** Splits a body into blocks without losing a byte: `joinBlocks(splitBlocks(text))` is the text. */
export function splitBlocks(text: string): Blocks {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const blocks: Block[] = [];
  let head = '';
  let at = 0;
  while (at < lines.length) {
    const first = lines[at] ?? '';
    if (first.trim() === '') {
      const last = blocks.pop();
      if (last) blocks.push({ ...last, tail: last.tail + first });
      else head += first;
      at++;
      continue;
    }
    let end = at + 1;
    const fence = /^\s*(`{3,}|~{3,})/.exec(first)?.[1];
    if (fence !== undefined) end = endOfFence(lines, at, fence);
    else while (end < lines.length && continues(lines[end - 1] ?? '', lines[end] ?? '')) end++;
    blocks.push(readBlock(lines.slice(at, end).join(''), fence !== undefined));
    at = end;
  }
  return { head, blocks };
}

export function joinBlocks({ head, blocks }: Blocks): string {
  return head + blocks.map((block) => blockSource(block) + block.tail).join('');
}

export function blockSource(block: Block): string {
  return block.lead + joinUnits(block.units, gapOf(block.kind));
}

export function gapOf(kind: BlockKind): string {
  return kind === 'row' ? ' | ' : kind === 'code' ? '\n' : ' ';
}

/** Two blocks with this key in common are the same: they have the same kind and words. */
export function blockKey(block: Block): string {
  return `${block.kind}\n${block.units.map(unitKey).join('\n')}`;
}

const LEADS: readonly (readonly [BlockKind, RegExp])[] = [
  ['item', /^\s*(?:[-*+•]|\d+[.)])[ \t]+/],
  ['heading', /^ {0,3}#{1,6}[ \t]+/],
  ['row', /^\s*\|[ \t]*/],
  ['quote', /^\s*(?:>[ \t]?)+/],
];

function readBlock(source: string, isCode: boolean): Block {
  const body = source.trimEnd();
  const tail = source.slice(body.length);
  if (isCode) return { kind: 'code', lead: '', units: splitLines(body), tail };
  for (const [kind, pattern] of LEADS) {
    const lead = pattern.exec(body)?.[0];
    if (lead === undefined) continue;
    const rest = body.slice(lead.length);
    return { kind, lead, units: kind === 'row' ? splitCells(rest) : splitSentences(rest), tail };
  }
  const lead = /^\s*/.exec(body)?.[0] ?? '';
  return { kind: 'paragraph', lead, units: splitSentences(body.slice(lead.length)), tail };
}

function endOfFence(lines: readonly string[], start: number, fence: string): number {
  for (let at = start + 1; at < lines.length; at++)
    if (lines[at]?.trim().startsWith(fence) === true) return at + 1;
  return lines.length;
}

/** A line continues the paragraph before it unless it begins something else, or that one ended with a sentence. */
function continues(before: string, line: string): boolean {
  if (line.trim() === '' || /^\s*(?:`{3,}|~{3,})/.test(line)) return false;
  if (LEADS.some(([, pattern]) => pattern.test(line))) return false;
  if (LEADS.some(([kind, pattern]) => (kind === 'heading' || kind === 'row') && pattern.test(before)))
    return false;
  return !/[.!?:;]["'”’)\]*_]*\s*$/.test(before);
}
