import { isPermission } from './calls.ts';
import type { Outlook, Purpose, StateDefinition, TimeDefinition } from './definition.ts';
import { sectionsIn, type RuleEntry } from './manifest.ts';
import type { Owned, Provider } from './model.ts';
import { newestSection } from './precedence.ts';
import { ordered, type Runtime } from './runtime.ts';
import { subjectKindsOf } from './views.ts';
import type { ValueType } from './value-types.ts';

/** A description of a ruleset as plain data, for forms, help, declaration files and lint. */
export interface ModelDescription {
  readonly fields: Readonly<
    Record<string, Readonly<Record<string, { readonly type: ValueType; readonly rule: string }>>>
  >;
  readonly collections: Readonly<
    Record<
      string,
      {
        readonly rule: string;
        readonly title: string | null;
        readonly fields: Readonly<Record<string, { readonly type: ValueType; readonly rule: string }>>;
      }
    >
  >;
  readonly actions: Readonly<Record<string, ActionDescription>>;
  readonly views: Readonly<
    Record<
      string,
      {
        readonly rule: string;
        /** Its subject, such as `player`, or several of these separated by blanks. */
        readonly of: string;
        readonly returns: ValueType;
        readonly title: string | null;
        readonly private: boolean;
        /** Only the player whom it is about sees it. */
        readonly own?: true;
      }
    >
  >;
  readonly hooks: Readonly<Record<string, readonly string[]>>;
  readonly unheard: readonly Unheard[];
  readonly baseHooks: readonly string[];
  readonly events: Readonly<Record<string, readonly string[]>>;
  readonly kinds: Readonly<
    Record<
      string,
      {
        readonly rule: string;
        readonly title: string | null;
        readonly votable: boolean;
        readonly official: boolean;
        readonly engineOnly: boolean;
        readonly purpose: Purpose | null;
      }
    >
  >;
  /** What rules do at set times, when nobody acts. */
  readonly times: Readonly<
    Record<string, { readonly rule: string; readonly title: string | null; readonly private?: true }>
  >;
  /** How votes are cast and counted, for pages, comments and labels. */
  readonly ballot: Ballot;
  readonly submissions: Readonly<
    Record<
      string,
      {
        readonly rule: string;
        readonly title: string | null;
        readonly about?: string;
        readonly open: Readonly<Record<string, ValueType>>;
        readonly with: Readonly<Record<string, ValueType>>;
        /** True if several people open it together. */
        readonly shared: boolean;
      }
    >
  >;
}

/** An answer to a hook or a view that is never asked for. */
export interface Unheard {
  readonly id: string;
  readonly rule: string;
  /** The rule that is asked before it and never passes the question on; null for a view that no rule defines. */
  readonly by: string | null;
  /** True if it would be asked first as soon as it claimed precedence `over` that rule. */
  readonly over: boolean;
  /** Another path at which it would be asked first; null if there is none. */
  readonly at: string | null;
}

export interface Ballot {
  readonly votes: readonly { readonly vote: string; readonly say: string | null }[];
  /** The numbers of a tally to show, those in favour first. */
  readonly counts: readonly { readonly key: string; readonly title: string; readonly vote: string | null }[];
  /** The flags of a tally, with those that take precedence first. */
  readonly states: readonly { readonly key: string; readonly title: string; readonly means: Outlook }[];
}

export interface ActionDescription {
  readonly rule: string;
  readonly title: string | null;
  readonly sentence: string | null;
  readonly about: string | null;
  readonly by: readonly string[];
  readonly with: Readonly<Record<string, ValueType>>;
  readonly frequency: string | null;
  readonly private: boolean;
  readonly marks: Readonly<Record<string, unknown>>;
}

/** The first kind of posts with this purpose, or null if there is none. */
export function kindFor({ kinds }: Pick<ModelDescription, 'kinds'>, wanted: string): string | null {
  return Object.entries(kinds).find(([, { purpose }]) => purpose === wanted)?.[0] ?? null;
}

function describeTime({ rule, definition }: Owned<TimeDefinition>): ModelDescription['times'][string] {
  const about = { rule: rule.entry.path, title: definition.title ?? null };
  return definition.private === true ? { ...about, private: true } : about;
}

