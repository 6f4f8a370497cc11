import { isPermission } from './calls.ts';
import type { Outlook, Purpose, StateDefinition } from './definition.ts';
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
        /** What it is about, such as `player`, or several of these separated by blanks. */
        readonly of: string;
        readonly returns: ValueType;
        readonly title: string | null;
        readonly private: boolean;
      }
    >
  >;
  readonly hooks: Readonly<Record<string, readonly string[]>>;
  /** Answers that are never asked for, because a rule further out answers without passing the question on. */
  readonly unheard: readonly { readonly hook: string; readonly rule: string; readonly by: string }[];
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
  /** The acts of rules at a time, without anybody. */
  readonly times: Readonly<Record<string, { readonly rule: string; readonly title: string | null }>>;
  /** How votes are cast and counted, for pages, comments and labels. */
  readonly ballot: Ballot;
  readonly submissions: Readonly<
    Record<
      string,
      {
        readonly rule: string;
        readonly title: string | null;
        readonly open: Readonly<Record<string, ValueType>>;
        readonly with: Readonly<Record<string, ValueType>>;
        /** True if several people open it together. */
        readonly shared: boolean;
      }
    >
  >;
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
    times: mapOf(model.times, ({ rule, definition }) => ({
      rule: rule.entry.path,
      title: definition.title ?? null,
    })),
    ballot: ballotOf(model),
    submissions: mapOf(model.submissions, ({ rule, definition }) => ({
      rule: rule.entry.path,
      title: definition.title ?? null,
      open: definition.open ?? {},
      with: definition.with ?? {},
      shared: definition.together !== undefined,
    })),
  };
}

const OUTLOOKS: ReadonlySet<unknown> = new Set<Outlook>(['enacted', 'failed', 'taken-back']);

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
          definition: { title, means },
        },
      ]) => ({
        key,
        title: text(title) ?? key,
        means: OUTLOOKS.has(means) ? means : 'failed',
      }),
    ),
  };
}

/** A handler that doesn't take `next` can't pass the question on. */
function unheardIn(runtime: Runtime): ModelDescription['unheard'] {
  return [...runtime.model.hooks].flatMap(([hook, providers]) => {
    if (isPermission(hook)) return [];
    const order = ordered(runtime, providers, null);
    const last = order.find(({ call }) => call.length < 2);
    if (last === undefined) return [];
    const by = last.rule.entry.path;
    return order.slice(order.indexOf(last) + 1).map(({ rule }) => ({ hook, rule: rule.entry.path, by }));
  });
}

function mapOf<T, R>(map: ReadonlyMap<string, T>, make: (item: T) => R): Record<string, R> {
  return Object.fromEntries([...map].map(([key, item]) => [key, make(item)]));
}
