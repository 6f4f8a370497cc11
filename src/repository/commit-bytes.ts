import type { Commit, Signature } from './git-object.ts';
import { signatureAt } from './from-git.ts';
import { RepositoryError } from './repository-error.ts';

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
