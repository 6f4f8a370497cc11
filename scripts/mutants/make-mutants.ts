import { stripTypeScriptTypes } from 'node:module';

import { parse, type Node } from 'acorn';

/** One small fault that could be in a source, at a place of it. */
export interface Mutant {
  readonly line: number;
  /** The whole line. */
  readonly at: string;
  readonly was: string;
  readonly is: string;
}

export interface Mutated {
  /** The source with all of its mutants in it, of which the one that is switched on is in force. */
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

type Shape = Node & Readonly<Record<string, unknown>>;
interface Place {
  readonly start: number;
  readonly end: number;
  /** What stands there instead, of source that isn't mutated. */
  readonly instead: readonly string[];
  /** Where the constant is set that is used here: all its uses are one mutant. */
  readonly of?: number;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};
const METHODS: Readonly<Record<string, string | null>> = {
  some: 'every',
  every: 'some',
  filter: null,
  sort: null,
  toSorted: null,
  reverse: null,
  toReversed: null,
  trim: null,
  toLowerCase: null,
  slice: null,
};

/** What stands in these runs when somebody calls it, or makes one of it. */
const RUNS_LATER = /Function|^PropertyDefinition$/u;

/**
 * Changes operators, conditions and calls of a TypeScript source, each in a mutant of its own. What runs once while the file is
 * loaded can’t be switched any more by then, and is left as it is, but for numbers that have a name.
 */
export function makeMutants(typescript: string, first: number): Mutated {
  const source = stripTypeScriptTypes(typescript, { mode: 'strip' });
  const places: Place[] = [];
  const loops: { readonly start: number; readonly end: number }[] = [];
  const program = parse(source, { ecmaVersion: 'latest', sourceType: 'module' }) as unknown as Shape;
  const constants = constantsOf(program);
  walk(program, (node, runs) => {
    if (!runs) return;
    const constant = node.type === 'Identifier' ? constants.get(String(node['name'])) : undefined;
    if (constant !== undefined)
      places.push({
        start: node.start,
        end: node.end,
        instead: [String(constant.value + 1)],
        of: constant.at,
      });
    const instead = mutationsOf(node, source);
    if (instead.length > 0) places.push({ start: node.start, end: node.end, instead });
    const test = node['test'] as Shape | null | undefined;
    if (node.type === 'IfStatement' && test)
      places.push({ start: test.start, end: test.end, instead: ['true', 'false'] });
    if (/^(?:For|While|DoWhile)Statement$/u.test(node.type) && test) loops.push(test);
  });
  const mutants: Mutant[] = [];
  const lines = typescript.split('\n');
  const ofConstants = new Map<number, readonly number[]>();
  const numbered = places.map((place) => {
    const known = place.of === undefined ? undefined : ofConstants.get(place.of);
    const numbers =
      known ??
      place.instead.map((is) => {
        const line = lineOf(source, place.of ?? place.start);
        mutants.push({ line, at: lines[line - 1] ?? '', was: source.slice(place.start, place.end), is });
        return first + mutants.length - 1;
      });
    if (place.of !== undefined) ofConstants.set(place.of, numbers);
    return { ...place, numbers };
  });
  return { code: instrumented(source, numbered, loops), mutants };
}

/** Numbers that are set while a file is loaded, by name: what is loaded once can only be mutated where it is used. */
function constantsOf(program: Shape): ReadonlyMap<string, { readonly value: number; readonly at: number }> {
  const found = new Map<string, { readonly value: number; readonly at: number }>();
  for (const statement of program['body'] as readonly Shape[]) {
    const { kind, declarations = [] } = statement as unknown as {
      kind?: string;
      declarations?: readonly Shape[];
    };
    for (const { id, init } of declarations as unknown as readonly { id: Shape; init: Shape | null }[])
      if (kind === 'const' && typeof init?.['value'] === 'number')
        found.set(String(id['name']), { value: init['value'], at: init.start });
  }
  return found;
}

function mutationsOf(node: Shape, source: string): readonly string[] {
  const text = (part: unknown): string => source.slice((part as Node).start, (part as Node).end);
  const { left, right, operator, argument, expression, callee, value } = node;
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = OPERATORS[String(operator)];
      // What is put together of texts is no sum.
      if (other === undefined || (operator === '+' && /['"`]/u.test(text(node)))) return [];
      return [`((${text(left)}) ${other} (${text(right)}))`];
    }
    case 'ConditionalExpression':
      return [true, false].map(
        (is) => `(${is} ? (${text(node['consequent'])}) : (${text(node['alternate'])}))`,
      );
    case 'UnaryExpression':
      return operator === '!' ? [`(${text(argument)})`] : [];
    case 'Literal':
      if (typeof value === 'boolean') return [String(!value)];
      return typeof value === 'number' ? [String(value + 1)] : [];
    case 'ExpressionStatement':
      return (expression as Shape).type === 'CallExpression' && !text(expression).startsWith('super(')
        ? [';']
        : [];
    case 'CallExpression': {
      const called = callee as Shape;
      // Cut in two, a chain would go on where it ended.
      if (text(node).includes('?.')) return [];
      const name = called.type === 'MemberExpression' ? text(called['property']) : '';
      if (!Object.hasOwn(METHODS, name)) return [];
      const object = text(called['object']);
      const other = METHODS[name];
      const words = source.slice(called.end, node.end);
      return [other === null || other === undefined ? `(${object})` : `(${object}).${other}${words}`];
    }
    default:
      return [];
  }
}

/** `a && b` → `($m(3) ? ((a) || (b)) : a && b)`, with what is inside of it done the same way. */
function instrumented(
  source: string,
  places: readonly (Place & { readonly numbers: readonly number[] })[],
  loops: readonly { readonly start: number; readonly end: number }[],
): string {
  const opens = new Map<number, string[]>();
  const closes = new Map<number, string[]>();
  const add = (to: Map<number, string[]>, at: number, text: string, inner: boolean): void => {
    const there = to.get(at) ?? [];
    to.set(at, inner ? [...there, text] : [text, ...there]);
  };
  // Outer places come first: what opens later opens further in, and what closes later closes further in.
  for (const { start, end, instead, numbers } of [...places].sort(outerFirst)) {
    const isStatement = instead[0] === ';';
    const before = instead.map((is, at) =>
      isStatement ? `{ if (!$m(${numbers[at]})) ` : `($m(${numbers[at]}) ? ${is} : `,
    );
    add(opens, start, before.join(''), true);
    add(closes, end, (isStatement ? '}' : ')').repeat(instead.length), false);
  }
  for (const { start, end } of loops) {
    add(opens, start, '($again(), ', false);
    add(closes, end, ')', true);
  }
  let code = '';
  for (let at = 0; at <= source.length; at++)
    code += (closes.get(at) ?? []).join('') + (opens.get(at) ?? []).join('') + (source[at] ?? '');
  return code;
}

function outerFirst(a: Place, b: Place): number {
  return a.start - b.start || b.end - a.end;
}

/** Visits what is in a source, and says of each whether it runs when it is called, and not once while the file is loaded. */
function walk(node: Shape, visit: (node: Shape, runs: boolean) => void, outside = false): void {
  if (node.type === 'ImportDeclaration') return;
  visit(node, outside);
  const runs = outside || RUNS_LATER.test(node.type);
  for (const [key, value] of Object.entries(node)) {
    // A name that is given, or stands for itself, and a key, are nothing that could be computed otherwise.
    if (key === 'key' || key === 'id' || (key === 'property' && node['computed'] === false)) continue;
    if (key === 'specifiers' || (node.type === 'Property' && node['shorthand'] === true)) continue;
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'object' && one !== null && typeof (one as Shape).type === 'string')
        walk(one as Shape, visit, runs);
  }
}

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}
