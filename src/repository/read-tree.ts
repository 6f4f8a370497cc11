import { folderTree, readTreeEntries } from './tree.ts';
import { sizeOf, type GitObject, type LargeObject } from './git-object.ts';
import { readObject } from './objects.ts';
import { whyBadName } from '../ruleset/file-names.ts';
import { isWithin, nullIfUnreadable } from './repository-error.ts';
import { mayReadAhead, readAhead } from './read-ahead.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import type { TreeEntry } from './tree-bytes.ts';

type TreeProblemCode =
  | 'bad-name'
  | 'crlf'
  | 'invalid-utf8'
  | 'odd-mode'
  | 'same-but-for-case'
  | 'submodule'
  | 'symlink'
  | 'too-deep'
  | 'too-large'
  | 'too-many';

/** A pushed file that can't be read as part of a game. It is a value rather than an error, because the other files are still read. */
interface TreeProblem {
  readonly code: TreeProblemCode;
  readonly path: string;
  readonly message: string;
  /** True if the file was read after all, with this one thing corrected. */
  readonly note: boolean;
}

function treeProblem(code: TreeProblemCode, path: string, message: string, note = false): TreeProblem {
  return { code, path, message: `${shown(path)} ${message}`, note };
}

// eslint-disable-next-line no-control-regex
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Anybody can choose these names, so characters that control a terminal or can't be seen are spelled out. */
function shown(path: string): string {
  return path.replace(unseen, (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`);
}

interface TreeFile {
  readonly path: string;
  readonly oid: Oid;
  readonly bytes: number;
  /** Null if the file isn't text, such as a picture. Line ends are always `\n`. */
  readonly text: string | null;
}

export interface TreeRead {
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly problems: readonly TreeProblem[];
}

interface TreeLimits {
  readonly fileBytes: number;
  readonly totalBytes: number;
  readonly files: number;
  readonly depth: number;
}

const defaultLimits: TreeLimits = {
  fileBytes: 2 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  files: 20_000,
  depth: 16,
};

export interface ReadTreeOptions {
  /** The folders or files to read; '' means everything. */
  readonly under?: string | readonly string[];
  readonly limits?: Partial<TreeLimits>;
  /** Anybody may have pushed it, so its texts are not fetched before their sizes are known. */
  readonly isForeign?: boolean;
}

/**
 * Reads the files of a commit. Symlinks, submodules, names that lead elsewhere and oversized files are not followed or read; each is
 * reported in a sentence to the person who pushed it.
 */
export async function readTree(
  repository: Repository,
  commit: Oid,
  { under = '', limits = {}, isForeign = false }: ReadTreeOptions = {},
): Promise<TreeRead> {
  const tree = await folderTree(repository, commit);
  const walk = newWalk(repository, under, limits);
  if (tree === null) return { files: walk.files, problems: walk.problems };
  if (mayReadAhead(repository))
    walk.ahead = await readAhead(repository, await listBlobs(walk, tree), walk.limits, isForeign);
  await readFolder(walk, tree, '', 1);
  return { files: walk.files, problems: walk.problems };
}

/** The object names of the texts that `readTree` would read. */
export async function listTexts(
  repository: Repository,
  commit: Oid,
  { under = '', limits = {} }: ReadTreeOptions = {},
): Promise<readonly Oid[]> {
  const tree = await folderTree(repository, commit);
  return tree === null ? [] : listBlobs(newWalk(repository, under, limits), tree);
}

/** Nobody reads more than this, and a few nested folders can yield ten thousand million files. */
const MOST_PROBLEMS = 1000;

interface Walk {
  readonly repository: Repository;
  readonly under: readonly string[];
  readonly limits: TreeLimits;
  readonly files: Map<string, TreeFile>;
  readonly problems: TreeProblem[];
  /** Objects that were read before the walk began. */
  ahead: ReadonlyMap<Oid, GitObject | LargeObject>;
  totalBytes: number;
  folders: number;
}

function newWalk(
  repository: Repository,
  under: string | readonly string[],
  limits: Partial<TreeLimits>,
): Walk {
  return {
    repository,
    under: typeof under === 'string' ? [under] : under,
    limits: { ...defaultLimits, ...limits },
    files: new Map(),
    problems: [],
    ahead: new Map(),
    totalBytes: 0,
    folders: 0,
  };
}

/** The texts that the walk will reach, folder by folder. If there are too many, only the first ones. */
async function listBlobs(walk: Walk, tree: Oid): Promise<readonly Oid[]> {
  const { repository, limits } = walk;
  const found: Oid[] = [];
  let folders: readonly { readonly oid: Oid; readonly path: string }[] = [{ oid: tree, path: '' }];
  let room = limits.files;
  for (let depth = 1; depth <= limits.depth && folders.length > 0 && room > 0; depth++) {
    const read = folders.slice(0, room);
    room -= read.length;
    // The walk itself reports folders that can't be read.
    const all = await Promise.all(
      read.map(async ({ oid }) => (await readTreeEntries(repository, oid).catch(nullIfUnreadable)) ?? []),
    );
    folders = all.flatMap((entries, at) => {
      const { path: parent = '' } = read[at] ?? {};
      const below = entries
        .filter(({ name }) => whyBadName(name) === null)
        .map(({ name, oid, kind }) => ({ oid, kind, path: parent === '' ? name : `${parent}/${name}` }))
        .filter(({ path }) => concerns(walk, path));
      for (const { oid, kind } of below) if (kind === 'file' || kind === 'executable') found.push(oid);
      return below.filter(({ kind }) => kind === 'folder');
    });
  }
  return found.slice(0, limits.files);
}

async function readFolder(walk: Walk, tree: Oid, folder: string, depth: number): Promise<void> {
  // A few nested folders that each list the next one ten times amount to ten thousand million files.
  if ((walk.folders += 1) > walk.limits.files) {
    if (walk.folders === walk.limits.files + 1)
      walk.problems.push(
        treeProblem('too-many', folder, `exceeds the limit: at most ${walk.limits.files} are read.`),
      );
    return;
  }
  const entries = await readTreeEntries(walk.repository, tree);
  const spellings = new Map<string, string>();
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (walk.problems.length >= MOST_PROBLEMS) return;
    if (!concerns(walk, path)) continue;
    const problem = problemWith(walk, entry, path, spellings.get(entry.name.toLowerCase()), depth);
    spellings.set(entry.name.toLowerCase(), entry.name);
    if (problem !== null) walk.problems.push(problem);
    else if (entry.kind === 'folder') await readFolder(walk, entry.oid, path, depth + 1);
    else await readFile(walk, entry, path);
  }
}

function concerns({ under }: Walk, path: string): boolean {
  return under.some((folder) => isWithin(path, folder) || isWithin(folder, path));
}

function problemWith(
  walk: Walk,
  { name, kind }: TreeEntry,
  path: string,
  twin: string | undefined,
  depth: number,
): TreeProblem | null {
  const { limits, files } = walk;
  const bad = whyBadName(name);
  if (bad !== null) return treeProblem('bad-name', path, `${bad}, and was left out.`);
  if (twin !== undefined) {
    return treeProblem(
      'same-but-for-case',
      path,
      `differs from ${twin} in upper and lower case only, and was left out.`,
    );
  }
  if (kind === 'symlink') return treeProblem('symlink', path, 'is a symbolic link; links are not followed.');
  if (kind === 'submodule')
    return treeProblem('submodule', path, 'is a submodule; submodules are not fetched.');
  if (kind === 'odd') return treeProblem('odd-mode', path, 'is neither a file nor a folder.');
  if (depth > limits.depth)
    return treeProblem('too-deep', path, `lies more than ${limits.depth} folders deep.`);
  if (files.size >= limits.files) {
    return treeProblem('too-many', path, `is one file too many: at most ${limits.files} are read.`);
  }
  return null;
}

async function readFile(walk: Walk, { oid }: TreeEntry, path: string): Promise<void> {
  const room = Math.min(walk.limits.fileBytes, walk.limits.totalBytes - walk.totalBytes);
  const object = walk.ahead.get(oid) ?? (await readObject(walk.repository, oid, room));
  const size = 'size' in object ? object.size : sizeOf(object);
  if ('size' in object || size > room) {
    walk.problems.push(treeProblem('too-large', path, `has ${size} bytes; at most ${room} are read.`));
    return;
  }
  if (object.kind !== 'blob') {
    walk.problems.push(treeProblem('odd-mode', path, 'is neither a file nor a folder.'));
    return;
  }
  walk.totalBytes += object.bytes.length;
  const { text, problem } = decodeText(path, object.bytes);
  if (problem !== null) walk.problems.push(problem);
  if (problem !== null && !problem.note) return;
  walk.files.set(path, { path, oid, bytes: object.bytes.length, text });
}

const textNames = /\.(md|ts|ya?ml|jsonl?|txt|csv)$/iu;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export function decodeText(
  path: string,
  bytes: Uint8Array,
): { readonly text: string | null; readonly problem: TreeProblem | null } {
  const isText = textNames.test(path);
  if (!isText && bytes.includes(0)) return { text: null, problem: null };
  try {
    const text = strict.decode(bytes);
    if (!text.includes('\r')) return { text, problem: null };
    const message = 'has Windows line ends (CRLF); they are read and written as plain ones (LF).';
    return { text: text.replace(/\r\n?/gu, '\n'), problem: treeProblem('crlf', path, message, true) };
  } catch {
    if (!isText) return { text: null, problem: null };
    return {
      text: null,
      problem: treeProblem('invalid-utf8', path, `${placeOfBreak(bytes)}; save it as UTF-8.`),
    };
  }
}

/** Finds the first line that isn't UTF-8. Its number helps more than that of a byte. */
function placeOfBreak(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const line = text.slice(0, Math.max(0, text.indexOf('\ufffd'))).split('\n').length;
  return `is not written in UTF-8: see line ${line}`;
}
