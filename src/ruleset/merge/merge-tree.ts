import type { Conflict } from './conflict.ts';
import { mergeKeys } from './merge-keys.ts';
import { mergeLines, mergeText } from './merge-text.ts';
import type { TextMerge } from './merge-text.ts';

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
