import { textOf } from '#platform/bytes.ts';
import { readContent } from '../../tick/observe.ts';
import type { Person } from '../../forge/events.ts';
import { folderTree, readTreeEntries } from '../../repository/tree.ts';
import type { GitObject } from '../../repository/git-object.ts';
import { memoryDisk } from '../../repository/memory-disk.ts';
import { hasObject, parseStored } from '../../repository/objects.ts';
import type { Oid } from '../../repository/oid.ts';
import { readBlobText } from '../../repository/read-file.ts';
import { readPack, type Packed } from '../../repository/new-pack.ts';
import { readTree } from '../../repository/read-tree.ts';
import { createRepository, ownBranch, type Repository } from '../../repository/repository.ts';
import { journalBranch } from '../../store/journal/part.ts';
import { verifyJournal, type JournalVerdict } from '../../store/journal/verify-journal.ts';
import { LEDGER } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import { readEnding } from '../../store/ledger-line.ts';
import { replay, type ReplayVerdict } from '../../care/replay/replay.ts';
import type { Replayed } from '../../care/replay/replay-history.ts';

/** The contents of `about.json`, beside the packs of a published game. */
export interface AboutPublished {
  readonly name: string;
  readonly main: Oid;
  readonly journal: Oid;
  readonly folder: string;
  readonly engine: Person;
  /** The game's time when it was published. */
  readonly now: string;
  readonly dynasty: number;
  /** Texts from which words were taken out, so that they don't match their hashes. */
  readonly hidden: readonly Oid[];
}

/** A published game on a reader's machine, with the objects that don't match their hashes. */
export interface PublishedGame {
  readonly game: Replayed;
  readonly journal: Oid;
  readonly count: number;
  readonly damaged: readonly Oid[];
  readonly hidden: number;
}

/** Opens the files of `publishRecord`, and checks the hash of each object. */
export async function openPublished(
  about: AboutPublished,
  pack: Uint8Array,
  index: Uint8Array,
): Promise<PublishedGame> {
  const objects = new Map(readPack(pack, index));
  const repository = await repositoryOf(about, objects);
  const left = new Set(about.hidden);
  const damaged = [...objects].flatMap(([oid, { isWhole }]) => (isWhole || left.has(oid) ? [] : [oid]));
  const game: Replayed = {
    forge: { repository, engine: about.engine, bring: (commit) => hasObject(repository, commit) },
    vault: { seeds: {}, read: () => Promise.resolve({}) },
    pictures: { all: () => ({}), keep: () => '' },
    main: () => Promise.resolve(about.main),
    content: () => readContent({ repository }, about.main),
    now: () => about.now,
  };
  return { game, journal: about.journal, count: objects.size, damaged, hidden: left.size };
}

async function repositoryOf(
  { main, journal, folder }: AboutPublished,
  objects: ReadonlyMap<Oid, Packed>,
): Promise<Repository> {
  const disk = memoryDisk();
  const gitdir = 'repository.git';
  const repository = await createRepository(disk, gitdir, { folder });
  const branches = [
    ['main', main],
    [ownBranch(repository, journalBranch), journal],
  ] as const;
  for (const [name, oid] of branches)
    await disk.write(`${gitdir}/refs/heads/${name}`, new TextEncoder().encode(`${oid}\n`));
  const parsed = new Map<Oid, GitObject>();
  return {
    ...repository,
    objects: {
      get(oid) {
        const stored = objects.get(oid);
        const known = parsed.get(oid) ?? (stored === undefined ? undefined : parseStored(stored));
        if (known !== undefined) parsed.set(oid, known);
        return known;
      },
      set: () => undefined,
      entries: () => parsed,
    },
  };
}

export interface WrongRow {
  readonly path: string;
  readonly row: number;
  /** The text of that line. */
  readonly text: string;
  readonly why: string;
}

export type CheckedPart =
  | {
      readonly part: 'objects';
      readonly count: number;
      /** The paths of damaged files, if known. */
      readonly damaged: readonly string[];
    }
  | {
      readonly part: 'journal';
      readonly lines: number;
      readonly hidden: number;
      readonly wrong: WrongRow | null;
    }
  | {
      readonly part: 'game';
      readonly lines: number;
      readonly tallies: number;
      readonly rolls: number;
      readonly enacted: number;
      readonly since: string | null;
      /** `null` if it can't be determined, because it may depend on hidden words. */
      readonly isSame: boolean | null;
      readonly wrong: WrongRow | null;
    };

