import type { Conflict } from './conflict.ts';
import { mergeKeys } from './merge-keys.ts';
import { diff3Merge } from 'node-diff3';
import { joinFile, splitFrontMatter } from '../front-matter.ts';
import { oneSided } from './merge-sequence.ts';
import { mergeBody } from './merge-body.ts';

export interface TreeMerge {
  readonly files: ReadonlyMap<string, string>;
  readonly conflicts: readonly (Conflict & { readonly path: string })[];
}

/** Merges two versions of a tree, file by file. Rules added by both are kept, since they have files of their own. */
export function mergeTree(
  base: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): TreeMerge {
  const files = new Map<string, string>();
  const conflicts: (Conflict & { path: string })[] = [];
  for (const path of [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].sort()) {
    const { text, conflicts: found } = mergeFile(path, base.get(path), ours.get(path), theirs.get(path));
    if (text !== undefined) files.set(path, text);
    conflicts.push(...found.map((conflict) => ({ ...conflict, path })));
  }
  return { files, conflicts };
}

interface FileMerge {
  readonly text: string | undefined;
  readonly conflicts: readonly Conflict[];
}

function mergeFile(path: string, base?: string, ours?: string, theirs?: string): FileMerge {
  if (ours === theirs || theirs === base) return { text: ours, conflicts: [] };
  if (ours === base) return { text: theirs, conflicts: [] };
  if (base !== undefined && ours !== undefined && theirs !== undefined)
    return mergerOf(path)(base, ours, theirs);
  const conflict = {
    kind: 'file',
    where: path,
    base: base ?? null,
    ours: ours ?? null,
    theirs: theirs ?? null,
  } as const;
  return { text: ours, conflicts: [conflict] };
}

function mergerOf(path: string): (base: string, ours: string, theirs: string) => TextMerge {
  if (path.endsWith('.md')) return mergeText;
  return /\.ya?ml$/.test(path) ? mergeKeys : mergeLines;
}

interface TextMerge {
  /** The merged text. In a conflict it has our version. */
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges two versions of a Markdown file, with front matter by key and the body by sentence. Changes of two sentences of a paragraph
 * don't conflict, but two changes of the same sentence do.
 */
export function mergeText(base: string, ours: string, theirs: string): TextMerge {
  const unopposed = oneSided(base, ours, theirs);
  if (unopposed !== null) return { text: unopposed, conflicts: [] };
  const crlf = /\r\n/.test(ours);
  const [old, mine, yours] = [base, ours, theirs].map((text) =>
    splitFrontMatter(text.replaceAll('\r\n', '\n')),
  ) as [
    ReturnType<typeof splitFrontMatter>,
    ReturnType<typeof splitFrontMatter>,
    ReturnType<typeof splitFrontMatter>,
  ];
  const keys = mergeKeys(old.matter, mine.matter, yours.matter);
  const body = mergeBody(old.body, mine.body, yours.body);
  const fence = keys.text !== '' && mine.open === '' ? { open: '---\n', close: '---\n' } : {};
  const text = joinFile({ ...mine, ...fence, matter: keys.text, body: body.text });
  return {
    text: crlf ? text.replaceAll('\n', '\r\n') : text,
    conflicts: [...keys.conflicts, ...body.conflicts],
  };
}

/** Merges code and other files by line, as Git would. */
export function mergeLines(base: string, ours: string, theirs: string): TextMerge {
  const unopposed = oneSided(base, ours, theirs);
  if (unopposed !== null) return { text: unopposed, conflicts: [] };
  const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  type Region = { ok?: string[]; conflict?: { a: string[]; o: string[]; b: string[] } };
  const regions = diff3Merge(lines(ours), lines(base), lines(theirs), {
    excludeFalseConflicts: true,
  }) as Region[];
  const conflicts: Conflict[] = [];
  const pieces = regions.map(({ ok, conflict }) => {
    if (!conflict) return (ok ?? []).join('');
    const [mine, old, yours] = [conflict.a, conflict.o, conflict.b].map((part) => part.join('')) as [
      string,
      string,
      string,
    ];
    const where = (old || mine).trim().split('\n')[0] ?? '';
    conflicts.push({ kind: 'lines', where, base: old, ours: mine, theirs: yours });
    return mine;
  });
  return { text: pieces.join(''), conflicts };
}
