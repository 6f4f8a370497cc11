import { madeOnce } from '../ruleset/memo.ts';
import type { PostId } from '../forge/port.ts';
import type { SeenPosition } from './conflicts.ts';
import { healthOf, dueFrom, WELL, type DueFrom, type Health } from '../wording/health.ts';
import { answerOr } from '../wording/ways-out.ts';
import { timeFaultsOf } from '../wording/rule-fault.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { knowDynasties, knowHead, termsKnown } from '../kernel/roles.ts';
import type { PostData, State } from '../kernel/state.ts';
import type { Coming } from '../kernel/times.ts';
import { askRules } from '../session/ask/call-guard.ts';
import { readVictory } from '../session/ask/victory.ts';
import { readFigures, readNeeded } from '../wording/figures.ts';
import { splitState } from '../store/private-values.ts';
import { whyFrozen } from '../rehearse/rehearse-rules.ts';
import type { Position } from '../session/position/position.ts';
import { saySetAside, setAside } from '../session/take/set-aside.ts';
import { isResolvedByHand } from '../store/read-game.ts';
import { namingOf, titleOfKind } from '../wording/naming.ts';
import { saidValues, trackedFields } from '../wording/tracked-values.ts';
import type { z } from 'zod';
import { countsOf, stateOf, stepsOf } from '../wording/ballot.ts';
import { isPlainObject } from '../kernel/values.ts';
import type { matterStatusSchema, statusSchema } from './status-schema.ts';

interface Known {
  readonly state?: State;
  readonly stuck?: readonly string[];
}

export function readStatus(
  position: SeenPosition,
  now: string,
  { state: known, stuck = [] }: Known = {},
): Status {
  const { open, name } = position;
  const { play, read } = open;
  const state = known ?? play.state();
  const ask = askRules(play, now);
  const found = ask('coming');
  const coming = Array.isArray(found) ? (found as readonly Coming[]) : [];
  const queue = Object.values(state.posts)
    .filter(({ status }) => status === 'pending')
    .map((post) => statusOf(position, now, post, ask));
  return {
    name,
    now,
    ...(knowDynasties(play.model) ? { dynasty: dynastyIn(state, play.model) } : {}),
    ...victoryIn(position, now),
    terms: termsKnown(play.terms, play.model),
    figures: readFigures(ask('figures')),
    resolution: isResolvedByHand(read.game, () => state) ? 'by-admin' : 'automatic',
    practice: read.game.practice === true,
    queue,
    coming,
    failing: [
      ...sayFrozen(position, state, now, queue),
      ...queue.flatMap(sayStill),
      ...timeFaultsOf(ask, coming, play.runsInPrivate('')),
      ...setAside(read.ledger).map(saySetAside),
    ],
    stuck,
    roster: rosterOf(position, state, ask),
  };
}

export function matterStatusOf(position: SeenPosition, now: string, post: PostData): MatterStatus {
  return statusOf(position, now, post, askRules(position.open.play, now));
}

function statusOf(position: SeenPosition, now: string, post: PostData, ask: Ask): MatterStatus {
  const { play } = position.open;
  return matterStatus(waiting(position, post), play.model, ask, (due) => healthOf(play, now, post, due, ask));
}

/** A sentence if nothing can be changed any more, unless a matter that is due already says so of the same rule. */
function sayFrozen(
  { open: { play } }: SeenPosition,
  whole: State,
  at: string,
  queue: Status['queue'],
): readonly string[] {
  const { files, terms, caches } = play;
  const { open: state } = splitState(whole, play.model);
  // A game that nobody has joined yet only waits.
  if (Object.keys(state.players).length === 0) return [];
  const game = { files, terms, state, at, ledger: play.record.reader, caches };
  // Pending matters make no difference to it, so a vote leaves the answer as it was.
  const { posts, submissions: _, ...others } = state;
  const over = Object.entries(posts).filter(([, { status }]) => status !== 'pending');
  const key = JSON.stringify([...files, terms, others, over, play.ledger.length]);
  const day = at.slice(0, 10);
  const readFrozen = (): string => madeOnce(caches.lasting, 'frozen', day, key, () => whyFrozen(game) ?? '');
  const why = answerOr(() => madeOnce(caches, 'frozen', day, key, readFrozen), '');
  if (why === '' || queue.some(({ refusedBy }) => refusedBy !== null && why.includes(refusedBy))) return [];
  return [
    `Nothing can be changed any more: ${why}. An Admin can free the game with \`gitnomic doctor recover\` or a comment /recover, and more than half of the players can go back together: \`gitnomic doctor recover --moments\` lists the moments`,
  ];
}

