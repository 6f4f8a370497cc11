import { BOUNDS } from '../kernel/bounds.ts';
import type { Fields, State } from '../kernel/state.ts';
import { sameValue, isPlainObject } from '../kernel/values.ts';
import { readMarkdownFile } from '../ruleset/front-matter.ts';
import { toYaml, writeFrontMatter } from '../ruleset/front-matter-write.ts';
import { madeOnce, type Memo } from '../ruleset/memo.ts';
import type { Problem } from '../ruleset/problem.ts';
import { isOfEngine } from '../language/recorded.ts';
import type { Order } from './engine-files.ts';

/** The kernel limits what is tracked, so all of it can be read. */
const WRITTEN_BY_ENGINE = { file: BOUNDS.tracked.read, matter: BOUNDS.tracked.read, asTyped: true };

interface Tracked {
  readonly data: Fields;
  readonly body: string;
  readonly problems: readonly Problem[];
}

/** A file's front matter with the tracked values, and the text below it, which anybody may write. */
export function readTracked(path: string, text: string, memo?: Memo): Tracked {
  return madeOnce(memo, 'tracked', path, text, () => {
    const { data, body, problems } = readMarkdownFile(path, text, WRITTEN_BY_ENGINE);
    return { data: { ...data }, body, problems };
  });
}

/** Writes values to a file and leaves all other bytes unchanged. `before` is null for a new file. */
export function writeTracked(path: string, before: string | null, data: Fields, memo?: Memo): string {
  // A file that hasn't been committed is written again at each look.
  if (before === null)
    return madeOnce(memo, 'front-matter', '', JSON.stringify(data), () => `---\n${yamlOf(data)}---\n`);
  const old = readTracked(path, before, memo).data;
  const changes: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data))
    if (!Object.hasOwn(old, key) || !sameValue(old[key], value)) changes[key] = value;
  for (const key of Object.keys(old)) if (!Object.hasOwn(data, key)) changes[key] = undefined;
  if (Object.keys(changes).length === 0) return before;
  // A change that hasn't been committed is applied again at each look.
  const asked = `${JSON.stringify(changes, unsetToo)}\n${before}`;
  return madeOnce(memo, 'changed-front-matter', '', asked, () => writeFrontMatter(before, changes));
}

function yamlOf(data: Fields): string {
  return Object.keys(data).length === 0 ? '' : toYaml(data);
}

/** JSON omits undefined, which removes a key here. */
function unsetToo(_key: string, value: unknown): unknown {
  return value === undefined ? { unset: null } : value;
}

/** The keys of a ledger line and of a post that hold reasons. */
const REASONS: ReadonlySet<string> = new Set(['refused', 'change', 'reason']);

/**
 * Whether a replay agrees with the record. Sentences of the engine change from version to version, so an older game may have
 * recorded a reason in other words. A rule's own reason must be the same.
 */
export function sameRecord(played: unknown, recorded: unknown, key = ''): boolean {
  if (typeof played === 'string' && typeof recorded === 'string')
    return played === recorded || (REASONS.has(key) && isOfEngine(played));
  if (Array.isArray(played) && Array.isArray(recorded))
    return played.length === recorded.length && played.every((one, at) => sameRecord(one, recorded[at], key));
  if (!isPlainObject(played) || !isPlainObject(recorded)) return sameValue(played, recorded);
  const keys = Object.keys({ ...played, ...recorded });
  return keys.every((one) => sameRecord(played[one] ?? null, recorded[one] ?? null, one));
}

/** Files are sorted by name, so any other order must be recorded. */
export function orderOf({ players, things }: Pick<State, 'players' | 'things'>): Order {
  const ids = Object.keys(players);
  const others = Object.entries(things).flatMap(([id, all]) =>
    isSorted(Object.keys(all)) ? [] : [[id, Object.keys(all)] as const],
  );
  return {
    ...(isSorted(ids) ? {} : { players: ids }),
    ...(others.length === 0 ? {} : { things: Object.fromEntries(others) }),
  };
}

/** Restores the recorded order. Items without a recorded place come last, by name. */
export function inOrder<T extends Pick<State, 'players' | 'things'>>(state: T, order: Order): T {
  const things = new Map(Object.entries(order.things ?? {}));
  return {
    ...state,
    players: arrange(state.players, order.players ?? []),
    things: Object.fromEntries(
      // Collections are ordered too, so that writing them again gives the same bytes.
      Object.entries(arrange(state.things, [...things.keys()])).map(([id, all]) => [
        id,
        arrange(all, things.get(id) ?? []),
      ]),
    ),
  };
}

function arrange<V>(all: Record<string, V>, order: readonly string[]): Record<string, V> {
  const listed = order.filter((id) => Object.hasOwn(all, id));
  const rest = Object.keys(all)
    .filter((id) => !listed.includes(id))
    .sort();
  return Object.fromEntries([...listed, ...rest].map((id) => [id, all[id] as V]));
}

function isSorted(ids: readonly string[]): boolean {
  return ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id);
}
