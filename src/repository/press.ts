import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { askGit } from './git.ts';
import type { Oid, Repository } from './repository.ts';

/**
 * Writes a blob as git.writeBlob does, in a tenth of the time: isomorphic-git presses through the streams that browsers
 * have, one for each object, which makes seconds of the three thousand files of a large game. It stores what it is
 * given pressed, under the name it is given. How fast and why: docs/decisions/0002-git-by-isomorphic-git.md.
 */
export async function writePressedBlob(repository: Repository, bytes: Uint8Array): Promise<Oid> {
  const whole = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]);
  const oid = createHash('sha1').update(whole).digest('hex');
  if (repository.objects.get(oid) !== undefined) return oid;
  await askGit(repository, `object ${oid}`, (git, { fs, gitdir }) =>
    git.writeObject({ fs, gitdir, oid, object: deflateSync(whole, { level: 1 }), format: 'deflated' }),
  );
  repository.objects.set(oid, { kind: 'blob', bytes: new Uint8Array(bytes) });
  return oid;
}
