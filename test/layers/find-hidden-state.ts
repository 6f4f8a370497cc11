import { parseOnce } from './read-source.ts';

type Node = { type: string; start: number; [key: string]: unknown };

/** Methods that change what they are called on. */
const CHANGING = new Set(
  'add append clear copyWithin delete fill pop push reverse set shift sort splice unshift write'.split(' '),
);
/** What changes its first argument: `Object.assign(known, …)`. */
const CHANGING_FIRST = new Set(['assign', 'defineProperties', 'defineProperty', 'deleteProperty', 'set']);
/** What is made with `new` at the top of a module and can't change, unless the module changes it. */
const PLAIN =
  /^(Map|Set|Array|RegExp|URL|Error|\w+Error|Text(En|De)coder|\w*Array|BlockList|(Intl\.)?\w+Format)$/u;
const WEAK = /^(WeakMap|WeakSet|WeakRef)$/u;
const INSTEAD =
  'Make it where the work begins and hand it in: as a field of the object that needs it, or in Caches (src/cache/caches.ts).';

/** Where a module in `src/` may keep something while a process runs, and why. */
export const exceptions: Readonly<Record<string, string>> = {
  'src/platform/web/files.ts':
    'A worker of a browser has one tree of files, as a machine has one disk: code that opens a file hands in a path alone.',
  'src/sandbox/guest/':
    'Loaded into a realm of its own for each sandbox, where the module is the instance: nothing of it outlives the sandbox or is seen from another.',
  'src/site/data/read-site.ts':
    'Pages are compiled apart and called by Astro, which hands them nothing: whoever renders puts the one site that is being shown where they look.',
};

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((child): Node[] =>
    Array.isArray(child) ? child.filter(isNode) : isNode(child) ? [child] : [],
  );
}

function inside(value: unknown): Node | null {
  if (!isNode(value)) return null;
  const wrapped = [
    'TSAsExpression',
    'TSSatisfiesExpression',
    'TSNonNullExpression',
    'ParenthesizedExpression',
    'ChainExpression',
  ];
  return wrapped.includes(value.type) ? inside(value['expression']) : value;
}

function nameOf(value: unknown): string | null {
  return isNode(value) && value.type === 'Identifier' ? (value['name'] as string) : null;
}

/** `Intl.DateTimeFormat`, `Map`; empty where it is worked out. */
function wholeName(value: unknown): string {
  const node = inside(value);
  if (node?.type !== 'MemberExpression') return nameOf(node) ?? '';
  return `${wholeName(node['object'])}.${nameOf(node['property']) ?? ''}`;
}

/** `a` of `a.b[c].d`. */
function rootOf(value: unknown): string | null {
  const node = inside(value);
  return node?.type === 'MemberExpression' ? rootOf(node['object']) : nameOf(node);
}

/** `a` of `a.b(c).d(e)`. */
function rootOfCall(value: unknown): string | null {
  const node = inside(value);
  if (node?.type === 'CallExpression') return rootOfCall(node['callee']);
  return node?.type === 'MemberExpression' ? rootOfCall(node['object']) : nameOf(node);
}

function isFunction({ type }: Node): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/u.test(type);
}

/** The names that a pattern binds: `{ a, b: [c] = [] }` binds a and c. */
function boundBy(pattern: unknown): string[] {
  const node = isNode(pattern) ? pattern : null;
  if (node === null) return [];
  if (node.type === 'Identifier') return [node['name'] as string];
  if (node.type === 'Property') return boundBy(node['value']);
  if (node.type === 'AssignmentPattern') return boundBy(node['left']);
  return childrenOf(node).flatMap(boundBy);
}

/** The names that are a function's own: its parameters, and what it declares but for what functions within it declare. */
function ownNames(of: Node): Set<string> {
  const names = new Set(((of['params'] ?? []) as unknown[]).flatMap(boundBy));
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator') for (const name of boundBy(node['id'])) names.add(name);
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
      names.add(nameOf(node['id']) ?? '');
    if (!isFunction(node)) childrenOf(node).forEach(visit);
  };
  childrenOf(of).forEach(visit);
  return names;
}

