import { generateX25519Identity, identityToRecipient } from 'age-encryption';

import { caches } from '../../../src/cache/fixtures/shared-caches.ts';
import { GAME_FILE } from '../../../src/store/paths.ts';
import { createGame } from '../../../src/session/play/create-game.ts';
import type { Vault } from '../../../src/session/secrets/vault.ts';
import { shippedLibrary } from '../../../src/store/fixtures/shipped-library.ts';
import { localForgeOn } from '../../../src/forge/embedded/local-forge.ts';
import type { Forge } from '../../../src/forge/port.ts';
import type { Disk } from '../../../src/repository/disk.ts';
import { memoryDisk, type MemoryDisk } from '../../../src/repository/memory-disk.ts';
import type { Oid } from '../../../src/repository/oid.ts';
import { readBranch } from '../../../src/repository/refs.ts';
import { writeCommit } from '../../../src/repository/write-commit.ts';
import { ADMINS, EMPEROR, person, PLAYERS } from './cast.ts';
import type { CachedFiles } from './spoilt-caches.ts';
import { CHEATS_CLAUSE, CHEATS_TEXT } from './cheats.ts';

export const BEGINNING = '2024-03-01T09:00:00Z';
export const GAME = 'Harbour';

/** A rule with secrets: people seal words, and the emperor keeps a plan that nobody else may read. */
const VAULT_TEXT = `---
title: The Vault
order: 40
---
The Emperor has a Plan, which is private. Players may seal words for the Emperor, who may count them.
`;
const VAULT_CLAUSE = `import { action, integer, rule, text } from 'gitnomic/rules';

export default rule(() => ({
  emperor: { plan: text({ private: true }) },
  game: { counted: integer() },
  submissions: { word: { with: { word: text() } } },
  actions: {
    'count-words': action({
      by: 'emperor',
      private: true,
      reveals: ['game'],
      effect({ game, emperor, submissions }) {
        for (const one of submissions('word')) {
          if (one.values !== null) emperor.plan = emperor.plan + one.values.word;
          game.counted += 1;
          one.use();
        }
      },
    }),
  },
}));
`;

export interface Template {
  readonly disk: MemoryDisk;
  readonly identity: string;
  readonly recipient: string;
  /** What a first tick leaves for other processes, once somebody needed it. */
  cached?: CachedFiles;
}

let template: Promise<Template> | null = null;

/** The game that every simulated one begins with, made once. A failure is no template: the next game tries again. */
export function gameTemplate(): Promise<Template> {
  template ??= makeTemplate().catch((error: unknown) => {
    template = null;
    throw error;
  });
  return template;
}

async function makeTemplate(): Promise<Template> {
  const disk = memoryDisk();
  await beginOn(disk);
  const identity = await generateX25519Identity();
  return { disk, identity, recipient: await identityToRecipient(identity) };
}

/** Begins the game, or goes on with that where a process before was killed; `said` is called once it is there. */
export async function beginOn(disk: Disk, said = (): void => {}): Promise<void> {
  const { forge, table } = await localForgeOn(disk, { clock: () => BEGINNING, forgeId: 'sim' });
  if ((await readBranch(forge.repository, 'main')) === null)
    await forge.advance('main', null, await firstCommit(forge));
  said();
  if ((await forge.observe(null)).events.every(({ type }) => type !== 'opened'))
    await table.open(person('ana'), { kind: 'plain', title: 'Actions', text: 'Here.' });
}

async function firstCommit({ repository }: Forge): Promise<Oid> {
  const players = PLAYERS.map((id) => ({
    id,
    account: id,
    admin: ADMINS.some((admin) => admin === id),
    emperor: id === EMPEROR,
  }));
  const wish = { name: GAME, core: '2021', dynasty: 'proving', players, at: BEGINNING };
  const { files } = await createGame(shippedLibrary, wish, caches);
  const changes = new Map(files)
    // Rules that loop are proposed again and again: they are to be stopped soon.
    .set(GAME_FILE, `${files.get(GAME_FILE) ?? ''}sandbox: { steps: 100, memory-mb: 64 }\n`)
    .set('content/ruleset/dynastic/the-vault.md', VAULT_TEXT)
    .set('content/ruleset/dynastic/the-vault.ts', VAULT_CLAUSE)
    .set('content/ruleset/dynastic/the-notebook.md', CHEATS_TEXT)
    .set('content/ruleset/dynastic/the-notebook.ts', CHEATS_CLAUSE);
  const author = { name: 'ana', email: '', at: BEGINNING };
  return writeCommit(repository, { parents: [], changes, author, message: 'Begin\n' });
}

/** What the emperor's machine keeps, in memory. */
export function newVault({ identity, recipient }: Template): Vault & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    key: { identity, recipient },
    seeds: { dice: new Uint8Array(32).fill(7), secret: new Uint8Array(32).fill(9) },
    read: async ({ lines, digest }) => {
      const exact = kept.get(`${lines}-${digest}`);
      const older = [...kept.keys()]
        .map((name) => ({ name, lines: Number(name.split('-')[0]) }))
        .filter((one) => one.lines <= lines)
        .sort((a, b) => a.lines - b.lines)
        .at(-1);
      const text = exact ?? kept.get(older?.name ?? '');
      return text === undefined ? {} : (JSON.parse(text) as Awaited<ReturnType<Vault['read']>>);
    },
    write: async ({ lines, digest }, values) => void kept.set(`${lines}-${digest}`, JSON.stringify(values)),
  };
}
