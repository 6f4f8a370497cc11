import { textOf } from '#platform/bytes.ts';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeCommit, type NewContent } from '../../repository/write-commit.ts';
import { writeYamlKeys } from '../../ruleset/front-matter-write.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import type { Caches } from '../../cache/caches.ts';
import { openGame } from '../../session/play/open-game.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { ACTIONS } from '../../wording/words.ts';
import { clockOf } from './game-folder.ts';
import { checkOutForPages, refreshCheckout } from '../checkout.ts';
import { ENGINE_FOLDER, type HomeGame, type TakeOverOptions } from '../game.ts';
import { assertNoLinks } from '../links-in-game.ts';
import { filesAt, findRemains, GameThereError } from './game-remains.ts';
import { cacheOf, openLocalGame } from './local-game.ts';
import { type Carried, gitnomic, openLocalForge } from '../../forge/embedded/local-forge.ts';
import { CHECKPOINTS, addCheckpoint } from '../../store/checkpoints.ts';
import type { Oid } from '../../repository/oid.ts';
import type { Repository } from '../../repository/repository.ts';
import { readContent } from '../../tick/observe.ts';
import { engineFile, engineText, type EngineFacts } from '../../store/engine-files.ts';
import { type ContentFiles, GAME_FILE, isStyleName, PLAYED_HERE } from '../../store/paths.ts';
import { idOfNumber, numberOfId } from '../../store/post-files.ts';
import { GAME_PLACES } from '../../store/library.ts';
import { type GameRead, readGame } from '../../store/read-game.ts';
import { applyChanges } from '../../store/write-game.ts';
import { vaultKeyOf } from '../../session/secrets/vault.ts';
import { keepJournal } from '../../store/journal/keep-journal.ts';
import { commitmentToSeed, isSeedOf } from '../../session/chance/committed-seed.ts';
import { toJournalRecord, recordPath, writeRecord } from '../../store/journal/journal-record.ts';

/**
 * Continues a game from its files on a new embedded forge, with the clock set to the last thing that happened.
 * Pending matters can be voted on, and new posts get unused numbers.
 */
export async function takeOver(
  folder: string,
  from: string,
  { composed, checksOutLater = false, ...options }: TakeOverOptions = {},
): Promise<HomeGame> {
  const isCopy = folder !== from;
  const there = isCopy ? findRemains(folder) : null;
  if (there !== null) throw new GameThereError(there);
  assertNoLinks(from);
  const { texts, all } = readFiles(from);
  options.caches?.keepIn(cacheOf(folder));
  const read = readGame(texts, options.caches);
  if (read.problems.length > 0) {
    if (isCopy) options.caches?.keepNowhere();
    throw new UnplayableError(read.problems.map(describeProblem));
  }
  const clock = clockOf(folder, options.now);
  const { carryOn } = await openLocalForge(join(folder, ENGINE_FOLDER, 'forge'), { clock: clock.now });
  if (read.facts.clock !== null && read.facts.clock !== clock.now())
    clock.forward(Date.parse(read.facts.clock) - Date.parse(clock.now()));
  await carryOn(pendingPosts(read), { after: lastNumberIn(texts, read), thread: ACTIONS });
  const game = await openLocalGame(folder, options);
  const changes = await changesFor(game, texts, read, isCopy);
  const files = new Map<string, NewContent>([...all, ...changes]);
  composed?.(game, applyChanges(texts, changes));
  try {
    // Pages are built meanwhile, and the first tick reuses this sandbox.
    if (isCopy) await assertPlayable(texts, options.caches);
  } catch (error) {
    // A copy that nobody can play would block the next one.
    options.caches?.keepNowhere();
    for (const made of [ENGINE_FOLDER, 'content'])
      rmSync(join(folder, made), { recursive: true, force: true });
    if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
    throw error;
  }
  const key = vaultKeyOf(texts);
  // If only the forge was lost, the private values are still here.
  await game.vault.write(key, await game.vault.read(key));
  const commit = await writeCommit(game.forge.repository, {
    parents: [],
    changes: files,
    author: { name: game.forge.engine.name, email: '', at: game.now() },
    message: `Go on with ${read.game.name}\n`,
  });
  await game.forge.advance('main', null, commit);
  // In the original folder this file names a commit of the lost forge.
  rmSync(join(folder, ENGINE_FOLDER, 'checkout.json'), { force: true });
  if (checksOutLater && isCopy) await checkOutForPages(game);
  else await refreshCheckout(game, changes.keys());
  return game;
}

/** Throws `UnplayableError` if the rules can't be put in force, since a game with them would never do anything. */
async function assertPlayable(texts: ContentFiles, caches: Caches | undefined): Promise<void> {
  const { play } = await openGame(texts, { caches });
  play.dispose();
}

