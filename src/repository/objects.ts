import type { CommitObject } from 'isomorphic-git';
import { RepositoryError } from './repository-error.ts';
import {
  sizeOf,
  type GitObject,
  type LargeObject,
  type ObjectKind,
  type Commit,
  type Signature,
} from './git-object.ts';
import { askGit } from './git.ts';
import { pathOfLoose, sizeOfLoose } from './loose-size.ts';
import { parseTree } from './tree-bytes.ts';
import type { Stored } from './git-reader.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import { latin1Of, concat, utf8 } from '#platform/bytes.ts';
import { inflate, deflate } from '#platform/compress.ts';
import { hexDigest } from '#platform/hash.ts';
import { toTime } from '../kernel/time.ts';

const headerForm = /^(blob|tree|commit|tag) (\d+)\0/;
const headerBytes = 32;

/**
 * Decompresses a loose object. isomorphic-git inflates in JavaScript and verifies each object's name on another thread, which takes a
 * tick longer than the disk does. Figures: docs/decisions/0002-git-by-isomorphic-git.md.
 */
function decompress(
  oid: Oid,
  pressed: Uint8Array,
  mostBytes: number,
): { readonly kind: ObjectKind; readonly bytes: Uint8Array } {
  const whole = inflate(pressed, mostBytes + headerBytes);
  const named = hexDigest('sha1', whole);
  const [header, kind, size] = headerForm.exec(latin1Of(whole, 0, Math.min(headerBytes, whole.length))) ?? [];
  const bytes = whole.subarray(header?.length ?? 0);
  if (header === undefined || named !== oid || bytes.length !== Number(size))
    throw new RepositoryError('corrupt', `The object ${oid} can't be read: its bytes don't match its name.`, {
      oid,
    });
  return { kind: kind as ObjectKind, bytes };
}

const SIGNATURE = /^(.*) <(.*)> (.*) \S*[+-]\d{4}\S*$/u;

/** Parses a commit's bytes as Git prints them. Like isomorphic-git, it accepts `tree` and `parent` lines only at the beginning. */
export function parseCommit(bytes: Uint8Array): Commit {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const end = text.indexOf('\n\n');
  // A line that begins with a blank continues the previous one.
  const [first = '', ...headers] = text
    .slice(0, end)
    .split(/\n(?! )/u)
    .map((one) => one.replaceAll('\n ', '\n'));
  if (!first.startsWith('tree ')) throw new RepositoryError('corrupt', 'A commit begins with no tree.', {});
  const parents: string[] = [];
  while (headers[0]?.startsWith('parent ') === true) parents.push((headers.shift() ?? '').slice(7));
  const valueOf = (key: string): string =>
    headers.find((header) => header.startsWith(`${key} `))?.slice(key.length + 1) ?? '';
  const message = text
    .slice(end + 2)
    .replaceAll('\r', '')
    .replace(/^\n+/u, '')
    .replace(/\n+$/u, '');
  return {
    tree: first.slice(5),
    parents,
    author: toSignature(valueOf('author')),
    committer: toSignature(valueOf('committer')),
    message: `${message}\n`,
  };
}

function toSignature(value: string): Signature {
  const [found, name = '', email = '', seconds] = SIGNATURE.exec(value) ?? [];
  if (found === undefined) throw new RepositoryError('corrupt', 'A commit names nobody who made it.', {});
  return signatureAt(name, email, Number(seconds));
}

const largestObjectBytes = 64 * 1024 * 1024;

export async function writeObject(repository: Repository, kind: ObjectKind, bytes: Uint8Array): Promise<Oid> {
  return askGit(repository, kind, (git, { fs, gitdir }) =>
    git.writeObject({ fs, gitdir, type: kind, object: bytes, format: 'content' }),
  );
}

/** Returns the object, or only its size if it has more than `mostBytes`. Throws `missing` and `corrupt`. */
export async function readObject(
  repository: Repository,
  oid: Oid,
  mostBytes = largestObjectBytes,
): Promise<GitObject | LargeObject> {
  repository.noteRead?.(oid);
  const cached = repository.objects.get(oid);
  const object = cached ?? (await readAnywhere(repository, oid, mostBytes));
  if ('size' in object) return object;
  const size = sizeOf(object);
  if (size > mostBytes) return { kind: object.kind, size };
  if (cached === undefined) repository.objects.set(oid, object);
  return object;
}

export async function hasObject(repository: Repository, oid: Oid): Promise<boolean> {
  try {
    await readObject(repository, oid, 0);
    return true;
  } catch (error) {
    if (error instanceof RepositoryError && error.code === 'missing') return false;
    throw error;
  }
}

export async function readKind<K extends ObjectKind>(
  repository: Repository,
  kind: K,
  oid: Oid,
  mostBytes = largestObjectBytes,
): Promise<Extract<GitObject, { kind: K }>> {
  const object = await readObject(repository, oid, mostBytes);
  if (object.kind !== kind) {
    throw new RepositoryError('wrong-kind', `${oid} is a ${object.kind}, not a ${kind}.`, { oid, kind });
  }
  if (!('size' in object)) return object as Extract<GitObject, { kind: K }>;
  throw new RepositoryError('too-large', `${oid} has ${object.size} bytes; at most ${mostBytes} are read.`, {
    oid,
    size: object.size,
    mostBytes,
  });
}

