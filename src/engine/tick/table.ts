import type { Person } from '../../forge/events.ts';
import type { Input, Resolution } from '../../kernel/inputs.ts';
import type { PostData } from '../../kernel/state.ts';
import type { Change } from '../../kernel/store.ts';
import { define, isPlainObject } from '../../kernel/values.ts';
import type { Moved, Notice } from '../game/engine-files.ts';
import type { ContentFiles } from '../game/paths.ts';
import { idOfNumber, numberOfId } from '../game/post-ids.ts';
import { beginDraws, type OpenGame } from '../game/open-game.ts';
import { linesIn } from '../ledger-reader.ts';
import { personId } from '../person-id.ts';
import type { Outcome } from '../play.ts';
import type { Deed } from '../record.ts';
import { resolving, whatIsDone } from '../what-is-done.ts';
import type { KeyEntry } from '../secrets/key-ring.ts';
import { promisedIn, type SeedEntry } from '../secrets/seed-ring.ts';
import type { SealedRead } from './read-sealed.ts';
import { refusedAs, type Ended } from './ended.ts';
import type { HeadRead } from './read-head.ts';
import type { Call } from './take-told.ts';
import { takeWithPictures, type TablePictures } from './table-pictures.ts';
import { sayResolved } from './words.ts';

/** A game while events are taken in: the rules in play, who is who, and what is to be told. */
export interface Table {
  readonly open: OpenGame;
  /** The game's files, with what has been decided so far. */
  files: ContentFiles;
  readonly name: string;
  /** Who the engine is on the forge. */
  readonly engine: string;
  /** Whether whoever runs this may see what is private. */
  readonly privateSide: boolean;
  readonly heads: Map<string, HeadRead>;
  /** Account → player. */
  readonly people: Record<string, string>;
  readonly links: Record<string, string>;
  /** Where the game came from another forge: what posts of this one are called. */
  readonly moved: Moved | null;
  /** What comments are called in the game that are not called as on the forge. */
  readonly commentIds: Record<string, string>;
  readonly matterHeads: Record<string, string>;
  /** Texts of the rules at commits in which Admins resolved conflicts. */
  readonly texts: Map<string, ReadonlyMap<string, string>>;
  /** What an Admin changed of game.yml, until it is written. */
  readonly aboutGame: Record<string, unknown>;
  readonly merged: Record<string, { readonly commit: string; readonly by: string }>;
  readonly sealed: Map<string, SealedRead>;
  /** To which keys is sealed: the last one is in force. */
  readonly keys: KeyEntry[];
  /** From which seeds secret choices are drawn: the last one, from now on. */
  readonly seeds: SeedEntry[];
  /** Player → the public key with which they read what is told to them alone. */
  readonly readers: Record<string, string>;
  /** What was called for and has to be run on the emperor's side, by the comment. */
  readonly calls: Map<string, Call>;
  /** Comments whose calls were answered by what was told: they aren't run here, on whatever side this is. */
  readonly answered: ReadonlySet<string>;
  /** The game is played again: what was told is run where it can be, so that it is seen whether it was so. */
  readonly rerun: boolean;
  /** Lines of the ledger that were told, by their numbers: the comment that called for each. */
  readonly toldLines: Map<number, string>;
  /** The comment that is being taken in. */
  comment: string | null;
  readonly commitments: Record<string, { readonly id: string; readonly by: string }>;
  /** Something can be opened now that could not when the game was: it has to be opened anew. */
  openAnew: boolean;
  /** Null where nobody fetches any: an address is an address then. */
  readonly pictures: TablePictures | null;
  readonly authors: Map<string, string>;
  /** Posts that the game has taken in. */
  readonly known: Set<string>;
  notices: NewNotice[];
  /** The journal's line that is being taken in. */
  line: number | null;
  /** What the rules did not come back from. */
  readonly ended: Ended;
  /** What happened, for reports. */
  happened: Happening[];
}

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type NewNotice = Without<Notice, 'n'>;

export interface Happening {
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly outcome: Outcome;
  /** The journal's line of the event that it came from; null for what was due. */
  readonly line: number | null;
}

/** The player that an account stands for. Somebody new gets an id of their own, as an outsider to the rules. */
export function playerOf(table: Table, person: Person): string {
  return playerFor(table.people, person);
}

/** Notes down who a newcomer is. An account may be called `constructor` or `__proto__`, and is one like any other. */
export function playerFor(people: Record<string, string>, { id, name }: Person): string {
  const known = Object.hasOwn(people, id) ? people[id] : undefined;
  if (known !== undefined) return known;
  const taken = new Set(Object.values(people));
  const base = personId(name) || personId(id) || 'somebody';
  let player = base;
  for (let count = 2; taken.has(player) || player === 'engine'; count++) player = `${base}-${count}`;
  define(people, id, player);
  return player;
}

/** The game's id of a post: its number on the forge, or what the rules called it where they posted it. */
export function postOf(table: Table, forgePost: string): string {
  const linked = Object.hasOwn(table.links, forgePost) ? table.links[forgePost] : undefined;
  return linked ?? idOfNumber(table.moved, forgePost);
}

export function forgePostOf(table: Pick<Table, 'links' | 'authors' | 'moved'>, post: string): string | null {
  const linked = Object.entries(table.links).find(([, id]) => id === post);
  if (linked !== undefined) return linked[0];
  if (!table.authors.has(post)) return null;
  return table.moved === null ? post : numberOfId(table.moved, post);
}

export function tell(table: Table, post: string, notice: Without<NewNotice, 'post'>): void {
  table.notices.push({ post, ...notice });
}

