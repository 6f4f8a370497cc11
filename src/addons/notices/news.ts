import type { Position } from '../../session/position/position.ts';
import { namingOf } from '../../wording/naming.ts';
import { sayDone, subjectOfLine } from '../../wording/say-taken-action.ts';
import { sayDraws } from '../../wording/say-changes.ts';
import { sayStill, type MatterStatus } from '../../tick/read-status.ts';
import { recordedIn } from '../../language/recorded.ts';
import { hoursBetween } from '../../kernel/time.ts';
import { isTime } from '../../kernel/names.ts';
import { type RecordedLine, readEnding } from '../../store/ledger-line.ts';
import { DYNASTIES, type ContentFiles } from '../../store/paths.ts';
import type { NoticeKind } from '../../ruleset/schema/game.ts';

export interface News {
  /** The same news always has the same key. */
  readonly key: string;
  readonly kind: NoticeKind;
  readonly at: string;
  readonly text: string;
  readonly matter: string | null;
}

/**
 * The news that a receiver has already got: the posts and ledger lines up to these, and the matters announced as closing soon.
 */
export interface NotifiedUpTo {
  readonly post: number;
  readonly line: number;
  readonly closing: readonly string[];
}

/** How long before a matter closes it is announced. */
const SOON_HOURS = 24;

interface Seen {
  readonly position: Position;
  readonly files: ContentFiles;
  readonly queue: readonly MatterStatus[];
  /** A sentence for everything that is stuck, including faults of the queue. */
  readonly failing: readonly string[];
  readonly now: string;
}

export function standAt({ position, files, queue, failing, now }: Seen): NotifiedUpTo {
  const { posts } = position.open.play.state();
  return {
    post: Math.max(0, ...Object.values(posts).map(({ n }) => n)),
    line: Math.max(0, ...linesAfter(position, files, 0).map(({ n }) => n)),
    closing: [
      ...queue.filter((one) => isClosing(one, now)).map(({ id }) => id),
      ...standstills(queue, failing).map(({ key }) => key),
    ],
  };
}

/** Oldest first. */
export function newsSince(seen: Seen, notified: NotifiedUpTo): readonly News[] {
  const { position, files, queue, failing, now } = seen;
  const { play } = position.open;
  const naming = namingOf(play);
  const { say, time } = naming.wording;
  const opened = Object.values(play.state().posts)
    .filter(({ n, status }) => n > notified.post && status !== null)
    .map(({ id, at, author, title }): News => {
      return {
        key: `opened ${id}`,
        kind: 'opened',
        at,
        text: say`${naming.subject(author)} posted “${title}”`,
        matter: id,
      };
    });
  const done = linesAfter(position, files, notified.line).map((line): News => {
    const drawn = sayDraws(line.draws, naming);
    const act = `${subjectOfLine(line, naming)} ${sayDone(line, play.model, naming)}`;
    const text = [act, ...drawn].join('; ');
    return {
      key: `line ${line.n}`,
      kind: kindOf(line),
      at: line.at,
      text,
      matter: readEnding(line.what)?.matter ?? null,
    };
  });
  const known = new Set(notified.closing);
  const closing = queue
    .filter((one) => !known.has(one.id) && isClosing(one, now))
    .map((one): News => {
      const waits = waitingFor(one, position).map((id) => naming.person(id));
      const from = time(closesAt(one) ?? now);
      const text =
        waits.length === 0
          ? say`“${one.title}” may close on ${from}`
          : say`“${one.title}” may close on ${from}; no vote yet from ${waits.join(', ')}`;
      return { key: `closing ${one.id}`, kind: 'closing', at: now, text, matter: one.id };
    });
  const still = standstills(queue, failing)
    .filter(({ key }) => !known.has(key))
    .map(({ text, ...one }): News => {
      const said = recordedIn(naming.wording.language, text);
      return { ...one, kind: 'refused', at: now, text: said };
    });
  return [...opened, ...done, ...closing, ...still].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Matters that stand still, and the times of rules that fail. Each is reported once. */
function standstills(
  queue: Seen['queue'],
  failing: Seen['failing'],
): readonly Pick<News, 'key' | 'text' | 'matter'>[] {
  const matters = queue.flatMap((one) =>
    sayStill(one).map((text) => ({ key: `still ${one.id}`, text, matter: one.id })),
  );
  const ofMatters = new Set(matters.map(({ text }) => text));
  const others = failing.filter((text) => !ofMatters.has(text));
  return [...matters, ...others.map((text) => ({ key: `still ${text}`, text, matter: null }))];
}

/** Active players who haven't voted on it. */
function waitingFor({ votes }: Pick<MatterStatus, 'votes'>, position: Position): readonly string[] {
  return Object.entries(position.open.play.state().players).flatMap(([id, { state = 'active' }]) =>
    state === 'active' && votes[id] === undefined ? [id] : [],
  );
}

function closesAt({ enactFrom, failFrom }: MatterStatus): string | null {
  return [enactFrom, failFrom].filter((time) => time !== null).sort()[0] ?? null;
}

function isClosing(matter: MatterStatus, now: string): boolean {
  const at = closesAt(matter);
  return at !== null && hoursBetween(now, at) <= SOON_HOURS;
}

function kindOf({ what, refused, draws, changes }: RecordedLine): NoticeKind {
  const ended = readEnding(what);
  if (changes.some(({ path: [scope, field] }) => scope === 'dynasty' && field === 'number'))
    return 'dynasties';
  if (refused !== undefined) return 'refused';
  if (ended !== null) return ended.how === 'enact' ? 'enacted' : 'failed';
  if (isTime(what)) return 'rounds';
  return draws.some(({ kind }) => kind === 'dice') ? 'dice' : 'actions';
}

/** The ledger's lines, including any that were archived with their dynasty before they were reported. */
function linesAfter(position: Position, files: ContentFiles, n: number): readonly RecordedLine[] {
  const own = position.open.play.ledger;
  const before = (own[0]?.n ?? Number.MAX_SAFE_INTEGER) - 1;
  const archived = [...files].flatMap(([path, text]) =>
    path.startsWith(DYNASTIES) && path.endsWith('.jsonl') && n < before ? linesIn(text) : [],
  );
  return [...archived, ...own].filter((line) => line.n > n).sort((a, b) => a.n - b.n);
}

function linesIn(text: string): readonly RecordedLine[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as RecordedLine);
}
