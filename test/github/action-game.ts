import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { ActionEnvironment } from '../../src/host/github/action/environment.ts';
import { readWish, runSetup } from '../../src/host/github/action/run-setup.ts';
import { runTick } from '../../src/host/github/action/run-tick.ts';
import type { ContentFiles } from '../../src/store/paths.ts';
import { readContent } from '../../src/tick/observe.ts';
import type { Person } from '../../src/forge/events.ts';
import type { People } from '../../src/forge/port.ts';
import { readBranch } from '../../src/repository/refs.ts';
import type { Repository } from '../../src/repository/repository.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { environmentAt, openAt, startWithEngine } from './game-at.ts';
import { jobOf } from './run-job.ts';
import { handsAt } from './stand-in/hands.ts';
import { startStandIn, type StandIn } from './stand-in/server.ts';
import type { Post, World } from './stand-in/world.ts';

export const PLAYERS = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
const person = (id: string): Person => ({ id, name: id, bot: false });
export const [ana, bo, cy, dee, eli, fay] = PLAYERS.map(person) as [
  Person,
  Person,
  Person,
  Person,
  Person,
  Person,
];

/** A game on the stand-in, played by its people and by runs of the action, each with its job's permissions. */
export interface ActionGame {
  readonly standIn: StandIn;
  readonly table: People;
  /** What its runs are given. */
  readonly environment: ActionEnvironment;
  readonly repository: Repository;
  /** All that runs have said. */
  said(): string;
  /** A run that ends well; where it doesn't, what it said is the failure. */
  tick(): Promise<void>;
  /** A run, however it ends: its exit code. */
  run(): Promise<number>;
  content(): Promise<ContentFiles>;
  mainTip(): Promise<string>;
  propose(by: Person, title: string, changes: Readonly<Record<string, string | null>>): Promise<Post>;
  post(number: string): Post;
  /** What the engine says on a post under a key. */
  comments(post: Post, key: string): readonly string[];
}

let begun: Promise<{ readonly gitdir: string; readonly world: World }> | null = null;

/** The repository of a game of six, set up and ticked once: made once, and copied for each test. */
async function begin(): NonNullable<typeof begun> {
  const standIn = await startWithEngine();
  for (const name of PLAYERS) standIn.world.account(name, { permission: 'write' });
  const game = await playAt(standIn);
  await game.setUp();
  await game.tick();
  const gitdir = mkdtempSync(join(tmpdir(), 'gitnomic-begun-'));
  process.once('exit', () => rmSync(gitdir, { recursive: true, force: true }));
  cpSync(standIn.world.gitdir, gitdir, { recursive: true });
  await standIn.close();
  return { gitdir, world: standIn.world };
}

/** A game of its own in such a repository. */
export async function playOnGitHub(): Promise<ActionGame> {
  begun ??= begin();
  const { gitdir, world } = await begun;
  const standIn = await startStandIn();
  cpSync(gitdir, standIn.world.gitdir, { recursive: true, force: true });
  standIn.world.goOnFrom(world);
  return playAt(standIn);
}

/** A game in a folder of the repository: others may be played beside it. */
export async function playAt(
  standIn: StandIn,
  path = '',
  name = 'Harbour',
  players: readonly string[] = PLAYERS,
): Promise<ActionGame & { setUp(): Promise<void> }> {
  const { world } = standIn;
  const environment = environmentAt(standIn, path);
  let said = '';
  const say = (text: string): void => void (said += text);
  const options = { caches, environment, now: () => world.now, say, paced: false };
  const allowed = async <T>(workflow: string, job: string, act: () => Promise<T>): Promise<T> => {
    world.permissions = jobOf(workflow, job).permissions;
    return act().finally(() => (world.permissions = null));
  };
  const wish = { GAME_NAME: name, GAME_CORE: '2021', GAME_DYNASTY: 'proving' };
  const setUp = (): Promise<void> =>
    allowed('setup.yml', 'setup', () =>
      runSetup(options, readWish({ ...wish, GAME_ADMINS: players.join(' ') })),
    );
  const folder = `${standIn.folder}/player`;
  const fresh = async (): Promise<Repository> => (await openAt(standIn, folder, false, path)).repository;
  const repository = await fresh();
  const table = handsAt(standIn, { repository }, folder);
  const mainTip = async (): Promise<string> => (await readBranch(await fresh(), 'main')) ?? '';
  const post = (number: string): Post => {
    const found = world.posts.find((one) => String(one.number) === number);
    if (found === undefined) throw new Error(`no post ${number}`);
    return found;
  };
  const run = (): Promise<number> => allowed('tick.yml', 'tick', () => runTick(options));
  return {
    setUp,
    environment,
    standIn,
    table,
    repository,
    said: () => said,
    run,
    async tick() {
      const before = said.length;
      if ((await run()) !== 0)
        throw new Error(`${said.slice(before)}${world.failures.map(String).join('\n')}`);
    },
    content: async () => readContent({ repository: await fresh() }, await mainTip()),
    mainTip,
    async propose(by, title, changes) {
      const head = await writeCommit(repository, {
        parents: [await mainTip()],
        changes: new Map(Object.entries(changes)),
        author: { name: by.name, email: '', at: world.now },
        message: `${title}\n`,
      });
      return post(await table.open(by, { kind: 'proposal', title, text: '', head }));
    },
    post,
    comments: ({ comments }, key) =>
      comments.flatMap(({ by, body }) =>
        by?.type === 'Bot' && body.includes(`gitnomic:key ${key}`) ? [body] : [],
      ),
  };
}
