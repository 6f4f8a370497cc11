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

/** The embedded forge's two sides: the engine's, and that of the people who play. */
export interface LocalForge {
  readonly forge: Forge;
  readonly table: People;
  /** Takes a person's words out of the forge's own log; says in how many lines. */
  redact(redaction: LogRedaction): Promise<number>;
  /**
   * Goes on with posts that were open on another forge, under the numbers that they had there, in a forge that has none yet. A
   * thread of the engine's own takes the first number that none has had.
   */
  carryOn(posts: readonly Carried[], next: Next): Promise<void>;
  /** Open posts that had a label when they were observed last. */
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
  /** The last number that a post had. */
  readonly after: number;
  readonly thread: {
    readonly key: string;
    readonly kind: string;
    readonly title: string;
    readonly text: string;
  };
}

export interface LocalForgeOptions {
  /** The time now, `2021-06-18T09:00:00Z`. */
  readonly clock: () => string;
  readonly engine?: Person;
  /** The prefix of event ids; it is drawn when the forge is begun, unless given. */
  readonly forgeId?: string;
  /** Values that were computed from its commits before. */
  readonly memo?: Memo;
  /** The disk as this process has it, over its folder: for tests, where it fails. */
  readonly over?: (disk: Disk) => Disk;
}

/** The engine's account on an embedded forge. */
export const gitnomic: Person = { id: 'gitnomic', name: 'Gitnomic', bot: true };
const gitdir = 'repository.git';

/** The forge in `folder`, which is made where there is none. Any number of processes may have it open. */
export function openLocalForge(folder: string, options: LocalForgeOptions): Promise<LocalForge> {
  sweepUnfinished(folder);
  const { over = (disk) => disk } = options;
  return localForgeOn(over(nodeDisk(folder)), options);
}

/** A forge in the memory of this process. With the disk of another, copied, it begins where that one stood. */
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
  // Where it was interrupted it goes on with what is missing.
  for (const post of posts)
    if (!Object.hasOwn(core.state.posts, post.post))
      await append(core, { type: 'opened', ...post, head: null });
  if (Object.hasOwn(core.state.keys, thread.key)) return;
  const post = String(Math.max(after, core.state.lastPost) + 1);
  await append(core, { type: 'engine-posted', by: core.engine, post, ...thread });
}
