import type { AnyNode, Identifier } from 'acorn';

/** Code that runs as a whole, in one call or while the clause is loaded: a module or a function. */
export interface Activation {
  readonly within: Activation | null;
  /** `definition` is what `export default rule(…)` is given, and `handler` the value of a property: what the engine calls later. */
  readonly kind: 'module' | 'definition' | 'handler' | 'function';
  /** The name under which it notes in which phase it began, where functions inside it write to its names. */
  stamp: string | null;
}

/** Where names are declared, and which of them functions further in hold on to. */
export interface Scope {
  readonly outer: Scope | null;
  readonly of: Activation;
  readonly names: ReadonlySet<string>;
  readonly captured: Set<string>;
  /** Set while its own first part is read, such as the parameters of a function: there its names can't be told of. */
  inHead: boolean;
}

export function newScope(outer: Scope | null, of: Activation, names: ReadonlySet<string>): Scope {
  return { outer, of, names, captured: new Set(), inHead: false };
}

/** The scope that declares a name; null for what the language itself gives. */
export function scopeOf(name: string, from: Scope): Scope | null {
  let at: Scope | null = from;
  while (at !== null && !at.names.has(name)) at = at.outer;
  return at;
}

/** A part of a clause's code that a clause must not have. */
export class RefusedCode extends Error {
  readonly node: { readonly start: number };
  constructor(node: { readonly start: number }, message: string) {
    super(message);
    this.node = node;
  }
}

export function refuse(node: { readonly start: number }, message: string): never {
  throw new RefusedCode(node, message);
}

/**
 * Goes through what a declaration, a parameter or an assignment aims at: its names, and the expressions in it, such as defaults, computed
 * keys and `list[i]`. Whatever else the language may come to permit there is refused.
 */
export function eachTarget(
  node: AnyNode,
  onName: (name: Identifier) => void,
  onExpression: (expression: AnyNode) => void,
): void {
  const on = (part: AnyNode): void => eachTarget(part, onName, onExpression);
  switch (node.type) {
    case 'Identifier':
      return onName(node);
    case 'MemberExpression':
      return onExpression(node);
    case 'ParenthesizedExpression':
      return on(node.expression);
    case 'RestElement':
      return on(node.argument);
    case 'AssignmentPattern':
      onExpression(node.right);
      return on(node.left);
    case 'ArrayPattern':
      for (const element of node.elements) if (element !== null) on(element);
      return;
    case 'ObjectPattern':
      for (const property of node.properties) {
        if (property.type === 'Property' && property.computed) onExpression(property.key);
        on(property.type === 'Property' ? property.value : property);
      }
      return;
    default:
      return refuse(node, `a clause can't assign to this (${node.type})`);
  }
}

export function namesIn(...targets: readonly AnyNode[]): Set<string> {
  const names = new Set<string>();
  for (const target of targets)
    eachTarget(
      target,
      ({ name }) => names.add(name),
      () => {},
    );
  return names;
}

/** The names that statements declare for the whole block that they stand in. */
export function declaredBy(statements: readonly AnyNode[]): Set<string> {
  const names = new Set<string>();
  for (const statement of statements) {
    const node =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
    if (node?.type === 'VariableDeclaration')
      for (const { id } of node.declarations) for (const name of namesIn(id)) names.add(name);
    // `export default function () {}` has no name.
    else if (node?.type === 'FunctionDeclaration' && node.id) names.add(node.id.name);
    else if (node?.type === 'ImportDeclaration')
      for (const { local } of node.specifiers) names.add(local.name);
  }
  return names;
}
