import { stringify } from 'yaml';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Fields, PostData, State } from '../../kernel/state.ts';
import type { DynastyMatter } from '../../ruleset/schema/dynasty.ts';
import {
  ARCHIVED,
  dynastyFolder,
  GAME_FILE,
  GAMESTATE,
  LEDGER,
  POSTS,
  RULESET,
  type ContentFiles,
} from '../paths.ts';
import type { GameRead } from '../read-game.ts';
import { writeGame, type GameNow, type GameChanges } from '../write-game.ts';
import { frozenContent, firstSnapshot, writeSnapshot } from './frozen.ts';
import type { ArchivedBefore } from '../engine-files.ts';

/** When a dynasty began, and how far the journal had been read by then. */
interface Moment {
  readonly at: string;
  readonly line: number;
}

/** A dynasty that has just ended: its final content and the time. */
export interface Over {
  readonly number: number;
  readonly content: ContentFiles;
  readonly ended: string;
}

/**
 * Writes a game's files at the beginning of a dynasty. The finished one is frozen in its own folder, together with its posts and its part
 * of the ledger, and the game is read without them from now on.
 */
export function writeOpening(
  before: ContentFiles,
  now: GameNow,
  read: GameRead,
  { ended, begun }: Opening,
  { at, line }: Moment,
): GameChanges {
  const archived = archivedWith(read);
  const facts = { ...now.facts, archived, dynasty: { number: begun, at, line } };
  const state = withoutThePast(now.state, now.model, read);
  const { changes: written, hidden } = writeGame(before, { ...now, state, facts }, read);
  const changes = new Map(written);
  const folder = dynastyFolder(ended);
  const posts = movePosts(before, changes, folder);
  moveLedger(before, changes, folder);
  changes.set(`${folder}last.json`, writeSnapshot(before, isFinalState));
  const over = dynastyThatEnds(read, ended);
  const matter: DynastyMatter = {
    number: ended,
    ...over,
    ...(read.facts.dynasty === null ? {} : { began: read.facts.dynasty.at }),
    ended: at,
    successor: personOr(state.dynasty['emperor']),
    ...(read.game.core === undefined ? {} : { core: read.game.core }),
    ...(read.game.pack === undefined ? {} : { pack: read.game.pack }),
    terms: read.terms,
    ledger: { from: read.facts.archived.lines, to: archived.lines - 1 },
    journal: { from: read.facts.dynasty?.line ?? 0, to: line },
    posts,
  };
  changes.set(`${folder}dynasty.yml`, stringify(matter, { lineWidth: 0 }));
  return { changes, hidden };
}

/** A file with everything that the game has when the next dynasty begins, so that the dynasty can be replayed. */
export function writeBeginning(
  files: ContentFiles,
  { begun }: Pick<Opening, 'begun'>,
): readonly [path: string, text: string] {
  return [`${dynastyFolder(begun)}first.json`, firstSnapshot(files)];
}

/** The dynasty that ends with these changes, in a form that can be opened again. */
export function endedWith(
  before: ContentFiles,
  changes: ReadonlyMap<string, string | null>,
  number: number,
  ended: string,
): Over {
  const folder = dynastyFolder(number);
  const own = new Map(
    [...changes].flatMap(([path, text]) =>
      path.startsWith(folder) && text !== null ? [[path, text] as const] : [],
    ),
  );
  const last = new Map([...before].filter(([path]) => isFinalState(path)));
  return { number, content: frozenContent(own, number, last, before.get(ARCHIVED)), ended };
}

function isFinalState(path: string): boolean {
  return path === GAME_FILE || path.startsWith(RULESET) || path.startsWith(GAMESTATE);
}

