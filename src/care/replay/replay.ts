import { readFileText } from '../../repository/read-file.ts';
import { compareFiles, compareFrozen, compareLines, differs, type ReplayVerdict } from './replay-compare.ts';
import {
  eventsUpTo,
  historyOf,
  withUnread,
  type History,
  type Replayed,
  type TickBefore,
} from './replay-history.ts';
import { pastOf, type Span } from './past-of.ts';
import { disclosedIn } from './differences.ts';
import { type Rolled, firstBentRoll, promisedDiceIn } from '../../session/chance/recorded-dice.ts';
import { frozenDynasties, importedDynasties, readSnapshot } from '../../store/dynasties/frozen.ts';
import { readDynasties } from '../../store/dynasties/list-past.ts';
import { playAgain } from './play-again.ts';
import { tryStopped } from './try-stopped.ts';
import type { Oid } from '../../repository/oid.ts';
import { type RecordedLine, linesIn } from '../../store/ledger-line.ts';
import { type ContentFiles, dynastyFolder } from '../../store/paths.ts';
import { CHECKPOINTS, lastCheckpoint, sayCheckpoint } from '../../store/checkpoints.ts';
import { readGame } from '../../store/read-game.ts';
import { isSeedOf } from '../../session/chance/committed-seed.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { parseRecord, recordPath } from '../../store/journal/journal-record.ts';
import { verifyJournal } from '../../store/journal/verify-journal.ts';
import { readContent } from '../../tick/observe.ts';
import { CodedError } from '../../kernel/coded-error.ts';

export type { Replayed } from './replay-history.ts';
export type { ReplayVerdict } from './replay-compare.ts';

/**
 * Replays the game from journal and ledger and compares the result with main: from the first commit, or from the last
 * change outside play; or one dynasty from its beginning.
 */
export async function replay(game: Replayed, dynasty: number | null = null): Promise<ReplayVerdict> {
  const stored = await game.content();
  const numbers = dynasty === null ? undefined : [dynasty, dynasty + 1];
  const saved = await readDynasties(game.forge.repository, await game.main(), numbers);
  const imported = importedDynasties(saved);
  if (dynasty !== null && imported.includes(dynasty))
    throw new CodedError('imported', `Dynasty ${dynasty} was played elsewhere, and its record imported.`, {
      next: 'It has no journal to replay; `gitnomic replay` replays what was played here.',
    });
  const elsewhere = imported.map(dynastyFolder);
  const frozen = new Map([...saved].filter(([path]) => !elsewhere.some((one) => path.startsWith(one))));
  const verdict = await (dynasty === null
    ? replayAll(game, stored, frozen)
    : replayOne(game, stored, frozen, dynasty));
  if (verdict.same) return verdict;
  const { journalHolds = true, ...outcome } = verdict;
  // An invalid journal is not read at all, not even for revealed secrets.
  return !journalHolds || (await isAllHere(game, stored))
    ? outcome
    : { ...outcome, why: `${outcome.why}; ${NOT_REVEALED}` };
}

/** The journal says what was played, so a changed journal proves nothing. */
async function whyBrokenJournal({ forge: { repository } }: Replayed, segment = ''): Promise<Found | null> {
  const tip = await journalTip(repository);
  const verdict = tip === null ? null : await verifyJournal(repository, tip, { from: segment });
  if (verdict === null || verdict.ok) return null;
  const path = `${verdict.path}:${verdict.row} of the journal`;
  return { ...differs(`the journal is not intact: ${verdict.why}`, { path }), journalHolds: false };
}

type Found = ReplayVerdict & { readonly journalHolds?: boolean };

const NOT_REVEALED =
  'but secret choices were drawn from a seed that is neither here nor revealed, so their results can’t be checked';

/** Whether every promised seed is known. */
async function isAllHere({ vault, forge }: Replayed, stored: ContentFiles): Promise<boolean> {
  const { seeds } = await disclosedIn(forge.repository);
  const { secret, older = [] } = vault.seeds;
  const known = [...seeds, ...older, ...(secret === undefined ? [] : [secret])];
  return readGame(stored).facts.seeds.every(({ hash }) => known.some((seed) => isSeedOf(hash, seed)));
}

