import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodeDisk } from '../repository/node-disk.ts';
import { hasObject } from '../repository/objects.ts';
import { readFileText } from '../repository/read-file.ts';
import { readBranch } from '../repository/refs.ts';
import { journalTip } from '../store/journal/journal-head.ts';
import { repositoryOn } from '../repository/repository.ts';
import type { BeaconChain } from '../session/chance/beacon.ts';
import { GAME_FILE } from '../store/paths.ts';
import { kindOfForge } from '../store/library.ts';
import { readContent } from '../tick/observe.ts';
import { WITHOUT_SECRETS, type Replayed } from '../care/replay/replay-history.ts';
import { hostOf, type Host } from './host.ts';
import { hosts as registered } from './registry.ts';
import { toTime } from '../kernel/time.ts';
import { CodedError } from '../kernel/coded-error.ts';

class NoCloneError extends CodedError<'no-clone'> {
  constructor(folder: string, what: string) {
    super('no-clone', `${folder} ${what}.`, {
      next: 'git clone --mirror ADDRESS, with the address from which Git gets the game.',
    });
  }
}

/**
 * Opens a clone so that anybody can replay and check the game. It needs every branch, but no forge and no secrets;
 * sealed results stay as recorded.
 */
export async function openClone(
  folder: string,
  chain?: BeaconChain,
  hosts: readonly Host[] = registered,
  /** The game's folder, if the repository holds several. */
  path = '',
): Promise<Replayed> {
  const gitdir = ['.git', '.'].find((inner) => existsSync(join(folder, inner, 'objects')));
  if (gitdir === undefined) throw new NoCloneError(folder, 'is no clone of a repository');
  const repository = repositoryOn(nodeDisk(folder), gitdir, undefined, path);
  const main = await readBranch(repository, 'main');
  if (main === null || (await journalTip(repository)) === null)
    throw new NoCloneError(folder, 'lacks the branch main or the branch journal');
  const kind = kindOfForge((await readFileText(repository, main, GAME_FILE)) ?? '');
  const engine = await hostOf(hosts, { kind })?.engine(repository);
  if (engine === undefined) throw new NoCloneError(folder, `has a game on an unknown forge: ${kind}`);
  return {
    forge: { repository, engine, bring: (commit) => hasObject(repository, commit) },
    ...WITHOUT_SECRETS,
    main: async () => Promise.resolve(main),
    content: () => readContent({ repository }, main),
    now: () => toTime(Date.now()),
    ...(chain === undefined ? {} : { chain }),
  };
}
