import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Fields, State } from '../../kernel/state.ts';
import { sameValue } from '../../kernel/values.ts';
import type { LedgerLine } from '../../play/ledger-line.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Beginnings {
  /** As a game begins under the rules alone. */
  readonly plain: State;
  /** As this game began; null where that is not kept. */
  readonly first: State | null;
  readonly ledger: readonly LedgerLine[];
  /** Whether a variable's rule is one of the pack. */
  readonly isOwn: (rule: string) => boolean;
}

/**
 * With what a game under the rules begins, by the paths of values: what they do not say themselves. It is what stood there when it was
 * first played, and what proposals have written since; what people did in play is left out, and so is all that names one of them.
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
      const isTold = field !== undefined && isOwn(field.rule) && field.type.private !== true;
      if (isTold && !namesAny(value, people) && !sameValue(value, was[id] ?? null))
        found.set(`${place}.${id}`, value);
      else found.delete(`${place}.${id}`);
    }
  };
  const putAll = ({ game, things }: Pick<State, 'game' | 'things'>): void => {
    put('game', model.fields['game'] ?? {}, game, plain.game);
    for (const [id, collection] of Object.entries(model.collections))
      for (const [thing, values] of Object.entries(things[id] ?? {})) {
        const was = plain.things[id]?.[thing];
        // A thing that belongs to somebody went with them.
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

/** The values that a line wrote, shaped as a state is. */
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
