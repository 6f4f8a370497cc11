import { askRules } from '../session/ask/call-guard.ts';
import { hexDigest } from '#platform/hash.ts';

import type { Person } from '../forge/events.ts';
import { journalTip } from '../store/journal/journal-head.ts';
import { eventOf } from '../store/journal/line.ts';
import { readJournalLines } from '../store/journal/segments.ts';
import type { Game } from '../host/game.ts';
import { isPlainObject } from '../kernel/values.ts';
import { readNote, writeNote } from '../session/secrets/private-note.ts';
import { readInbox, type Inbox } from './read-inbox.ts';
import { playerAt } from './preview.ts';
import { withPosition } from './read-table.ts';
import type { Position } from '../session/position/position.ts';

interface Untold {
  readonly to: string;
  readonly text: string;
  /** Identifies the notice once it has been sent. */
  readonly id: string;
  readonly recipient: string | null;
}

export interface NoticesSent {
  /** Sealed to the players' own keys, and posted. */
  readonly posted: readonly Untold[];
  /** These wait until the players have a key, unless the emperor tells them some other way. */
  readonly byHand: readonly Untold[];
}

/** Rules may define this private view to add notices. */
const NOTICES_VIEW = 'told-in-private';

/** The notices that have not been sent yet, as far as this machine knows. */
function untoldAt(position: Position, game: Game): readonly Untold[] {
  const known = new Set(game.vault.notified?.() ?? []);
  return [...problemsAt(position, readInbox(position, game)), ...sayingsAt(position, game.now())]
    .map(([to, text, about]) => ({
      to,
      text,
      id: hexDigest('sha256', `${to}\0${about}\0${text}`).slice(0, 16),
      recipient: position.accounts.readerOf(to),
    }))
    .filter(({ id }) => !known.has(id));
}

/** The id includes the number of the submission, so that a repeated mistake is reported again. */
function problemsAt({ open: { play } }: Position, { problems }: Inbox): readonly [string, string, string][] {
  const all = Object.values(play.state().submissions).filter(({ used }) => !used);
  return problems.map(({ by, submission, problem }) => {
    const last = all.filter((one) => one.by === by && one.kind === submission).at(-1);
    return [by, `Your ${submission} submission can’t count: ${problem}.`, String(last?.n ?? '')];
  });
}

function sayingsAt({ open: { play } }: Position, at: string): readonly [string, string, string][] {
  if (play.model.views[NOTICES_VIEW]?.private !== true) return [];
  const value = askRules(play, at)('views', NOTICES_VIEW);
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) =>
    isPlainObject(one) ? [[String(one['to']), String(one['text']), 'told'] as [string, string, string]] : [],
  );
}

/** Posts the notices, sealed, for players with a key. The others are neither posted nor ticked off, so that a later key gets them. */
export async function tellInPrivate(game: Game, by: Person): Promise<NoticesSent> {
  const { all, name, emperor } = await withPosition(game, (position) => ({
    all: untoldAt(position, game),
    name: position.name,
    emperor: position.open.play.state().dynasty['emperor'] === playerAt(position, by),
  }));
  if (all.length === 0 || !emperor) return { posted: [], byHand: [] };
  const post = await game.thread();
  const posted = all.filter(({ recipient }) => recipient !== null);
  for (const { to, text, recipient } of posted)
    await game.say(by, post, await writeNote(recipient ?? '', { game: name, to, text }));
  game.vault.noteNotified?.(posted.map(({ id }) => id));
  return { posted, byHand: all.filter(({ recipient }) => recipient === null) };
}

export interface Received {
  readonly at: string;
  readonly from: string;
  readonly text: string;
}

export async function notesFor(game: Game, player: string): Promise<readonly Received[]> {
  const key = await game.vault.readerKey?.(player);
  // Reading the position brings the journal up to date.
  const nameOf = await withPosition(game, (position) => (who: Person) => playerAt(position, who));
  const tip = await journalTip(game.forge.repository);
  const found: Received[] = [];
  for (const line of tip === null ? [] : await readJournalLines(game.forge.repository, tip)) {
    const event = eventOf(line);
    if (event?.type !== 'commented' || event.by === null) continue;
    const note = await readNote(key === undefined ? [] : [key.identity], event.text);
    if (note !== null && note.to === player)
      found.push({ at: event.at, from: nameOf(event.by), text: note.text });
  }
  return found;
}
