import { parseAst } from 'vitest/node';

export type Import = { specifier: string; typeOnly: boolean; line: number };
export type Use = { what: string; line: number };
export type Source = { imports: Import[]; uses: Use[] };

type Node = { type: string; start: number; [key: string]: unknown };

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
      source.imports.push({ specifier, typeOnly: bringsOnlyTypes(node), line: lineAt(node.start) });
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

  visit(parseAst(code, { lang: 'ts' }, path) as unknown as Node);
  source.uses = source.uses.filter(({ what }) => !declared.has(what));
  return source;
}
