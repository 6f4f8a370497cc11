import type { ForgeEvent } from '../../forge/events.ts';
import type { Pictures } from '../../kernel/pictures.ts';
import { showedPath, whatItShowed, writeShowed, type Over } from '../dynasties/what-it-showed.ts';
import { openGame, type OpenGame, type OpenOptions } from '../game/open-game.ts';
import type { ContentFiles } from '../game/paths.ts';
import type { PrivateValues } from '../game/private-values.ts';
import { Deciding } from './deciding.ts';
import { Ended, UsedUpError } from './ended.ts';
import type { SealedRead } from './read-sealed.ts';
import type { HeadRead } from './read-head.ts';
import type { Happening, NewNotice, Table } from './table.ts';
import { takeEvent } from './take-event.ts';
import { whyTextsWait } from './matter-texts.ts';
import { callIn } from './told-text.ts';

/** An event with its line in the journal. */
export interface Seen {
  readonly line: number;
  readonly seen: string;
  readonly event: ForgeEvent;
}

export interface Situation extends OpenOptions {
  /** The game as main has it. */
  readonly files: ContentFiles;
  /** What happened since main last read the journal. */
  readonly events: readonly Seen[];
  /** What the engine resolved by its own clock, where the game is played again: how far it had read, and the time. */
  readonly ticks?: readonly { readonly line: number; readonly at: string }[];
  readonly now: string;
  /** What happened is taken in, and what is due is left for a later tick. */
  readonly wait?: boolean;
  readonly heads: ReadonlyMap<string, HeadRead>;
  /** Texts of the rules at commits in which Admins resolved conflicts. */
  readonly texts?: ReadonlyMap<string, ContentFiles>;
  /** What was sealed in comments, by the comment. */
  readonly sealed?: ReadonlyMap<string, SealedRead>;
  /** What is known of pictures, where they are fetched. */
  readonly pictures?: Pictures;
  /** What posts are called in the game that are not called by their numbers on the forge. */
  readonly links?: Readonly<Record<string, string>>;
  /** The same for comments. */
  readonly commentIds?: Readonly<Record<string, string>>;
  /** The game is played again, to see whether all was as it is on record. */
  readonly rerun?: boolean;
  /** Who the engine is on the forge. */
  readonly engine: string;
  /** Notices up to this number have been told. */
  readonly told: number;
  /** What the rules did not come back from, when it was decided before. */
  readonly ended?: Ended;
}

/** A commit to be made on main. */
export interface CommitEffect {
  readonly message: string;
  /** Whose doing it is; null: the engine's. */
  readonly author: string | null;
  readonly at: string;
  /** Of an enactment: the commit that was voted on, which becomes a parent. */
  readonly head: string | null;
  readonly changes: ReadonlyMap<string, string | null>;
  readonly hidden: PrivateValues;
  /** Copies of pictures by their paths; null takes one away. */
  readonly pictures: ReadonlyMap<string, string | null>;
  /** How far the journal had been read: the number of its line, 0 for none. */
  readonly line: number;
}

export interface Decision {
  readonly commits: readonly CommitEffect[];
  /** What is to be told on the forge besides what the commits hold: it may be told again by the next tick. */
  readonly notices: readonly NewNotice[];
  readonly happened: readonly Happening[];
  /** Matters that are due and can't be resolved. */
  readonly stuck: readonly { readonly matter: string; readonly why: string }[];
  /** A dynasty was opened, and nothing after that is decided yet: the game has to be opened anew for it. */
  readonly opened: boolean;
  /** The one that ended with that, if it did. */
  readonly over: Over | null;
}

/** What follows from what happened, as data. Nothing is written, and the same situation gives the same decision. */
export async function decide(situation: Situation): Promise<Decision> {
  const ended = situation.ended ?? new Ended();
  for (;;) {
    const deciding = await beginDeciding({ ...situation, ended });
    try {
      return await withWhatItShowed(deciding.go(situation), situation);
    } catch (error) {
      if (!(error instanceof UsedUpError) && !ended.note(error, deciding.rolledDice)) throw error;
    } finally {
      deciding.dispose();
    }
  }
}

/** A commit that ends a dynasty also keeps what it looked like at its end. */
export async function withWhatItShowed(
  decision: Decision,
  options: Pick<OpenOptions, 'isolated' | 'patienceMs'>,
): Promise<Decision> {
  const { over, commits } = decision;
  const last = commits.at(-1);
  const showed = over === null ? null : await whatItShowed(over, options);
  if (over === null || showed === null || last === undefined) return decision;
  const changes = new Map([...last.changes, [showedPath(over.number), writeShowed(showed)]]);
  return { ...decision, commits: [...commits.slice(0, -1), { ...last, changes }] };
}

/** Opens the game for one decision or several, each on what has happened since the one before. */
export async function beginDeciding(situation: Situation): Promise<Deciding> {
  const open = await openGame(situation.files, situation);
  return new Deciding(situation, open.read, tableFor(situation, open));
}

/** The game with everything taken in that happened, and nothing resolved: for whoever wants to look. */
export async function preview(situation: Situation): Promise<Table> {
  const open = await openGame(situation.files, situation);
  const table = tableFor(situation, open);
  for (const { line, seen, event } of situation.events) {
    table.line = line;
    takeEvent(table, event, event.at > seen ? seen : event.at);
  }
  return table;
}

/** Calls whose outcome was told, by whoever called. */
function answeredIn(events: readonly Seen[]): ReadonlySet<string> {
  const said = new Map<string, string | undefined>();
  const answered = new Set<string>();
  for (const { event } of events) {
    if (event.type !== 'commented') continue;
    said.set(event.comment, event.by?.id);
    const call = callIn(event.text);
    if (call !== null && event.by !== null && said.get(call) === event.by.id) answered.add(call);
  }
  return answered;
}

function tableFor(situation: Situation, open: OpenGame): Table {
  const { facts, game } = open.read;
  const posts = Object.values(open.play.state().posts);
  for (const post of posts.filter(({ status }) => status === 'pending')) {
    const texts = situation.texts?.get(facts.merged[post.id]?.commit ?? '');
    if (texts !== undefined) open.resolutions.add(post.changes, texts);
  }
  const table: Table = {
    open,
    files: situation.files,
    name: game.name,
    engine: situation.engine,
    privateSide: situation.hidden !== undefined,
    heads: new Map(situation.heads),
    people: { ...facts.people },
    links: { ...facts.links, ...situation.links },
    moved: facts.moved,
    commentIds: { ...situation.commentIds },
    matterHeads: { ...facts.heads },
    texts: new Map(situation.texts),
    sealed: new Map(situation.sealed),
    keys: [...facts.keys],
    seeds: [...facts.seeds],
    readers: { ...facts.readers },
    commitments: { ...facts.sealed },
    calls: new Map(),
    answered: answeredIn(situation.events),
    rerun: situation.rerun === true,
    toldLines: new Map(),
    comment: null,
    openAnew: false,
    pictures: situation.pictures === undefined ? null : { known: situation.pictures, wanted: new Set() },
    aboutGame: {},
    merged: { ...facts.merged },
    authors: new Map(posts.filter(({ byEngine }) => !byEngine).map(({ id, author }) => [id, author])),
    known: new Set(posts.map(({ id }) => id)),
    notices: [],
    line: null,
    ended: situation.ended ?? new Ended({ beginsAnew: false }),
    happened: [],
  };
  open.play.heldBy = (matter) => whyTextsWait(table, matter);
  return table;
}
