import {
  API_VERSION,
  type Call,
  type Clause,
  type Definition,
  type Fn,
  type ViewDefinition,
} from './definition.ts';
import { moduleOf, PLAIN_TERMS, type Manifest, type RuleEntry } from './manifest.ts';
import {
  FIELD_SCOPES,
  type LinkedCollection,
  type Field,
  type FieldScope,
  type LinkedRule,
  type Model,
  type Provider,
  type View,
} from './model.ts';
import { toKebab } from './names.ts';
import { actionOutwards, outwards, submissionOutwards, viewOutwards } from './privacy.ts';
import { promisesToKeep } from './promises.ts';
import { RuleError } from './refusal.ts';
import type { ValueType } from './value-types.ts';
import { DEFINABLE, whyIllFormed } from './well-formed.ts';

export interface LinkOptions {
  readonly clauseOf: (module: string) => unknown;
  /** The argument of a clause, with the texts of its rule, the game and chance. */
  readonly contextFor: (entry: RuleEntry) => object;
  readonly whileDefining: (context: object) => object;
  readonly thrownAt: (error: unknown) => string | null;
}

/** For rules without a clause. */
const NO_CONTEXT = Object.freeze({});

/** Combines all rules into one model, and reports every problem. */
export function link(manifest: Manifest, options: LinkOptions): { model: Model; problems: RuleError[] } {
  const problems: RuleError[] = [];
  const builder = new Builder(problems);
  for (const entry of manifest.rules) {
    const module = moduleOf(entry);
    const context = module === null ? NO_CONTEXT : options.contextFor(entry);
    const definition = module === null ? null : define(module, context, options, problems);
    builder.add({ entry, definition, context });
  }
  return { model: builder.finish(manifest), problems };
}

