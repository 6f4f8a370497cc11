import { termsKnown, headCalled } from './roles.ts';
import { callHook, emit, hasHook, isAnswered } from './calls.ts';
import type { LinkedRule, Model } from './model.ts';
import type { RuleEntry, RulesetChange } from './manifest.ts';
import { actAgain, type TakenAction, takeLimited } from './actions.ts';
import { freezeWhole } from './freeze.ts';
import { pictureProblem } from './pictures.ts';
import { toCamel, toKebab } from './names.ts';
import { createPost, noteOn, setKind } from './posts.ts';
import { isMissedBy, Refusal } from './refusal.ts';
import { acts, dependsOn, scratchOf } from './memo.ts';
import { revert, setPath } from './paths.ts';
import { restoreRules } from './strike.ts';
import type { StateChange } from './store.ts';
import { rollsFor } from './rolls.ts';
import { fail } from './resolving.ts';
import type { PostEntity } from './post-entity.ts';
import { soughtRules } from './meant-rule.ts';
import { ruleText } from './rule-text.ts';
import type { LedgerReader, Runtime } from './runtime.ts';
import { PeopleSet, PlayerSet, PostEntitySet, ThingSet, whyNotPlayer, type AskingRule } from './sets.ts';
import { submissionsOf } from './submissions.ts';
import { callView } from './views.ts';
import { singleton } from './world.ts';
import type { PersonEntity } from './game-entities.ts';
import { plain } from './values.ts';

/** Clauses don't have these, so the kernel keeps references to them. */
const Overlay = Proxy;
const { create, defineProperty, getOwnPropertyDescriptors } = Object;

/** Everything that one rule's clause may use. */
export function contextFor(runtime: Runtime, shared: object, entry: RuleEntry): object {
  const self = (): LinkedRule | null => runtime.model.rules.get(entry.path) ?? null;
  // `Object.assign` can't be used, because `shared` has getters that a derived object couldn't override.
  const context = create(
    shared,
    getOwnPropertyDescriptors({
      ...ruleText(entry, () => {
        dependsOn(runtime, 'now');
        return runtime.now;
      }),
      players: new PlayerSet(runtime, selfProxy(self)),
      rule: entry,
      ruleset: rulesetFor(runtime, entry, (shared as { ruleset: object }).ruleset),
      whyNotPlayer: (person: PersonEntity) => whyNotPlayer(runtime, person, self()),
    }),
  ) as object;
  freezeWhole(context);
  return context;
}

/** The part of a context that all clauses share. */
export function sharedContext(runtime: Runtime): object {
  const { dice, pick, shuffle, secret } = rollsFor(runtime);
  const context: Record<string, unknown> = {
    dice,
    pick,
    shuffle,
    secret,
    people: new PeopleSet(runtime),
    matters: new PostEntitySet(runtime, true),
    posts: new PostEntitySet(runtime, false),
    view: (id: string, ...of: readonly unknown[]) => callView(runtime, id, of),
    hook: (id: string, words: object = {}, ...otherwise: readonly unknown[]) => {
      const answer =
        otherwise.length > 0 && !isAnswered(runtime, id) ? undefined : callHook(runtime, id, words);
      return answer === undefined ? otherwise[0] : answer;
    },
    hasHook: (id: string) => hasHook(runtime, id),
    maybe,
    emit: (id: string, words: object = {}) => {
      emit(runtime, id, words);
    },
    refuse,
    scratch: (make: () => unknown) => Object.freeze(scratchOf(runtime, make)),
    limit: (options: Parameters<typeof takeLimited>[1]) => {
      takeLimited(runtime, options);
    },
    ...effectsFor(runtime),
    submissions: (id: string, open: Readonly<Record<string, unknown>> = {}) =>
      submissionsOf(runtime, id, open),
    fail: (matter: PostEntity) => {
      fail(runtime, matter, null);
    },
    result: (value: unknown) => {
      acts(runtime);
      runtime.frame.result = plain(value);
    },
    ruleset: rulesetOf(runtime),
    ledger: watched(runtime),
  };
  for (const scope of ['game', 'dynasty', 'emperor'] as const) {
    defineProperty(context, scope, { enumerable: true, get: () => singleton(runtime, scope) });
  }
  defineProperty(context, 'now', {
    enumerable: true,
    get: () => {
      dependsOn(runtime, 'now');
      return runtime.now;
    },
  });
  // Rules receive these before the collections are known, which are added to the context later.
  for (const key of Object.keys(context)) {
    const { value, get } = Object.getOwnPropertyDescriptor(context, key) as PropertyDescriptor;
    freezeWhole(value, get);
  }
  return context;
}

function effectsFor(runtime: Runtime): object {
  return {
    post: (values: Parameters<typeof createPost>[1]) => createPost(runtime, { ...values, byEngine: true }),
    recategorise: (by: PersonEntity, post: PostEntity, kind: string) => {
      setKind(runtime, by, post, kind);
    },
    pictureProblem: (address: unknown) => {
      // Pictures are fetched for one step.
      acts(runtime);
      return pictureProblem(runtime.frame.pictures, address);
    },
    again: (line: TakenAction) => {
      actAgain(runtime, line);
    },
    revert: (changes: readonly StateChange[]) => {
      acts(runtime);
      restoreRules(runtime, changes);
      revert(runtime, changes);
    },
    setPath: (path: string, value: unknown) => {
      setPath(runtime, path, value);
    },
    comment: (post: PostEntity, text: string) => {
      noteOn(runtime, post, text);
    },
  };
}

