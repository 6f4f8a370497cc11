import { callHook } from './calls.ts';
import type { Entity } from './entities.ts';
import { freezeWhole } from './freeze.ts';
import type { LinkedRule } from './model.ts';
import { dependsOn, remembered } from './memo.ts';
import type { PendingPost, Runtime } from './runtime.ts';
import { addThing, entityFor, toPerson, toPost, removeThing, toThing } from './world.ts';
import type { PersonEntity, ThingEntity } from './game-entities.ts';
import type { PostEntity } from './post-entity.ts';
import { POSTS_PENDING, POSTS_THERE } from './store.ts';
import type { PostData } from './state.ts';
import { toCamel } from './names.ts';
import { missing } from './refusal.ts';
import { sameValue } from './values.ts';

/** Kept here, because `Symbol.iterator` is removed for clauses. */
const iterator: typeof Symbol.iterator = Symbol.iterator;

/** Assigned within the class, so that no clause can use it. */
let runtimeOf: (set: EntitySet<Entity>) => Runtime;

/** A collection that clauses can loop over, look up in and pick from. */
export abstract class EntitySet<T extends Entity> {
  readonly #runtime: Runtime;

  static {
    runtimeOf = (set) => set.#runtime;
  }

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  abstract all(): readonly T[];
  abstract get(id: unknown): T | null;

  [iterator](): Iterator<T> {
    return this.all()[iterator]();
  }

  get size(): number {
    return this.all().length;
  }

  /** Accepts an id too, since comparing an entity with a text would always be false, without an error. */
  has(item: unknown): boolean {
    return typeof item === 'string' ? this.get(item) !== null : this.all().some((one) => one.is(item));
  }

  filter(test: (item: T) => boolean): T[] {
    return this.all().filter(test);
  }

  find(test: (item: T) => boolean): T | null {
    return this.all().find(test) ?? null;
  }

  map<R>(make: (item: T) => R): R[] {
    return this.all().map(make);
  }

  some(test: (item: T) => boolean): boolean {
    return this.all().some(test);
  }

  every(test: (item: T) => boolean): boolean {
    return this.all().every(test);
  }

  where(values: Readonly<Record<string, unknown>>): T[] {
    const wanted = Object.entries(values);
    return this.all().filter((item) =>
      wanted.every(([name, value]) =>
        matches((item as unknown as Record<string, unknown>)[toCamel(name)], value),
      ),
    );
  }
}

function matches(actual: unknown, wanted: unknown): boolean {
  if (typeof (actual as Entity | null)?.is === 'function') return (actual as Entity).is(wanted);
  return sameValue(actual, wanted);
}

/** Everybody known to the game. */
export class PeopleSet extends EntitySet<PersonEntity> {
  all(): readonly PersonEntity[] {
    dependsOn(runtimeOf(this), 'players');
    return Object.keys(runtimeOf(this).store.state.players).map(
      (id) => entityFor(runtimeOf(this), 'players', id) as PersonEntity,
    );
  }

  get(id: unknown): PersonEntity | null {
    return toPerson(runtimeOf(this), id);
  }
}

/** The rule that decides whether somebody counts as a player. */
export type AskingRule = Pick<LinkedRule, 'entry'>;

/** Everybody who counts as a player for one rule. */
export class PlayerSet extends PeopleSet {
  readonly #rule: AskingRule;

  constructor(runtime: Runtime, rule: AskingRule) {
    super(runtime);
    this.#rule = rule;
  }