/** A sentence for a matter that can't be resolved. A matter that only waits behind it is reported on its own page. */
export function sayStill({
  title,
  fault,
  waitsFor,
}: Pick<MatterStatus, 'title' | 'fault' | 'waitsFor'>): readonly string[] {
  return fault === null || waitsFor !== null ? [] : [`${title}: ${fault}`];
}

interface Labelled {
  labelled(label: string): ReadonlySet<PostId>;
}

/** Matters that the last tick could not resolve, by the label it set. */
export function stuckIn(position: Position, { labelled }: Labelled): readonly string[] {
  const posts = labelled('stuck');
  const pending = Object.values(position.open.play.state().posts).filter(
    ({ status }) => status === 'pending',
  );
  return pending.map(({ id }) => id).filter((id) => posts.has(position.posts.forgePostOf(id) ?? ''));
}

function victoryIn({ open: { play } }: SeenPosition, now: string): Pick<Status, 'victory'> {
  const won = answerOr(() => readVictory(play, now), null);
  return won === null ? {} : { victory: { winner: won.winner, begins: won.begins, next: won.next } };
}

function dynastyIn({ dynasty }: State, model: ModelDescription): NonNullable<Status['dynasty']> {
  return {
    number: numberOrNull(dynasty['number']),
    name: textOrNull(dynasty['name']),
    ...(knowHead(model) ? { emperor: textOrNull(dynasty['emperor']) } : {}),
  };
}

function rosterOf(position: SeenPosition, state: State, ask: Ask): Status['roster'] {
  const { play, read } = position.open;
  const machines = position.accounts?.machines ?? new Set(read.facts.machines);
  const hasHead = knowHead(play.model);
  const naming = namingOf(play);
  const tracked = trackedFields(play.model.fields['player'], play.model);
  // An emperor who is no player for a rule has none of what it tracks of players.
  const trackedOf = (id: string): typeof tracked =>
    hasHead && state.dynasty['emperor'] === id
      ? tracked.filter(([, { rule }]) => typeof ask('not-a-player', id, rule) !== 'string')
      : tracked;
  return Object.entries(state.players).map(([id, fields]) => ({
    id,
    name: typeof fields['name'] === 'string' && fields['name'] !== '' ? fields['name'] : id,
    state: typeof fields['state'] === 'string' ? fields['state'] : 'active',
    admin: fields['admin'] === true,
    ...(hasHead ? { emperor: state.dynasty['emperor'] === id } : {}),
    machine: machines.has(id),
    lastActive: typeof fields['last-active'] === 'string' ? fields['last-active'] : null,
    has: saidValues(trackedOf(id), fields, naming),
  }));
}

function waiting(position: SeenPosition, post: PostData): MatterSummary {
  const { id, kind, title, author, at, status } = post;
  const conflict = status === 'pending' && position.open.play.clashOf(post) !== null;
  const kindTitle = titleOfKind(position.open.play.model, kind);
  const unread = position.branches?.whyUnread(id) ?? null;
  return { id, kind, kindTitle, title, author, at, status: status ?? '', conflict, unread };
}

export type Status = Readonly<z.output<typeof statusSchema>>;
export type MatterStatus = Readonly<z.output<typeof matterStatusSchema>>;

export interface MatterSummary extends Pick<
  MatterStatus,
  'id' | 'kind' | 'kindTitle' | 'title' | 'author' | 'at' | 'conflict'
> {
  /** Its outcome, or `pending`. */
  readonly status: string;
  /** Why its changes are unknown. */
  readonly unread?: string | null;
}

/** Asks the rules something about now, by path. */
export type Ask = (...path: readonly string[]) => unknown;

export function matterStatus(
  { status, conflict, unread = null, ...matter }: MatterSummary,
  rules: Pick<ModelDescription, 'ballot'>,
  ask: Ask,
  readHealth: (due: DueFrom) => Health,
): MatterStatus {
  const counted = ask('tally', matter.id);
  const tally = isPlainObject(counted) ? counted : {};
  const votes = ask('views', 'votes-on', matter.id);
  const pending = status === 'pending';
  const stands = pending ? stateOf(rules, tally) : null;
  const due = dueFrom(matter.id, tally, ask);
  const { fault, ...health } = pending && unread === null ? readHealth(due) : WELL;
  return {
    ...matter,
    counts: countsOf(rules, tally),
    needed: pending ? readNeeded(ask('needed', matter.id)) : null,
    ...stepsOf(tally),
    votes: isPlainObject(votes) ? (votes as Record<string, string>) : {},
    state: pending ? (stands?.title ?? 'undecided') : status,
    outlook: stands?.means ?? null,
    ...due,
    conflict,
    fault: pending ? (unread ?? fault) : null,
    ...health,
  };
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
