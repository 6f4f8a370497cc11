import { AbortedCalls } from '../../session/play/aborted-calls.ts';
import type { LedgerLine, RecordedLine } from '../../store/ledger-line.ts';
import { DEFAULT_PATIENCE_MS } from '../../sandbox/host.ts';
import { readGame } from '../../store/read-game.ts';
import { playAgain, type Past } from './play-again.ts';
import { recordedEndings } from './replay-history.ts';

/** Twenty times a tick's patience, which is enough for anything that a slow host gave up. */
export const PATIENCE_MS = 20 * DEFAULT_PATIENCE_MS;
/** Each try is a replay up to its line. */
const MOST_TRIED = 50;

export interface StoppedAgain {
  readonly line: number;
  readonly by: string;
  readonly what: string;
  readonly recorded: string;
  /** `goes on`: it finishes here. `unknown`: this can't be determined here. */
  readonly found: 'stops' | 'goes on' | 'unknown';
  readonly why: string;
}

/**
 * Tries every step that is recorded as stopped, with much more patience. The replay has to believe the record, since machines
 * differ in speed, so this exposes a host that left out what it liked.
 */
export async function tryStopped(
  past: Past,
  ledger: readonly RecordedLine[],
  patienceMs = PATIENCE_MS,
): Promise<readonly StoppedAgain[]> {
  const stopped = ledger.filter((line) => line.stopped !== undefined);
  const all: StoppedAgain[] = [];
  for (const [place, line] of stopped.entries()) {
    const about = { line: line.n, by: line.by, what: line.what, recorded: line.refused ?? '' };
    const isOneTooMany = place >= MOST_TRIED;
    const tried = isOneTooMany
      ? unknown(`only the first ${MOST_TRIED} are tried`)
      : await tryOne({ ...past, patienceMs }, ledger, line);
    all.push({ ...about, ...tried });
  }
  return all;
}

type Tried = Pick<StoppedAgain, 'found' | 'why'>;

const unknown = (why: string): Tried => ({ found: 'unknown', why });

/** Replays up to this step and ignores the record only for it. */
async function tryOne(past: Past, ledger: readonly RecordedLine[], line: RecordedLine): Promise<Tried> {
  const upTo = readTo(past, line);
  if (upTo === null) return unknown('the ledger doesn’t say which event it belongs to');
  const recorded = recordedEndings(ledger).filter(
    ({ key, from }) => key !== line.stopped || from.lines !== line.n,
  );
  try {
    const files = await playAgain({
      ...past,
      caches: undefined,
      events: past.events.filter((event) => event.line <= upTo),
      ticks: past.ticks.filter(({ wrote }) => wrote <= line.n),
      aborted: new AbortedCalls({ recorded }),
    });
    return judge(
      readGame(files).ledger.find(({ n }) => n === line.n),
      line,
    );
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

/** The last journal line read before a step was stopped: its own event's, or that of the engine's resolution. */
function readTo({ ticks }: Past, { n, stopped = '' }: LedgerLine): number | null {
  const own = /^(?:event )?(\d+) /u.exec(`${stopped} `)?.[1];
  const tick = ticks.find(({ wrote }) => wrote === n)?.line;
  return tick ?? (own === undefined ? null : Number(own));
}

function judge(played: LedgerLine | undefined, line: LedgerLine): Tried {
  if (played?.stopped === line.stopped) return { found: 'stops', why: played?.refused ?? '' };
  if (played?.what !== line.what) return { found: 'goes on', why: 'the ledger has no trace of it then' };
  return { found: 'goes on', why: played.refused ?? 'it is done' };
}
