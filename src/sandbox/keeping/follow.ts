import type { AnyNode, Property } from 'acorn';
import {
  followBlock,
  followCatch,
  followClass,
  followFunction,
  followLoop,
  followSwitch,
  GENERATOR,
  type Walker,
} from './enclosing.ts';
import type { Inserts } from './inserts.ts';
import {
  childrenOf,
  declareLexical,
  declareVars,
  namesOf,
  newScope,
  resolveName,
  type Scope,
} from './scopes.ts';
import { followTry } from './tries.ts';
import { refuse } from './unfollowable.ts';

/**
 * Goes through a module and finds which of its names functions hold on to; puts a notice before each write to a name of a
 * function further out. Gives all scopes, the outermost first.
 */
export function follow(program: AnyNode, source: string, inserts: Inserts): readonly Scope[] {
  const follower = new Follower(inserts, /\bvar\b/.test(source));
  follower.module(program);
  return follower.scopes;
}

type Handlers = {
  readonly [K in AnyNode['type']]?: (node: Extract<AnyNode, { type: K }>, scope: Scope) => void;
};

class Follower implements Walker {
  readonly scopes: Scope[] = [];
  readonly vars: boolean;
  readonly #inserts: Inserts;
  readonly #handlers: Handlers = {
    Identifier: (node, scope) => this.#read(node, node.name, scope),
    ThisExpression: (_, scope) => readThis(scope),
    MemberExpression: (node, scope) => {
      this.visit(node.object, scope);
      if (node.computed || node.property.type === 'PrivateIdentifier') this.visit(node.property, scope);
    },
    Property: (node, scope) => this.#property(node as Property, scope),
    FunctionDeclaration: (node, scope) => followFunction(this, node, scope),
    FunctionExpression: (node, scope) => followFunction(this, node, scope),
    ArrowFunctionExpression: (node, scope) => followFunction(this, node, scope),
    ClassDeclaration: (node, scope) => followClass(this, node, scope),
    ClassExpression: (node, scope) => followClass(this, node, scope),
    BlockStatement: (node, scope) => followBlock(this, node, scope),
    SwitchStatement: (node, scope) => followSwitch(this, node, scope),
    ForStatement: (node, scope) => followLoop(this, node, scope),
    ForInStatement: (node, scope) => followLoop(this, node, scope),
    ForOfStatement: (node, scope) => followLoop(this, node, scope),
    TryStatement: (node, scope) => followTry(this, node, scope),
    CatchClause: (node, scope) => followCatch(this, node, scope),
    VariableDeclarator: (node, scope) => {
      this.pattern(node.id, scope);
      if (node.init) this.visit(node.init, scope);
    },
    ExpressionStatement: (node, scope) => {
      this.#statements.add(node.start);
      this.visit(node.expression, scope);
    },
    AssignmentExpression: (node, scope) => {
      this.#write(node, node.left, scope);
      this.visit(node.right, scope);
    },
    UpdateExpression: (node, scope) => {
      this.#write(node, node.argument, scope);
    },
    LabeledStatement: (node, scope) => this.visit(node.body, scope),
    BreakStatement: () => {},
    ContinueStatement: () => {},
    ImportDeclaration: (node) => this.#mayImport(node, node.source.value),
    ExportAllDeclaration: (node) => this.#mayImport(node, node.source.value),
    ExportNamedDeclaration: (node, scope) => {
      if (node.source) return this.#mayImport(node, node.source.value);
      if (node.declaration) this.visit(node.declaration, scope);
      const names =
        node.declaration?.type === 'VariableDeclaration'
          ? node.declaration.declarations.flatMap(({ id }) => namesOf(id))
          : node.declaration
            ? [(node.declaration as { id: { name: string } }).id.name]
            : node.specifiers.flatMap(({ local }) => (local.type === 'Identifier' ? [local.name] : []));
      for (const name of names) capture(scope, name);
    },
    ExportDefaultDeclaration: (node, scope) => {
      const { declaration } = node as { declaration: AnyNode };
      const id = (declaration as { id?: { name: string } | null }).id;
      this.visit(declaration, scope);
      const named = declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration';
      if (named && id) capture(scope, id.name);
      else this.#inserts.wrap(declaration, '$$v(', ')');
    },
    ImportExpression: (node) => refuse(node, "a clause can't import while it runs; import at the top"),
    MetaProperty: (node) => {
      if (node.meta.name === 'import') refuse(node, 'a clause has no import.meta');
    },
    AwaitExpression: (node) => refuse(node, "a clause can't wait: no `await`"),
    YieldExpression: (node) => refuse(node, GENERATOR),
    PrivateIdentifier: (node) =>
      refuse(
        node,
        `private members such as #${node.name} could keep something between calls; name it ${node.name}`,
      ),
  };
  /** Where expressions begin that are statements: a parenthesis there could join the line before. */
  readonly #statements = new Set<number>();

  constructor(inserts: Inserts, vars: boolean) {
    this.#inserts = inserts;
    this.vars = vars;
  }

  module(program: AnyNode): void {
    if (program.type !== 'Program') return;
    const scope = this.open(newScope(null, program, { kind: 'module' }));
    if (this.vars) declareVars(scope, program);
    declareLexical(scope, program.body);
    this.all(program.body, scope);
  }

  wrap(part: { readonly start: number; readonly end: number }, before: string, after: string): void {
    this.#inserts.wrap(part, before, after);
  }

  put(at: number, text: string): void {
    this.#inserts.put(at, text);
  }

  open(scope: Scope): Scope {
    this.scopes.push(scope);
    return scope;
  }

  all(nodes: readonly (AnyNode | null)[], scope: Scope): void {
    for (const node of nodes) if (node !== null) this.visit(node, scope);
  }

  visit(node: AnyNode, scope: Scope): void {
    const handle = this.#handlers[node.type] as ((node: AnyNode, scope: Scope) => void) | undefined;
    if (handle === undefined) this.all(childrenOf(node), scope);
    else handle(node, scope);
  }

  #read(node: AnyNode, name: string, scope: Scope): void {
    this.ownName(node, name);
    const found = resolveName(scope, name);
    if (found === null && name === 'arguments')
      refuse(node, "`arguments` can't be used in a clause; take `...words`");
    if (found?.crossed === true) this.#capture(node, found.binding.scope, name);
  }

  ownName(node: AnyNode, name: string): void {
    if (name.startsWith('$$'))
      refuse(node, `names that begin with $$ are the engine's; call ${name} something else`);
  }

  #capture(node: AnyNode, scope: Scope, name: string): void {
    const { head } = scope;
    if (head !== null && node.start >= head.start && node.end <= head.end)
      refuse(node, `a function here can't hold on to "${name}"; make the function in the body`);
    capture(scope, name);
  }

  /** An assignment: told of beforehand where it reaches out of its function. */
  #write(node: AnyNode, target: AnyNode, scope: Scope): void {
    const notices = this.noticesOf(target, scope);
    if (notices !== '')
      this.#inserts.wrap(node, this.#statements.has(node.start) ? `0,(${notices}` : `(${notices}`, ')');
    this.target(target, scope);
  }

  noticesOf(target: AnyNode, scope: Scope): string {
    const names = namesOf(target.type === 'ParenthesizedExpression' ? target.expression : target);
    return names
      .flatMap((name) => {
        const found = resolveName(scope, name);
        if (found === null || !found.crossed) return [];
        this.#capture(target, found.binding.scope, name);
        found.binding.written = true;
        return [`$$${name}&&$$t($$${name}),`];
      })
      .join('');
  }

  /** The expressions in a target besides the names: `list[i]`, defaults, computed keys. */
  target(target: AnyNode, scope: Scope): void {
    if (target.type === 'Identifier' || target.type === 'ObjectPattern' || target.type === 'ArrayPattern')
      this.pattern(target, scope);
    else this.visit(target, scope);
  }

  pattern(pattern: AnyNode | null, scope: Scope): void {
    if (pattern === null) return;
    switch (pattern.type) {
      case 'Identifier':
        this.ownName(pattern, pattern.name);
        return;
      case 'ObjectPattern':
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') this.pattern(property.argument, scope);
          else {
            if (property.computed) this.visit(property.key, scope);
            this.pattern(property.value, scope);
          }
        }
        return;
      case 'ArrayPattern':
        for (const element of pattern.elements) this.pattern(element, scope);
        return;
      case 'RestElement':
        this.pattern(pattern.argument, scope);
        return;
      case 'AssignmentPattern':
        this.pattern(pattern.left, scope);
        this.visit(pattern.right, scope);
        return;
      default:
        this.visit(pattern, scope);
    }
  }

  #property(node: Property, scope: Scope): void {
    if (node.computed) this.visit(node.key, scope);
    this.visit(node.value, scope);
  }

  #mayImport(node: AnyNode, source: unknown): void {
    if (typeof source === 'string' && source.startsWith('gitnomic:'))
      refuse(node, `a clause can't import "${source}"`);
  }
}

function capture(scope: Scope, name: string): void {
  const found = resolveName(scope, name);
  if (found !== null) found.binding.captured = true;
}

/** Arrow functions have no `this` of their own: they hold on to that of the code around them. */
function readThis(scope: Scope): void {
  let owner = scope;
  let crossed = false;
  while (owner.parent !== null && (owner.arrow || owner.parent.owner === owner.owner)) {
    if (owner.arrow && owner.parent.owner !== owner.owner) crossed = true;
    owner = owner.parent;
  }
  if (crossed) owner.thisCaptured = true;
}
