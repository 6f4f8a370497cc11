import type { Person } from '../../forge/events.ts';
import { openMemoryForge, type LocalForge } from '../../forge/local/local-forge.ts';
import type { MemoryDisk } from '../../repository/memory-disk.ts';
import { memoryDisk } from '../../repository/memory-disk.ts';
import { readBranch } from '../../repository/refs.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { listPacks } from '../../ruleset/compose.ts';
import { createGame, type NewGame } from '../game/create-game.ts';
import type { ContentFiles } from '../game/paths.ts';
import { readLibrary } from '../library.ts';
import { readContent } from './look.ts';
import type { Vault } from '../game/vault.ts';
import { tick, type TickOptions, type TickReport } from './tick.ts';

export const BEGINNING = '2024-03-01T09:00:00Z';

export const person = (id: string): Person => ({ id, name: id, bot: false });
export const [ana, bo, cy, dee, eli, fay] = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'].map(person) as [
  Person,
  Person,
  Person,
  Person,
  Person,
  Person,
];

/** A game of six on a forge in memory, with a clock to be moved by hand. */
export interface TestGame extends LocalForge {
  readonly disk: MemoryDisk;
  now: string;
  /** Moves the clock. */
  later(hours: number): void;
  tick(options?: Partial<TickOptions>): Promise<TickReport>;
  content(): Promise<ContentFiles>;
  /** What the engine says on a post, one comment each, as it says it now. */
  said(post: string): Promise<readonly string[]>;
  mainTip(): Promise<string>;
  /** A branch off main with files changed: the name of its head. */
  branch(changes: Readonly<Record<string, string | null>>, from?: string): Promise<string>;
}

const SALT = 'for-tests-only-16';

export async function testGame(wish: Partial<NewGame> = {}): Promise<TestGame> {
  const disk = memoryDisk();
  const game = await openTestGame(disk, BEGINNING);
  const players = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'].map((id) => ({
    id,
    account: id,
    admin: id === 'ana',
    emperor: id === 'cy',
  }));
  const { files } = await createGame(readLibrary(), {
    name: 'Harbour',
    core: listPacks(readLibrary()).core.at(-1) ?? '',
    ...(wish.core === undefined ? { dynasty: 'proving' } : {}),
    players,
    at: BEGINNING,
    ...wish,
  });
  const author = { name: 'ana', email: '', at: BEGINNING };
  const commit = await writeCommit(game.forge.repository, {
    parents: [],
    changes: files,
    author,
    message: 'Begin\n',
  });
  await game.forge.advance('main', null, commit);
  return game;
}

/** The game on a disk, as another process would find it. */
export async function openTestGame(disk: MemoryDisk, now: string): Promise<TestGame> {
  const time = { now };
  const local = await openMemoryForge({ clock: () => time.now, forgeId: 'test' }, disk);
  const { repository } = local.forge;
  const mainTip = async (): Promise<string> => (await readBranch(repository, 'main')) ?? '';
  return {
    ...local,
    disk,
    get now() {
      return time.now;
    },
    set now(moment) {
      time.now = moment;
    },
    mainTip,
    later: (hours) =>
      void (time.now = `${new Date(Date.parse(time.now) + hours * 3_600_000).toISOString().slice(0, 19)}Z`),
    tick: (options) => tick({ forge: local.forge, now: time.now, newSalt: () => SALT, ...options }),
    said: async (post) => {
      const log = new TextDecoder().decode((await disk.read('events.jsonl')) ?? new Uint8Array());
      const said = log
        .split('\n')
        .filter((line) => line.includes('"engine-said"'))
        .map((line) => JSON.parse(line) as { post: string; key: string; text: string })
        .filter((one) => one.post === post);
      return [...new Map(said.map(({ key, text }) => [key, text])).values()];
    },
    content: async () => readContent(local.forge, await mainTip()),
    branch: async (changes, from) => {
      const parents = [from ?? (await mainTip())];
      return writeCommit(repository, {
        parents,
        changes: new Map(Object.entries(changes)),
        author: { name: 'somebody', email: '', at: time.now },
        message: 'Change\n',
      });
    },
  };
}

export const VOTES = 'content/ruleset/core/votable-matters/votes.md';

/** Private values in memory, and dice that fall as they are told. */
export function memoryVault(fixed: readonly number[] = []): Vault {
  const kept = new Map<string, Awaited<ReturnType<Vault['read']>>>();
  const nameOf = ({ lines, digest }: Parameters<Vault['read']>[0]): string => `${lines}-${digest}`;
  return {
    seeds: { fixed, secret: new Uint8Array(32) },
    read: async (key) => kept.get(nameOf(key)) ?? {},
    write: async (key, values) => void kept.set(nameOf(key), values),
  };
}
