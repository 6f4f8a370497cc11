import { BOUNDS } from '../kernel/bounds.ts';
import { Accounts } from '../session/position/accounts.ts';
import { diffTrees, type TreeDifference } from '../repository/diff-trees.ts';
import { readBlob } from '../repository/objects.ts';
import { bringTexts } from '../repository/read-ahead.ts';
import type { Oid } from '../repository/oid.ts';
import { whyBadName } from '../ruleset/file-names.ts';
import { isUnreadable, nullIfUnreadable } from '../repository/repository-error.ts';
import type { Repository } from '../repository/repository.ts';
import { adminsOf, readGame } from '../store/read-game.ts';
import { isStyle } from '../store/paths.ts';
import { readContent } from './observe.ts';
import type { MainPush } from './trusted-main.ts';

/** Files of the group's own pages by path; null deletes one. */
export type OwnStyle = ReadonlyMap<string, { readonly oid: Oid } | null>;

/** Differences in the group's own pages. Anything but plain files of a limited size is ignored. */
export async function styleIn(
  repository: Repository,
  differences: readonly TreeDifference[],
): Promise<OwnStyle> {
  const styleFiles = new Map<string, { readonly oid: Oid } | null>();
  const files = differences.filter(({ path }) => isStyle(path));
  await bringTexts(
    repository,
    files.flatMap(({ after }) => (after?.kind === 'file' ? [after.oid] : [])),
  );
  for (const { path, after } of files) {
    if (path.split('/').some((name) => whyBadName(name) !== null)) continue;
    if (after === null) styleFiles.set(path, null);
    else if (after.kind === 'file' && (await isBounded(repository, after.oid)))
      styleFiles.set(path, { oid: after.oid });
  }
  return styleFiles;
}

export async function isBounded(
  repository: Repository,
  oid: Oid,
  most: number = BOUNDS.file.read,
): Promise<boolean> {
  try {
    await readBlob(repository, oid, most);
    return true;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return false;
  }
}

/** Changes that Admins pushed to the group's own pages, oldest first. */
export async function styleByAdmins(
  repository: Repository,
  trusted: Oid,
  pushes: readonly MainPush[],
): Promise<OwnStyle> {
  const all = new Map<string, { readonly oid: Oid } | null>();
  const isAdmin = await adminsAt(repository, trusted);
  for (const push of pushes) {
    if (push.from === null || push.to === null || !isAdmin(push)) continue;
    const differences = await diffTrees(repository, push.from, push.to).catch(nullIfUnreadable);
    for (const [path, file] of await styleIn(repository, differences ?? [])) all.set(path, file);
  }
  return all;
}

async function adminsAt(repository: Repository, commit: Oid): Promise<(push: MainPush) => boolean> {
  const read = readGame(await readContent({ repository }, commit));
  const admins = adminsOf(read);
  const accounts = new Accounts(read.facts.people);
  return ({ by }) => by !== null && admins.includes(accounts.lookUp(by));
}
