import type {
  AnyNode,
  BlockStatement,
  CatchClause,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  SwitchStatement,
} from 'acorn';
import {
  declareName,
  declareLexical,
  declareVars,
  isFunction,
  namesOf,
  newScope,
  placeOfBody,
  type ClassNode,
  type InsertionPoint,
  type Scope,
} from './scopes.ts';
import { refuse } from './unfollowable.ts';

/** Walks a clause's code, with the nodes that open a scope of their own. */
export interface Walker {
  /** Whether there may be a `var`, which belongs to a whole function wherever it stands. */
  readonly vars: boolean;
  visit(node: AnyNode, scope: Scope): void;
  all(nodes: readonly (AnyNode | null)[], scope: Scope): void;
  /** A pattern's defaults and computed keys; what it names is no reading. */
  pattern(pattern: AnyNode | null, scope: Scope): void;
  target(target: AnyNode, scope: Scope): void;
  /** The notices to give before an assignment to `target`. */
  noticesOf(target: AnyNode, scope: Scope): string;
  ownName(node: AnyNode, name: string): void;
  open(scope: Scope): Scope;
  wrap(part: { readonly start: number; readonly end: number }, before: string, after: string): void;
  put(at: number, text: string): void;
}

export const GENERATOR = 'a generator (function*) could go on in a later call; give back a list';

export function followBlock(walker: Walker, node: BlockStatement, outer: Scope): void {
  const scope = walker.open(newScope(outer, outer.owner, blockOf(node), { arrow: outer.arrow }));
  declareLexical(scope, node.body);
  walker.all(node.body, scope);
}

export function followSwitch(walker: Walker, node: SwitchStatement, outer: Scope): void {
  walker.visit(node.discriminant, outer);
  const why = 'names declared in a `case` and used by a function need braces around them: `case 1: { … }`';
  const place: InsertionPoint = { kind: 'nowhere', node, why };
  const scope = walker.open(newScope(outer, outer.owner, place, { arrow: outer.arrow }));
  for (const { consequent } of node.cases) declareLexical(scope, consequent);
  walker.all(node.cases, scope);
}

export function followFunction(walker: Walker, node: AnyNode, outer: Scope): void {
  if (!isFunction(node)) return;
  if (node.id) walker.ownName(node, node.id.name);
  if (node.async) refuse(node, "a clause can't wait: no async functions");
  if (node.generator) refuse(node, GENERATOR);
  const arrow = node.type === 'ArrowFunctionExpression';
  let around = outer;
  const ownName = node.type === 'FunctionExpression' ? node.id?.name : undefined;
  if (ownName !== undefined) around = named(walker, node, ownName, outer);
  const first = node.params[0];
  const last = node.params.at(-1);
  const head = first && last ? { start: first.start, end: last.end } : null;
  const scope = walker.open(
    newScope(around, node, placeOfBody(node.body), { arrow, ...(head === null ? {} : { head }) }),
  );
  for (const param of node.params) for (const name of namesOf(param)) declareName(scope, name);
  for (const param of node.params) walker.pattern(param, scope);
  if (node.body.type === 'BlockStatement') {
    if (walker.vars) for (const statement of node.body.body) declareVars(scope, statement);
    declareLexical(scope, node.body.body);
    walker.all(node.body.body, scope);
  } else walker.visit(node.body, scope);
}

/** `function again() { again(); }` and the like: the value itself is told of, where the name is used inside. */
function named(walker: Walker, node: AnyNode, name: string, outer: Scope): Scope {
  const why = 'this name is the expression’s own';
  const scope = newScope(outer, outer.owner, { kind: 'nowhere', node, why }, { arrow: outer.arrow });
  declareName(scope, name);
  walker.wrap(node, '$$v(', ')');
  return scope;
}

export function followClass(walker: Walker, node: ClassNode, outer: Scope): void {
  if (node.id) walker.ownName(node, node.id.name);
  const scope = node.type === 'ClassExpression' && node.id ? named(walker, node, node.id.name, outer) : outer;
  if (node.superClass) walker.visit(node.superClass, scope);
  for (const member of node.body.body) {
    if (member.type === 'StaticBlock') {
      const inner = walker.open(
        newScope(scope, member, { kind: 'block', at: member.body[0]?.start ?? member.end - 1 }),
      );
      if (walker.vars) for (const statement of member.body) declareVars(inner, statement);
      declareLexical(inner, member.body);
      walker.all(member.body, inner);
      continue;
    }
    if (member.computed || member.key.type === 'PrivateIdentifier') walker.visit(member.key, scope);
    if (member.type === 'MethodDefinition') walker.visit(member.value, scope);
    else if (member.value) {
      const { start, end } = member.value;
      const place: InsertionPoint = { kind: 'expression', start, end };
      walker.visit(member.value, walker.open(newScope(scope, member, place)));
    }
  }
}

export function followLoop(
  walker: Walker,
  node: ForStatement | ForInStatement | ForOfStatement,
  outer: Scope,
): void {
  const { body } = node;
  const start = node.start;
  const place: InsertionPoint =
    body.type === 'BlockStatement'
      ? { kind: 'block', at: body.start + 1 }
      : { kind: 'statement', start: body.start, end: body.end };
  const head = { start, end: body.start };
  const scope = walker.open(newScope(outer, outer.owner, place, { arrow: outer.arrow, head }));
  const declared = node.type === 'ForStatement' ? node.init : node.left;
  if (declared?.type === 'VariableDeclaration') {
    if (declared.kind !== 'var')
      for (const { id } of declared.declarations) for (const name of namesOf(id)) declareName(scope, name);
    walker.visit(declared, scope);
  } else if (declared && node.type === 'ForStatement') walker.visit(declared, scope);
  else if (declared) walker.target(declared, scope);
  if (node.type === 'ForStatement') {
    if (node.test) walker.visit(node.test, scope);
    if (node.update) walker.visit(node.update, scope);
  } else {
    if (node.type === 'ForOfStatement' && node.await) refuse(node, "a clause can't wait: no `for await`");
    walker.visit(node.right, scope);
    // Each round writes; one notice before the first is enough.
    const notices =
      declared && declared.type !== 'VariableDeclaration' ? walker.noticesOf(declared, scope) : '';
    if (notices !== '') walker.wrap(node.right, `(${notices}`, ')');
  }
  walker.visit(body, scope);
}

export function followCatch(walker: Walker, node: CatchClause, outer: Scope): void {
  const head = node.param ? { start: node.param.start, end: node.param.end } : undefined;
  const scope = walker.open(
    newScope(outer, outer.owner, blockOf(node.body), {
      arrow: outer.arrow,
      ...(head === undefined ? {} : { head }),
    }),
  );
  for (const name of namesOf(node.param ?? null)) declareName(scope, name);
  if (node.param) walker.pattern(node.param, scope);
  declareLexical(scope, node.body.body);
  walker.all(node.body.body, scope);
}

function blockOf({ start }: { readonly start: number }): InsertionPoint {
  return { kind: 'block', at: start + 1 };
}
