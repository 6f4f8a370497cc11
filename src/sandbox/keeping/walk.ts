import type { AnyNode, Function as FunctionNode, Identifier, Program, TryStatement } from 'acorn';
import type { Inserts } from './inserts.ts';
import {
  declaredBy,
  eachTarget,
  namesBound,
  newScope,
  refuse,
  scopeOf,
  type Activation,
  type Scope,
} from './scopes.ts';

type Of<K extends AnyNode['type']> = Extract<AnyNode, { type: K }>;
type Loop = Of<'ForStatement' | 'ForInStatement' | 'ForOfStatement'>;

const INSTEAD =
  'a clause keeps nothing from one call to the next; use a variable of the game, or declare it in the function that assigns it';
const NO_CLASS = 'a clause has no classes: write a function that gives an object';
const NO_THIS = 'a clause has no `this`: each function is handed what it needs';
const NO_WAITING = 'a rule’s code can’t wait: no `async` and no `await`';
const NO_GENERATOR = 'a generator (function*) could go on in a later call: give a list';
// What reads a value twice could be given two values, and a cached answer could differ from a new one.
const NO_ACCESSOR = 'a clause has no `get` and no `set`: write a function, or a value';
const NOT_IN_CLAUSES = 'a clause has no';
const CAUGHT = '$$x($$e);';
const PASS_ON = `catch($$e){${CAUGHT}throw $$e}`;

/**
 * What to do with each kind of node: the keys of its parts, a function, or the message with which it is refused.
 * Unlisted kinds are refused.
 */
