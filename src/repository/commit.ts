import { RepositoryError } from './repository-error.ts';
import { readKind, writeObject } from './objects.ts';
import type { Oid, Repository } from './repository.ts';

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** `2021-06-18T09:00:00Z` */
  readonly at: string;
}

export interface Commit {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

const largestCommitBytes = 1024 * 1024;

export async function readCommit(repository: Repository, oid: Oid): Promise<Commit> {
  return parseCommit(oid, await readKind(repository, 'commit', oid, largestCommitBytes));
}

export function writeCommitObject(repository: Repository, commit: Commit): Promise<Oid> {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${signatureLine(commit.author)}`,
    `committer ${signatureLine(commit.committer)}`,
  ];
  const message = commit.message.replaceAll('\0', '');
  return writeObject(
    repository,
    'commit',
    Buffer.from(`${lines.join('\n')}\n\n${message.replace(/\n*$/u, '\n')}`),
  );
}

/** A name is whatever somebody calls themselves: what would end the field in a commit is left out. */
function signatureLine({ name, email, at }: Signature): string {
  // eslint-disable-next-line no-control-regex
  const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f<>]/gu, '').trim();
  const seconds = Math.floor(Date.parse(at) / 1000);
  if (Number.isNaN(seconds))
    throw new RepositoryError('corrupt', `${JSON.stringify(at)} is no time.`, { at });
  return `${plain(name) || 'nobody'} <${plain(email)}> ${Math.max(0, seconds)} +0000`;
}

function parseCommit(oid: Oid, bytes: Uint8Array): Commit {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf('\n\n');
  const header = end < 0 ? text : text.slice(0, end);
  const fields = header
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
  const all = (field: string): string[] =>
    fields.flatMap(([name, value]) => (name === field ? [value ?? ''] : []));
  const [tree] = all('tree');
  if (tree === undefined) throw new RepositoryError('corrupt', `The commit ${oid} names no tree.`, { oid });
  return {
    tree,
    parents: all('parent'),
    author: parseSignature(all('author')[0] ?? ''),
    committer: parseSignature(all('committer')[0] ?? ''),
    message: end < 0 ? '' : text.slice(end + 2),
  };
}

/** `Ana <ana@example.org> 1624006800 +0000` */
function parseSignature(line: string): Signature {
  const [, name = '', email = '', seconds = '0'] = /^(.*?) ?<(.*)> (\d+) [+-]\d+$/u.exec(line) ?? [];
  return { name, email, at: `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z` };
}
