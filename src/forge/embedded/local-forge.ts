import { memoryDisk, type MemoryDisk } from '../../repository/memory-disk.ts';
import { nodeDisk, sweepUnfinished } from '../../repository/node-disk.ts';
import { createRepository } from '../../repository/repository.ts';
import type { Memo } from '../../ruleset/memo.ts';
import type { Disk } from '../../repository/disk.ts';
import { type Person, type ForgeEvent, ForgeError } from '../events.ts';
import type { Forge, PostId, People, Mark, Observation } from '../port.ts';
import { append, inTurn, makeCore, type Core, logPath, openPostOf } from './core.ts';
import { embeddedPeople } from './people.ts';
import { type LogRecord, toEvent, readLog } from './records.ts';
import { hasObject } from '../../repository/objects.ts';
import { advance } from '../../repository/refs.ts';
import type { Oid } from '../../repository/oid.ts';
import { noticePushes } from './notice.ts';
import { digestOf } from './state.ts';

/** The person whose words are removed, by id, and the only post in which they are, if given. */
interface LogRedaction {
  readonly person: string;
  readonly post?: string;
}

const encoder = new TextEncoder();
const newline = '\n';

/**
 * Removes a person's words from the log: titles and texts become empty, while who did what and when stays. Each line is padded with
 * spaces to its length, so that earlier marks remain valid.
 */
function redactLog(core: Core, redaction: LogRedaction): Promise<number> {
  return inTurn(core, async () => {
    const bytes = (await core.disk.read(logPath)) ?? new Uint8Array();
    let redacted = 0;
    const lines = new TextDecoder().decode(bytes).split(newline);
    const after = lines.map((line) => {
      const without = line === '' ? line : withoutWords(line, redaction);
      if (without !== line) redacted += 1;
      return without;
    });
    const written = encoder.encode(after.join(newline));
    if (written.length !== bytes.length) {
      throw new ForgeError('log-broken', `${logPath} is not in UTF-8, so nothing in it was changed.`, {});
    }
    if (redacted > 0) await core.disk.write(logPath, written, { durable: true });
    // An incomplete line of a killed process was never part of the game, but may contain such words.
    await core.disk.remove(`${logPath}.torn`);
    return redacted;
  });
}

function withoutWords(line: string, { person, post }: LogRedaction): string {
  const record = JSON.parse(line) as LogRecord & { title?: string; text?: string };
  if (!('by' in record) || record.by?.id !== person) return line;
  if (post !== undefined && !('post' in record && record.post === post)) return line;
  if ((record.title ?? '') === '' && (record.text ?? '') === '') return line;
  const emptied = {
    ...record,
    ...(record.title === undefined ? {} : { title: '' }),
    ...(record.text === undefined ? {} : { text: '' }),
  };
  const text = JSON.stringify(emptied);
  return text + ' '.repeat(encoder.encode(line).length - encoder.encode(text).length);
}

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
  /** Whether a post was open at the last observation, and the engine had made no comment on it with this key. */
  awaits(post: PostId, key: string): boolean;
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
    awaits: (post, key) => core.state.posts[post] !== undefined && !(key in core.state.posts[post].said),
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

function forgeOf(core: Core): Forge {
  const { repository, engine } = core;
  return {
    name: 'local',
    beginsGames: true,
    engine,
    repository,
    observe: (since) => inTurn(core, () => observe(core, since)),
    bring: (commit) => hasObject(repository, commit),
    advance: (branch, expected, next) => inTurn(core, () => move(core, branch, expected, next)),
    post: ({ key, ...draft }) =>
      inTurn(core, async () => {
        const already = Object.hasOwn(core.state.keys, key) ? core.state.keys[key] : undefined;
        if (already !== undefined) return already;
        const post = String(core.state.lastPost + 1);
        await append(core, { type: 'engine-posted', by: engine, post, key, ...draft });
        return post;
      }),
    comment: (post, key, text) =>
      inTurn(core, async () => {
        if (openPostOf(core, post).said[key] === digestOf(text)) return;
        await append(core, { type: 'engine-said', post, key, text });
      }),
    label: (post, labels) =>
      inTurn(core, async () => {
        const sorted = [...new Set(labels)].sort();
        if (openPostOf(core, post).labels.join('\n') === sorted.join('\n')) return;
        await append(core, { type: 'engine-labelled', post, labels: sorted });
      }),
    reopen: (post) =>
      inTurn(core, async () => {
        if (core.state.posts[post]?.closed === true)
          await append(core, { type: 'reopened', by: engine, post });
      }),
    settle: (post) =>
      inTurn(core, async () => {
        // A tick that died had settled it, but not recorded that.
        if (!Object.hasOwn(core.state.posts, post) && Number(post) <= core.state.lastPost) return;
        openPostOf(core, post);
        await append(core, { type: 'engine-settled', by: engine, post });
      }),
  };
}

async function move(
  core: Core,
  branch: string,
  expected: Oid | null,
  next: Oid,
): Promise<'advanced' | 'moved'> {
  if (branch !== 'main') return advance(core.repository, branch, expected, next);
  await noticePushes(core);
  if (core.state.main !== expected) return 'moved';
  await append(core, { type: 'engine-moving', to: next });
  const outcome = await advance(core.repository, branch, expected, next);
  if (outcome === 'advanced') await append(core, { type: 'engine-moved', to: next });
  return outcome;
}

async function observe(core: Core, since: Mark | null): Promise<Observation> {
  await noticePushes(core);
  const from = offsetOf(core, since);
  const { records } = await readLog(core.disk, logPath, from);
  const events = records.map(toEvent).filter((event): event is ForgeEvent => event !== null);
  return { events, mark: markOfLog(core) };
}

/** The mark up to which the log has been read. */
function markOfLog({ state, offset }: Core): Mark {
  return `${state.forge}:${offset}`;
}

/**
 * The offset at which to continue. With a mark from another log, or past its end, everything is sent again, and the journal recognises
 * known events by their ids.
 */
function offsetOf(core: Core, mark: Mark | null): number {
  const [forge, digits] = (mark ?? '').split(':');
  const offset = Number(digits ?? 'none');
  return forge === core.state.forge && Number.isSafeInteger(offset) && offset <= core.offset ? offset : 0;
}