/** Adjusts what the files say about the old forge to this one. */
async function changesFor(
  game: HomeGame,
  texts: ContentFiles,
  { facts, state }: GameRead,
  isCopy: boolean,
): Promise<ReadonlyMap<string, string | null>> {
  const at = game.now();
  const { commit, head } = await keepJournal({ forge: game.forge, record: null, now: at });
  const players = Object.keys(state?.players ?? {});
  const changed: Partial<EngineFacts> = {
    people: { ...facts.people, ...Object.fromEntries(players.map((id) => [id, id])) },
    // These commits exist only on the old forge.
    heads: {},
    merged: {},
    // Posts with a prefix keep their ids; new posts get unused numbers.
    moved: null,
    links: Object.fromEntries(
      Object.entries(facts.links).map(([number, id]) => [idOfNumber(facts.moved, number), id]),
    ),
    ...ownSecrets(game, facts),
    outbox: { last: 0, notices: [] },
    ...(facts.dynasty === null ? {} : { dynasty: { ...facts.dynasty, line: head.n } }),
  };
  const gameFile = onThisForge(texts.get(GAME_FILE) ?? '', game.vault.seeds.dice, isCopy);
  return new Map([
    ...Object.entries(changed).map(([name, value]) => [engineFile(name), engineText(name, value)] as const),
    [GAME_FILE, gameFile] as const,
    ...(commit === null ? [] : [[recordPath, writeRecord(toJournalRecord(commit, head))] as const]),
  ]);
}

/**
 * Promised keys and seeds stay on the machine that has them, for example if only the forge was lost; other machines
 * get new ones. A new journal has them before its first line.
 */
function ownSecrets({ vault }: HomeGame, { keys, seeds }: EngineFacts): Pick<EngineFacts, 'keys' | 'seeds'> {
  const { secret } = vault.seeds;
  const hasSeed = secret !== undefined && isSeedOf(seeds.at(-1)?.hash ?? '', secret);
  const hasKey = keys.at(-1)?.recipient === vault.key?.recipient;
  return {
    keys: hasKey ? keys.map((one) => ({ ...one, line: 0 })) : [],
    seeds: hasSeed ? seeds.map((one) => ({ ...one, line: 0 })) : [],
  };
}

/** game.yml for this forge, with the hash of the dice seed. */
export function onThisForge(gameFile: string, dice: Uint8Array | undefined, isCopy = false): string {
  const rolled = dice === undefined ? {} : { dice: { source: 'committed', hash: commitmentToSeed(dice) } };
  // The real game is played elsewhere, so a copy is for practice.
  const practice = isCopy ? { practice: true } : {};
  return writeYamlKeys(gameFile, { forge: { kind: PLAYED_HERE }, ...rolled, ...practice });
}

/** If the seed of the dice here isn't the promised one, which is lost, a commit records the hash of the one here. */
export async function withPromisedSeed(
  repository: Repository,
  main: Oid,
  { vault, at }: { readonly vault: Pick<HomeGame['vault'], 'seeds'>; readonly at: string },
): Promise<Oid> {
  const files = await readContent({ repository }, main);
  const { dice } = readGame(files).game;
  const seed = vault.seeds.dice;
  if (dice?.source !== 'committed' || seed === undefined || dice.hash === commitmentToSeed(seed)) return main;
  const record = { kind: 'new-seed' as const, at, before: dice.hash ?? null };
  return writeCommit(repository, {
    parents: [main],
    changes: new Map([
      [GAME_FILE, onThisForge(files.get(GAME_FILE) ?? '', seed)],
      [CHECKPOINTS, addCheckpoint(files.get(CHECKPOINTS), record)],
    ]),
    author: { name: gitnomic.name, email: '', at },
    message: 'Go on with another seed of the dice\n\nThe one before was lost.\n',
  });
}

function pendingPosts({ state, facts }: GameRead): readonly Carried[] {
  const { links, moved } = facts;
  const numbers = new Map(Object.entries(links).map(([number, id]) => [id, idOfNumber(moved, number)]));
  return Object.values(state?.posts ?? {}).flatMap(({ id, status, author, kind, title, text, at }) => {
    const post = numbers.get(id) ?? id;
    const onForge = /^[1-9]\d*$/u.test(post) || numbers.has(id) || numberOfId(moved, id) !== null;
    if (status !== 'pending' || !onForge) return [];
    return [{ post, by: { id: author, name: author, bot: false }, kind, title, text, at }];
  });
}

function lastNumberIn(texts: ContentFiles, { state, facts }: GameRead): number {
  const archived = [...texts.values()].flatMap((text) => /^id: ["']?(\d+)["']?$/mu.exec(text)?.[1] ?? []);
  const all = [...Object.keys(state?.posts ?? {}), ...Object.keys(facts.links), ...archived];
  return Math.max(0, ...all.filter((id) => /^\d{1,9}$/u.test(id)).map(Number));
}

/** Reads the game's texts, and its pictures as bytes. */
function readFiles(folder: string): {
  readonly texts: ContentFiles;
  readonly all: ReadonlyMap<string, NewContent>;
} {
  const texts = new Map<string, string>();
  const all = new Map<string, NewContent>();
  for (const path of GAME_PLACES.flatMap((place) => filesAt(folder, place))) {
    if (path === recordPath) continue;
    const bytes = readFileSync(join(folder, path));
    all.set(path, new Uint8Array(bytes));
    if (!path.startsWith('content/pictures/')) texts.set(path, textOf(bytes));
  }
  for (const path of styleFiles(folder)) all.set(path, new Uint8Array(readFileSync(join(folder, path))));
  return { texts, all };
}

/** No rule covers the group's own look and pages, so they are copied along. */
function styleFiles(folder: string): readonly string[] {
  const names = readdirSync(join(folder, 'content')).filter(isStyleName);
  return names.flatMap((name) => filesAt(folder, `content/${name}`));
}
