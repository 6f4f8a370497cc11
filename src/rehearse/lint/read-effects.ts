import type { AnyNode, Program } from 'acorn';
import { resolveImport } from '../../ruleset/rules-that-run.ts';
import { childrenOf, keysOf, nodeName, nodesIn, parseClause } from '../syntax/nodes.ts';

/** The effects of some code in a clause, as far as its text shows them, under the names that the clause uses. */
export interface Effects {
  /** Variables that it changes, and collections to which it adds. */
  readonly writes: Set<string>;
  /** Properties that it reads, and `SEALED` and `OF_EMPEROR` if it opens submissions or reads what the emperor tracks. */
  readonly reads: Set<string>;
  /** The cost to the person who acts. */
  readonly costs: Set<string>;
  /** Kinds of the posts that it makes; `post` if the kind is computed. */
  readonly posts: Set<string>;
  /** Hooks that it asks and events that it sends, whose effects other rules define. */
  readonly asks: Set<string>;
  rolls: boolean;
  amends: boolean;
}

interface Source {
  readonly path: string;
  readonly program: Program;
  /** Functions by name, from anywhere in the file. */
  readonly functions: ReadonlyMap<string, readonly AnyNode[]>;
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

type Files = ReadonlyMap<string, string>;

/** Methods whose arguments are names of variables. The methods below take an object with these names as keys. */
const BY_NAME = new Set(['gain', 'lose', 'spend', 'transfer', 'reset']);
const BY_KEY = new Set(['set', 'add', 'addNumbered']);
/** The parts of an opened submission. */
const INSIDE = new Set(['contents', 'values', 'problem']);
export const SEALED = 'what was sealed';
export const OF_EMPEROR = 'what the emperor tracks';
const ROLLS = new Set(['dice', 'pick', 'shuffle']);

/** Reads a clause and its helpers without running them, and finds the effects of each definition with an id. */
export class EffectReader {
  readonly #files: Files;
  readonly #sources = new Map<string, Source | null>();

  constructor(files: Files) {
    this.#files = files;
  }

  /**
   * The effects of an entry in `actions: { 'buy': … }`, `times: { … }` and the like; null if the text does not show
   * them.
   */
  of(clause: string, part: string, id: string): Effects | null {
    for (const source of this.#reachable(clause)) {
      const definition = findDefinition(source.program, part, id);
      if (definition === null) continue;
      const found = {
        writes: new Set<string>(),
        reads: new Set<string>(),
        costs: new Set<string>(),
        posts: new Set<string>(),
        asks: new Set<string>(),
        rolls: false,
        amends: false,
      };
      this.#walk(definition, source, found, new Set());
      return found;
    }
    return null;
  }

  #source(path: string): Source | null {
    const known = this.#sources.get(path);
    if (known !== undefined) return known;
    const text = this.#files.get(path);
    const source = text === undefined ? null : readSource(path, text);
    this.#sources.set(path, source);
    return source;
  }

  /** The clause first, then its imports, then theirs. */
  #reachable(clause: string): readonly Source[] {
    const found: Source[] = [];
    const visit = (path: string): void => {
      const source = this.#source(path);
      if (source === null || found.includes(source)) return;
      found.push(source);
      for (const one of source.imports.values()) visit(one.path);
    };
    visit(clause);
    return found;
  }

  #walk(root: AnyNode, source: Source, found: Effects, seen: Set<AnyNode>, isCalled = false): void {
    if (seen.has(root)) return;
    seen.add(root);
    note(root, found, isCalled);
    if (root.type === 'Identifier') this.#follow(root.name, source, found, seen);
    const callee = 'callee' in root ? root.callee : null;
    for (const one of nodesIn(root)) this.#walk(one, source, found, seen, one === callee);
  }

  /** Follows a call to a named function, here or in a helper. */
  #follow(name: string, source: Source, found: Effects, seen: Set<AnyNode>): void {
    for (const one of source.functions.get(name) ?? []) this.#walk(one, source, found, seen);
    const taken = source.imports.get(name);
    const other = taken === undefined ? null : this.#source(taken.path);
    if (taken !== undefined && other !== null)
      for (const one of other.functions.get(taken.name) ?? []) this.#walk(one, other, found, seen);
  }
}

/** `one.oil`, `({ values }) => …` and `emperor.plans` */
function noteRead(node: AnyNode, reads: Set<string>, isCalled: boolean): void {
  if (node.type === 'CallExpression' && nodeName(node.callee) === 'submissions') reads.add('submissions');
  if (node.type === 'ObjectPattern') for (const name of keysOf(node)) reads.add(name);
  if (node.type !== 'MemberExpression' || node.computed) return;
  // In `map.values()`, `values` doesn't belong to a submission.
  if (!isCalled) reads.add(nodeName(node.property));
  if (node.object.type === 'Identifier' && node.object.name === 'emperor') reads.add(OF_EMPEROR);
}

