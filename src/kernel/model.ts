import type {
  ActionDefinition,
  CountDefinition,
  Call,
  CollectionDefinition,
  Definition,
  KindDefinition,
  StateDefinition,
  SubmissionDefinition,
  TimeDefinition,
  ViewDefinition,
  VoteDefinition,
} from './definition.ts';
import type { Manifest, RuleEntry } from './manifest.ts';
import type { PromiseMade, PromiseOfMatters, PromiseOfValue } from './promise-made.ts';
import type { ValueType } from './value-types.ts';

/** A ruleset with its clauses loaded: everything that all rules define. */
export interface Model {
  readonly manifest: Manifest;
  readonly rules: ReadonlyMap<string, LinkedRule>;
  readonly fields: Readonly<Record<FieldScope, ReadonlyMap<string, Field>>>;
  readonly collections: ReadonlyMap<string, LinkedCollection>;
  readonly actions: ReadonlyMap<string, Owned<ActionDefinition>>;
  readonly views: ReadonlyMap<string, View>;
  /** Highest precedence first. */
  readonly hooks: ReadonlyMap<string, readonly Provider[]>;
  /** In the order of the document. */
  readonly events: ReadonlyMap<string, readonly Provider[]>;
  readonly kinds: ReadonlyMap<string, Owned<KindDefinition>>;
  readonly submissions: ReadonlyMap<string, Owned<SubmissionDefinition>>;
  readonly times: ReadonlyMap<string, Owned<TimeDefinition>>;
  readonly votes: ReadonlyMap<string, Owned<VoteDefinition>>;
  readonly counts: ReadonlyMap<string, Owned<CountDefinition>>;
  readonly states: ReadonlyMap<string, Owned<StateDefinition>>;
  /** The promises that every step has to keep. */
  readonly promises: readonly PromiseInForce[];
  /** The promises that no step is kept from breaking, but that are watched. */
  readonly watched: readonly PromiseInForce<PromiseOfMatters>[];
  /** The actions of inactive rules, so that a refusal can say so. */
  readonly inactiveActions: ReadonlyMap<string, RuleEntry>;
}

export type FieldScope = 'player' | 'game' | 'dynasty' | 'emperor' | 'post';
export const FIELD_SCOPES: readonly FieldScope[] = ['player', 'game', 'dynasty', 'emperor', 'post'];

export interface LinkedRule {
  readonly entry: RuleEntry;
  readonly definition: Definition | null;
  readonly context: object;
}

export interface Owned<T> {
  readonly id: string;
  readonly definition: T;
  readonly rule: LinkedRule;
}

export interface Field {
  readonly id: string;
  readonly type: ValueType;
  readonly rule: LinkedRule;
}

export interface LinkedCollection {
  readonly id: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly definition: CollectionDefinition;
  readonly rule: LinkedRule;
}

export interface Provider {
  readonly call: Call;
  readonly rule: LinkedRule;
}

export interface View {
  readonly id: string;
  readonly definition: ViewDefinition;
  readonly rule: LinkedRule;
  /** Highest precedence first. The view's own definition comes last. */
  readonly wraps: readonly Provider[];
}

/** By default a promise about values, which every step has to keep. */
export interface PromiseInForce<Kind extends PromiseMade = PromiseOfValue> {
  readonly promise: Kind;
  readonly rule: LinkedRule;
}

interface Objection {
  readonly file: string;
  readonly message: string;
}

/** Checks what clauses define, and may object. */
export type Inspect = (rules: readonly LinkedRule[]) => readonly Objection[];

/** The variable at a place of the state, such as `players.ana.oil` or `things.rooms.D4.lit`; undefined if no rule tracks it. */
export function fieldAt(
  { fields, collections }: Pick<Model, 'fields' | 'collections'>,
  [scope = '', name = '', part = '', inner = '']: readonly string[],
): Field | undefined {
  if (scope === 'game' || scope === 'dynasty' || scope === 'emperor') return fields[scope].get(name);
  if (scope === 'players') return fields.player.get(part);
  if (scope === 'things') return collections.get(name)?.fields.get(inner);
  return scope === 'posts' && part === 'fields' ? fields.post.get(inner) : undefined;
}