export function describeModel(runtime: Runtime): ModelDescription {
  const { model, base } = runtime;
  const fieldsOf = (fields: ReadonlyMap<string, { type: ValueType; rule: { entry: { path: string } } }>) =>
    Object.fromEntries([...fields].map(([id, { type, rule }]) => [id, { type, rule: rule.entry.path }]));
  const rulesOf = (providers: readonly { rule: { entry: { path: string } } }[]) =>
    providers.map(({ rule }) => rule.entry.path);
  return {
    fields: Object.fromEntries(
      Object.entries(model.fields).map(([scope, fields]) => [scope, fieldsOf(fields)]),
    ),
    collections: mapOf(model.collections, ({ rule, definition, fields }) => ({
      rule: rule.entry.path,
      title: definition.title ?? null,
      fields: fieldsOf(fields),
    })),
    actions: mapOf(model.actions, ({ rule, definition }) => ({
      rule: rule.entry.path,
      title: definition.title ?? null,
      sentence: definition.sentence ?? null,
      about: definition.about ?? null,
      by: [definition.by ?? 'player'].flat(),
      with: definition.with ?? {},
      frequency: definition.frequency ?? null,
      private: definition.private !== undefined && definition.private !== false,
      marks: definition.marks ?? {},
    })),
    views: mapOf(model.views, ({ rule, definition }) => ({
      rule: rule.entry.path,
      of: subjectKindsOf(definition).join(' '),
      returns: definition.returns,
      title: definition.title ?? null,
      private: definition.private === true,
      ...(definition.own === true ? { own: true } : {}),
    })),
    hooks: mapOf(model.hooks, rulesOf),
    unheard: unheardIn(runtime),
    baseHooks: [...base.keys()],
    events: mapOf(model.events, rulesOf),
    kinds: mapOf(model.kinds, ({ rule, definition }) => ({
      rule: rule.entry.path,
      title: definition.title ?? null,
      votable: definition.votable === true,
      official: definition.votable === true || definition.official === true,
      engineOnly: definition.engineOnly === true,
      purpose: definition.purpose ?? null,
    })),
    times: mapOf(model.times, describeTime),
    ballot: ballotOf(model),
    submissions: mapOf(model.submissions, ({ rule, definition }) => ({
      rule: rule.entry.path,
      title: definition.title ?? null,
      ...(definition.about !== undefined && { about: definition.about }),
      open: definition.open ?? {},
      with: definition.with ?? {},
      shared: definition.together !== undefined,
    })),
  };
}

/** Each outlook, with the word for an ordinary state that has it and no title. */
const OUTLOOKS: Readonly<Record<string, string | null>> = {
  enacted: 'passing',
  failed: 'failing',
  'taken-back': null,
} satisfies Record<Outlook, string | null>;

/** A clause may not have the types that it claims. */
function ballotOf({ votes, counts, states }: Runtime['model']): Ballot {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const isFirst = ({ first }: StateDefinition): number => Number(first === true);
  const marks = [...states].sort(([, a], [, b]) => isFirst(b.definition) - isFirst(a.definition));
  return {
    votes: [...votes].map(([vote, { definition }]) => ({ vote, say: text(definition.say) })),
    counts: [...counts].map(([key, { definition }]) => ({
      key,
      title: text(definition.title) ?? key,
      vote: text(definition.vote),
    })),
    states: marks.map(
      ([
        key,
        {
          definition: { title, means, first },
        },
      ]) => ({
        key,
        title: text(title) ?? (first === true ? null : OUTLOOKS[means]) ?? key,
        means: Object.hasOwn(OUTLOOKS, means) ? means : 'failed',
      }),
    ),
  };
}

/** Answers that no order of the rules, for any kind of matter, ever reaches. */
function unheardIn(runtime: Runtime): readonly Unheard[] {
  const { hooks, views, rules } = runtime.model;
  const chains = [
    ...[...hooks].map(([id, providers]) => ({ id, providers, words: isPermission(id) ? -1 : 1 })),
    ...[...views].map(([id, { wraps, definition }]) => ({
      id,
      providers: wraps,
      words: subjectKindsOf(definition).length,
      defines: wraps[0],
    })),
  ];
  const undefinedViews = [...rules.values()].flatMap(({ definition, entry }) =>
    Object.keys((entry.status === 'active' ? definition?.views : null) ?? {})
      .filter((id) => !views.has(id))
      .map((id) => ({ id, rule: entry.path, by: null, over: false, at: null })),
  );
  return [...chains.flatMap((chain) => unheardInChain(runtime, chain)), ...undefinedViews];
}

interface Chain {
  readonly id: string;
  readonly providers: readonly Provider[];
  /** The number of words that a handler gets before `next`. A handler with no further parameter can't pass the question on. */
  readonly words: number;
  /** The view's own definition, which others may replace. */
  readonly defines?: Provider | undefined;
}

function unheardInChain(runtime: Runtime, { id, providers, words, defines }: Chain): readonly Unheard[] {
  const isLast = ({ call }: Provider): boolean => call.length <= words;
  const last = providers.length < 2 ? undefined : ordered(runtime, providers, null).find(isLast);
  if (last === undefined) return [];
  const by = last.rule.entry;
  let unheard = providers.filter((one) => one !== defines);
  // Few answers are unreachable in any order, so this nearly always ends in the first round.
  for (const kind of [null, ...runtime.model.kinds.keys()]) {
    const order = unheard.length === 0 ? [] : ordered(runtime, providers, kind);
    const end = order.findIndex(isLast);
    unheard = unheard.filter((one) => end >= 0 && order.indexOf(one) > end);
  }
  return unheard.map((one) => {
    const { entry } = one.rule;
    const isFirst = (changed: Partial<RuleEntry>): boolean => {
      const moved = { ...one, rule: { ...one.rule, entry: { ...entry, ...changed } } };
      const order = ordered(runtime, [...providers.filter((other) => other !== one), moved], null);
      return order.indexOf(moved) < order.indexOf(last);
    };
    const name = entry.path.split('/').at(-1) ?? '';
    const newest = newestSection(sectionsIn(runtime.model.manifest.rules));
    const inNewest = { section: newest, path: `${newest}/${name}` };
    const places = [inNewest, { section: by.section, path: `${by.path}/${name}` }];
    const over = isFirst({ over: [...entry.over, by.title] });
    return { id, rule: entry.path, by: by.path, over, at: places.find(isFirst)?.path ?? null };
  });
}

function mapOf<T, R>(map: ReadonlyMap<string, T>, make: (item: T) => R): Record<string, R> {
  return Object.fromEntries([...map].map(([key, item]) => [key, make(item)]));
}
