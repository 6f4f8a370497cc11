import { utf8 } from '#platform/bytes.ts';
import type { Commit, Signature } from './git-object.ts';
import { BOUNDS, cutTo } from '../kernel/bounds.ts';
import { defuse, defuseMessage } from '../kernel/defuse.ts';
import { RepositoryError } from './repository-error.ts';
import { readKind, writeCompressed } from './objects.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';
import { toTime } from '../kernel/time.ts';

export async function readCommit(repository: Repository, oid: Oid): Promise<Commit> {
  return (await readKind(repository, 'commit', oid, BOUNDS.message.read)).commit;
}

/** A commit and the first parents before it, latest first. */
export async function* firstParents(
  repository: Repository,
  from: Oid,
): AsyncGenerator<Commit & { readonly oid: Oid }> {
  for (let oid: Oid | undefined = from; oid !== undefined;) {
    const commit: Commit = await readCommit(repository, oid);
    yield { oid, ...commit };
    [oid] = commit.parents;
  }
}

export async function writeCommitObject(repository: Repository, given: Commit): Promise<Oid> {
  const { tree, parents } = given;
  const author = asGitKeeps(given.author);
  const committer = asGitKeeps(given.committer);
  // Forges act on phrases in commit messages, no matter who wrote them. The engine's messages never need that.
  const words = defuseMessage(given.message)
    .replaceAll(/[\0\r]/gu, '')
    .replaceAll(/^\n+|\n+$/gu, '');
  const message = `${cutTo(words, BOUNDS.message.written)}\n`;
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${written(author)}`,
    `committer ${written(committer)}`,
  ];
  const oid = await writeCompressed(repository, 'commit', utf8(`${lines.join('\n')}\n\n${message}`));
  const commit = { tree, parents: [...parents], author, committer, message };
  repository.objects.set(oid, { kind: 'commit', commit });
  return oid;
}

/** People choose their own names, so characters that would end the field in a commit are removed. */
function asGitKeeps({ name, email, at }: Signature): Signature {
  // eslint-disable-next-line no-control-regex
  const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f<>]/gu, '').trim();

  const seconds = Math.floor(Date.parse(at) / 1000);
  if (Number.isNaN(seconds))
    throw new RepositoryError('corrupt', `${JSON.stringify(at)} is no time.`, { at });
  const short = (text: string): string => cutTo(plain(text), BOUNDS.authorName.written);
  return { name: short(defuse(name)) || 'nobody', email: short(email), at: timeOf(Math.max(0, seconds)) };
}

function written({ name, email, at }: Signature): string {
  return `${name} <${email}> ${Math.floor(Date.parse(at) / 1000)} +0000`;
}

function timeOf(seconds: number): string {
  return toTime(seconds * 1000);
}
