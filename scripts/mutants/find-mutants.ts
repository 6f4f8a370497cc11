import { stripTypeScriptTypes } from 'node:module';

import { parse, type AnyNode } from 'acorn';

/** A small fault: a piece of code replaced by another. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The whole line of the fault. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly was: string;
  readonly is: string;
  /** The start of the enclosing function; null outside of any. */
  readonly inside: number | null;
}

/** The body of a function, which may be just an expression. */
export interface Body {
  readonly start: number;
  readonly end: number;
  readonly isBlock: boolean;
}

export interface Found {
  readonly mutants: readonly Mutant[];
  readonly bodies: readonly Body[];
}

const COMPARED: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
  '===': ['!=='],
  '!==': ['==='],
};
const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '++': '--',
  '--': '++',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '&&=': '||=',
  '||=': '&&=',
  '??=': '&&=',
};
/** Null means that the call is replaced by the object on which it is made. */
const OTHER_METHOD: Readonly<Record<string, string | null>> = {
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  trimStart: 'trimEnd',
  trimEnd: 'trimStart',
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  trim: null,
  sort: null,
  toSorted: null,
  reverse: null,
  toReversed: null,
  filter: null,
  slice: null,
};

/**
 * Finds all small faults that can be put into a file. Words, patterns and literal lists stay, since a test
 * that repeats them proves nothing.
 */
export function findMutants(file: string, source: string): Found {
  const code = stripTypeScriptTypes(source, { mode: 'strip' });
  if (code.length !== source.length) throw new Error(`${file}: without its types it has another length`);
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  const lines = source.split('\n');
  const starts = lines.map(() => 0);
  for (const at of starts.keys())
    starts[at] = at === 0 ? 0 : (starts[at - 1] ?? 0) + (lines[at - 1] ?? '').length + 1;
  const mutants: Mutant[] = [];
  const bodies: Body[] = [];
  const text: Text = ({ start, end }) => source.slice(start, end);
  const walk = (node: AnyNode, parent: AnyNode | null, inside: number | null): void => {
    for (const is of faultsAt(node, parent, text)) {
      const line = starts.findLastIndex((at) => at <= node.start) + 1;
      const { start, end } = node;
      mutants.push({ file, line, text: lines[line - 1] ?? '', start, end, was: text(node), is, inside });
    }
    const body = bodyOf(node);
    if (body !== null) bodies.push(body);
    for (const child of childrenOf(node))
      walk(child, node, body?.start === child.start ? body.start : inside);
  };
  walk(program, null, null);
  return { mutants, bodies };
}

function bodyOf(node: AnyNode): Body | null {
  if (
    node.type !== 'ArrowFunctionExpression' &&
    node.type !== 'FunctionExpression' &&
    node.type !== 'FunctionDeclaration'
  )
    return null;
  const { start, end, type } = node.body;
  return { start, end, isBlock: type === 'BlockStatement' };
}

function childrenOf(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((one): one is AnyNode => typeof (one as AnyNode | null)?.type === 'string');
}

type Text = (place: { readonly start: number; readonly end: number }) => string;

function faultsAt(node: AnyNode, parent: AnyNode | null, text: Text): readonly string[] {
  return [...conditionsAt(node, parent), ...operatorsAt(node, text), ...othersAt(node, parent, text)].filter(
    (is) => is !== text(node),
  );
}

function isBoolean(node: AnyNode): boolean {
  return (
    (node.type === 'BinaryExpression' && Object.hasOwn(COMPARED, node.operator)) ||
    (node.type === 'LogicalExpression' && node.operator !== '??')
  );
}

/** Makes the condition constant, true or false. */
function conditionsAt(node: AnyNode, parent: AnyNode | null): readonly string[] {
  const isTest = parent !== null && 'test' in parent && parent.test === node;
  if (isTest && /^(?:For|While|DoWhile)Statement$/u.test(parent.type)) return ['false'];
  if (isTest && (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression'))
    return ['true', 'false'];
  if (!isBoolean(node)) return [];
  if (parent?.type !== 'LogicalExpression' || parent.operator === '??') return ['true', 'false'];
  return [parent.operator === '&&' ? 'true' : 'false'];
}

function operatorsAt(node: AnyNode, text: Text): readonly string[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const { left, right, operator } = node;
      if (/^\+=?$/u.test(operator) && [left, right].some(isText)) return [];
      const [before, between, after] = [
        { start: node.start, end: left.end },
        { start: left.end, end: right.start },
        { start: right.start, end: node.end },
      ].map(text);
      const others = COMPARED[operator] ?? [OTHER_OPERATOR[operator] ?? []].flat();
      return others.map((other) => `${before}${between?.replace(operator, other)}${after}`);
    }
    case 'UpdateExpression': {
      const other = OTHER_OPERATOR[node.operator] ?? '';
      return [node.prefix ? `${other}${text(node.argument)}` : `${text(node.argument)}${other}`];
    }
    case 'UnaryExpression':
      if (node.operator === '!') return [text(node).slice(1)];
      if (node.operator !== '-' && node.operator !== '+') return [];
      return [`${OTHER_OPERATOR[node.operator]}${text(node).slice(1)}`];
    default:
      return [];
  }
}

function isText(node: AnyNode): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

function othersAt(node: AnyNode, parent: AnyNode | null, text: Text): readonly string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'boolean' ? [String(!node.value)] : [];
    case 'BlockStatement':
      return node.body.length === 0 || parent?.type === 'StaticBlock' ? [] : ['{}'];
    case 'ExpressionStatement':
      return node.expression.type === 'CallExpression' ? [';'] : [];
    case 'ArrowFunctionExpression':
      return node.expression && text(node.body) !== 'undefined' ? ['() => undefined'] : [];
    case 'MemberExpression':
      return node.optional
        ? [
            text(node)
              .replace(text(node.object), '\0')
              .replace('?.', node.computed ? '' : '.')
              .replace('\0', () => text(node.object)),
          ]
        : [];
    case 'CallExpression':
      return methodsAt(node, text);
    default:
      return [];
  }
}

function methodsAt(
  node: Extract<AnyNode, { readonly type: 'CallExpression' }>,
  text: Text,
): readonly string[] {
  const { callee } = node;
  if (node.optional) return [`${text(callee)}${text(node).slice(text(callee).length).replace('?.', '')}`];
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return [];
  const { name } = callee.property;
  const other = Object.hasOwn(OTHER_METHOD, name) ? OTHER_METHOD[name] : undefined;
  if (other === undefined) return [];
  const before = text(node).slice(0, callee.property.start - node.start);
  if (other === null) return [before.replace(/\s*\??\.\s*$/u, '')];
  return [`${before}${other}${text(node).slice(callee.property.end - node.start)}`];
}
