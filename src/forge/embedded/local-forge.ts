import { memoryDisk, type MemoryDisk } from '../../repository/memory-disk.ts';
import { nodeDisk, sweepUnfinished } from '../../repository/node-disk.ts';
import { createRepository } from '../../repository/repository.ts';
import type { Memo } from '../../ruleset/memo.ts';
import type { Disk } from '../../repository/disk.ts';
import type { Person } from '../events.ts';
import type { Forge, PostId, People } from '../port.ts';
import { append, inTurn, makeCore, type Core } from './core.ts';
import { forgeOf } from './engine-side.ts';
import { redactLog, type LogRedaction } from './redact-log.ts';
import { embeddedPeople } from './people.ts';

/** The two sides of the embedded forge: the engine's and the people's. */
export interface LocalForge {
  readonly forge: Forge;
  readonly table: People;
  /** Removes a person's words from the forge's own log, and returns the number of lines. */
  redact(redaction: LogRedaction): Promise<number>;
  /**
   * Continues with posts that were open on another forge, under the same numbers, in a forge without posts. The engine's thread gets the
   * first unused number.
   */
  carryOn(posts: readonly Carried[], next: Next): Promise<void>;
  /** Open posts that had a label at the last observation. */
  labelled(label: string): ReadonlySet<PostId>;
}

export interface Carried {
  readonly post: PostId;
  readonly by: Person;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly at: string;
}

export interface Next {
  /** The number of the last post. */
  readonly after: number;
  readonly thread: {
    readonly key: string;
    readonly kind: string;
    readonly title: string;
    readonly text: string;
  };
}

export interface LocalForgeOptions {
  /** The current time, `2021-06-18T09:00:00Z`. */
  readonly clock: () => string;
  readonly engine?: Person;
  /** The prefix of event ids. By default it is drawn when the forge is created. */
  readonly forgeId?: string;
  /** Cached values computed from its commits. */
  readonly memo?: Memo;
  /** Wraps the disk over its folder, for tests of failures. */
  readonly over?: (disk: Disk) => Disk;
}

/** The engine's account on an embedded forge. */
export const gitnomic: Person = { id: 'gitnomic', name: 'Gitnomic', bot: true };
const gitdir = 'repository.git';

/** Opens the forge in `folder`, and creates it if there is none. Several processes may have it open. */
export function openLocalForge(folder: string, options: LocalForgeOptions): Promise<LocalForge> {
  sweepUnfinished(folder);
  const { over = (disk) => disk } = options;
  return localForgeOn(over(nodeDisk(folder)), options);
}

/** A forge in memory. With a copy of another one's disk it continues where that one was. */
export function openMemoryForge(
  options: LocalForgeOptions,
  disk: MemoryDisk = memoryDisk(),
): Promise<LocalForge> {
  return localForgeOn(disk, options);
}

export async function localForgeOn(
  disk: Disk,
  { clock, engine = gitnomic, forgeId, memo }: LocalForgeOptions,
): Promise<LocalForge> {
  const repository = await createRepository(disk, gitdir, { memo });
  const core = makeCore({ disk, repository, engine, clock, ...(forgeId === undefined ? {} : { forgeId }) });
  return {
    forge: forgeOf(core),
    table: embeddedPeople(core),
    redact: (redaction) => redactLog(core, redaction),
    carryOn: (posts, next) => inTurn(core, () => carryOn(core, posts, next)),
    labelled: (label) => {
      const posts = Object.entries(core.state.posts).filter(([, { labels }]) => labels.includes(label));
      return new Set(posts.map(([id]) => id));
    },
  };
}

async function carryOn(core: Core, posts: readonly Carried[], { after, thread }: Next): Promise<void> {
  // After an interruption only the missing posts are added.
  for (const post of posts)
    if (!Object.hasOwn(core.state.posts, post.post))
      await append(core, { type: 'opened', ...post, head: null });
  if (Object.hasOwn(core.state.keys, thread.key)) return;
  const post = String(Math.max(after, core.state.lastPost) + 1);
  await append(core, { type: 'engine-posted', by: core.engine, post, ...thread });
}