  override all(): readonly PersonEntity[] {
    const runtime = runtimeOf(this);
    return remembered(runtime, `players ${this.#rule.entry.path}`, () =>
      // Not cached one by one, because they all become stale together.
      super.all().filter((person) => askWhyNotPlayer(runtime, person, this.#rule) === null),
    );
  }

  override get(id: unknown): PersonEntity | null {
    const person = super.get(id);
    return person !== null && whyNotPlayer(runtimeOf(this), person, this.#rule) === null ? person : null;
  }
}

/** The reason why somebody is no player for a rule (null means the game at large), or null if they are one. */
export function whyNotPlayer(runtime: Runtime, person: PersonEntity, rule: AskingRule | null): string | null {
  return remembered(runtime, `not a player ${person.id}\u0000${rule?.entry.path ?? ''}`, () =>
    askWhyNotPlayer(runtime, person, rule),
  );
}

function askWhyNotPlayer(runtime: Runtime, person: PersonEntity, rule: AskingRule | null): string | null {
  const why = callHook(runtime, 'not-a-player', { person, rule: rule?.entry ?? null });
  return typeof why === 'string' ? why : null;
}

export class PostEntitySet extends EntitySet<PostEntity> {
  readonly #votableOnly: boolean;

  constructor(runtime: Runtime, votableOnly: boolean) {
    super(runtime);
    this.#votableOnly = votableOnly;
  }

  all(): readonly PostEntity[] {
    const runtime = runtimeOf(this);
    dependsOn(runtime, POSTS_THERE);
    const { all, matters } = postsThere(runtime);
    return (this.#votableOnly ? matters : all).slice() as PostEntity[];
  }

  get(id: unknown): PostEntity | null {
    return toPost(runtimeOf(this), id);
  }

  pending(kind?: string): PostEntity[] {
    const runtime = runtimeOf(this);
    dependsOn(runtime, POSTS_PENDING);
    const { all, matters } = postsPending(runtime);
    const pending = this.#votableOnly ? matters : all;
    return pending.flatMap((one) => {
      const post = one.post as PostEntity;
      return (kind === undefined || one.kind === kind) && !runtime.aside.has(post.id) ? [post] : [];
    });
  }
}

/** Cached until a post is added, removed or changes its kind, because a game may have thousands. */
function postsThere(runtime: Runtime): NonNullable<Runtime['caches']['posts']> {
  const { store, model, caches, frame } = runtime;
  const version = store.writtenAt(POSTS_THERE);
  if (caches.posts?.version === version) {
    frame.spared += caches.posts.cost;
    return caches.posts;
  }
  const before = runtime.counted();
  const posts = Object.values(store.state.posts).sort((a, b) => a.n - b.n);
  const all = posts.map(({ id }) => entityFor(runtime, 'posts', id) as PostEntity);
  const matters = all.filter((_, at) => model.kinds.get(posts[at]?.kind ?? '')?.definition.votable === true);
  return (caches.posts = { version, all, matters, cost: runtime.counted() - before + 1 });
}

/** Cached until the pending posts change. Rules ask for them all the time, and most posts are resolved. */
function postsPending(runtime: Runtime): NonNullable<Runtime['caches']['pending']> {
  const { store, caches, frame } = runtime;
  const version = store.writtenAt(POSTS_PENDING);
  if (caches.pending?.version === version) {
    frame.spared += caches.pending.cost;
    return caches.pending;
  }
  const before = runtime.counted() + frame.spared;
  const { posts } = store.state;
  const there = postsThere(runtime);
  const pendingIn = (list: readonly object[]): PendingPost[] =>
    (list as readonly PostEntity[]).flatMap((post) => {
      const { status, kind } = posts[post.id] as PostData;
      return status === 'pending' ? [{ post, kind }] : [];
    });
  const [all, matters] = [pendingIn(there.all), pendingIn(there.matters)];
  return (caches.pending = { version, all, matters, cost: runtime.counted() + frame.spared - before + 1 });
}

/** Limits the number after an id’s prefix, because somebody may have named a thing `b1e300`, which has no next number. */
const NUMBERED = /^(?:0|[1-9]\d{0,14})$/u;

export class ThingSet extends EntitySet<ThingEntity> {
  readonly #collection: string;

  constructor(runtime: Runtime, collection: string) {
    super(runtime);
    this.#collection = collection;
  }

  all(): readonly ThingEntity[] {
    dependsOn(runtimeOf(this), `things.${this.#collection}`);
    const things = runtimeOf(this).store.state.things[this.#collection] ?? {};
    return Object.keys(things).map((id) => entityFor(runtimeOf(this), this.#collection, id) as ThingEntity);
  }

  get(id: unknown): ThingEntity | null {
    return toThing(runtimeOf(this), this.#collection, id);
  }

  add(id: string, values: Readonly<Record<string, unknown>> = {}): ThingEntity {
    if (!runtimeOf(this).model.collections.has(this.#collection)) throw missing(this.#collection);
    return addThing(runtimeOf(this), this.#collection, id, values);
  }

  /** Adds a thing named `<prefix><n>`, where n is one more than the highest so far. */
  addNumbered(prefix: string, values: Readonly<Record<string, unknown>> = {}): ThingEntity {
    return this.add(`${prefix}${this.nextNumber(prefix)}`, values);
  }

  nextNumber(prefix: string): number {
    const ids = new Set(this.all().map(({ id }) => id));
    let next = 1;
    for (const id of ids) {
      const number = id.startsWith(prefix) ? id.slice(prefix.length) : '';
      if (NUMBERED.test(number)) next = Math.max(next, 1 + Number(number));
    }
    while (ids.has(`${prefix}${next}`)) next++;
    return next;
  }

  remove(thing: unknown): void {
    const found = this.get(thing);
    if (found !== null) removeThing(runtimeOf(this), found);
  }
}

freezeWhole(EntitySet, PeopleSet, PlayerSet, PostEntitySet, ThingSet);
