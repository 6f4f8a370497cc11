import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { commitmentToSeed } from '../../src/session/chance/committed-seed.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { GAME_FILE, type ContentFiles } from '../../src/store/paths.ts';
import { readEnvironment, type ActionEnvironment } from '../../src/host/github/action/environment.ts';
import type { ForgeEvent, Person } from '../../src/forge/events.ts';
import { openGitHubForge, type GitHubForge } from '../../src/forge/github/github-forge.ts';
import { actionsBot } from '../../src/forge/github/people.ts';
import type { Forge, People } from '../../src/forge/port.ts';
import type { ForgeHarness } from '../contract/forge.ts';
import { handsAt, pushByGit } from './stand-in/hands.ts';
import { startStandIn, type StandIn } from './stand-in/server.ts';
import type { World } from './stand-in/world.ts';

/** The seed of the dice, of which the game has the hash. */
export const HALL_SEED: string = '7'.repeat(64);

const clientFolder = (standIn: StandIn): string => join(standIn.folder, 'client');

/** A stand-in with the engine's account in it. */
export async function startWithEngine(): Promise<StandIn> {
  const standIn = await startStandIn();
  standIn.world.account('github-actions[bot]', { type: 'Bot', id: 41_898_282, permission: 'write' });
  return standIn;
}

export function openAt(
  standIn: StandIn,
  folder = clientFolder(standIn),
  paced = false,
  path = '',
): Promise<GitHubForge> {
  return openGitHubForge({
    repository: 'o/r',
    path,
    token: 'token-of-github-actions[bot]',
    api: standIn.api,
    gitUrl: standIn.gitUrl,
    folder,
    paced,
    engine: actionsBot,
    clock: () => standIn.world.now,
  });
}

/** Begins a game of these players on a stand-in, without a run of the action; gives its files and the post of its welcome. */
export async function beginHall(
  standIn: StandIn,
  names: readonly string[],
  {
    dynasty,
    emperor,
    library = shippedLibrary,
  }: { readonly dynasty?: string; readonly emperor?: string; readonly library?: typeof shippedLibrary } = {},
): Promise<{ readonly files: ContentFiles; readonly thread: string }> {
  const players = names.map((id) => {
    const { id: account } = standIn.world.account(id, { permission: 'write' });
    return { id, account: String(account), admin: id === 'ana', emperor: id === emperor };
  });
  const engine = await openAt(standIn, join(standIn.folder, 'setup'));
  const { files } = await createGame(
    library,
    {
      name: 'Hall',
      core: '2021',
      ...(dynasty === undefined ? {} : { dynasty }),
      players,
      at: standIn.world.now,
      forge: { kind: 'github', repository: 'o/r' },
      dice: { source: 'committed', hash: commitmentToSeed(Buffer.from(HALL_SEED, 'hex')) },
    },
    caches,
  );
  const author = { name: 'gitnomic', email: '', at: standIn.world.now };
  const commit = await writeCommit(engine.repository, {
    parents: [],
    changes: files,
    author,
    message: 'Begin\n',
  });
  await engine.advance('main', null, commit);
  const thread = await engine.post({ key: 'welcome', kind: 'story', title: 'Welcome', text: 'Come in.' });
  return { files, thread };
}

/** A clone of it on somebody's machine, as far as commands look at one. */
export function cloneOfHall(standIn: StandIn, name: string, files: ContentFiles): string {
  const clone = join(standIn.folder, name);
  mkdirSync(join(clone, 'content'), { recursive: true });
  writeFileSync(join(clone, GAME_FILE), files.get(GAME_FILE) ?? '');
  return clone;
}

/** What a run of the action is given by its surroundings; what it gives on goes to an empty file. */
export function environmentAt(standIn: StandIn, path = ''): ActionEnvironment {
  const output = join(standIn.folder, 'output');
  writeFileSync(output, '');
  return readEnvironment({
    GITNOMIC_PATH: path,
    GITHUB_TOKEN: 'token-of-github-actions[bot]',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
    RUNNER_TEMP: standIn.folder,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: join(standIn.folder, 'summary'),
    GITNOMIC_DICE_SEED: HALL_SEED,
  });
}

/** GitHub's numbers for people in place of the names that tests call them by. */
function nameIds(event: ForgeEvent, { accounts }: World): ForgeEvent {
  if (event.by === null || event.by.bot) return event;
  const by: Person = event.by;
  const known = [...accounts.values()].find(({ id }) => String(id) === by.id);
  return { ...event, by: { ...by, id: (known?.login ?? by.id).toLowerCase() } };
}

/**
 * GitHub forgets what was withdrawn and deleted, so the engine has its journal. The contract's harness does what the
 * journal does: it looks after each act and keeps what it saw. That GitHub, asked from the beginning, tells nothing
 * under another id than before is checked each time.
 */
class Keeper {
  readonly #seen = new Map<string, ForgeEvent>();
  readonly #standIn: StandIn;
  readonly #forge: Forge;
  #mark: string | null = null;

  constructor(standIn: StandIn, forge: Forge) {
    this.#standIn = standIn;
    this.#forge = forge;
  }

  async look(): Promise<void> {
    const { events, mark } = await this.#forge.observe(this.#mark);
    for (const event of events)
      if (!this.#seen.has(event.id)) this.#seen.set(event.id, nameIds(event, this.#standIn.world));
    this.#mark = mark;
  }

  async from(since: string | null): Promise<{ events: ForgeEvent[]; mark: string }> {
    await this.look();
    const all = [...this.#seen.values()];
    const told = Number(since?.startsWith('kept ') === true ? since.slice(5) : 0);
    if (told === 0) {
      for (const { id, type } of (await this.#forge.observe(null)).events)
        if (!this.#seen.has(id) && type !== 'pushed') throw new Error(`${id} was not told before`);
    }
    return { events: all.slice(told), mark: `kept ${all.length}` };
  }
}

export async function makeHarness(standIn: StandIn): Promise<ForgeHarness> {
  const adapter = await openAt(standIn);
  const keeper = new Keeper(standIn, adapter);
  const sideOf = (forge: Forge): { forge: Forge; table: People } => ({
    forge: { ...forge, observe: (since) => keeper.from(since) },
    table: lookingAfterEach(handsAt(standIn, forge, clientFolder(standIn)), keeper),
  });
  await keeper.look();
  return {
    ...sideOf(adapter),
    setClock: (at) => {
      standIn.world.now = at;
    },
    another: async () => sideOf(await openAt(standIn)),
    pushByGit: (branch, commit) =>
      pushByGit(
        standIn,
        clientFolder(standIn),
        standIn.world.account('git', { permission: 'write' }),
        branch,
        commit,
      ),
  };
}

function lookingAfterEach(table: People, keeper: Keeper): People {
  const acts = Object.entries(table).map(([name, act]: [string, (...words: never[]) => Promise<unknown>]) => [
    name,
    async (...words: never[]) => {
      const given = await act(...words);
      await keeper.look();
      return given;
    },
  ]);
  return Object.fromEntries(acts) as People;
}