/** What an expression or a statement changes: the name at the root of it, and what is done. */
function changeIn(node: Node): { readonly name: string; readonly bare: boolean } | null {
  const at = (target: unknown): { name: string; bare: boolean } | null => {
    const name = rootOf(target);
    return name === null ? null : { name, bare: inside(target)?.type === 'Identifier' };
  };
  if (node.type === 'AssignmentExpression') return at(node['left']);
  if (node.type === 'UpdateExpression') return at(node['argument']);
  if (node.type === 'UnaryExpression' && node['operator'] === 'delete') return at(node['argument']);
  if (node.type !== 'CallExpression') return null;
  const callee = inside(node['callee']);
  if (callee?.type !== 'MemberExpression') return null;
  const method = nameOf(callee['property']) ?? '';
  const object = nameOf(callee['object']);
  if ((object === 'Object' || object === 'Reflect') && CHANGING_FIRST.has(method))
    return at((node['arguments'] as unknown[])[0]);
  return CHANGING.has(method) ? at(callee['object']) : null;
}

type Change = { readonly name: string; readonly bare: boolean; readonly start: number };

/** What functions change of what is declared around them, by functions that run later than the module itself. */
function changesFromWithin(root: Node): Change[] {
  const changes: Change[] = [];
  const visit = (node: Node, hidden: ReadonlySet<string>, later: boolean): void => {
    const own = isFunction(node) ? new Set([...hidden, ...ownNames(node)]) : hidden;
    const runsLater = later || isFunction(node);
    const change = changeIn(node);
    if (runsLater && change !== null && !own.has(change.name)) changes.push({ ...change, start: node.start });
    for (const child of childrenOf(node)) visit(child, own, runsLater);
  };
  for (const child of childrenOf(root)) visit(child, new Set(), false);
  return changes;
}

/** Functions whose result goes on changing what is theirs: a counter, a memo. */
function keepers(program: Node): Set<string> {
  const found = new Set<string>();
  for (const [name, made] of topLevel(program).functions) {
    const own = ownNames(made);
    if (changesFromWithin(made).some((change) => own.has(change.name))) found.add(name);
  }
  return found;
}

type Declared = {
  readonly functions: Map<string, Node>;
  readonly variables: { readonly kind: string; readonly declarator: Node }[];
  readonly classes: Node[];
};

function topLevel(program: Node): Declared {
  const declared: Declared = { functions: new Map(), variables: [], classes: [] };
  for (const statement of program['body'] as Node[]) {
    const node = /^Export(Named|Default)/u.test(statement.type)
      ? (inside(statement['declaration']) ?? statement)
      : statement;
    if (node.type === 'FunctionDeclaration') declared.functions.set(nameOf(node['id']) ?? 'default', node);
    if (node.type === 'ClassDeclaration') declared.classes.push(node);
    if (node.type !== 'VariableDeclaration' || node['declare'] === true) continue;
    for (const declarator of node['declarations'] as Node[]) {
      declared.variables.push({ kind: node['kind'] as string, declarator });
      const made = inside(declarator['init']);
      const name = nameOf(declarator['id']);
      if (made !== null && name !== null && isFunction(made)) declared.functions.set(name, made);
    }
  }
  return declared;
}

/** Why what a name is bound to is there to be changed, whoever does it; null where it may be a table. */
function whyChangeable(declarator: Node, keeping: ReadonlySet<string>): string | null {
  const made = inside(declarator['init']);
  if (made === null) return null;
  const typed = JSON.stringify(declarator['id']).includes('"operator":"readonly"');
  if (made.type === 'ArrayExpression' && (made['elements'] as unknown[]).length === 0 && !typed)
    return 'is a list that begins empty';
  if (made.type === 'ObjectExpression' && (made['properties'] as unknown[]).length === 0)
    return 'is an object that begins empty';
  if (made.type === 'AwaitExpression') return null;
  if (made.type === 'CallExpression') {
    const callee = inside(made['callee']);
    if (
      callee !== null &&
      isFunction(callee) &&
      changesFromWithin(callee).some(({ name }) => ownNames(callee).has(name))
    )
      return 'is a function with something of its own that changes';
    const name = nameOf(callee) ?? '';
    return keeping.has(name) ? `is made by ${name}, whose results keep something` : null;
  }
  if (made.type !== 'NewExpression') return null;
  const name = wholeName(made['callee']);
  const isEmpty = (made['arguments'] as unknown[]).length === 0;
  if (WEAK.test(name)) return `is a ${name}`;
  if (/^(Map|Set|Array)$/u.test(name) && isEmpty) return `is a ${name} that begins empty`;
  return PLAIN.test(name) ? null : `is an object of the class ${name}`;
}