/** Checks a published game part by part: hashes of objects, the journal's chain, and a replay of the game or of a dynasty. */
export async function* checkPublished(
  published: PublishedGame,
  dynasty: number | null,
  noteLine: (line: number) => void = () => undefined,
): AsyncGenerator<CheckedPart> {
  const { game, journal, count, damaged, hidden } = published;
  const { repository } = game.forge;
  yield { part: 'objects', count, damaged: await namesOf(published, damaged) };
  const chain = await verifyJournal(repository, journal);
  const wrong = await wrongInJournal(published, chain);
  yield { part: 'journal', lines: chain.ok ? chain.lines : chain.n - 1, hidden, wrong };
  const verdict = await replay({ ...game, noteLine }, dynasty).catch((error: unknown) => failed(error));
  // Main may be damaged too; the verdict reports that.
  const ledger = await game.content().then(
    (files) => readGame(files).ledger,
    () => [],
  );
  const count_ = (is: (line: (typeof ledger)[number]) => boolean): number => ledger.filter(is).length;
  yield {
    part: 'game',
    lines: verdict.same ? verdict.lines : ledger.length,
    tallies: count_(({ what }) => readEnding(what) !== null),
    rolls: ledger.reduce((sum, { draws }) => sum + draws.filter(({ kind }) => kind === 'dice').length, 0),
    enacted: count_(({ what }) => readEnding(what)?.how === 'enact'),
    since: verdict.same ? (verdict.since?.at ?? null) : null,
    isSame: verdict.same ? true : hidden > 0 && chain.ok && damaged.length === 0 ? null : false,
    wrong: verdict.same ? null : await wrongInGame(published, verdict),
  };
}

function failed(error: unknown): Extract<ReplayVerdict, { same: false }> {
  const why = error instanceof Error ? error.message : String(error);
  return { same: false, line: null, path: null, why };
}

/** The paths of the objects at the tips of main and of the journal. Other objects keep their hashes as names. */
async function namesOf(
  { game, journal }: PublishedGame,
  damaged: readonly Oid[],
): Promise<readonly string[]> {
  if (damaged.length === 0) return [];
  const { repository } = game.forge;
  const paths = new Map<Oid, string>();
  const walk = async (tree: Oid, folder: string): Promise<void> => {
    for (const { name, oid, kind } of await readTreeEntries(repository, tree).catch(() => [])) {
      paths.set(oid, `${folder}${name}`);
      if (kind === 'folder') await walk(oid, `${folder}${name}/`);
    }
  };
  for (const commit of [await game.main(), journal]) {
    const tree = await folderTree(repository, commit).catch(() => null);
    if (tree !== null) await walk(tree, '');
  }
  return damaged.map((oid) => paths.get(oid) ?? oid);
}

async function wrongInJournal(
  { game, journal }: PublishedGame,
  verdict: JournalVerdict,
): Promise<WrongRow | null> {
  if (verdict.ok) return null;
  const { path, row, why } = verdict;
  const { files } = await readTree(game.forge.repository, journal, { under: path });
  const oid = files.get(path)?.oid;
  const text = oid === undefined ? '' : await readBlobText(game.forge.repository, oid);
  return { path, row, text: rowOf(text, row), why };
}

async function wrongInGame(
  { game }: PublishedGame,
  { line, path, why }: Extract<ReplayVerdict, { same: false }>,
): Promise<WrongRow> {
  const files = await game.content().catch(() => new Map<string, string>());
  const found = [...files].filter(([name]) => (line === null ? name === path : name.startsWith(LEDGER)));
  for (const [name, text] of line === null ? [] : found) {
    const row = text.split('\n').findIndex((one) => one.startsWith(`{"n":${line},`));
    if (row >= 0) return { path: name, row: row + 1, text: rowOf(text, row + 1), why };
  }
  return { path: path ?? '', row: 0, text: '', why };
}

function rowOf(text: string, row: number): string {
  return text.split('\n')[row - 1] ?? '';
}

export function readAbout(bytes: Uint8Array): AboutPublished {
  return JSON.parse(textOf(bytes)) as AboutPublished;
}
