import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Fields, State } from '../../kernel/state.ts';
import { sameValue } from '../../kernel/values.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Beginnings {
  /** How a game begins under the rules alone. */
  readonly plain: State;
  /** How this game began; null if that is unknown. */
  readonly first: State | null;
  readonly ledger: readonly LedgerLine[];
  /** Whether the rule that declares a variable is in the pack. */
  readonly isOwn: (rule: string) => boolean;
}

/**
 * The starting values, by path, that the rules themselves don't set: those at the first line of play, and those that
 * proposals have written since. What players did, and everything that names a player, is left out.
 */
export function startingState(model: ModelDescription, { plain, first, ledger, isOwn }: Beginnings): Values {
  const people = new Set([...Object.keys(first?.players ?? {}), ...ledger.map(({ by }) => by)]);
  const found = new Map<string, unknown>();
  const put = (
    place: string,
    types: ModelDescription['fields'][string],
    values: Fields,
    was: Fields,
  ): void => {
    for (const [id, value] of Object.entries(values)) {
      const field = Object.hasOwn(types, id) ? types[id] : undefined;
      const isDisclosed = field !== undefined && isOwn(field.rule) && field.type.private !== true;
      if (isDisclosed && !namesAny(value, people) && !sameValue(value, was[id] ?? null))
        found.set(`${place}.${id}`, value);
      else found.delete(`${place}.${id}`);
    }
  };
  const putAll = ({ game, things }: Pick<State, 'game' | 'things'>): void => {
    put('game', model.fields['game'] ?? {}, game, plain.game);
    for (const [id, collection] of Object.entries(model.collections))
      for (const [thing, values] of Object.entries(things[id] ?? {})) {
        const was = plain.things[id]?.[thing];
        // A thing that belongs to a player is left out with them.
        if (!isOwn(collection.rule) || (was === undefined && namesAny(values, people))) continue;
        if (was === undefined) found.set(`${id}.${thing}`, {});
        put(`${id}.${thing}`, collection.fields, values, was ?? {});
      }
  };
  if (first !== null) putAll(first);
  for (const line of ledger) if (isEnactment(line)) putAll(writtenBy(line));
  return Object.fromEntries(found);
}

function isEnactment({ changes }: LedgerLine): boolean {
  return changes.some(
    ({ path: [scope, , key], after }) => scope === 'posts' && key === 'status' && after === 'enacted',
  );
}

/** The values that a line wrote, in the shape of a state. */
function writtenBy({ changes }: LedgerLine): Pick<State, 'game' | 'things'> {
  const game: Fields = {};
  const things: Record<string, Record<string, Fields>> = {};
  for (const { path, after } of changes) {
    const [scope, first = '', thing = '', field] = path;
    if (scope === 'game') game[first] = after;
    if (scope !== 'things' || thing === '' || after === null) continue;
    const own = ((things[first] ??= {})[thing] ??= {});
    if (field === undefined) Object.assign(own, after);
    else own[field] = after;
  }
  return { game, things };
}

function namesAny(value: unknown, people: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return people.has(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => people.has(key) || namesAny(inner, people));
}
