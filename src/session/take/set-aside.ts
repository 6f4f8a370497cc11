import { type LedgerLine, linesIn, SET_ASIDE, tryingAgain, triedAgain } from '../../store/ledger-line.ts';
import type { Position } from '../position/position.ts';
import type { JournalEvent } from '../position/situation.ts';
import { takeEvent } from './take-event.ts';

/** Takes in an event and everything that follows. If the engine itself fails, it records the event as set aside. */
export function takeOrSetAside(
  position: Position,
  engine: string,
  { line, event }: Pick<JournalEvent, 'line' | 'event'>,
  at: string,
): void {
  position.rules.line = line;
  const key = `event ${line}`;
  if (isSetAside(position, key, SET_ASIDE, at)) {
    if (event.type !== 'main-pushed') tell(position, event.post);
  } else {
    position.rules.aborted.beginEvent(key, at);
    takeEvent(position, engine, event, at);
  }
}

/** Takes in an event that an earlier build set aside, as if it happened now, after recording that. */
export function takeAgain(
  position: Position,
  engine: string,
  { line, event }: Pick<JournalEvent, 'line' | 'event'>,
  at: string,
): void {
  const { rules } = position;
  rules.line = line;
  const { record } = rules.play;
  const what = tryingAgain(line);
  const key = `event ${line} again ${linesIn(record.ledger)}`;
  if (isSetAside(position, key, what, at)) return;
  record.append({ at, by: 'engine', what, draws: [], changes: [] });
  rules.aborted.beginEvent(key, at);
  takeEvent(position, engine, event, at);
}

function isSetAside({ rules }: Pick<Position, 'rules'>, key: string, what: string, at: string): boolean {
  const head = { at, by: 'engine' };
  const outcome = rules.refusedAgain(key, what, head);
  if (outcome !== null) rules.note(head, what, outcome);
  return outcome !== null;
}

function tell({ rules, posts, outbox }: Position, post: string): void {
  const { say } = rules.play.wording;
  if (!posts.has(posts.idOf(post))) return;
  outbox.comment(
    post,
    `aside-${rules.line ?? 0}`,
    say`Gitnomic has a fault and couldn’t process this. It’s not your doing. It will be tried again after the next update of Gitnomic; everything decided until then stands.`,
  );
}

/** Journal lines of set-aside events that this build has not tried. */
export function linesToTryAgain(
  ledger: readonly LedgerLine[],
  engine: () => string | undefined,
): readonly number[] {
  return lastTries(ledger).flatMap(([line, { stopped, engine: failed }]) =>
    stopped === undefined || failed === engine() ? [] : [line],
  );
}

/** Events that are still set aside, by journal line, with their last try. */
export function setAside(
  ledger: readonly LedgerLine[],
): readonly (readonly [line: number, last: LedgerLine])[] {
  return lastTries(ledger).filter(([, { stopped }]) => stopped !== undefined);
}

export const ENGINE_FAILED = 'The engine failed';

export function saySetAside([line, { refused = '' }]: readonly [
  number,
  Pick<LedgerLine, 'refused'>,
]): string {
  return `${ENGINE_FAILED} at line ${line} of the journal, and set it aside: ${refused}`;
}

function lastTries(ledger: readonly LedgerLine[]): readonly (readonly [number, LedgerLine])[] {
  const last = new Map<number, LedgerLine>();
  for (const one of ledger) {
    const line = one.what === SET_ASIDE ? /^event (\d+)$/u.exec(one.stopped ?? '')?.[1] : triedAgain(one);
    if (one.by === 'engine' && line !== undefined) last.set(Number(line), one);
  }
  return [...last];
}