export async function readBlob(repository: Repository, oid: Oid, mostBytes?: number): Promise<Uint8Array> {
  if (repository.bringTexts !== undefined && !(await hasObject(repository, oid)))
    await repository.bringTexts([oid]);
  return (await readKind(repository, 'blob', oid, mostBytes)).bytes;
}

/** An object's kind and bytes, as Git has them. */
export async function readStoredBytes(repository: Repository, oid: Oid): Promise<Stored> {
  const loose = await repository.disk.read(pathOfLoose(repository.gitdir, oid));
  if (loose !== null) return decompress(oid, loose, largestObjectBytes);
  const said = (await repository.packs.ask((git) => git.read(oid, largestObjectBytes)))?.said ?? null;
  if (said !== null && 'bytes' in said) return said;
  return askGit(repository, `object ${oid}`, async (git, at) => {
    const { type, object } = await git.readObject({ ...at, oid, format: 'content' });
    return { kind: type as ObjectKind, bytes: object as Uint8Array };
  });
}

async function readAnywhere(
  repository: Repository,
  oid: Oid,
  mostBytes: number,
): Promise<GitObject | LargeObject> {
  const loose = await sizeOfLoose(repository, oid);
  if (loose !== null && loose.size > mostBytes) return loose;
  const read = loose === null ? null : await readLoose(repository, oid);
  if (read !== null) return read;
  const answer = await repository.packs.ask((git) => git.read(oid, mostBytes));
  if (answer === null) return readStored(repository, oid);
  const { said } = answer;
  if (said === null)
    throw new RepositoryError('missing', `There is no object ${oid}.`, { what: `object ${oid}` });
  return 'size' in said ? said : parseStored(said);
}

/**
 * Reads a loose object. isomorphic-git would check the disk again for each one and verify its name on another thread. Returns null if the
 * object has been packed in the meantime.
 */
async function readLoose({ disk, gitdir }: Repository, oid: Oid): Promise<GitObject | null> {
  const pressed = await disk.read(pathOfLoose(gitdir, oid));
  if (pressed === null) return null;
  try {
    return parseStored(decompress(oid, pressed, largestObjectBytes));
  } catch (cause) {
    if (cause instanceof RepositoryError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RepositoryError(
      'corrupt',
      `The object ${oid} can't be read: ${why}`,
      { what: `object ${oid}` },
      { cause },
    );
  }
}

export function parseStored({ kind, bytes }: Stored): GitObject {
  if (kind === 'blob') return { kind, bytes };
  if (kind === 'tree') return { kind, entries: parseTree(bytes) };
  return kind === 'commit' ? { kind, commit: parseCommit(bytes) } : { kind: 'tag' };
}

async function readStored(repository: Repository, oid: Oid): Promise<GitObject> {
  return askGit(repository, `object ${oid}`, async (git, at) => {
    const stored = await git.readObject({ ...at, oid, format: 'deflated' });
    // Nobody stores the empty tree, but every Git knows it.
    if (stored.format === 'wrapped') return { kind: 'tree', entries: [] };
    const { kind, bytes } =
      stored.format === 'deflated'
        ? decompress(oid, stored.object, largestObjectBytes)
        : { kind: stored.type, bytes: stored.object as Uint8Array };
    if (kind === 'blob' || kind === 'tree') return parseStored({ kind, bytes });
    const { type, object } = await git.readObject({ ...at, oid });
    return type === 'commit' ? { kind: type, commit: toCommit(object as CommitObject) } : { kind: 'tag' };
  });
}

type GitSignature = CommitObject['author'];

export function toCommit({ tree, parent, author, committer, message }: CommitObject): Commit {
  return {
    tree,
    parents: parent,
    author: signatureFromGit(author),
    committer: signatureFromGit(committer),
    message,
  };
}

const latestSeconds = 253_402_300_799;

function signatureFromGit({ name, email, timestamp }: GitSignature): Signature {
  return signatureAt(name, email, timestamp);
}

/** A missing or impossible time becomes the beginning of the epoch. */
export function signatureAt(name: string, email: string, timestamp: number): Signature {
  const seconds = timestamp >= 0 && timestamp <= latestSeconds ? timestamp : 0;
  return { name, email, at: toTime(seconds * 1000) };
}

/**
 * Does what git.writeBlob, git.writeTree and git.writeCommit do, in a tenth of the time: isomorphic-git compresses each object through
 * the browser's streams, which takes seconds for a few hundred files. Figures: docs/decisions/0002-git-by-isomorphic-git.md.
 */
export async function writeCompressed(
  repository: Repository,
  kind: 'blob' | 'tree' | 'commit',
  bytes: Uint8Array,
): Promise<Oid> {
  const whole = concat([utf8(`${kind} ${bytes.length}\0`), bytes]);
  const oid = hexDigest('sha1', whole);
  if (repository.objects.get(oid) !== undefined || repository.newPack?.has(oid) === true) return oid;
  if (repository.newPack !== undefined) repository.newPack.add(oid, kind, bytes);
  else await writeLoose(repository, oid, whole);
  if (kind === 'blob') repository.objects.set(oid, { kind, bytes: new Uint8Array(bytes) });
  return oid;
}

async function writeLoose(repository: Repository, oid: Oid, whole: Uint8Array): Promise<void> {
  await askGit(repository, `object ${oid}`, (git, { fs, gitdir }) =>
    git.writeObject({ fs, gitdir, oid, object: deflate(whole), format: 'deflated' }),
  );
}