const OF_ONE_RULE: ReadonlySet<string> = new Set([
  'value',
  'hours',
  'endOf',
  'share',
  'words',
  'table',
  'list',
  'players',
  'rule',
  'whyNotPlayer',
]);

/** Adds the collections by name, once all rules are linked. */
export function addCollections(runtime: Runtime, model: Model, context: object): void {
  for (const id of model.collections.keys()) {
    const name = toCamel(id);
    // A rule's own members, such as `list`, take precedence over collections.
    if (name in context || OF_ONE_RULE.has(name)) continue;
    const set = new ThingSet(runtime, id);
    defineProperty(context, name, { value: set });
  }
}

/**
 * The argument passed to the function in `rule(…)`. Collections aren't known yet, so any unknown name is taken for one. The type check
 * finds mistakes.
 */
export function whileDefining(runtime: Runtime, context: object): object {
  // The proxy has an empty target, so that nobody can reach the shared and incomplete objects from which the context inherits.
  const nothing: object = Object.freeze(create(null) as object);
  return new Overlay(nothing, {
    get: (_, key) => {
      if (key === 'now' && runtime.defining)
        throw new TypeError(
          'there is no time yet while rules are defined: take `now` in the handler, as in check({ now })',
        );
      if (key === 'game' || key === 'dynasty' || key === 'emperor') return liveSingleton(runtime, key);
      return typeof key !== 'string' || key in context
        ? (Reflect.get(context, key) as unknown)
        : new ThingSet(runtime, toKebab(key));
    },
    has: (_, key) => key in context,
    set: () => false,
  });
}

/** A proxy, because clauses may take these before their content is known. */
function liveSingleton(runtime: Runtime, scope: 'game' | 'dynasty' | 'emperor'): object {
  return new Overlay(Object.freeze(create(null) as object), {
    get: (_, key) => {
      const now = singleton(runtime, scope);
      const value: unknown = Reflect.get(now, key);
      return typeof value === 'function'
        ? (...words: unknown[]): unknown => Reflect.apply(value, now, words)
        : value;
    },
    set: (_, key, value) => Reflect.set(singleton(runtime, scope), key, value),
    has: (_, key) => Reflect.has(singleton(runtime, scope), key),
  });
}

/** The ledger, with every read noted as a dependency. */
function watched(runtime: Runtime): LedgerReader {
  return {
    get length() {
      dependsOn(runtime, 'ledger');
      return runtime.ledger.length;
    },
    at: (index: number) => {
      dependsOn(runtime, 'ledger');
      return runtime.ledger.at(index);
    },
  };
}

/** Returns what `ask` returns, or `otherwise` if it asks for something that no rule in force defines. */
function maybe(ask: () => unknown, otherwise?: unknown): unknown {
  try {
    return ask();
  } catch (error) {
    if (!isMissedBy(null, error)) throw error;
    return otherwise;
  }
}

function refuse(first: string, second?: string): never {
  if (second === undefined) throw new Refusal(first);
  // A clause may pass anything. Converted to text here, it keeps no reference to the clause's objects.
  // oxlint-disable-next-line typescript/no-unnecessary-type-conversion
  throw new Refusal(second, { param: String(first) });
}

/** A rule isn't in the model until linking is complete. It is by the time anything is asked. */
function selfProxy(self: () => LinkedRule | null): AskingRule {
  return {
    get entry() {
      return (self() as LinkedRule).entry;
    },
  };
}

/** The ruleset as clauses see it. */
function rulesetOf(runtime: Runtime): object {
  const rules = (): readonly RuleEntry[] => runtime.model.manifest.rules;
  return {
    get rules() {
      return rules();
    },
    get terms() {
      return termsKnown(runtime.model.manifest.terms, runtime.model);
    },
    get theEmperor() {
      return headCalled(runtime.model.manifest.terms);
    },
    find: (title: string) => soughtRules(runtime, title)[0] ?? null,
    findAll: (title: string) => soughtRules(runtime, title),
    definesAction: (id: string) => runtime.model.actions.get(id)?.rule.entry ?? null,
    fields: (scope: 'player' | 'game') =>
      [...runtime.model.fields[scope].values()].map(({ id, type, rule }) => ({ id, type, rule: rule.entry })),
    /** Requests a change of the text. Either both the change and the action are made, or neither. */
    amend: (change: RulesetChange) => {
      acts(runtime);
      runtime.frame.amendments.push(plain(change) as RulesetChange);
    },
  };
}

/** Adds what a rule can do to its own text. */
function rulesetFor(runtime: Runtime, entry: RuleEntry, shared: object): object {
  return Object.assign(create(shared) as object, {
    writeList: (list: string, items: readonly string[]) =>
      void runtime.frame.amendments.push({ type: 'write-list', path: entry.path, list, items: [...items] }),
  });
}
