import { blockKey, blockSource, type Block, type Blocks } from './blocks.ts';

interface Versions {
  readonly base: Blocks;
  readonly ours: Blocks;
  readonly theirs: Blocks;
}

/** Joins merged blocks. The white space between two of them comes from a version that changed it, ours first. */
export function joinWithTails(blocks: readonly Block[], versions: Versions): string {
  const { base, ours, theirs } = versions;
  const head = ours.head === base.head ? theirs.head : ours.head;
  const known = [ours, theirs, base].map(tailsOf);
  const pieces = blocks.map((block, at) => {
    const next = blocks[at + 1];
    if (next === undefined) return blockSource(block) + lastTail(versions);
    const [mine, yours, old] = known.map((tails) => tails.get(pairKey(block, next)));
    const beside = mine === old ? (yours ?? mine) : (mine ?? yours);
    return blockSource(block) + (beside ?? old ?? tailBetween(block, next));
  });
  return head + pieces.join('');
}

function pairKey(block: Block, next: Block): string {
  return `${blockKey(block)}\n\n${blockKey(next)}`;
}

function tailsOf({ blocks }: Blocks): Map<string, string> {
  const tails = new Map<string, string>();
  blocks.forEach((block, at) => {
    const next = blocks[at + 1];
    if (next) tails.set(pairKey(block, next), block.tail);
  });
  return tails;
}

function lastTail({ base, ours, theirs }: Versions): string {
  const [old, mine, yours] = [base, ours, theirs].map(({ blocks }) => blocks.at(-1)?.tail ?? '') as [
    string,
    string,
    string,
  ];
  return mine === old ? yours : mine;
}

/** Items, rows and quotes follow line by line, and a paragraph keeps its distance. */
function tailBetween(block: Block, next: Block): string {
  const eol = /\r\n/.test(block.tail + next.tail) ? '\r\n' : '\n';
  const close =
    block.kind === next.kind && (block.kind === 'item' || block.kind === 'row' || block.kind === 'quote');
  const lines = block.tail.split('\n').length - 1;
  if (close) return eol;
  return lines >= 2 || (lines === 1 && block.kind === 'paragraph' && next.kind === 'paragraph')
    ? block.tail
    : eol + eol;
}

/** Renumbers a list if an item was added or removed: `1.`, `2.`, `2.` → `1.`, `2.`, `3.`. */
export function renumber(blocks: readonly Block[]): Block[] {
  const last = new Map<string, number>();
  const ones = allOnes(blocks);
  return blocks.map((block) => {
    const found = /^(\s*)(\d+)([.)][ \t]+)$/.exec(block.lead);
    if (!found) {
      if (block.kind !== 'item') last.clear();
      return block;
    }
    const [, indent = '', number = '1', rest = ''] = found;
    for (const deeper of [...last.keys()].filter((other) => other.length > indent.length))
      last.delete(deeper);
    const before = last.get(indent);
    const given = Number(number);
    const own = before === undefined || ones ? given : before + 1;
    last.set(indent, own);
    return { ...block, lead: `${indent}${own}${rest}` };
  });
}

/** Some people number every item 1, since Markdown does the counting. */
function allOnes(blocks: readonly Block[]): boolean {
  const numbers = blocks
    .map((block) => /^\s*(\d+)[.)]/.exec(block.lead)?.[1])
    .filter((number) => number !== undefined);
  return numbers.every((number) => number === '1');
}
