import type { Person } from '../forge/events.ts';
import type { ActionDescription } from '../kernel/describe-model.ts';
import type { RuleEntry } from '../kernel/manifest.ts';
import type { PostData } from '../kernel/state.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import { splitState } from '../play/private-values.ts';
import type { Game, HomeGame } from '../host/game.ts';
import { matterStatusOf, readStatus, stuckIn, type MatterStatus, type Status } from '../apply/read-status.ts';
import { show } from '../decide/describe-outcome.ts';
import type { Table } from '../decide/table.ts';
import { playerAt } from './preview.ts';

/** Looks at the game as it stands, what is not yet in a commit included, and lets go of it again. */
export async function atTable<T>(game: Game, read: (table: Table) => T): Promise<T> {
  const table = await game.look();
  try {
    return read(table);
  } finally {
    table.open.play.dispose();
  }
}

export function statusAt(game: HomeGame): Promise<Status> {
  return atTable(game, (table) => readStatus(table, game.now(), { stuck: stuckIn(table, game) }));
}

export interface Possible {
  readonly id: string;
  readonly title: string;
  readonly about: string | null;
  readonly rule: { readonly title: string; readonly number: string };
  /** Why not, whatever the parameters; null where somebody may go on and say them. */
  readonly refusal: RefusalData | null;
}

/** Every action of the rules, with what they would say if this person began to take it. */
export function possibleActions(table: Table, now: string, who: Person | null): readonly Possible[] {
  const { sandbox, manifest } = table.open.play;
  const rules = new Map(manifest.rules.map((rule) => [rule.path, rule]));
  return Object.entries(sandbox.describe().actions).map(([id, { title, about, rule, with: words }]) => ({
    id,
    title: title ?? id.replaceAll('-', ' '),
    about,
    rule: { title: rules.get(rule)?.title ?? rule, number: rules.get(rule)?.number ?? '' },
    refusal: who === null ? null : refusalAtOnce(table, now, who, id, Object.keys(words).length > 0),
  }));
}

function refusalAtOnce(
  table: Table,
  at: string,
  who: Person,
  action: string,
  hasWords: boolean,
): RefusalData | null {
  const by = playerAt(table, who);
  const { refusal } = table.open.play.sandbox.explainInput({ type: 'act', at, by, action, with: {} });
  if (refusal === null || refusal.code === 'chance' || (hasWords && refusal.param !== null)) return null;
  return refusal;
}

export function actionOf(table: Table, id: string): ActionDescription | null {
  const { actions } = table.open.play.sandbox.describe();
  return Object.hasOwn(actions, id) ? (actions[id] ?? null) : null;
}

export interface MatterAt {
  readonly post: PostData;
  readonly status: MatterStatus | null;
  readonly whyNotEnacted: RefusalData | null;
  readonly whyNotFailed: RefusalData | null;
}

export function matterAt(table: Table, now: string, id: string): MatterAt | null {
  const { posts } = table.open.play.state();
  const post = Object.hasOwn(posts, id) ? posts[id] : undefined;
  if (post === undefined) return null;
  const pending = post.status === 'pending';
  const why = (hook: string): RefusalData | null =>
    pending ? table.open.play.sandbox.why(now, hook, { matter: id }) : null;
  return {
    post,
    status: pending ? matterStatusOf(table, now, post) : null,
    whyNotEnacted: why('may-enact'),
    whyNotFailed: why('may-fail'),
  };
}

export interface Kind {
  readonly id: string;
  readonly title: string;
  readonly votable: boolean;
}

export function kindsAt(table: Table): readonly Kind[] {
  return Object.entries(table.open.play.sandbox.describe().kinds)
    .filter(([, kind]) => !kind.engineOnly)
    .map(([id, { title, votable }]) => ({ id, title: title ?? id.replaceAll('-', ' '), votable }));
}

export function rulesAt(table: Table): readonly RuleEntry[] {
  return table.open.play.manifest.rules;
}

export interface Settable {
  readonly path: string;
  readonly now: string;
}

const MOST_SETTABLE = 2_000;

/** What is tracked in public, by the paths under which a proposal can set it. */
export function settableAt({ open: { play } }: Table): readonly Settable[] {
  const { game, dynasty, players, things } = splitState(play.state(), play.model).open;
  const of = (place: string, fields: Readonly<Record<string, unknown>>): Settable[] =>
    Object.entries(fields).map(([key, value]) => ({ path: `${place}.${key}`, now: show(value) }));
  const all = [
    ...Object.entries(players).flatMap(([id, fields]) => of(`players.${id}`, fields)),
    ...Object.entries(things).flatMap(([collection, some]) =>
      Object.entries(some).flatMap(([id, fields]) => of(`${collection}.${id}`, fields)),
    ),
    ...of('dynasty', dynasty),
    ...of('game', game),
  ];
  return all.slice(0, MOST_SETTABLE);
}
