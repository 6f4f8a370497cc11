import { canonical } from '../journal/canonical.ts';
import { readCommit } from '../../repository/commit.ts';
import type { Pictures } from '../../kernel/pictures.ts';
import type { Oid } from '../../repository/repository.ts';
import { firstFrozenDifference } from '../dynasties/compare-frozen.ts';
import { frozenDynasties, readDynasties } from '../dynasties/frozen.ts';
import { playAgain, type Past } from '../dynasties/play-again.ts';
import { readSnapshot } from '../dynasties/snapshot.ts';
import { dynastyFolder, GAMESTATE, RULESET, type ContentFiles } from '../game/paths.ts';
import { readGame } from '../game/read-game.ts';
import type { RecordedLine } from '../game/ledger-files.ts';
import { vaultKeyOf } from '../game/vault.ts';
import { CHECKPOINTS } from '../checkpoints.ts';
import { journalBranch } from '../journal/journal-head.ts';
import { parseRecord, recordPath } from '../journal/journal-record.ts';
import { eventOf } from '../journal/line.ts';
import { readLines } from '../journal/segments.ts';
import { readFileText } from '../../repository/read-file.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Seen, Situation } from '../tick/decide.ts';
import { readContent, readHeads, readTexts } from '../tick/look.ts';
import { readHead } from '../tick/read-head.ts';
import { readSealed } from '../tick/read-sealed.ts';
import type { LocalGame } from './local-game.ts';

export type ReplayVerdict =
  | { readonly same: true; readonly lines: number }
  | {
      readonly same: false;
      readonly line: number | null;
      readonly path: string | null;
      readonly why: string;
    };

/**
 * Plays the game again by the journal and the ledger, and holds the outcome against main: from its first commit, or from
 * where somebody last changed it otherwise than by play; or one dynasty alone from how it began.
 */
export async function replay(game: LocalGame, dynasty: number | null = null): Promise<ReplayVerdict> {
  const stored = await game.content();
  const frozen = await readDynasties(game.forge.repository, await game.main());
  return dynasty === null ? replayAll(game, stored, frozen) : replayOne(game, stored, frozen, dynasty);
}

async function replayAll(
  game: LocalGame,
  stored: ContentFiles,
  frozen: ContentFiles,
): Promise<ReplayVerdict> {
  const history = await historyOf(game);
  const start = await readContent(game.forge, history.first);
  const { ledger } = readGame(stored);
  const number = readGame(start).facts.dynasty?.number ?? 0;
  const since = frozenDynasties(frozen).filter(({ about }) => about.number >= number);
  const all = [...since.flatMap((one) => one.ledger), ...ledger];
  const read = parseRecord(await readFileText(game.forge.repository, history.first, recordPath))?.n ?? 0;
  const events = (await eventsUpTo(game, stored)).filter(({ line }) => line > read);
  const past = await pastOf(game, { start, ledger: all, events, history });
  const played = await playAgain({ ...past, ticks: history.ticks });
  // How the game began is where this starts from.
  const beginning = `${dynastyFolder(number)}first.json`;
  const isSince = (path: string): boolean =>
    since.some(({ about }) => path.startsWith(dynastyFolder(about.number)));
  return (
    compareFrozen(played, frozen, (path) => path !== beginning && (history.whole || isSince(path))) ??
    compareLines(readGame(played).ledger, ledger) ??
    compareFiles(played, stored) ?? { same: true, lines: all.length }
  );
}

/** From `first.json` to where the next dynasty is open, or to main where it is still played. */
async function replayOne(
  game: LocalGame,
  stored: ContentFiles,
  frozen: ContentFiles,
  number: number,
): Promise<ReplayVerdict> {
  const start = readSnapshot(frozen.get(`${dynastyFolder(number)}first.json`) ?? '{}');
  if (start.size === 0) throw new NoSuchDynastyError(number);
  const over = frozenDynasties(frozen).find(({ about }) => about.number === number);
  const { ledger } = over ?? readGame(stored);
  const history = await historyOf(game);
  const { dynasty } = readGame(start).facts;
  const [from, to] = [dynasty?.line ?? 0, over?.about.journal.to ?? Infinity];
  const events = (await eventsUpTo(game, stored)).filter(({ line }) => line > from && line <= to);
  const next = over === undefined ? [] : openingOf(frozen, stored, number + 1);
  const past = await pastOf(game, { start, ledger: [...ledger, ...next], events, history });
  const ticks = history.ticks.filter(
    ({ line, at }) =>
      line >= from && line <= to && at >= (dynasty?.at ?? '') && at <= (over?.about.ended ?? '~'),
  );
  const played = await playAgain({ ...past, ticks, oneDynasty: true });
  const lines = ledger.length;
  if (over === undefined)
    return (
      compareLines(readGame(played).ledger, ledger) ?? compareFiles(played, stored) ?? { same: true, lines }
    );
  const folder = dynastyFolder(number);
  const first = `${dynastyFolder(number + 1)}first.json`;
  const isIts = (path: string): boolean =>
    (path.startsWith(folder) && path !== `${folder}first.json`) || path === first;
  return compareFrozen(played, frozen, isIts) ?? { same: true, lines };
}

/** The lines with which the next dynasty was opened: the one before is played until there. */
function openingOf(frozen: ContentFiles, stored: ContentFiles, number: number): readonly RecordedLine[] {
  const next = frozenDynasties(frozen).find(({ about }) => about.number === number);
  return (next ?? readGame(stored)).ledger;
}

export class NoSuchDynastyError extends Error {
  readonly code = 'no-such-dynasty';
  readonly next = 'Name one that has a file first.json in content/dynasties.';
  constructor(number: number) {
    super(`How dynasty ${number} began is not on record.`);
    this.name = 'NoSuchDynastyError';
  }
}

