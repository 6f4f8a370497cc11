import { parse, type AnyNode, type Property, type SpreadElement } from 'acorn';
import { stripTypes } from '../sandbox/strip-types.ts';

/** The parts of a clause or helper whose code differs, by the names that it gives them: `actions: light-room`. */
export interface CodeDifference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Compares two texts of code by their syntax, so that types, comments and layout count for nothing. Null if one of them can't be read.
 */
export function codeDifference(before: string, after: string): CodeDifference | null {
  const [was, is] = [partsOf(before), partsOf(after)];
  if (was === null || is === null) return null;
  return {
    added: [...is.keys()].filter((name) => !was.has(name)),
    changed: [...is.keys()].filter((name) => was.has(name) && was.get(name) !== is.get(name)),
    removed: [...was.keys()].filter((name) => !is.has(name)),
  };
}

function partsOf(typescript: string): ReadonlyMap<string, string> | null {
  const parts = new Map<string, string>();
  // Two statements of the same name are one part, in their order.
  const add: Add = (name, node, without) => {
    parts.set(name, `${parts.get(name) ?? ''}\n${syntaxOf(node, without)}`);
  };
  try {
    const { body } = parse(stripTypes(typescript), { ecmaVersion: 'latest', sourceType: 'module' });
    for (const statement of body) {
      const declared =
        statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement;
      if (statement.type === 'ImportDeclaration') add('import', statement);
      else if (statement.type === 'ExportDefaultDeclaration') addDefinition(statement.declaration, add);
      else if (declared.type === 'VariableDeclaration')
        for (const one of declared.declarations)
          add(one.id.type === 'Identifier' ? one.id.name : '…', [statement.type, declared.kind, one]);
      else if (declared.type === 'FunctionDeclaration' || declared.type === 'ClassDeclaration')
        add(declared.id?.name ?? '…', statement);
      else add('…', statement);
    }
    return parts;
  } catch {
    return null;
  }
}

/** Takes a part in, maybe without a node within it that has parts of its own. */
type Add = (name: string, node: unknown, without?: AnyNode) => void;

/** `rule(({ value }) => ({ actions: { … }, on: { … } }))` has a part for each action and event. */
function addDefinition(node: AnyNode, add: Add): void {
  let inner: AnyNode | null | undefined = node.type === 'CallExpression' ? node.arguments[0] : node;
  if (inner?.type === 'ArrowFunctionExpression' || inner?.type === 'FunctionExpression') inner = inner.body;
  if (inner?.type === 'BlockStatement')
    inner = inner.body.find((one) => one.type === 'ReturnStatement')?.argument;
  if (inner?.type !== 'ObjectExpression') return add('default', node);
  add('default', node, inner);
  for (const property of inner.properties) {
    const group = nameOf(property);
    const value = property.type === 'Property' ? property.value : null;
    if (value?.type !== 'ObjectExpression') add(group, property);
    else for (const one of value.properties) add(`${group}: ${nameOf(one)}`, one);
  }
}

function nameOf(property: Property | SpreadElement): string {
  if (property.type === 'SpreadElement' || property.computed) return '…';
  return property.key.type === 'Identifier'
    ? property.key.name
    : property.key.type === 'Literal'
      ? String(property.key.value)
      : '…';
}

const PLACES: ReadonlySet<string> = new Set(['start', 'end']);

function syntaxOf(node: unknown, without?: AnyNode): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (PLACES.has(key)) return undefined;
    if (typeof value === 'bigint') return `${value}n`;
    return without !== undefined && value === without ? '{ … }' : value;
  });
}
