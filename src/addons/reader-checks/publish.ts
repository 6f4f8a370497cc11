import { utf8 } from '#platform/bytes.ts';
import { readContent } from '../../tick/observe.ts';
import { Caches } from '../../cache/caches.ts';
import type { ForgeReading } from '../../forge/port.ts';
import { NewPack } from '../../repository/new-pack.ts';
import { hasObject, readStoredBytes } from '../../repository/objects.ts';
import type { Oid } from '../../repository/oid.ts';
import { readBlobText } from '../../repository/read-file.ts';
import { readTree } from '../../repository/read-tree.ts';
import { repositoryOn, type Repository } from '../../repository/repository.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { parsePart, writePart } from '../../store/journal/part.ts';
import { redactPart, speakerOf } from '../../store/journal/redact-journal.ts';
import { listSegments } from '../../store/journal/segments.ts';
import { openGame } from '../../session/play/open-game.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { ModeratedGame } from '../../store/moderation.ts';
import { readGame } from '../../store/read-game.ts';
import { writeGame } from '../../store/write-game.ts';
import { tellHindsight } from '../../care/replay/hindsight.ts';
import type { AboutPublished } from './published.ts';
import { readForReplay } from '../../care/replay/replay.ts';
import type { Replayed } from '../../care/replay/replay-history.ts';

/** A game whose record is to be published. */
export interface Publishable {
  readonly forge: ForgeReading;
  readonly caches?: Caches;
  main(): Promise<Oid>;
  now(): string;
}

/**
 * Publishes the files with which a reader's browser checks a game, as Git packs: `game` for a replay, and `recent` for trying a change
 * and replaying the past weeks. They contain nothing else of the repository. Hidden words are left out.
 */
export async function publishRecord(
  game: Publishable,
  wanted: readonly ('game' | 'recent')[] = ['game', 'recent'],
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const main = await game.main();
  const journal = await journalTip(game.forge.repository);
  if (journal === null) return new Map();
  const caches = game.caches ?? new Caches();
  const { forge } = game;
  const watched = watch(forge.repository);
  const played = asReplayed(game, main, { repository: watched.repository, caches });
  const files = new Map<string, string | Uint8Array>();
  const put = async (name: string, hidden: ReadonlyMap<Oid, Uint8Array>): Promise<void> => {
    const { pack, index } = await packOf(watched.repository, watched.taken(), hidden);
    files.set(`${name}.pack`, pack).set(`${name}.idx`, index);
  };
  const tips = await hiddenWords(forge.repository, { main, journal }, caches);
  if (wanted.includes('recent')) {
    const { terms } = readGame(await played.content(), caches);
    // Identical rules need no replay, so this only reads.
    const none = { files: new Map<string, string>(), terms };
    await tellHindsight(played, none, none);
    await put('recent', tips);
  }
  let hidden = tips;
  if (wanted.includes('game')) {
    const first = await readForReplay(played);
    hidden = new Map([...tips, ...(await hiddenWords(forge.repository, { main: first }, caches))]);
    await put('game', hidden);
  }
  const { dynasty, name } = about(await played.content(), caches);
  const { engine, repository } = forge;
  const described: AboutPublished = {
    name,
    main,
    journal,
    folder: repository.folder,
    engine,
    now: game.now(),
    dynasty,
    hidden: [...hidden.keys()],
  };
  return files.set('about.json', `${JSON.stringify(described)}\n`);
}

function about(files: ContentFiles, caches: Caches): { readonly dynasty: number; readonly name: string } {
  const { facts, game } = readGame(files, caches);
  return { dynasty: facts.dynasty?.number ?? 0, name: game.name };
}

/** Reopens the repository and records the names of the objects that are read from it. */
function watch({ disk, gitdir, folder, bringTexts }: Repository): {
  readonly repository: Repository;
  taken(): readonly Oid[];
} {
  const seen = new Set<Oid>();
  const repository = {
    ...repositoryOn(disk, gitdir, undefined, folder),
    ...(bringTexts === undefined ? {} : { bringTexts }),
    noteRead: (oid: Oid) => void seen.add(oid),
  };
  return { repository, taken: () => [...seen] };
}

/** Leaves out the vault, so that nothing private can be read. */
function asReplayed(
  { forge, now }: Publishable,
  main: Oid,
  { repository, caches }: { readonly repository: Repository; readonly caches: Caches },
): Replayed {
  return {
    forge: {
      repository,
      engine: forge.engine,
      bring: async (commit) => (await forge.bring(commit)) && hasObject(repository, commit),
    },
    vault: { seeds: {}, read: () => Promise.resolve({}) },
    pictures: { all: () => ({}), keep: () => '' },
    main: () => Promise.resolve(main),
    content: () => readContent({ repository }, main),
    now,
    caches,
  };
}

async function packOf(
  repository: Repository,
  oids: readonly Oid[],
  hidden: ReadonlyMap<Oid, Uint8Array>,
): Promise<ReturnType<NewPack['bytes']>> {
  const pack = new NewPack();
  for (const oid of oids) {
    // A replay also asks for heads that no longer exist.
    if (!(await hasObject(repository, oid))) continue;
    const { kind, bytes } = await readStoredBytes(repository, oid);
    if (kind !== 'tag') pack.add(oid, kind, hidden.get(oid) ?? bytes);
  }
  return pack.bytes();
}

/** Texts with words of muted people, with these words taken out, by the names of the objects that they replace. */
async function hiddenWords(
  repository: Repository,
  { main, journal }: { readonly main: Oid; readonly journal?: Oid },
  caches: Caches,
): Promise<ReadonlyMap<Oid, Uint8Array>> {
  const hidden = new Map<Oid, Uint8Array>();
  const files = await readContent({ repository }, main);
  const { facts, state } = readGame(files, caches);
  const isAnybody = Object.values(state?.players ?? {}).some((player) => player['muted'] === true);
  if (!isAnybody && Object.keys(facts.moderation.muted ?? {}).length === 0) return hidden;
  const { play, read } = await openGame(files, { caches });
  try {
    const state = play.state();
    const moderation = new ModeratedGame(facts.moderation, play.model, state, play.wording);
    const posts = Object.fromEntries(
      Object.entries(state.posts).map(([id, post]) => [id, moderation.shown(post)] as const),
    );
    const { files: ruleset, terms, model, ledger } = play;
    const now = { ruleset, terms, model, ledger, facts, state: { ...state, posts } };
    const { changes } = writeGame(files, now, read);
    const there = await readTree(repository, main, { under: [...changes.keys()] });
    for (const [path, { oid }] of there.files) {
      const text = changes.get(path);
      if (typeof text === 'string') hidden.set(oid, utf8(text));
    }
    const isHidden = (account: string, at: string): boolean => {
      const since = moderation.mutedSince(facts.people[account] ?? account);
      return since !== null && at >= since.at;
    };
    for (const { oid } of journal === undefined ? [] : await listSegments(repository, journal)) {
      const part = parsePart(await readBlobText(repository, oid));
      const without = redactPart(part, (line) => isHidden(speakerOf(line) ?? '', line.at));
      if (without !== null) hidden.set(oid, utf8(writePart(without.part)));
    }
    return hidden;
  } finally {
    play.dispose();
  }
}