function staticState({ body }: { readonly body: Node }): { readonly start: number; readonly why: string }[] {
  return (body['body'] as Node[]).flatMap((member) => {
    if (member.type !== 'PropertyDefinition' || member['static'] !== true) return [];
    const name = nameOf(member['key']) ?? `#${String((member['key'] as Node)['name'])}`;
    if (member['readonly'] !== true)
      return [{ start: member.start, why: `the static field ${name} can be assigned again` }];
    const declarator: Node = { ...member, init: member['value'], id: {} };
    const why = whyChangeable(declarator, new Set());
    return why === null ? [] : [{ start: member.start, why: `the static field ${name} ${why}` }];
  });
}

/** Patterns that remember where they found something last. */
function movingPatterns(program: Node): string[] {
  const found: string[] = [];
  for (const { declarator } of topLevel(program).variables) {
    const made = inside(declarator['init']);
    const flags =
      (made?.['regex'] as { readonly flags: string } | undefined)?.flags ??
      (wholeName(made?.['callee']) === 'RegExp'
        ? (made?.['arguments'] as Node[] | undefined)?.[1]?.['value']
        : undefined);
    if (typeof flags === 'string' && /[gy]/u.test(flags)) found.push(nameOf(declarator['id']) ?? '');
  }
  return found;
}

function movedIn(program: Node, patterns: readonly string[]): Change[] {
  const found: Change[] = [];
  const visit = (node: Node): void => {
    const callee = node.type === 'CallExpression' ? inside(node['callee']) : null;
    const name = callee?.type === 'MemberExpression' ? nameOf(callee['object']) : null;
    if (name !== null && patterns.includes(name) && /^(exec|test)$/u.test(nameOf(callee?.['property']) ?? ''))
      found.push({ name, bare: false, start: node.start });
    childrenOf(node).forEach(visit);
  };
  visit(program);
  return found;
}

/** The functions of all modules whose results keep something, by the names that they are exported under. */
export function findKeepers(code: string, path: string): ReadonlySet<string> {
  return keepers(parseOnce(code, path) as unknown as Node);
}

/**
 * What at the top of a module changes while a process runs, as `src/a.ts:3 …`. `elsewhere` are functions of other modules whose
 * results keep something, see `findKeepers`.
 */
export function findHiddenState(
  path: string,
  code: string,
  elsewhere: ReadonlySet<string> = new Set(),
): string[] {
  if (Object.keys(exceptions).some((excepted) => path.startsWith(excepted))) return [];
  const program = parseOnce(code, path) as unknown as Node;
  const lineOf = (start: number): number => code.slice(0, start).split('\n').length;
  const told = new Map<string, string>();
  const tell = (start: number, name: string, why: string): void => {
    if (!told.has(name)) told.set(name, `${path}:${lineOf(start)} ${why}. ${INSTEAD}`);
  };
  const { functions, variables, classes } = topLevel(program);
  const imported = (program['body'] as Node[]).flatMap((node) =>
    node.type === 'ImportDeclaration' ? boundNames(node) : [],
  );
  const changes = changesFromWithin(program);
  for (const { kind, declarator } of variables) {
    for (const name of boundBy(declarator['id'])) {
      // What a script finds on its page is the page's.
      const ofPage = kind === 'const' && rootOfCall(declarator['init']) === 'document';
      const change = ofPage ? undefined : changes.find((one) => one.name === name);
      const why = whyChangeable(declarator, new Set([...keepers(program), ...elsewhere]));
      if (change !== undefined)
        tell(change.start, name, `changes ${name}, which stands at the top of the module`);
      // Given a value once, while the class below it is made, as what reads its private fields.
      else if (kind !== 'const' && !(kind === 'let' && declarator['init'] === null))
        tell(declarator.start, name, `${kind} ${name} can change`);
      else if (why !== null) tell(declarator.start, name, `${name} ${why}`);
    }
  }
  for (const { name, bare, start } of changes) {
    if (functions.has(name) || imported.includes(name) || name === 'globalThis')
      tell(start, name, `changes ${name}, which is ${bare ? 'bound' : 'shared'} by all`);
  }
  for (const { name, start } of movedIn(program, movingPatterns(program)))
    tell(start, name, `has the pattern ${name} remember where it stopped`);
  for (const one of classes)
    for (const { start, why } of staticState({ body: one['body'] as Node })) tell(start, why, why);
  return [...told.values()];
}

function boundNames(node: Node): string[] {
  return (node['specifiers'] as Node[]).map((specifier) => nameOf(specifier['local']) ?? '');
}