export function takeInput(table: Table, input: Input): Outcome {
  const { at, by } = input;
  const act = input.type === 'act';
  const what = act ? input.action : 'on' in input ? `${input.type} on ${input.on}` : input.type;
  const { comment } = table;
  const isCall = act && input.told === undefined && comment !== null;
  const here = table.privateSide && !(isCall && table.answered.has(comment) && !canRunAgain(table));
  const outcome = takeWithPictures(table, input, (given) =>
    run(table, { deed: input, what, draws: whatIsDone(input) }, () => table.open.play.take(given, here)),
  );
  if (isCall && !outcome.ok && outcome.refusal.code === 'private-side') {
    const lines = linesIn(table.open.play.ledger);
    table.calls.set(comment, { at, by, action: input.action, words: input.with, lines });
  }
  return outcome;
}

/** Somebody wrote what no rule reads. It is not among what happened: the rules were asked for nothing. */
export function hear(table: Table, { at, by }: Pick<Deed, 'at' | 'by'>): void {
  takeInput({ ...table, happened: [] }, { at, by, type: 'heard' });
}

/** Whether what was told can be held against what comes of it: the seed has been revealed, and all that was sealed. */
function canRunAgain({ rerun, seeds, open: { draws, play } }: Table): boolean {
  const promised = promisedIn(seeds);
  if (!rerun || promised === null || !draws.hasSecret(promised)) return false;
  return Object.values(play.state().submissions).every(({ used, contents }) => used || contents !== null);
}

export function resolveByHand(table: Table, resolution: Resolution & { readonly by: string }): Outcome {
  const { at, by, matter } = resolution;
  const what = resolving(matter);
  return run(table, { deed: { at, by }, what, draws: what }, () => table.open.play.resolve(resolution));
}

function checked(ended: Ended, outcome: Outcome): Outcome {
  ended.check(outcome);
  return outcome;
}

/** What is refused without being tried again. Its dice were rolled, and stay on record. */
export function again(
  { ended, open: { play } }: Table,
  key: string,
  what: string,
  deed: Deed,
): (Outcome & { readonly ok: false }) | null {
  const { record } = play;
  const known = ended.givenUp(key, { at: deed.at, lines: linesIn(record.ledger) });
  if (known === null) return null;
  const outcome = { ...refusedAs(known.refusal), draws: record.rollAgain(known.dice) };
  if (known.refusal.code === 'out-of-patience') record.stopped(deed, what, outcome, key);
  else record.refusedRolls(deed, what, outcome);
  return outcome;
}

function run(
  table: Table,
  { deed, what, draws }: { deed: Deed; what: string; draws: string },
  take: () => Outcome,
): Outcome {
  const { at, by } = deed;
  const { ended, happened, line } = table;
  const key = `${line ?? at} ${by} ${what} ${happened.filter((one) => one.line === line).length}`;
  ended.begin(key);
  beginDraws(table.open, table.name, { what: draws, at, by, promised: promisedIn(table.seeds) });
  let outcome: Outcome;
  try {
    outcome = again(table, key, draws, deed) ?? checked(ended, take());
  } catch (error) {
    const { fault } = table.open.draws;
    if (fault === null) throw error;
    outcome = {
      ok: false,
      refusal: { code: fault.code, reason: fault.message, rule: null, param: null },
      draws: [],
    };
  }
  table.happened.push({ at, by, what, outcome, line });
  if (outcome.ok) noticeChanges(table, outcome.changes);
  return outcome;
}

const ENDS: ReadonlySet<unknown> = new Set(['enacted', 'failed', 'removed']);

/** What people on the forge have to see of what changed: posts of the rules, comments of theirs, matters resolved. */
export function noticeChanges(table: Table, changes: readonly Change[]): void {
  const resolved = new Set<string>();
  for (const { path, before, after } of changes) {
    const [scope, id, key] = path;
    if (scope !== 'posts' || id === undefined) continue;
    if (key === undefined && isPlainObject(after) && after['byEngine'] === true)
      announce(table, after as unknown as PostData);
    if (key === 'status' && ENDS.has(after)) resolved.add(id);
    if (key === 'comments') repeatNotes(table, id, before, after);
  }
  for (const id of resolved) settle(table, id);
}

function announce(table: Table, { id, kind, title, text }: PostData): void {
  table.known.add(id);
  tell(table, id, { tell: 'post', kind, title, text });
}

function settle(table: Table, id: string): void {
  const forgePost = forgePostOf(table, id);
  const post = table.open.play.state().posts[id];
  if (forgePost === null || post === undefined) return;
  tell(table, forgePost, { tell: 'comment', key: 'result', text: sayResolved(post) });
  tell(table, forgePost, { tell: 'label', labels: [post.status ?? 'resolved'] });
  tell(table, forgePost, { tell: 'settle' });
}

interface Said {
  readonly id: string;
  readonly by: string;
  readonly text: string;
}

/** The rules comment in nobody's name; on the forge the engine says it for them. */
function repeatNotes(table: Table, id: string, before: unknown, after: unknown): void {
  const forgePost = forgePostOf(table, id);
  const own = forgePost === null && table.open.play.state().posts[id]?.byEngine === true;
  if ((forgePost === null && !own) || !Array.isArray(after)) return;
  const old = new Set(((before ?? []) as Said[]).map((said) => said.id));
  for (const said of after as Said[]) {
    if (said.by === 'engine' && !old.has(said.id))
      tell(table, forgePost ?? id, {
        tell: 'comment',
        key: said.id,
        text: said.text,
        ...(own ? { own } : {}),
      });
  }
}