export const KINDS: {
  readonly [K in AnyNode['type']]:
    readonly string[] | string | ((walk: Walk, node: Of<K>, scope: Scope) => void);
} = {
  ArrayExpression: ['elements'],
  BinaryExpression: ['left', 'right'],
  BreakStatement: [],
  CallExpression: ['callee', 'arguments'],
  ChainExpression: ['expression'],
  ConditionalExpression: ['test', 'consequent', 'alternate'],
  ContinueStatement: [],
  DoWhileStatement: ['body', 'test'],
  EmptyStatement: [],
  ExportSpecifier: [],
  IfStatement: ['test', 'consequent', 'alternate'],
  ImportDefaultSpecifier: [],
  ImportNamespaceSpecifier: [],
  ImportSpecifier: [],
  LabeledStatement: ['body'],
  Literal: [],
  LogicalExpression: ['left', 'right'],
  NewExpression: ['callee', 'arguments'],
  ObjectExpression: ['properties'],
  ParenthesizedExpression: ['expression'],
  ReturnStatement: ['argument'],
  SequenceExpression: ['expressions'],
  SpreadElement: ['argument'],
  SwitchCase: ['test', 'consequent'],
  TaggedTemplateExpression: ['tag', 'quasi'],
  TemplateElement: [],
  TemplateLiteral: ['expressions'],
  ThrowStatement: ['argument'],
  UnaryExpression: ['argument'],
  WhileStatement: ['test', 'body'],

  AwaitExpression: NO_WAITING,
  ClassBody: NO_CLASS,
  ClassDeclaration: NO_CLASS,
  ClassExpression: NO_CLASS,
  DebuggerStatement: `${NOT_IN_CLAUSES} \`debugger\``,
  ImportAttribute: `${NOT_IN_CLAUSES} attributes of an import`,
  ImportExpression: "a clause can't import while it runs; import at the top",
  MetaProperty: `${NOT_IN_CLAUSES} import.meta and no new.target`,
  MethodDefinition: NO_CLASS,
  PrivateIdentifier: NO_CLASS,
  PropertyDefinition: NO_CLASS,
  StaticBlock: NO_CLASS,
  Super: `${NOT_IN_CLAUSES} \`super\``,
  ThisExpression: NO_THIS,
  WithStatement: `${NOT_IN_CLAUSES} \`with\``,
  YieldExpression: NO_GENERATOR,
  // Only valid as a target, which `eachTarget` visits.
  ArrayPattern: "a clause can't assign here",
  AssignmentPattern: "a clause can't assign here",
  ObjectPattern: "a clause can't assign here",
  RestElement: "a clause can't assign here",

  Program: (walk, node, scope) => walk.all(node.body, scope),
  Identifier: (walk, node, scope) => walk.read(node, scope),
  MemberExpression: (walk, node, scope) =>
    walk.all(node.computed ? [node.object, node.property] : [node.object], scope),
  Property: (walk, node, scope) => {
    if (node.kind !== 'init') refuse(node, NO_ACCESSOR);
    if (node.computed) walk.visit(node.key, scope);
    if (isFunction(node.value)) walk.function(node.value, scope, 'handler');
    else walk.visit(node.value, scope);
  },
  FunctionDeclaration: (walk, node, scope) => walk.function(node, scope),
  FunctionExpression: (walk, node, scope) => walk.function(node, scope),
  ArrowFunctionExpression: (walk, node, scope) => walk.function(node, scope),
  BlockStatement: (walk, node, scope) => walk.block(node, scope),
  SwitchStatement: (walk, node, outer) => {
    walk.visit(node.discriminant, outer);
    const scope = newScope(outer, outer.of, declaredBy(node.cases.flatMap(({ consequent }) => consequent)));
    walk.all(node.cases, scope);
    if (scope.captured.size > 0)
      refuse(
        node,
        'names declared in a `case` and used by a function need braces around them: `case 1: { … }`',
      );
  },
  ForStatement: (walk, node, scope) => walk.loop(node, scope),
  ForInStatement: (walk, node, scope) => walk.loop(node, scope),
  ForOfStatement: (walk, node, scope) => walk.loop(node, scope),
  TryStatement: (walk, node, scope) => walk.try(node, scope),
  CatchClause: (walk, node, outer) => {
    const names = node.param ? namesBound(node.param) : [];
    const scope = newScope(outer, outer.of, new Set([...names, ...declaredBy(node.body.body)]));
    if (node.param) walk.inHead(scope, () => walk.declare(node.param as AnyNode, scope));
    walk.all(node.body.body, scope);
    walk.begin(node.body, scope);
  },
  VariableDeclaration: (walk, node, scope) => {
    if (node.kind !== 'let' && node.kind !== 'const')
      refuse(node, `a clause has no \`${node.kind}\`: write \`let\` or \`const\``);
    walk.all(node.declarations, scope);
  },
  VariableDeclarator: (walk, node, scope) => {
    walk.declare(node.id, scope);
    if (node.init) walk.visit(node.init, scope);
  },
  ExpressionStatement: (walk, node, scope) => {
    walk.statements.add(node.start);
    walk.visit(node.expression, scope);
  },
  AssignmentExpression: (walk, node, scope) => {
    walk.write(node.left, scope, node);
    walk.visit(node.right, scope);
  },
  UpdateExpression: (walk, node, scope) => walk.write(node.argument, scope, node),
  ImportDeclaration: (walk, node, scope) => {
    mayImport(node.source);
    for (const { local } of node.specifiers) walk.declare(local, scope);
    walk.all(node.attributes, scope);
  },
  ExportAllDeclaration: (walk, node, scope) => {
    mayImport(node.source);
    walk.all(node.attributes, scope);
  },
  ExportNamedDeclaration: (walk, node, scope) => {
    if (node.source) mayImport(node.source);
    if (node.declaration) walk.visit(node.declaration, scope);
    walk.all(node.attributes, scope);
  },
  ExportDefaultDeclaration: (walk, { declaration }, scope) => {
    const given = bare(declaration);
    if (given.type !== 'CallExpression') return walk.visit(declaration, scope);
    walk.visit(given.callee, scope);
    for (const word of given.arguments)
      if (isFunction(word)) walk.function(word, scope, 'definition');
      else walk.visit(word, scope);
  },
};

/**
 * Goes through a module. Code that could keep something between calls is refused, or reported by calls that are inserted:
 *
 * const make = (list) => { const make = (list) => {$$l&&$$k("a.ts",()=>n);var $$1=$$n;$$l&&$$k("a.ts",()=>list); let n = 0; let n = 0;
 * return () => list[n++]; return () => list[($$n===$$1||$$w("n"),n++)]; }; };
 */