/** Resolved posts are removed, except those that the game's values still refer to and the newest, which is needed for counting. */
function withoutThePast(state: State, model: ModelDescription, read: GameRead): State {
  const all = Object.values(state.posts);
  const newest = Math.max(...all.map(({ n }) => n));
  const named = namesIn([state.game, state.dynasty, state.emperor, state.players, state.things]);
  const stays = ({ id, n, status }: PostData): boolean =>
    status === 'pending' || n === newest || !read.postPaths.has(id) || named.has(id);
  return {
    ...state,
    posts: Object.fromEntries(all.filter(stays).map((post) => [post.id, post])),
    submissions: Object.fromEntries(
      Object.entries(state.submissions).filter(([, { kind }]) => model.submissions[kind] !== undefined),
    ),
  };
}

function namesIn(value: unknown, found: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) namesIn(part, found);
  return found;
}

/** Moves the finished dynasty's posts, and returns their number. */
function movePosts(before: ContentFiles, changes: Map<string, string | null>, folder: string): number {
  let count = 0;
  for (const [path, text] of before) {
    if (!path.startsWith(POSTS) || changes.get(path) !== null) continue;
    changes.set(`${folder}posts/${path.slice(POSTS.length)}`, text);
    if (path.endsWith('.md')) count++;
  }
  return count;
}

/** The new dynasty's ledger begins with the action that opened it. */
function moveLedger(before: ContentFiles, changes: Map<string, string | null>, folder: string): void {
  for (const [path, text] of before) {
    if (!path.startsWith(LEDGER)) continue;
    changes.set(`${folder}ledger/${path.slice(LEDGER.length)}`, text);
    const grown = changes.get(path);
    changes.set(path, typeof grown === 'string' ? grown.slice(text.length) : null);
  }
}

/**
 * The finished dynasty's name and emperor while it was played. During an interregnum the winner is emperor already, and some rules count
 * and name the next dynasty before it opens.
 */
function dynastyThatEnds(read: GameRead, number: number): Pick<DynastyMatter, 'name' | 'emperor' | 'theme'> {
  const now: Fields = { ...read.state?.dynasty };
  for (const { changes } of [...read.ledger].reverse()) {
    if (now['number'] === number && now['interregnum'] !== true) break;
    for (const { path, before } of [...changes].reverse()) {
      const [scope, key = '', more] = path;
      if (scope === 'dynasty' && more === undefined) now[key] = before;
    }
  }
  const { name, theme } = now;
  return {
    name: typeof name === 'string' && name !== '' ? name : `Dynasty ${number}`,
    emperor: personOr(now['emperor']),
    ...(typeof theme === 'string' && theme !== '' ? { theme } : {}),
  };
}

function personOr(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value !== 'none' ? value : null;
}

/** Counts what is in the ledgers of past dynasties, since later draws are numbered by it. */
function archivedWith({ ledger, facts }: GameRead): ArchivedBefore {
  const { lines, rolls, actions } = facts.archived;
  const counts: Record<string, number> = { ...actions };
  let rolled = rolls;
  for (const { what, draws } of ledger) {
    counts[what] = (counts[what] ?? 0) + 1;
    rolled += draws.filter(({ kind }) => kind === 'dice').length;
  }
  // A matter has its own number and is resolved only once.
  const again = Object.entries(counts).filter(([what]) => !/^(?:enact|fail) /u.test(what));
  return { lines: lines + ledger.length, rolls: rolled, actions: Object.fromEntries(again) };
}

/** A dynasty has ended and another begins. */
export interface Opening {
  /** The number of the dynasty that ended. */
  readonly ended: number;
  readonly begun: number;
}

/**
 * The opening of a dynasty, if an action caused one: the number has grown since the last opening, and no interregnum is left. The engine
 * knows only the variables `number` and `interregnum` of a dynasty.
 */
export function openingBetween(read: GameRead, after: Fields): Opening | null {
  const begun = after['number'];
  const before = read.state?.dynasty ?? {};
  if (typeof begun !== 'number' || after['interregnum'] === true) return null;
  const known = read.facts.dynasty?.number;
  const isOpen = before['interregnum'] !== true && before['number'] === begun;
  const ended = known ?? begun - 1;
  return isOpen || begun <= ended ? null : { ended, begun };
}
