// Plays a game from the library's rules on a forge in memory. It imports only what runs anywhere, since a browser plays it as well as Node.
import { tick } from '../../src/tick/tick.ts';
import { readContent } from '../../src/tick/observe.ts';
import { Caches } from '../../src/cache/caches.ts';
import { ACTIONS } from '../../src/wording/words.ts';
import type { Person } from '../../src/forge/events.ts';
import type { Forge } from '../../src/forge/port.ts';
import { openMemoryForge } from '../../src/forge/embedded/local-forge.ts';
import { commitmentToSeed } from '../../src/session/chance/committed-seed.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import type { Repository } from '../../src/repository/repository.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { readLibrary } from '../../src/store/library.ts';
import { openMemoryVault, vaultKeyOf } from '../../src/session/secrets/vault.ts';

export type Move =
  | {
      readonly do: 'propose';
      readonly by: string;
      readonly title: string;
      readonly path: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly do: 'say'; readonly by: string; readonly post: number; readonly text: string }
  | { readonly do: 'call'; readonly by: string; readonly text: string }
  | { readonly do: 'wait'; readonly hours: number };

export interface Plan {
  readonly core: string;
  readonly dynasty?: string;
  readonly players: readonly string[];
  readonly moves: readonly Move[];
}

export interface Played {
  /** Names of commits, newest first. A commit's name covers everything in it and before it. */
  readonly main: readonly string[];
  readonly journal: readonly string[];
  readonly ledger: Readonly<Record<string, string>>;
  readonly lines: Readonly<Record<string, string>>;
  /** What the engine said to each input. */
  readonly outcomes: readonly string[];
}

const BEGINNING = '2026-03-01T09:00:00Z';
const SALT = 'for-tests-only-16';
const HOUR_MS = 3_600_000;
const SEEDS = { dice: new Uint8Array(32).fill(7), secret: new Uint8Array(32).fill(8) };
/** Nothing is sealed to it. */
const KEY = { identity: 'AGE-SECRET-KEY-1', recipient: 'age1' };

const person = (id: string): Person => ({ id, name: id, bot: false });

/** A game that was played, on its forge. */
export interface Table {
  readonly forge: Forge;
  readonly outcomes: readonly string[];
  main(): Promise<string>;
  now(): string;
}

export async function playTable({ core, dynasty, players, moves }: Plan): Promise<Table> {
  const caches = new Caches(null);
  const time = { ms: Date.parse(BEGINNING) };
  const now = (): string => `${new Date(time.ms).toISOString().slice(0, 19)}Z`;
  const { forge, table } = await openMemoryForge({ clock: now, forgeId: 'test' });
  const { repository } = forge;
  const vault = { ...openMemoryVault(KEY), seeds: SEEDS };
  const { files, hidden } = await createGame(
    readLibrary(),
    {
      name: 'Harbour',
      core,
      ...(dynasty === undefined ? {} : { dynasty }),
      players: players.map((id, at) => ({ id, account: id, admin: at === 0, emperor: at === 0 })),
      dice: { source: 'committed', hash: commitmentToSeed(SEEDS.dice) },
      secret: commitmentToSeed(SEEDS.secret),
      at: BEGINNING,
    },
    caches,
  );
  await vault.write(vaultKeyOf(files), hidden);
  const author = { name: 'Gitnomic', email: '', at: BEGINNING };
  const begun = await writeCommit(repository, { parents: [], changes: files, author, message: 'Begin\n' });
  await forge.advance('main', null, begun);
  const thread = await forge.post(ACTIONS);
  const outcomes: string[] = [];
  const run = async (): Promise<void> => {
    const { happened } = await tick({ forge, now: now(), vault, caches, newSalt: () => SALT });
    outcomes.push(...happened.map(({ outcome }) => (outcome.ok ? 'ok' : outcome.refusal.reason)));
  };
  const posts: string[] = [];
  await run();
  for (const move of moves) {
    time.ms += 60_000;
    if (move.do === 'wait') time.ms += move.hours * HOUR_MS;
    else if (move.do === 'call') await table.comment(person(move.by), thread, move.text);
    else if (move.do === 'say')
      await table
        .comment(person(move.by), posts[move.post % posts.length] ?? thread, move.text)
        .catch(() => undefined);
    else {
      const main = (await readBranch(repository, 'main')) ?? '';
      const before = (await readContent(forge, main)).get(move.path) ?? '';
      const changes = new Map([[move.path, before.replace(move.from, () => move.to)]]);
      const at = { name: move.by, email: '', at: now() };
      const head = await writeCommit(repository, {
        parents: [main],
        changes,
        author: at,
        message: 'Change\n',
      });
      posts.push(
        await table.open(person(move.by), { kind: 'proposal', title: move.title, text: 'Aye?', head }),
      );
    }
    await run();
  }
  return { forge, outcomes, main: async () => (await readBranch(repository, 'main')) ?? '', now };
}

export async function playGame(plan: Plan): Promise<Played> {
  const { forge, outcomes, ...table } = await playTable(plan);
  const { repository } = forge;
  const main = await table.main();
  const journal = (await readBranch(repository, 'journal')) ?? '';
  const content = [...(await readContent(forge, main))].filter(([path]) =>
    path.startsWith('content/ledger/'),
  );
  const { files: segments } = await readTree(repository, journal);
  return {
    main: await historyOf(repository, main),
    journal: await historyOf(repository, journal),
    ledger: Object.fromEntries(content),
    lines: Object.fromEntries([...segments].map(([path, { text }]) => [path, text ?? ''])),
    outcomes,
  };
}

async function historyOf(repository: Repository, tip: string): Promise<string[]> {
  const found: string[] = [];
  for (let at: string | undefined = tip; at !== undefined && at !== '';) {
    found.push(at);
    at = (await readCommit(repository, at)).parents[0];
  }
  return found;
}
