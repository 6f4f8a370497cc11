import type { Caches } from '../../../cache/caches.ts';
import type { Person } from '../../../forge/events.ts';
import type { ForgeReading } from '../../../forge/port.ts';
import type { Disclosure } from '../../../kernel/disclosure.ts';
import type { Oid } from '../../../repository/oid.ts';
import type { PrivateValues } from '../../../store/private-values.ts';
import type { Vault } from '../../../session/secrets/vault.ts';
import { linesIn } from '../../../store/ledger-line.ts';
import type { PictureStore } from '../../../pictures/picture-store.ts';
import type { GameSession } from '../../../session/session.ts';
import { eventsOf, observe } from '../../../tick/observe.ts';
import { fetched, situationAt } from '../../../tick/situation.ts';
import { startOrNull } from '../../../tick/start-session.ts';
import { AbortedCalls } from '../../../session/play/aborted-calls.ts';
import type { CommitEffect, Decision } from '../../../session/position/decision.ts';
import type { JournalEvent } from '../../../session/position/situation.ts';
import { callOfTime } from '../../../wording/action-report.ts';
import { CodedError } from '../../../kernel/coded-error.ts';
import { hexDigest } from '#platform/hash.ts';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { putFile } from '#platform/files.ts';
import { type ContentFiles, LEDGER, fileNameOf, idOfFileName } from '../../../store/paths.ts';
import { readOwnJson } from '../../../cache/own-files.ts';

export interface Here {
  readonly forge: ForgeReading;
  readonly vault: Vault;
  readonly pictures: PictureStore;
  readonly caches: Caches;
  readonly now: string;
  readonly main: Oid;
  readonly me: Person;
}

/** The outcome of a called action that has not been reported yet. */
export interface CallAnswer {
  readonly call: string;
  /** Null for a time, which nobody called for. */
  readonly post: string | null;
  readonly action: string;
  readonly lines: number;
  readonly disclosed: Disclosure;
  /** Private values after the action. */
  readonly hidden: PrivateValues;
  readonly copies: readonly string[];
}

export interface DecidedHere {
  readonly decision: Decision;
  readonly answer: CallAnswer | null;
}

const MOST_TRIES = 8;

/** What the engine would decide now if it had this machine's secrets; nothing is written. */
export async function decideHere(here: Here): Promise<DecidedHere> {
  const aborted = new AbortedCalls();
  for (let tries = 0; tries < MOST_TRIES + aborted.count; tries++) {
    const found = await tryOnce(here, aborted);
    if (found !== null) return found;
  }
  throw new CodedError('unavailable', 'Pictures or rounds of the beacon could not be fetched.', {
    next: 'Try again.',
  });
}

async function tryOnce(here: Here, aborted: AbortedCalls): Promise<DecidedHere | null> {
  const { forge, vault, pictures, now, main, caches } = here;
  const observed = await observe(forge, main, now);
  const options = { forge, vault, pictures, now, caches, elsewhere: true };
  const situation = await situationAt(options, main, observed);
  const session = await startOrNull(situation, aborted);
  if (session === null) return null;
  try {
    const found = decided(session, vault, () => {
      const decision = session.decide(situation);
      const events = eventsOf(observed, null);
      const answer = answerIn(here, session, decision, events) ?? timeIn(here, session);
      return { decision, answer };
    });
    return (await fetched({ pictures, seeds: vault.seeds }, session)) ? null : found;
  } finally {
    session.dispose();
  }
}

/** Null if a round of the beacon is missing, or if the rules had to be stopped. */
function decided(session: GameSession, { seeds }: Vault, decide: () => DecidedHere): DecidedHere | null {
  try {
    return decide();
  } catch (error) {
    if (seeds.beacon?.isMissing === true) return null;
    if (session.position.rules.aborted.note(error, session.diceBefore(error))) return null;
    throw error;
  }
}

/** Only the last event counts, if it was an action of this player: answers to earlier ones are out of date. */
function answerIn(
  { me }: Here,
  { position }: GameSession,
  decision: Decision,
  events: readonly JournalEvent[],
): CallAnswer | null {
  const last = position.open.play.ledger.at(-1);
  const own = decision.happened.findLast(({ outcome }) => outcome.ok && outcome.disclosed !== undefined);
  const effect = decision.commits.at(-1);
  if (own === undefined || last === undefined || effect === undefined || !own.outcome.ok) return null;
  const event = events.find(({ line }) => line === own.line)?.event;
  const isLast = last.what === own.what && last.at === own.at && last.by === own.by;
  if (event?.type !== 'commented' || !isLast || own.by !== position.accounts.lookUp(me)) return null;
  const { disclosed } = own.outcome;
  if (disclosed === undefined) return null;
  return {
    call: event.comment,
    post: event.post,
    action: own.what,
    lines: linesIn(position.open.play.ledger) - 1,
    disclosed,
    hidden: effect.hidden,
    copies: copiesIn(effect),
  };
}

/** A private time that is due, if this player is the emperor. */
function timeIn({ me, now }: Here, session: GameSession): CallAnswer | null {
  const { accounts, open } = session.position;
  const { play } = open;
  const emperor = play.state().dynasty['emperor'];
  if (emperor === undefined || emperor !== accounts.lookUp(me)) return null;
  const lines = linesIn(play.ledger);
  const done = session.carryOutTime(now);
  if (done?.outcome.ok !== true) return null;
  const { time, effect, outcome } = done;
  const { disclosed } = outcome;
  if (disclosed === undefined) return null;
  const { hidden } = effect;
  const call = callOfTime(time, lines);
  return { call, post: null, action: time, lines, disclosed, hidden, copies: copiesIn(effect) };
}

function copiesIn({ pictures }: CommitEffect): readonly string[] {
  return [...pictures.values()].filter((copy) => copy !== null);
}

/** These private values hold only once the engine has accepted the report, which it may refuse. */
export function keepPending(folder: string, call: string, values: PrivateValues): void {
  const path = join(folder, 'pending', `${fileNameOf(call)}.json`);
  putFile(path, `${JSON.stringify(values)}\n`, { mode: 0o600 });
}

/** Once a line is in the ledger, its values belong to the state after it. */
export async function settlePending(folder: string, vault: Vault, files: ContentFiles): Promise<void> {
  const place = join(folder, 'pending');
  if (!existsSync(place)) return;
  const lines = reportedLines(files);
  for (const name of readdirSync(place).filter((one) => one.endsWith('.json'))) {
    const text = lines.get(idOfFileName(name.slice(0, -'.json'.length)));
    if (text === undefined) continue;
    const { n } = JSON.parse(text) as { n: number };
    const digest = hexDigest('sha256', text).slice(0, 12);
    const values = readOwnJson(join(place, name)) as PrivateValues;
    await vault.write({ lines: n + 1, digest }, values);
    rmSync(join(place, name));
  }
}

function reportedLines(files: ContentFiles): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of files) {
    if (!path.startsWith(LEDGER)) continue;
    for (const line of text.split('\n').filter((one) => one.includes('"told":'))) {
      const { told: call } = JSON.parse(line) as { told?: unknown };
      if (typeof call === 'string') found.set(call, line);
    }
  }
  return found;
}