export class Walk {
  /** Starts of expression statements, where an inserted parenthesis could join the previous line. */
  readonly statements = new Set<number>();
  readonly #inserts: Inserts;
  readonly #file: string;
  #stamps = 0;

  constructor(inserts: Inserts, file: string) {
    this.#inserts = inserts;
    this.#file = JSON.stringify(file);
  }

  /** Returns the registrations to run before the module. */
  module({ body }: Program): string {
    // Clauses can't change the objects that they import from the engine.
    const own = body.filter((node) => node.type !== 'ImportDeclaration' || !isOfEngine(node.source.value));
    const of: Activation = { within: null, kind: 'module', stamp: null };
    const scope = newScope(null, of, declaredBy(own));
    this.all(body, scope);
    return this.#registrationOf(scope);
  }

  visit(node: AnyNode, scope: Scope): void {
    const how = KINDS[node.type] as
      readonly string[] | string | ((walk: Walk, node: AnyNode, scope: Scope) => void) | undefined;
    if (how === undefined) refuse(node, `${NOT_IN_CLAUSES} ${node.type}`);
    if (typeof how === 'string') refuse(node, how);
    if (typeof how === 'function') return how(this, node, scope);
    for (const key of how) {
      const part = (node as unknown as Record<string, AnyNode | readonly (AnyNode | null)[] | null>)[key];
      if (part) this.all(isList(part) ? part : [part], scope);
    }
  }

  all(nodes: readonly (AnyNode | null)[], scope: Scope): void {
    for (const node of nodes) if (node !== null) this.visit(node, scope);
  }

  read(node: Identifier, scope: Scope): void {
    mayName(node);
    const declaring = scopeOf(node.name, scope);
    if (declaring === null) {
      if (node.name === 'arguments') refuse(node, "`arguments` can't be used in a clause; take `...words`");
    } else if (declaring.of !== scope.of) capture(node, declaring);
  }

  declare(target: AnyNode, scope: Scope): void {
    eachTarget(target, mayName, (expression) => this.visit(expression, scope));
  }

  /** Makes sure that `whole`, an assignment, only runs in the phase in which the variable was made. */
  write(target: AnyNode, scope: Scope, whole: { readonly start: number; readonly end: number }): void {
    let checks = '';
    eachTarget(
      target,
      (name) => (checks += this.#checkOf(name, scope)),
      (expression) => this.visit(expression, scope),
    );
    if (checks === '') return;
    this.#inserts.wrap(whole, this.statements.has(whole.start) ? `0,(${checks}` : `(${checks}`, ')');
  }

  #checkOf(node: Identifier, scope: Scope): string {
    this.read(node, scope);
    const { name } = node;
    const of = scopeOf(name, scope)?.of;
    if (of === undefined) refuse(node, `there is no name ${name} here to assign to`);
    if (of === scope.of) return '';
    for (let at = scope.of; at !== of; at = at.within as Activation)
      if (
        (at.kind === 'handler' && (of.kind === 'module' || of.kind === 'definition')) ||
        at.kind === 'definition'
      )
        refuse(node, `"${name}" is declared outside of the function that assigns it, and ${INSTEAD}`);
    of.stamp ??= `$$${++this.#stamps}`;
    return `$$n===${of.stamp}||$$w(${JSON.stringify(name)}),`;
  }

  function(node: FunctionLike, outer: Scope, kind: Activation['kind'] = 'function'): void {
    if (node.id) mayName(node.id);
    if (node.async) refuse(node, NO_WAITING);
    if (node.generator) refuse(node, NO_GENERATOR);
    if (node.type === 'FunctionExpression' && node.id)
      refuse(node, `a function in an expression has no name: write \`const ${node.id.name} = …\``);
    const of: Activation = { within: outer.of, kind, stamp: null };
    const words = newScope(outer, of, namesBound(...node.params));
    this.inHead(words, () => {
      for (const param of node.params) this.declare(param, words);
    });
    if (node.body.type === 'BlockStatement') this.block(node.body, words);
    else this.visit(node.body, words);
    this.begin(node.body, words);
  }

