import type { AnyNode, BlockStatement, Class, Function as FunctionNode, Pattern } from 'acorn';

/** A name that a clause's code gives to something. */
export interface Binding {
  readonly name: string;
  readonly scope: Scope;
  /** Read or written by a function inside the one that declares it, or by another module: it can outlive its making. */
  captured: boolean;
  /** Written by a function inside the one that declares it. */
  written: boolean;
}

/** Where a scope's own names can be told of, before anything else in it runs. */
export type InsertionPoint =
  | { readonly kind: 'module' }
  | { readonly kind: 'block'; readonly at: number }
  | { readonly kind: 'statement' | 'expression'; readonly start: number; readonly end: number }
  | { readonly kind: 'nowhere'; readonly node: AnyNode; readonly why: string };

export interface Scope {
  readonly parent: Scope | null;
  /** The function, field or module whose code this is. */
  readonly owner: object;
  /** Whether `this` of the owner is that of the code around it. */
  readonly arrow: boolean;
  readonly place: InsertionPoint;
  readonly bindings: Map<string, Binding>;
  /** Set where an arrow function inside reads this scope's `this`. */
  thisCaptured: boolean;
  /** While a function stands in this part of it, the names can't be followed. */
  head: { readonly start: number; readonly end: number } | null;
}

export function newScope(
  parent: Scope | null,
  owner: object,
  place: InsertionPoint,
  more: { arrow?: boolean; head?: { start: number; end: number } } = {},
): Scope {
  return {
    parent,
    owner,
    place,
    arrow: more.arrow ?? false,
    head: more.head ?? null,
    bindings: new Map(),
    thisCaptured: false,
  };
}

export function declareName(scope: Scope, name: string): void {
  if (!scope.bindings.has(name)) scope.bindings.set(name, { name, scope, captured: false, written: false });
}

/** The names that a pattern such as `{ a, b: [c] }` declares. */
export function namesOf(pattern: Pattern | AnyNode | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        namesOf(property.type === 'RestElement' ? property.argument : property.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesOf);
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    default:
      return [];
  }
}

/** Declares what stands directly in a block: `let`, `const`, classes and functions. */
export function declareLexical(scope: Scope, body: readonly AnyNode[]): void {
  for (const statement of body) {
    const node = exported(statement);
    if (node?.type === 'VariableDeclaration' && node.kind !== 'var') {
      for (const { id } of node.declarations) for (const name of namesOf(id)) declareName(scope, name);
    } else if (node?.type === 'FunctionDeclaration' || node?.type === 'ClassDeclaration') {
      // `export default function () {}` has no name.
      const id = node.id as FunctionNode['id'];
      if (id) declareName(scope, id.name);
    }
  }
}

function exported(node: AnyNode): AnyNode | null | undefined {
  return node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration'
    ? node.declaration
    : node;
}

/** Declares every `var` of a function or module, however deep it stands. */
export function declareVars(scope: Scope, node: AnyNode): void {
  if (isFunction(node) || node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return;
  if (node.type === 'VariableDeclaration' && node.kind === 'var')
    for (const { id } of node.declarations) for (const name of namesOf(id)) declareName(scope, name);
  for (const child of childrenOf(node)) declareVars(scope, child);
}

export function isFunction(node: AnyNode): node is Extract<AnyNode, FunctionNode> {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

/** The keys of the parts of the most common nodes, in their order: to look through all that a node has takes several times as long. */
export const PARTS: { readonly [K in AnyNode['type']]?: readonly string[] } = {
  ArrayExpression: ['elements'],
  BinaryExpression: ['left', 'right'],
  CallExpression: ['callee', 'arguments'],
  ChainExpression: ['expression'],
  ConditionalExpression: ['test', 'consequent', 'alternate'],
  IfStatement: ['test', 'consequent', 'alternate'],
  Literal: [],
  LogicalExpression: ['left', 'right'],
  ObjectExpression: ['properties'],
  ParenthesizedExpression: ['expression'],
  ReturnStatement: ['argument'],
  SpreadElement: ['argument'],
  TemplateLiteral: ['expressions', 'quasis'],
  TemplateElement: [],
  UnaryExpression: ['argument'],
  VariableDeclaration: ['declarations'],
};

export function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  const parts = PARTS[node.type];
  if (parts !== undefined) {
    for (const key of parts) {
      const value = (node as unknown as Record<string, unknown>)[key];
      if (Array.isArray(value)) for (const item of value as unknown[]) addNode(children, item);
      else addNode(children, value);
    }
    return children;
  }
  for (const key in node) {
    const value = (node as unknown as Record<string, unknown>)[key];
    if (Array.isArray(value)) for (const item of value as unknown[]) addNode(children, item);
    else addNode(children, value);
  }
  return children;
}

function addNode(nodes: AnyNode[], value: unknown): void {
  if (typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string')
    nodes.push(value as AnyNode);
}

/** Where the names of a function are told of: at the start of its body. */
export function placeOfBody(body: BlockStatement | AnyNode): InsertionPoint {
  return body.type === 'BlockStatement'
    ? { kind: 'block', at: body.start + 1 }
    : { kind: 'expression', start: body.start, end: body.end };
}

/** Finds a name's binding, noting that a function inside reads or writes it. Unknown names are built-ins. */
export function resolveName(scope: Scope, name: string): { binding: Binding; crossed: boolean } | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const binding = at.bindings.get(name);
    if (binding !== undefined) return { binding, crossed: at.owner !== scope.owner };
  }
  return null;
}

export type ClassNode = Extract<AnyNode, Class>;
