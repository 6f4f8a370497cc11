import { readFigures, type ShownFigure } from '../../wording/figures.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import type { State } from '../../kernel/state.ts';
import { firstParents } from '../../repository/commit.ts';
import type { Oid } from '../../repository/oid.ts';
import { readFileText } from '../../repository/read-file.ts';
import { withSession } from '../../tick/start-session.ts';
import { readContent, readHeads } from '../../tick/observe.ts';
import type { CommitEffect } from '../../session/position/decision.ts';
import type { GameSession } from '../../session/session.ts';
import type { Situation } from '../../session/position/situation.ts';
import { parseRecord, recordPath } from '../../store/journal/journal-record.ts';
import { readGame } from '../../store/read-game.ts';
import { applyChanges } from '../../store/write-game.ts';
import { pastOf } from './past-of.ts';
import { eventsUpTo, historyOf, type Replayed } from './replay-history.ts';
import { countOf, type Count } from '../../kernel/chance.ts';
import { committedSource } from '../../session/chance/committed-seed.ts';
import type { Seeds } from '../../session/chance/draws.ts';
import { readEnding, resolving, type LedgerLine } from '../../store/ledger-line.ts';

/** Public, since dice that were never rolled have no right result. */
const SEED = new Uint8Array(32);

/**
 * Draws for a changed course of a game: actions at the same time keep their dice, and new rolls come from a
 * public seed, the same each time.
 */
function asItFell(ledger: readonly LedgerLine[]): NonNullable<Seeds['fell']> {
  const fallen = new Map<string, Count[]>();
  for (const { what, at, draws } of ledger) {
    const ended = readEnding(what);
    const key = keyOf({ what: ended === null ? what : resolving(ended.matter), at });
    fallen.set(key, [...(fallen.get(key) ?? []), ...draws.map(({ result }) => result as Count)]);
  }
  return (about, place, { kind, size }) => {
    const known = kind === 'dice' ? fallen.get(keyOf(about))?.[place] : undefined;
    if (known !== undefined && BigInt(known) <= BigInt(size)) return known;
    const drawn = committedSource(SEED, `${keyOf(about)} ${place}`).draw(kind, size);
    return kind === 'dice' ? countOf(BigInt(drawn) + 1n) : drawn;
  };
}

function keyOf({ what, at }: { readonly what: string; readonly at: string }): string {
  return `${at} ${what}`;
}

export interface PlayedCourse {
  readonly state: State;
  readonly model: ModelDescription;
  readonly commits: readonly CommitEffect[];
  /** The figures that its rules show at the top. */
  readonly figures: readonly ShownFigure[];
}

/** Everything needed to replay the current dynasty from just before a ledger line, which its commit's message names: `Ledger 7: ana: buy`. */
export async function sinceLine(game: Replayed, line: number): Promise<Situation> {
  const { repository } = game.forge;
  const has = new RegExp(`^Ledger ${line}: `, 'mu');
  for await (const { oid, parents, message } of firstParents(repository, await game.main()))
    if (has.test(message)) return since(game, parents[0] ?? oid);
  throw new CodedError('no-such-line', `The ledger has no line ${line} that could be left out.`, {
    next: '`gitnomic log` shows the numbers of the current dynasty’s lines.',
  });
}

/** Starts from main at a commit. */
export async function since(game: Replayed, start: Oid): Promise<Situation> {
  const { repository } = game.forge;
  const stored = await game.content();
  const files = await readContent(game.forge, start);
  const { facts, ledger: before, state } = readGame(files, game.caches);
  const now = readGame(stored, game.caches);
  if (facts.dynasty?.number !== now.facts.dynasty?.number)
    throw new CodedError('earlier-dynasty', 'That was in a past dynasty.', {
      next: 'Only the current dynasty can be played differently.',
    });
  const read = parseRecord(await readFileText(repository, start, recordPath))?.n ?? 0;
  const events = (await eventsUpTo(game, stored)).filter(({ line }) => line > read);
  const history = await historyOf(game, read);
  const ledger = now.ledger.filter(({ n }) => n > (before.at(-1)?.n ?? -1));
  const { past } = await pastOf(game, { start: files, ledger, events, history });
  const { readSealed, ...rest } = past;
  const pending = await readHeads(game.forge, await game.main(), [], facts.heads);
  const about = { dynasty: Number(state?.dynasty['number'] ?? 0), people: facts.people };
  const { fixed: _, noteRoll: __, ...seeds } = past.seeds ?? {};
  return {
    ...rest,
    heads: new Map([...pending, ...past.heads]),
    now: now.facts.clock ?? past.now,
    rerun: false,
    sealed: await readSealed(events, about),
    seeds: { ...seeds, fell: asItFell(ledger) },
  };
}

const EVENTS_AT_ONCE = 20;

interface Otherwise {
  readonly changes?: ReadonlyMap<string, string | null>;
  readonly without?: ReadonlySet<number>;
  /** Asked between events whether to go on. */
  readonly goesOn?: () => boolean;
}

/** Replays from there, with changed files or without some journal lines. */
export async function playFrom(
  situation: Situation,
  { changes = new Map(), without = new Set(), goesOn = () => true }: Otherwise = {},
): Promise<PlayedCourse> {
  const events = situation.events.filter(({ line }) => !without.has(line));
  const whole = { ...situation, events, files: applyChanges(situation.files, changes) };
  const { session, done } = await withSession(whole, (open) => playOn(open, whole, goesOn));
  session.dispose();
  return done;
}

function playOn(session: GameSession, situation: Situation, goesOn: () => boolean): PlayedCourse {
  const { events } = situation;
  const commits: CommitEffect[] = [];
  for (let from = 0; from < Math.max(1, events.length); from += EVENTS_AT_ONCE) {
    if (!goesOn()) throw new CodedError('too-long', 'it takes longer than a trial may');
    const some = events.slice(from, from + EVENTS_AT_ONCE);
    const isLast = from + EVENTS_AT_ONCE >= events.length;
    const now = isLast ? situation.now : (some.at(-1)?.event.at ?? situation.now);
    commits.push(...session.decide({ ...situation, events: some, now }).commits);
  }
  const { play } = session.position.open;
  const figures = readFigures(play.query(situation.now, [['figures']])[0]?.value);
  return { state: play.state(), model: play.model, commits, figures };
}