  block(node: Of<'BlockStatement'>, outer: Scope): void {
    const scope = newScope(outer, outer.of, declaredBy(node.body));
    this.all(node.body, scope);
    this.begin(node, scope);
  }

  loop(node: Loop, outer: Scope): void {
    const first = node.type === 'ForStatement' ? node.init : node.left;
    const declares = first?.type === 'VariableDeclaration';
    const names = declares ? namesBound(...first.declarations.map(({ id }) => id)) : new Set<string>();
    const scope = newScope(outer, outer.of, names);
    this.inHead(scope, () => {
      if (node.type === 'ForStatement') this.all([first, node.test, node.update].map(orNull), scope);
      else {
        if (node.type === 'ForOfStatement' && node.await) refuse(node, NO_WAITING);
        if (declares) this.visit(first, scope);
        else this.write(node.left, scope, node.right);
        this.visit(node.right, scope);
      }
    });
    this.visit(node.body, scope);
    this.begin(node.body, scope);
  }

  /** Reports everything that a clause catches to the sandbox first, and what a `finally` would hide. */
  try({ start, block, handler, finalizer }: TryStatement, scope: Scope): void {
    if (handler) {
      const { param, body } = handler;
      if (!param) {
        this.#inserts.wrap(body, '($$e)', '');
        this.#inserts.put(body.start + 1, CAUGHT);
      } else if (param.type === 'Identifier') this.#inserts.put(body.start + 1, `$$x(${param.name});`);
      else refuse(param, 'a clause catches an error by its name: `catch (error)`');
      if (finalizer) this.#inserts.wrap({ start, end: handler.end }, 'try{', `}${PASS_ON}`);
    } else this.#inserts.wrap(block, '', PASS_ON);
    this.all([block, handler ?? null, finalizer ?? null], scope);
  }

  inHead(scope: Scope, run: () => void): void {
    scope.inHead = true;
    run();
    scope.inHead = false;
  }

  /** Inserts a scope's registrations at the start of its code. */
  begin(body: AnyNode, scope: Scope): void {
    const registration = this.#registrationOf(scope);
    if (registration === '') return;
    if (body.type === 'BlockStatement') this.#inserts.put(body.start + 1, registration);
    else if (body.type.endsWith('Statement')) this.#inserts.wrap(body, `{${registration}`, '}');
    else this.#inserts.wrap(body, `{${registration}return `, ';}');
  }

  #registrationOf({ of, captured, outer }: Scope): string {
    const stamp = of.stamp !== null && outer?.of !== of ? `var ${of.stamp}=$$n;` : '';
    const reads = [...captured].map((name) => `()=>${name}`);
    return reads.length === 0 ? stamp : `${stamp}$$l&&$$k(${[this.#file, ...reads].join(',')});`;
  }
}

type FunctionLike = Extract<AnyNode, FunctionNode>;

function isFunction(node: AnyNode): node is FunctionLike {
  return node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';
}

const isList: (given: unknown) => given is readonly unknown[] = Array.isArray;

function bare(node: AnyNode): AnyNode {
  return node.type === 'ParenthesizedExpression' ? bare(node.expression) : node;
}

function orNull<T>(node: T | null | undefined): T | null {
  return node ?? null;
}

function capture(node: Identifier, scope: Scope): void {
  if (scope.inHead)
    refuse(node, `a function here can't hold on to "${node.name}"; make the function in the body`);
  scope.captured.add(node.name);
}

function mayName(node: Identifier): void {
  if (node.name.startsWith('$$'))
    refuse(node, `names that begin with $$ are the engine's; call ${node.name} something else`);
}

function isOfEngine(source: unknown): boolean {
  return typeof source === 'string' && /^gitnomic[:/]/.test(source);
}

function mayImport({ start, value, raw }: Of<'Literal'>): void {
  if (typeof value !== 'string' || value.startsWith('gitnomic:'))
    refuse({ start }, `a clause can't import "${String(value)}"`);
  if (!/^[\w#@:./-]+$/u.test(value) || raw?.slice(1, -1) !== value)
    refuse({ start }, `what a clause imports has a plain name such as "./helper.ts", unlike ${raw ?? value}`);
}