function compareFrozen(
  played: ContentFiles,
  frozen: ContentFiles,
  concerns?: (path: string) => boolean,
): ReplayVerdict | null {
  const path = firstFrozenDifference(played, frozen, concerns);
  return path === null
    ? null
    : { same: false, line: null, path, why: 'what is frozen differs from what comes of playing again' };
}

interface Span {
  readonly start: ContentFiles;
  readonly ledger: readonly RecordedLine[];
  readonly events: readonly Seen[];
  readonly history: History;
}

async function pastOf(
  game: LocalGame,
  { start, ledger, events, history }: Span,
): Promise<Omit<Past, 'ticks'>> {
  const { forge, vault } = game;
  const main = await game.main();
  const heads = new Map(await readHeads(forge, main, events, {}));
  for (const [head, before] of history.merged)
    heads.set(head, await readHead(forge.repository, before, head));
  // What was rolled is on record: it is played again as it fell, and not drawn anew.
  const rolled = ledger.flatMap(({ draws }) =>
    draws.flatMap(({ kind, result }) => (kind === 'dice' ? [Number(result)] : [])),
  );
  const { archived } = readGame(start).facts;
  const fixed = [...Array.from({ length: archived.rolls }, () => 0), ...rolled];
  const identities = vault.key === undefined ? [] : [vault.key.identity];
  const { name } = readGame(start).game;
  return {
    files: start,
    events,
    now: ledger.at(-1)?.at ?? game.now(),
    heads,
    texts: await readTexts(forge, events, {}),
    readSealed: (some, about) =>
      readSealed(some, { game: name, ...about, identities, pictures: game.pictures }),
    pictures: picturesOf(game, ledger),
    engine: forge.engine.id,
    told: 0,
    hidden: await vault.read(vaultKeyOf(start)),
    seeds: { ...vault.seeds, fixed },
  };
}

/** What became of pictures: on record where everybody could see their addresses, else known on this machine alone. */
function picturesOf({ pictures }: LocalGame, ledger: readonly RecordedLine[]): Pictures {
  return Object.assign({}, pictures.all(), ...ledger.map((line) => line.pictures ?? {})) as Pictures;
}

/** `Ledger 3: engine: enact 7` */
const RESOLVED = /^Ledger \d+: engine: (enact|fail) /mu;

interface History {
  readonly first: Oid;
  /** Whether that is where the game began. */
  readonly whole: boolean;
  /** Each head that was merged, with where main stood before: what it changed is told by that. */
  readonly merged: ReadonlyMap<Oid, Oid>;
  /** What was resolved, one commit each: how far the journal had been read, and the clock, which may be put back. */
  readonly ticks: NonNullable<Situation['ticks']>;
}

async function historyOf({ forge, ...game }: LocalGame): Promise<History> {
  const merged = new Map<Oid, Oid>();
  const ticks: { line: number; at: string }[] = [];
  const checkpoints = (at: Oid): Promise<string | null> => readFileText(forge.repository, at, CHECKPOINTS);
  let commit = await game.main();
  const last = await checkpoints(commit);
  for (;;) {
    const { parents, author, message } = await readCommit(forge.repository, commit);
    const [parent, head] = parents;
    const whole = parent === undefined;
    // What came before the last checkpoint can't be played again as it was: words are gone, or rules were put back.
    if (whole || (last !== null && (await checkpoints(parent)) !== last))
      return { first: commit, whole, merged, ticks: ticks.reverse() };
    if (head !== undefined) merged.set(head, parent);
    const record = parseRecord(await readFileText(forge.repository, commit, recordPath));
    if (record !== null && RESOLVED.test(message)) ticks.push({ line: record.n, at: author.at });
    commit = parent;
  }
}

/** What main had read of the journal. */
async function eventsUpTo({ forge }: LocalGame, stored: ContentFiles): Promise<readonly Seen[]> {
  const tip = await readBranch(forge.repository, journalBranch);
  const record = stored.get('content/journal.json');
  if (tip === null || record === undefined) return [];
  const { n } = JSON.parse(record) as { n: number };
  return (await readLines(forge.repository, tip)).flatMap((line) => {
    const event = eventOf(line);
    return event === null || line.n > n ? [] : [{ line: line.n, seen: line.seen, event }];
  });
}

const COMPARED = ['n', 'at', 'by', 'what', 'with', 'draws', 'changes', 'result'] as const;

function compareLines(
  played: readonly RecordedLine[],
  stored: readonly RecordedLine[],
): ReplayVerdict | null {
  for (let n = 0; n < Math.max(played.length, stored.length); n++) {
    const [ours, theirs] = [played[n], stored[n]];
    if (theirs === undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `the ledger lacks a line: ${ours?.by ?? ''}: ${ours?.what ?? ''}`,
      };
    if (ours === undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `played again, ${theirs.by} did not do ${theirs.what}`,
      };
    const key = COMPARED.find((one) => canonical(ours[one] ?? null) !== canonical(theirs[one] ?? null));
    if (key !== undefined)
      return {
        same: false,
        line: n,
        path: null,
        why: `its ${key} differs: ${canonical(theirs[key] ?? null)} is recorded, and ${canonical(ours[key] ?? null)} comes of it`,
      };
  }
  return null;
}

function compareFiles(played: ContentFiles, stored: ContentFiles): ReplayVerdict | null {
  const paths = [...new Set([...played.keys(), ...stored.keys()])]
    .filter((path) => path.startsWith(RULESET) || path.startsWith(GAMESTATE))
    .sort();
  const path = paths.find((one) => played.get(one) !== stored.get(one));
  return path === undefined
    ? null
    : { same: false, line: null, path, why: 'the file differs from what comes of playing again' };
}
