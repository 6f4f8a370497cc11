/**
 * As much of GraphQL as the adapter asks: one query with variables, aliases, arguments and inline fragments. A field
 * that an object does not have is an error, and so is a page of more than 100.
 */
export type Value = unknown;
type Fields = Readonly<Record<string, unknown>>;

interface Field {
  readonly alias: string;
  readonly name: string;
  readonly args: Readonly<Record<string, Value>>;
  readonly inner: readonly Selection[];
}
type Selection = Field | { readonly on: string; readonly inner: readonly Selection[] };

const TOKEN = /\.\.\.|[{}()[\]:,$!]|"[^"]*"|-?\d+|[A-Za-z_]\w*/gu;

export class GraphError extends Error {}

export function runQuery(text: string, variables: Fields, root: Fields): unknown {
  const reader = new Reader(text.match(TOKEN) ?? [], variables);
  return select(reader.query(), root);
}

class Reader {
  readonly #tokens: readonly string[];
  readonly #variables: Fields;
  #at = 0;

  constructor(tokens: readonly string[], variables: Fields) {
    this.#tokens = tokens;
    this.#variables = variables;
  }

  query(): readonly Selection[] {
    this.#take('query');
    if (this.#peek() !== '(' && this.#peek() !== '{') this.#next();
    if (this.#peek() === '(') while (this.#next() !== ')');
    return this.#selections();
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  #next(): string {
    const token = this.#peek();
    if (token === '') throw new GraphError('the query ends too early');
    this.#at += 1;
    return token;
  }

  #take(expected: string): void {
    const token = this.#next();
    if (token !== expected) throw new GraphError(`expected ${expected} and not ${token}`);
  }

  #selections(): readonly Selection[] {
    this.#take('{');
    const found: Selection[] = [];
    while (this.#peek() !== '}') {
      if (this.#peek() === '...') {
        this.#next();
        this.#take('on');
        found.push({ on: this.#next(), inner: this.#selections() });
      } else found.push(this.#field());
    }
    this.#take('}');
    return found;
  }

  #field(): Field {
    const first = this.#next();
    let name = first;
    if (this.#peek() === ':') {
      this.#next();
      name = this.#next();
    }
    const args: Record<string, Value> = {};
    if (this.#peek() === '(') {
      this.#next();
      while (this.#peek() !== ')') {
        if (this.#peek() === ',') this.#next();
        const key = this.#next();
        this.#take(':');
        args[key] = this.#value();
      }
      this.#next();
    }
    const inner = this.#peek() === '{' ? this.#selections() : [];
    return { alias: first, name, args, inner };
  }

  #value(): Value {
    const token = this.#next();
    if (token === '$') {
      const name = this.#next();
      if (!Object.hasOwn(this.#variables, name)) throw new GraphError(`there is no variable ${name}`);
      return this.#variables[name];
    }
    if (token === '[') {
      const items: Value[] = [];
      while (this.#peek() !== ']') {
        if (this.#peek() === ',') this.#next();
        items.push(this.#value());
      }
      this.#next();
      return items;
    }
    if (/^-?\d/u.test(token)) return Number(token);
    return token.startsWith('"') ? token.slice(1, -1) : token;
  }
}

function select(selections: readonly Selection[], on: Fields): Record<string, unknown> {
  const answer: Record<string, unknown> = {};
  for (const selection of selections) {
    if ('on' in selection) {
      if (selection.on === on['__typename']) Object.assign(answer, select(selection.inner, on));
      continue;
    }
    const { alias, name, args, inner } = selection;
    if (!Object.hasOwn(on, name))
      throw new GraphError(`Field '${name}' doesn't exist on ${String(on['__typename'])}`);
    const own = on[name];
    answer[alias] = project(
      inner,
      typeof own === 'function' ? (own as (args: Fields) => unknown)(args) : own,
      name,
    );
  }
  return answer;
}

function project(inner: readonly Selection[], value: unknown, name: string): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((one) => project(inner, one, name));
  if (typeof value !== 'object') {
    if (inner.length > 0) throw new GraphError(`${name} has no fields`);
    return value;
  }
  if (inner.length === 0) throw new GraphError(`${name} must have a selection`);
  return select(inner, value as Fields);
}

/** A list by pages, as GitHub gives them. */
export function pages<T>(items: readonly T[], show: (item: T) => unknown) {
  return ({ first, after }: { first?: number; after?: string | null }): unknown => {
    if (first === undefined || first < 1 || first > 100)
      throw new GraphError(`first is ${first}, and has to be from 1 to 100`);
    const from = (after ?? null) === null ? 0 : Number(after);
    const end = from + first;
    return {
      __typename: 'Connection',
      pageInfo: {
        __typename: 'PageInfo',
        hasNextPage: end < items.length,
        endCursor: String(Math.min(end, items.length)),
      },
      nodes: items.slice(from, end).map(show),
    };
  };
}