function note(node: AnyNode, found: Effects, isCalled: boolean): void {
  noteRead(node, found.reads, isCalled);
  if (found.reads.has('submissions') && [...INSIDE].some((name) => found.reads.has(name)))
    found.reads.add(SEALED);
  const target =
    node.type === 'AssignmentExpression'
      ? node.left
      : node.type === 'UpdateExpression'
        ? node.argument
        : null;
  if (target?.type === 'MemberExpression' && !target.computed) found.writes.add(nodeName(target.property));
  if (node.type === 'Property' && !node.computed && nodeName(node.key) === 'cost')
    costsIn(node.value, found.costs);
  if (node.type !== 'CallExpression') return;
  const { callee } = node;
  const called = callee.type === 'MemberExpression' ? nodeName(callee.property) : nodeName(callee);
  if (ROLLS.has(called) && callee.type !== 'MemberExpression') found.rolls = true;
  if (called === 'post' && callee.type === 'Identifier') found.posts.add(kindOf(node.arguments[0]) ?? 'post');
  const [first] = node.arguments;
  const isWord = first?.type === 'Literal' && typeof first.value === 'string';
  if ((called === 'hook' || called === 'emit') && isWord) found.asks.add(String(first.value));
  if (callee.type !== 'MemberExpression') return;
  const of = callee.object.type === 'Identifier' ? callee.object.name : '';
  if (of === 'ruleset' && (called === 'amend' || called === 'writeList')) found.amends = true;
  if (BY_NAME.has(called))
    for (const one of node.arguments)
      if (one.type === 'Literal' && typeof one.value === 'string')
        found.writes.add(one.value.split('.')[0] ?? '');
  if (BY_KEY.has(called))
    for (const one of node.arguments) for (const key of variablesIn(one)) found.writes.add(key);
  // `rooms.add(id)` creates a room, with any values.
  if (called === 'add' || called === 'addNumbered' || called === 'remove')
    found.writes.add(of === '' ? collectionIn(callee.object) : of);
}

/** `duels` of `things('duels')` */
function collectionIn(node: AnyNode): string {
  const [name] = node.type === 'CallExpression' ? node.arguments : [];
  return name?.type === 'Literal' ? String(name.value) : '';
}

function costsIn(value: AnyNode, costs: Set<string>): void {
  for (const key of variablesIn(value)) costs.add(key);
  if (value.type !== 'ArrowFunctionExpression' && value.type !== 'FunctionExpression') return;
  const { body } = value;
  if (body.type !== 'BlockStatement') for (const key of variablesIn(body)) costs.add(key);
  else
    for (const statement of body.body)
      if (statement.type === 'ReturnStatement' && statement.argument)
        for (const key of variablesIn(statement.argument)) costs.add(key);
}

/** `oil` of both `{ oil: 1 }` and `{ 'oil.count': 1 }`. */
function variablesIn(node: AnyNode): readonly string[] {
  return keysOf(node).map((key) => key.split('.')[0] ?? '');
}

function kindOf(given: AnyNode | undefined): string | null {
  if (given?.type !== 'ObjectExpression') return null;
  const kind = given.properties.find((one) => one.type === 'Property' && nodeName(one.key) === 'kind');
  return kind?.type === 'Property' && kind.value.type === 'Literal' ? String(kind.value.value) : null;
}

/** The value under `part: { id: … }`, from anywhere in the file. */
function findDefinition(root: AnyNode, part: string, id: string): AnyNode | null {
  if (root.type === 'Property' && nodeName(root.key) === part && root.value.type === 'ObjectExpression')
    for (const one of root.value.properties)
      if (one.type === 'Property' && nodeName(one.key) === id) return one.value;
  for (const one of childrenOf(root)) {
    const found = findDefinition(one, part, id);
    if (found !== null) return found;
  }
  return null;
}

function readSource(path: string, typescript: string): Source | null {
  const program = parseClause(typescript);
  if (program === null) return null;
  const functions = new Map<string, AnyNode[]>();
  const imports = new Map<string, { path: string; name: string }>();
  const visit = (node: AnyNode): void => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && isFunction(node.init))
      functions.set(node.id.name, [...(functions.get(node.id.name) ?? []), node.init]);
    if (node.type === 'FunctionDeclaration' && node.id !== null)
      functions.set(node.id.name, [...(functions.get(node.id.name) ?? []), node.body]);
    if (node.type === 'ImportDeclaration')
      for (const one of node.specifiers) {
        const from = resolveImport(path, String(node.source.value));
        const name = one.type === 'ImportSpecifier' ? nodeName(one.imported) : one.local.name;
        if (from !== null) imports.set(one.local.name, { path: from, name });
      }
    childrenOf(node).forEach(visit);
  };
  visit(program);
  return { path, program, functions, imports };
}

function isFunction(node: AnyNode | null | undefined): node is AnyNode {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}
