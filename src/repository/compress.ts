import { concat, utf8 } from '#platform/bytes.ts';
import { deflate } from '#platform/compress.ts';
import { hexDigest } from '#platform/hash.ts';

import { askGit } from './git.ts';
import type { Repository } from './repository.ts';
import type { Oid } from './oid.ts';

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
