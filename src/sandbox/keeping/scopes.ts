import type { AnyNode, Identifier } from 'acorn';

/** Code that runs in one go: a module while it is loaded, or a function call. */
export interface Activation {
  readonly within: Activation | null;
  /** `definition` is passed to `export default rule(…)`; `handler` is a property's function, which the engine calls later. */
  readonly kind: 'module' | 'definition' | 'handler' | 'function';
  /** The variable that stores its phase, if inner functions write to its variables. */
  stamp: string | null;
}

/** Declared names, and which of them inner functions capture. */
export interface Scope {
  readonly outer: Scope | null;
  readonly of: Activation;
  readonly names: ReadonlySet<string>;
  readonly captured: Set<string>;
  /** Set while its head is read, such as a function's parameters, where no registration can be inserted. */
  inHead: boolean;
}

export function newScope(outer: Scope | null, of: Activation, names: ReadonlySet<string>): Scope {
  return { outer, of, names, captured: new Set(), inHead: false };
}

/** The scope that declares a name; null for globals. */
export function scopeOf(name: string, from: Scope): Scope | null {
  let at: Scope | null = from;
  while (at !== null && !at.names.has(name)) at = at.outer;
  return at;
}

/** Code that clauses must not contain. */
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
 * Visits the target of a declaration, parameter or assignment: its names, and expressions such as defaults, computed
 * keys and `list[i]`. It refuses anything that the language may add later.
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

export function namesBound(...targets: readonly AnyNode[]): Set<string> {
  const names = new Set<string>();
  for (const target of targets)
    eachTarget(
      target,
      ({ name }) => names.add(name),
      () => {},
    );
  return names;
}

/** Names that statements declare for their whole block. */
export function declaredBy(statements: readonly AnyNode[]): Set<string> {
  const names = new Set<string>();
  for (const statement of statements) {
    const node =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
    if (node?.type === 'VariableDeclaration')
      for (const { id } of node.declarations) for (const name of namesBound(id)) names.add(name);
    // `export default function () {}` has no name.
    else if (node?.type === 'FunctionDeclaration' && node.id) names.add(node.id.name);
    else if (node?.type === 'ImportDeclaration')
      for (const { local } of node.specifiers) names.add(local.name);
  }
  return names;
}