async function replayAll(game: Replayed, stored: ContentFiles, frozen: ContentFiles): Promise<Found> {
  const meddled = await whyBrokenJournal(game);
  if (meddled !== null) return meddled;
  const span = await wholeSpan(game, stored, frozen);
  const { start, ledger: all, history, number } = span;
  const { ledger } = readGame(stored);
  // This replay starts from that file.
  const beginning = `${dynastyFolder(number)}first.json`;
  // A game that was taken over from another forge has older dynasties.
  const concerns = (path: string): boolean =>
    path !== beginning && Number(/^content\/dynasties\/(\d+)\//u.exec(path)?.[1]) >= number;
  const compare = (played: ContentFiles): Found | null =>
    compareFrozen(played, frozen, concerns) ??
    compareLines(readGame(played).ledger, ledger) ??
    compareFiles(played, stored);
  const found = await playSpan(game, stored, { ...span, ticks: history.ticks, lines: all }, compare);
  const changed = lastCheckpoint(start.get(CHECKPOINTS));
  if (!found.same || history.whole || changed === null) return found;
  const skipped = Math.max(0, linesIn(readGame(start).ledger) - (all[0]?.n ?? 0));
  return { ...found, lines: found.lines - skipped, since: { ...changed, skipped } };
}

interface Playing extends Span {
  readonly ticks: readonly TickBefore[];
  readonly oneDynasty?: boolean;
  /** The lines that are replayed, without those that follow. */
  readonly lines: readonly RecordedLine[];
}

/** Plays a span again, compares the result, and tries what was stopped then. */
async function playSpan(
  game: Replayed,
  stored: ContentFiles,
  { ticks, oneDynasty = false, lines, ...span }: Playing,
  compare: (played: ContentFiles) => Found | null,
): Promise<Found> {
  const { past, rolls } = await pastOf(game, span);
  const whole = { ...past, ticks: withUnread(ticks, span.ledger), oneDynasty };
  const found =
    compare(await playAgain(whole)) ?? compareDice(game, { ...span, ledger: lines }, stored, rolls);
  return found ?? { same: true, lines: lines.length, stopped: await tryStopped(whole, lines), since: null };
}

/** Everything from the first commit, or from the last change outside play. */
async function wholeSpan(
  game: Replayed,
  stored: ContentFiles,
  frozen: ContentFiles,
): Promise<Span & { readonly number: number }> {
  const history = await historyOf(game);
  const start = await readContent(game.forge, history.first);
  const number = readGame(start).facts.dynasty?.number ?? 0;
  const since = frozenDynasties(frozen).filter(({ about }) => about.number >= number);
  const ledger = [...since.flatMap((one) => one.ledger), ...readGame(stored).ledger];
  const read = parseRecord(await readFileText(game.forge.repository, history.first, recordPath))?.n ?? 0;
  const events = (await eventsUpTo(game, stored)).filter(({ line }) => line > read);
  return { start, ledger, events, history, number };
}

/**
 * Reads everything that a replay of the game or of one dynasty reads, so that a copy can contain exactly that. Returns the commit with
 * which it begins.
 */
export async function readForReplay(game: Replayed): Promise<Oid> {
  const stored = await game.content();
  const { repository } = game.forge;
  const frozen = await readDynasties(repository, await game.main());
  await whyBrokenJournal(game);
  const span = await wholeSpan(game, stored, frozen);
  await pastOf(game, span);
  for (const { about } of frozenDynasties(frozen))
    await readFileText(repository, span.history.first, `${dynastyFolder(about.number)}dynasty.yml`);
  return span.history.first;
}

/** Replays from `first.json` to the opening of the next dynasty, or to main if there is none. */
async function replayOne(
  game: Replayed,
  stored: ContentFiles,
  frozen: ContentFiles,
  number: number,
): Promise<Found> {
  const start = readSnapshot(frozen.get(`${dynastyFolder(number)}first.json`) ?? '{}');
  if (start.size === 0)
    throw new CodedError('no-such-dynasty', `There is no record of how dynasty ${number} began.`, {
      next: 'Choose one with a file first.json in content/dynasties.',
    });
  const over = frozenDynasties(frozen).find(({ about }) => about.number === number);
  const { ledger } = over ?? readGame(stored);
  const { moved } = readGame(stored).facts;
  if (moved !== null && number <= (moved.dynasty ?? 0))
    throw new CodedError(
      'other-journal',
      `Dynasty ${number} began on the forge where the game was played before, and is in the journal there.`,
      {
        next: 'To replay the game before the move, make a clone of the branches that the move left: docs/how-to says how.',
      },
    );
  const { facts, ledger: opening } = readGame(start);
  const [from, to] = [facts.dynasty?.line ?? 0, over?.about.journal?.to ?? Infinity];
  const history = await historyOf(game, from);
  await mustBeInJournal(game, history, { number, from, to, opened: linesIn(opening) });
  const meddled = await whyBrokenJournal(game, history.segment);
  if (meddled !== null) return meddled;
  const events = (await eventsUpTo(game, stored, history.segment)).filter(
    ({ line }) => line > from && line <= to,
  );
  const next = over === undefined ? [] : openingOf(frozen, stored, number + 1);
  const ticks = history.ticks.filter(({ wrote }) => wrote >= linesIn(opening));
  const folder = dynastyFolder(number);
  const first = `${dynastyFolder(number + 1)}first.json`;
  const isIts = (path: string): boolean =>
    (path.startsWith(folder) && path !== `${folder}first.json`) || path === first;
  const compare = (played: ContentFiles): Found | null =>
    over === undefined
      ? (compareLines(readGame(played).ledger, ledger) ?? compareFiles(played, stored))
      : compareFrozen(played, frozen, isIts);
  const span = {
    start,
    ledger: [...ledger, ...next],
    events,
    history,
    ticks,
    lines: ledger,
    oneDynasty: true,
  };
  const found = await playSpan(game, stored, span, compare);
  const changed = lastCheckpoint(stored.get(CHECKPOINTS));
  // The walk through main ended at this change, and the engine's earlier resolutions are unknown.
  if (!found.same && changed !== null && !history.whole && history.read >= from)
    throw new CodedError(
      'changed-since',
      `Dynasty ${number} can’t be replayed from its beginning. Something other than play changed the game on ${changed.at}: ${sayCheckpoint(changed)}.`,
      { next: '`gitnomic replay` replays everything since then.' },
    );
  return found;
}

/** Refuses if the game and this dynasty are older than the journal, for example in a copy. */
async function mustBeInJournal(
  { forge }: Replayed,
  { first, read, whole }: History,
  { number, from, to, opened }: Readonly<Record<'number' | 'from' | 'to' | 'opened', number>>,
): Promise<void> {
  if (!whole) return;
  const isOver =
    (await readFileText(forge.repository, first, `${dynastyFolder(number)}dynasty.yml`)) !== null;
  const { facts, ledger } = readGame(await readContent(forge, first));
  const isPlayed = facts.dynasty?.number === number && (read < from || linesIn(ledger) > opened);
  if (isOver ? read >= to : !isPlayed) return;
  throw new CodedError(
    'before-journal',
    `The game moved here during dynasty ${number}, and its journal lacks what people did before.`,
    { next: '`gitnomic replay` replays everything that was done here.' },
  );
}

/** The ledger lines that opened the next dynasty. The replay stops there. */
function openingOf(frozen: ContentFiles, stored: ContentFiles, number: number): readonly RecordedLine[] {
  const next = frozenDynasties(frozen).find(({ about }) => about.number === number);
  return (next ?? readGame(stored)).ledger;
}

/** The replay reuses recorded dice, so this checks that they are right. */
function compareDice(
  { vault, chain }: Replayed,
  { start, ledger }: Pick<Span, 'start' | 'ledger'>,
  stored: ContentFiles,
  rolls: ReadonlyMap<number, Rolled>,
): ReplayVerdict | null {
  const games = [readGame(start), readGame(stored)];
  const [{ ledger: before } = { ledger: [] }] = games;
  const from = linesIn(before);
  const bent = firstBentRoll(
    ledger.filter(({ n }) => n >= from),
    rolls,
    {
      names: games.map(({ game }) => game.name),
      beaconOnly: games.every(({ game }) => game.dice?.source === 'drand'),
      promised: promisedDiceIn(ledger, ...games.map(({ game }) => game)),
      seed: vault.seeds.dice,
      chain,
    },
  );
  return bent === null ? null : differs(bent.why, { line: bent.line });
}
