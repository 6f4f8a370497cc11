import { startOfField, writeField, type Entity } from './entities.ts';
import { encode } from './kinds/index.ts';
import { nearest, toKebab } from './names.ts';
import { Refusal, refusalOf } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { StateChange } from './store.ts';
import { plain, sameValue } from './values.ts';
import { addThing, removeThing, singleton, toPerson, toThing, ensurePerson } from './world.ts';

/** `players.Sgt. Zed.points` → players, Sgt. Zed, points. A name may contain dots, so the longest existing name is used. */
export function splitPath(path: string, isName: (scope: string, name: string) => boolean): readonly string[] {
  const parts = path.split('.');
  const [scope = ''] = parts;
  for (let end = parts.length; end > 2; end--) {
    const name = parts.slice(1, end).join('.');
    if (isName(scope, name)) return [scope, name, ...parts.slice(end)];
  }
  return parts;
}

/** The number of names that lead to what has variables: the game, a player, a thing. */
export function depthOfOwner(scope: string): number {
  return scope === 'things' ? 3 : scope === 'players' ? 2 : 1;
}

/** Sets the value at a path such as `players.ana.puissance` or `rooms.D4.lit`. Setting a whole thing to `null` removes it. */
export function setPath(runtime: Runtime, path: string, value: unknown): void {
  const [scope = '', id = '', ...rest] = splitPath(path, (of, name) => isCalled(runtime, of, name));
  if (scope === 'game' || scope === 'dynasty' || scope === 'emperor') {
    if (id === 'terms')
      throw new Refusal(
        'names for players and leader change when a dynasty begins, or by a change of the rules',
        { code: 'terms' },
      );
    writeField(singleton(runtime, scope), id, value);
    return;
  }
  if (scope === 'players') {
    setIn(ensurePerson(runtime, id), rest, value, path);
    return;
  }
  const collection = runtime.model.collections.get(toKebab(scope));
  if (collection === undefined) {
    const guess = nearest(scope, ['players', 'game', 'dynasty', ...runtime.model.collections.keys()]);
    throw new Refusal(
      `there is no ${scope} to set ${path} in${guess === null ? '' : `; did you mean ${guess}?`}`,
      { code: 'no-such-collection' },
    );
  }
  const thing = toThing(runtime, collection.id, id);
  if (rest.length > 0) {
    setIn(thing ?? addThing(runtime, collection.id, id), rest, value, path);
    return;
  }
  if (value === null) {
    if (thing !== null) removeThing(runtime, thing);
    return;
  }
  const values = value as Record<string, unknown>;
  if (thing === null) addThing(runtime, collection.id, id, values);
  else for (const [name, item] of Object.entries(values)) writeField(thing, name, item);
}

function isCalled(runtime: Runtime, scope: string, name: string): boolean {
  if (scope === 'players') return toPerson(runtime, name) !== null;
  const collection = runtime.model.collections.get(toKebab(scope));
  return collection !== undefined && toThing(runtime, collection.id, name) !== null;
}

function setIn(entity: Entity, rest: readonly string[], value: unknown, path: string): void {
  if (rest.length === 0) {
    if (typeof value !== 'object' || value === null)
      throw new Refusal(`${path} is not a single value; name one of its values`, { code: 'no-variable' });
    for (const [name, item] of Object.entries(value)) writeField(entity, name, item);
    return;
  }
  writeField(entity, rest.join('.'), value);
}

/**
 * Undoes some changes, such as those of a ledger's line, but not what others have changed since. A number is changed back by the
 * difference; any other value only if it hasn't changed since.
 */
export function revert(runtime: Runtime, changes: readonly StateChange[]): void {
  const places = new Set(changes.map(({ path }) => path.join('\u0000')));
  const inside = new Map<string, (readonly [place: number, change: StateChange])[]>();
  for (const [at, change] of changes.entries()) {
    const whole = change.path.slice(0, -1).join('\u0000');
    const others = inside.get(whole);
    if (others === undefined) inside.set(whole, [[at, change]]);
    else others.push([at, change]);
  }
  for (const [at, change] of [...changes.entries()].reverse()) {
    const { path } = change;
    const [scope = '', ...rest] = path;
    const length = depthOfOwner(scope);
    const isVariable = path.length > length;
    const isOfWhole = isVariable && places.has(path.slice(0, length).join('\u0000'));
    // A thing is added or removed as a whole. People stay, and get their starting values.
    if (scope === 'things' ? isOfWhole : scope === 'players' && !isVariable) continue;
    const now = plain(runtime.store.at(path));
    const began = isOfWhole && scope === 'players' ? { ...change, before: startOf(runtime, rest) } : change;
    const earlier = (inside.get(path.join('\u0000')) ?? []).flatMap(([place, one]) =>
      place < at ? [one] : [],
    );
    const before = isVariable && scope !== 'taken' ? withoutChange(now, began) : asAtFirst(change, earlier);
    if (isVariable && sameValue(now, before)) continue;
    if (scope === 'posts' || scope === 'submissions') continue;
    if (scope === 'taken') {
      revertTaken(runtime, rest, before);
      continue;
    }
    const name = scope === 'things' ? rest.join('.') : path.join('.');
    const refusal = refusalOf(() => setPath(runtime, name, before));
    // A variable that came with what is undone had no value before, and goes with its rule.
    if (refusal !== null && change.before !== null) throw refusal;
  }
}

/** A thing as it was at first. Writes to it before its removal are separate changes. */
function asAtFirst({ before }: StateChange, earlier: readonly StateChange[]): unknown {
  return earlier.reduce(
    (whole, one) => ({ ...whole, [one.path.at(-1) ?? '']: one.before }),
    before as Readonly<Record<string, unknown>>,
  );
}

/** A player's starting value of a variable. */
function startOf(runtime: Runtime, [id = '', variable = '']: readonly string[]): unknown {
  const field = runtime.model.fields.player.get(variable);
  const person = toPerson(runtime, id);
  if (field === undefined || person === null) return null;
  return encode(field.type, startOfField(person, field), runtime.refs);
}

function withoutChange(now: unknown, { before, after }: StateChange): unknown {
  if (typeof now === 'number' && typeof before === 'number' && typeof after === 'number')
    return now - (after - before);
  return sameValue(now, after) ? before : now;
}

/** Gives back a turn that the undone action used up. */
function revertTaken(runtime: Runtime, [key = '', who]: readonly string[], before: unknown): void {
  const { taken } = runtime.store.state;
  const times = taken[key];
  if (times === undefined) return;
  if (who === undefined)
    runtime.store.write(taken, key, before === null ? undefined : before, ['taken', key]);
  else runtime.store.write(times, who, before === null ? undefined : before, ['taken', key, who]);
}
