import { CodedError } from '../kernel/coded-error.ts';
import { timeOfTick } from './time-of-tick.ts';
import { apply } from './apply.ts';
import { observe, eventsIn } from './observe.ts';
import { findRepair } from './repair-main.ts';
import { mayComeOfCaches } from './open-session.ts';
import { fetched, situationAt } from './situation.ts';
import { withTrials } from '../rehearse/trials.ts';
import { mainOf, type TickOptions, type TickReport } from './tick-options.ts';
import { migrateMain } from './migrate-main.ts';
import { apart, newAbortedCalls, startOrNull, withWhatItShowed } from './start-session.ts';
import type { Decision } from '../session/position/decision.ts';
import type { Situation } from '../session/position/situation.ts';
import type { GameSession } from '../session/session.ts';
import type { AbortedCalls } from '../session/play/aborted-calls.ts';
import type { Forge } from '../forge/port.ts';
import { readEngineFiles, type EngineFacts } from '../store/engine-files.ts';
import type { ContentFiles } from '../store/paths.ts';
import { deliver, writeNotified, type JustPosted } from './deliver.ts';

export { NoGameError, type TickOptions, type TickReport } from './tick-options.ts';

const MOST_TRIES = 8;

/**
 * Observes, decides, applies. Each write is atomic, and if this tick dies, the next one finds what is missing:
 * nothing happens twice and nothing is lost.
 */
export async function tick(given: TickOptions): Promise<TickReport> {
  const options = { ...given, now: await timeOfTick(given.forge, given.now, given.confirmed) };
  // A game in an older format is converted before anything else happens.
  if (options.dryRun !== true) await migrateMain(options.forge, options.now);
  const aborted = newAbortedCalls(options.build);
  const known: Known = { line: 0 };
  for (let tries = 0; tries < MOST_TRIES + aborted.count; tries++) {
    const report = await tryTick(options, { aborted, known }).catch((error: unknown) => {
      if (!mayComeOfCaches(error, options.caches)) throw error;
      return null;
    });
    if (report === null) continue;
    const { opened, ...rest } = report;
    return opened ? joinReports(rest, await tick(options)) : rest;
  }
  const what = `Others moved main ${MOST_TRIES} times in a row during this tick.`;
  throw new CodedError('contended', what, { next: 'Tick again.' });
}

function joinReports(first: TickReport, then: TickReport): TickReport {
  return {
    happened: [...first.happened, ...then.happened],
    stuck: then.stuck,
    commits: [...first.commits, ...then.commits],
    undone: [...first.undone, ...then.undone],
    restored: first.restored ?? then.restored,
    notified: first.notified + then.notified,
  };
}

/** The journal line up to which an open game had reported, before it was decided again without caches. */
interface Known {
  line: number;
}

/** Null if somebody else moved main, so that the decision must be made again. */
async function tryTick(
  options: TickOptions,
  { aborted, known }: { readonly aborted: AbortedCalls; readonly known: Known },
): Promise<(TickReport & { opened: boolean }) | null> {
  const { forge, now, dryRun = false } = options;
  const tip = await mainOf(forge);
  const observed = await observe(forge, tip, now, options.newSalt);
  const repair = await findRepair(forge, tip, eventsIn(observed), now);
  if (repair.commit !== null && !dryRun && (await forge.advance('main', tip, repair.commit)) === 'moved')
    return null;
  const main = repair.commit ?? tip;
  const restored = observed.journal.restored;
  const isFirst = aborted.count === 0;
  if (!isFirst) options.cached?.close();
  const cached = dryRun || restored !== null ? null : (options.cached?.at(main) ?? null);
  const found = await situationAt(options, main, observed, cached);
  const situation = isFirst ? found : apart(found);
  const session = cached ?? (await startOrNull(situation, aborted));
  if (session === null) return null;
  const { line } = session;
  let closed = false;
  try {
    const decided = decideOrWant(options, session, situation);
    if ((await fetched(options, session)) || decided === null || mayBeWrong(decided, options)) {
      if (cached !== null) known.line = line;
      options.cached?.close();
      return null;
    }
    const decision = await withWhatItShowed(decided, situation);
    const { stuck } = decision;
    const happened = decision.happened.filter((one) => one.line === null || one.line > known.line);
    const opened = decision.opened && !dryRun;
    const report = { happened, stuck, undone: repair.undone, restored, opened };
    if (dryRun) {
      const commits = decision.commits.map(({ message }) => ({ commit: null, message }));
      return { ...report, commits, notified: decision.notices.length };
    }
    const applied = await apply(options, main, situation.files, observed, decision.commits);
    if (applied === null) {
      options.cached?.close();
      return null;
    }
    const goesOn = isFirst && !opened && !session.position.secrets.opensMore;
    if (goesOn) options.cached?.keep(session, applied.main);
    const notices = await withTrials(options, session.position, applied.files, decision.notices);
    const notified = await tellAll(forge, applied.files, situation.notified, { ...decision, notices }, now);
    if (!goesOn) options.cached?.close();
    return { ...report, commits: applied.commits, notified };
  } catch (error) {
    // Closing twice would lend its sandbox to two games.
    closed = options.cached?.holds(session) === true;
    options.cached?.close();
    throw error;
  } finally {
    if (session !== cached && !closed && options.cached?.holds(session) !== true) session.dispose();
  }
}

/** Whether a rule is blamed although caches of an earlier process were used; it must be decided again without them. */
function mayBeWrong({ happened, stuck }: Decision, { caches }: TickOptions): boolean {
  return (stuck.length > 0 || happened.some(({ outcome }) => !outcome.ok)) && caches?.distrust() === true;
}

/** Null if a beacon round is missing or the rules had to be stopped. */
function decideOrWant({ seeds }: TickOptions, session: GameSession, situation: Situation): Decision | null {
  try {
    return session.decide(situation);
  } catch (error) {
    if (seeds?.beacon?.isMissing === true) return null;
    const { aborted, play } = session.position.rules;
    if (aborted.note(error, session.diceBefore(error), play.ledger)) return null;
    throw error;
  }
}

/** Sends what commits on main still owe, then this decision's messages; returns how many. */
export async function tellAll(
  forge: Forge,
  files: ContentFiles,
  notified: number,
  decision: Decision,
  now: string,
): Promise<number> {
  const { outbox }: EngineFacts = readEngineFiles(files).engine.facts;
  const unsent = outbox.notices.filter(({ n }) => n > notified);
  const posted: JustPosted = new Map();
  for (const notice of [...unsent, ...decision.notices]) await deliver(forge, notice, posted);
  if (outbox.last > notified) await writeNotified(forge, outbox.last, now);
  return unsent.length + decision.notices.length;
}
