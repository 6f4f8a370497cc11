import { findMergeBase } from '../../repository/merge-base.ts';
import { nodeDisk } from '../../repository/node-disk.ts';
import { hasObject } from '../../repository/objects.ts';
import { createRepository } from '../../repository/repository.ts';
import type { Person } from '../events.ts';
import type { Forge } from '../port.ts';
import { openClient, type ClientOptions } from './client.ts';
import { observeGitHub } from './observe.ts';
import { OnPosts } from './on-posts.ts';
import { remoteAt } from './remote.ts';
import { labelPost, openPost, sayOn, settlePost, type Speaker } from './say.ts';

export interface GitHubOptions extends ClientOptions {
  /** `owner/name`. */
  readonly repository: string;
  /** A folder for Git's objects; what is there from an earlier run is not fetched again. */
  readonly folder: string;
  /** Where Git finds the repository: https://github.com/owner/name.git, unless said. */
  readonly gitUrl?: string;
  /** Who the token makes the engine. */
  readonly engine?: Person;
  readonly clock: () => string;
}

/** Whom the token of a workflow acts as. */
export const actionsBot: Person = { id: '41898282', name: 'github-actions', bot: true };

const gitdir = 'repository.git';

export async function openGitHubForge(options: GitHubOptions): Promise<Forge> {
  const { folder, clock, token, engine = actionsBot } = options;
  const [owner = '', name = ''] = options.repository.split('/');
  const disk = nodeDisk(folder);
  const repository = await createRepository(disk, gitdir);
  const url = options.gitUrl ?? `https://github.com/${owner}/${name}.git`;
  const remote = remoteAt({ gitdir: `${folder}/${gitdir}`, url, token });
  const onPosts = new OnPosts(engine.id);
  const place: Speaker = { octokit: openClient(options), owner, name, engine: engine.id, onPosts };
  await remote.fetch();
  const bring = async (commit: string): Promise<boolean> =>
    (await hasObject(repository, commit)) || remote.fetchCommit(commit);
  const isForced = async (from: string, to: string): Promise<boolean> =>
    !(await bring(from)) || !(await bring(to)) || (await findMergeBase(repository, from, to)) !== from;
  return {
    name: 'github',
    engine,
    repository,
    observe: (since) => observeGitHub({ place, engine: engine.id, now: clock(), onPosts, isForced }, since),
    bring,
    advance: (branch, expected, next) => remote.push(branch, expected, next),
    post: (draft) => openPost(place, draft),
    comment: (post, key, text) => sayOn(place, post, key, text),
    label: (post, labels) => labelPost(place, post, labels),
    settle: (post) => settlePost(place, post),
  };
}