function define(
  module: string,
  context: object,
  options: LinkOptions,
  problems: RuleError[],
): Definition | null {
  const wrong = (code: string, message: string, line: number | null = null): RuleError =>
    new RuleError(code, module, line, message);
  try {
    const clause = options.clauseOf(module) as Clause | null;
    if (clause === null || typeof clause !== 'object' || typeof clause.define !== 'function')
      throw wrong('no-rule', 'the code must `export default rule(…)`, from "gitnomic/rules"');
    if (clause.api !== API_VERSION)
      throw wrong(
        'clause-api',
        `written for version ${clause.api} of the clause API, but this is ${API_VERSION}: docs/reference/clause-api.md says how to update it`,
      );
    const definition: unknown = clause.define(options.whileDefining(context));
    if (typeof definition !== 'object' || definition === null)
      throw wrong(
        'no-definition',
        'the function given to rule(…) must return an object: rule(() => ({ … }))',
      );
    const illFormed = whyIllFormed(definition);
    if (illFormed !== null) throw wrong('ill-formed', illFormed);
    return definition;
  } catch (error) {
    const [file, line] = options.thrownAt(error)?.split(':') ?? [];
    const said = `fails while loading: ${messageOf(error)}`;
    problems.push(
      error instanceof RuleError ? error : wrong('clause-fails', said, file === module ? Number(line) : null),
    );
    return null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

class Builder {
  readonly #problems: RuleError[];
  readonly #rules = new Map<string, LinkedRule>();
  readonly #fields: Record<FieldScope, Map<string, Field>> = {
    player: new Map(),
    game: new Map(),
    dynasty: new Map(),
    emperor: new Map(),
    post: new Map(),
  };
  readonly #collections = new Map<string, LinkedCollection & { fields: Map<string, Field> }>();
  readonly #owned = {
    actions: new Map(),
    kinds: new Map(),
    submissions: new Map(),
    times: new Map(),
    votes: new Map(),
    counts: new Map(),
    states: new Map(),
  };
  readonly #views = new Map<string, { definition: ViewDefinition; rule: LinkedRule }>();
  readonly #viewWraps = new Map<string, Provider[]>();
  readonly #hooks = new Map<string, Provider[]>();
  readonly #events = new Map<string, Provider[]>();
  readonly #inactive = new Map<string, RuleEntry>();

  constructor(problems: RuleError[]) {
    this.#problems = problems;
  }

  add(rule: LinkedRule): void {
    this.#rules.set(rule.entry.path, rule);
    const { definition, entry } = rule;
    if (definition === null) return;
    for (const key of Object.keys(definition)) {
      if (!DEFINABLE.includes(key))
        this.#complain('unknown-key', rule, `a rule has no "${key}"; it can have ${DEFINABLE.join(', ')}`);
    }
    // An inactive rule defines nothing but variables, which are kept so that the rule can be activated again.
    for (const scope of FIELD_SCOPES)
      this.#addFields(scope, this.#fields[scope], definition[scope] ?? {}, rule);
    this.#addCollections(definition, rule);
    if (entry.status === 'inactive') {
      for (const id of Object.keys(definition.actions ?? {})) this.#inactive.set(id, entry);
      return;
    }
    this.#addOwned('actions', definition.actions ?? {}, rule, actionOutwards);
    this.#addOwned('kinds', definition.posts ?? {}, rule);
    this.#addOwned('submissions', definition.submissions ?? {}, rule, submissionOutwards);
    for (const what of ['times', 'votes', 'counts', 'states'] as const)
      this.#addOwned(what, definition[what] ?? {}, rule);
    this.#addViews(definition, rule);
    for (const [id, call] of Object.entries(definition.hooks ?? {})) push(this.#hooks, id, { call, rule });
    for (const [id, call] of Object.entries(definition.on ?? {})) push(this.#events, id, { call, rule });
  }

  #complain(code: string, rule: LinkedRule, message: string): void {
    this.#problems.push(new RuleError(code, moduleOf(rule.entry) ?? `${rule.entry.path}.md`, null, message));
  }

  #addFields(
    owner: string,
    fields: Map<string, Field>,
    types: Readonly<Record<string, ValueType>>,
    rule: LinkedRule,
  ): void {
    for (const [name, type] of Object.entries(types)) {
      const id = toKebab(name);
      const other = fields.get(id);
      if (other !== undefined)
        this.#complain('twice', rule, `${owner}.${id} is defined by ${other.rule.entry.title} already`);
      else fields.set(id, { id, type: outwards(type), rule });
    }
  }

  #addCollections(definition: Definition, rule: LinkedRule): void {
    for (const [name, collection] of Object.entries(definition.things ?? {})) {
      const id = toKebab(name);
      const known = this.#collections.get(id);
      const fields = known?.fields ?? new Map<string, Field>();
      this.#addFields(id, fields, collection.fields ?? {}, rule);
      const merged = { ...known?.definition, ...collection };
      this.#collections.set(id, { id, fields, definition: merged, rule: known?.rule ?? rule });
    }
  }

  #addOwned(
    what: 'actions' | 'kinds' | 'submissions' | 'times' | 'votes' | 'counts' | 'states',
    definitions: Readonly<Record<string, unknown>>,
    rule: LinkedRule,
    reach?: (definition: never) => unknown,
  ): void {
    for (const [id, definition] of Object.entries(definitions)) {
      const other = this.#owned[what].get(id);
      if (other !== undefined)
        this.#complain('twice', rule, `"${id}" is defined by ${other.rule.entry.title} already`);
      else {
        const reached = reach === undefined ? definition : reach(definition as never);
        this.#owned[what].set(id, { id, definition: reached as never, rule });
      }
    }
  }

  #addViews(definition: Definition, rule: LinkedRule): void {
    for (const [id, view] of Object.entries(definition.views ?? {})) {
      if (typeof view === 'function') push(this.#viewWraps, id, { call: view as Call, rule });
      else if (this.#views.has(id))
        this.#complain(
          'twice',
          rule,
          `the view "${id}" is defined by ${this.#views.get(id)?.rule.entry.title ?? ''} already; to change what it gives, give a function: "${id}"(of, next) { … }`,
        );
      else this.#views.set(id, { definition: viewOutwards(view), rule });
    }
  }

  /** Only rules that dynasties can't override may decide the order in which rules are asked. */
  #refuseDynasticOrder(): void {
    for (const rule of this.#rules.values())
      if (rule.definition?.precedence !== undefined && rule.entry.section === 'dynastic')
        this.#complain(
          'dynastic-precedence',
          rule,
          'a dynastic rule can’t set the order of all rules: only a core rule can. It can name single rules in `over`',
        );
  }

  finish(manifest: Manifest): Model {
    this.#refuseDynasticOrder();
    const views = new Map<string, View>();
    for (const [id, { definition, rule }] of this.#views) {
      const own: Provider = { call: definition.value as Fn as Call, rule };
      views.set(id, { id, definition, rule, wraps: [own, ...(this.#viewWraps.get(id) ?? [])] });
    }
    return {
      manifest,
      rules: this.#rules,
      fields: this.#fields,
      collections: this.#collections,
      ...this.#owned,
      views,
      hooks: this.#hooks,
      events: this.#events,
      ...promisesToKeep({ rules: this.#rules, fields: this.#fields }),
      inactiveActions: this.#inactive,
    };
  }
}

/** The model before any ruleset is loaded. */
export function emptyModel(): Model {
  return new Builder([]).finish({ rules: [], terms: PLAIN_TERMS });
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}
