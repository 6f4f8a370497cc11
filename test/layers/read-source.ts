import { parseAst } from 'vitest/node';

/**
 * `names`: what is taken of it, by the names that it has there; null where that can't be told. `later`: it is loaded when the
 * code comes to it, and not with the file.
 */
export type Import = {
  specifier: string;
  names: readonly string[] | null;
  typeOnly: boolean;
  later: boolean;
  line: number;
};
export type Use = { what: string; line: number };
export type Source = { imports: Import[]; uses: Use[] };

type Node = { type: string; start: number; [key: string]: unknown };

/** Each check asks for the same few hundred files, and to parse them takes longer than to check them. */
const parsed = new Map<string, ReturnType<typeof parseAst>>();
const sources = new Map<string, Source>();

/** The parsed text, which nobody may change. */
export function parseOnce(code: string, path: string): ReturnType<typeof parseAst> {
  return kept(parsed, `${path}\n${code}`, () => parseAst(code, { lang: 'ts' }, path));
}

function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function nameOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Identifier' ? (value['name'] as string) : undefined;
}

/** `import { type A, type B }` brings no code along, as little as `import type`. */
function bringsOnlyTypes(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type' || node.type === 'TSImportType')
    return true;
  const specifiers = (node['specifiers'] ?? []) as Node[];
  const kind = node.type === 'ImportDeclaration' ? 'importKind' : 'exportKind';
  return specifiers.length > 0 && specifiers.every((specifier) => specifier[kind] === 'type');
}

function namesOf(node: Node): readonly string[] | null {
  if (node.type !== 'ImportDeclaration' && node.type !== 'ExportNamedDeclaration') return null;
  const names = ((node['specifiers'] ?? []) as Node[]).map((one) =>
    nameOf(node.type === 'ImportDeclaration' ? one['imported'] : one['local']),
  );
  return names.every((name) => name !== undefined) ? names : null;
}

const importing = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function specifierOf(node: Node): string | undefined {
  const source = node['source'] ?? node['argument'];
  if (!isNode(source)) return undefined;
  const literal = source.type === 'TSLiteralType' ? source['literal'] : source;
  const value = isNode(literal) ? literal['value'] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** What an expression touches: `Date.now` as a member, `console` as a name, `.getDay` as a method.
 *
 *     new Date()            → 'new Date()'
 *     console.log(1)        → 'console'
 *     a.localeCompare(b)    → '.localeCompare'
 */
function usesOf(node: Node): string[] {
  if (node.type === 'NewExpression' && nameOf(node['callee']) === 'Date') {
    return (node['arguments'] as Node[]).length === 0 ? ['new Date()'] : [];
  }
  if (node.type === 'CallExpression' && nameOf(node['callee']) === 'Date') return ['new Date()'];
  if (node.type === 'MemberExpression' && node['computed'] === false) {
    const object = nameOf(node['object']);
    const property = nameOf(node['property']) ?? '';
    return [...(object === undefined ? [] : [`${object}.${property}`]), `.${property}`];
  }
  return [];
}

/** Keys of a node that hold a name which is no use of a variable. */
function isOnlyAName(parent: Node, key: string): boolean {
  if (parent.type === 'MemberExpression' && key === 'property') return parent['computed'] === false;
  if (key === 'key') return parent['computed'] !== true;
  return parent.type.startsWith('TS') || parent.type.includes('Specifier');
}

/** Reads what a TypeScript file imports and touches. A name that the file declares itself is its own. */
export function readSource(code: string, path: string): Source {
  return kept(sources, `${path}\n${code}`, () => visitSource(code, path));
}

function visitSource(code: string, path: string): Source {
  const lineEnds = [...code.matchAll(/\n/g)].map((match) => match.index);
  // Most nodes come in the order of the text, so the search goes on where it ended last.
  let line = 0;
  const lineAt = (offset: number): number => {
    while (line > 0 && (lineEnds[line - 1] ?? 0) >= offset) line--;
    while ((lineEnds[line] ?? offset) < offset) line++;
    return line + 1;
  };
  const source: Source = { imports: [], uses: [] };
  const declared = new Set<string>();

  function declare(pattern: unknown): void {
    const name = nameOf(pattern);
    if (name !== undefined) declared.add(name);
    else if (isNode(pattern)) {
      for (const property of (pattern['properties'] ?? []) as Node[]) declare(property['value']);
      if (pattern.type === 'AssignmentPattern') declare(pattern['left']);
    }
  }

  function visit(node: Node): void {
    const specifier = importing.has(node.type) ? specifierOf(node) : undefined;
    if (specifier !== undefined) {
      const [names, typeOnly] = [namesOf(node), bringsOnlyTypes(node)];
      const later = node.type === 'ImportExpression';
      source.imports.push({ specifier, names, typeOnly, later, line: lineAt(node.start) });
    }
    for (const what of usesOf(node)) source.uses.push({ what, line: lineAt(node.start) });
    if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') declare(node['id']);
    if (node.type.endsWith('Specifier')) declare(node['local']);
    if (Array.isArray(node['params'])) node['params'].forEach(declare);
    for (const [key, child] of Object.entries(node)) {
      for (const one of Array.isArray(child) ? child : [child]) {
        if (!isNode(one)) continue;
        const name = nameOf(one);
        if (name !== undefined && !isOnlyAName(node, key))
          source.uses.push({ what: name, line: lineAt(one.start) });
        visit(one);
      }
    }
  }

  visit(parseOnce(code, path) as unknown as Node);
  source.uses = source.uses.filter(({ what }) => !declared.has(what));
  return source;
}
