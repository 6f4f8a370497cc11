import type { AnyNode, Literal } from 'acorn';
import { keysOf, nodeName, nodesIn, parseClause } from '../syntax/nodes.ts';

/** The ways to read a live value. */
export const OF_VALUES = ['value', 'hours', 'endOf', 'share', 'words'] as const;

/** A place where code reads from the text of its rule: `value('window')`, `table('features', { id: … })`. */
export interface TextRead {
  readonly kind: (typeof OF_VALUES)[number] | 'list' | 'table';
  /** Null if it is computed, as in `value(feature)`. */
  readonly name: string | null;
  readonly line: number;
  /** The columns of a table, if the code spells them out. */
  readonly columns: readonly string[];
}

/** One piece of a module, with the names that it mentions and the parts of the text that it reads. */
export interface ModulePiece {
  readonly mentions: ReadonlySet<string>;
  readonly reads: readonly TextRead[];
  /** Each string, with the line on which it first stands. */
  readonly strings: ReadonlyMap<string, number>;
  readonly numbers: readonly { readonly number: number; readonly line: number }[];
}

/** The module from which a name is imported; `*` is the whole module. */
interface Taken {
  readonly specifier: string;
  readonly name: string;
  readonly line: number;
}

export interface Module {
  readonly pieces: ReadonlyMap<string, ModulePiece>;
  readonly imports: ReadonlyMap<string, Taken>;
  /** The exports of a module: pieces of its own, or re-exports from another. */
  readonly exports: ReadonlyMap<string, string | Taken>;
}

/** The piece for statements at the top of a module: nobody names it, but it runs. */
export const ALWAYS = '(top)';
const DEFAULT = '(default)';

/** Splits a clause or a helper into pieces; null if it can't be parsed, which other checks report. */
export function readModule(typescript: string): Module | null {
  const program = parseClause(typescript);
  if (program === null) return null;
  const pieces = new Map<string, ModulePiece>();
  const imports = new Map<string, Taken>();
  const exports = new Map<string, string | Taken>();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const one of statement.specifiers) imports.set(one.local.name, takenBy(one, statement.source));
    } else if (statement.type === 'ExportAllDeclaration') {
      exports.set('*', takenFrom(statement.source, '*'));
    } else if (statement.type === 'ExportDefaultDeclaration') {
      exports.set('default', DEFAULT);
      pieces.set(DEFAULT, pieceOf(statement.declaration, imports));
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const { local, exported } of statement.specifiers) {
        const [from, to] = [nodeName(local), nodeName(exported)];
        exports.set(to, statement.source ? takenFrom(statement.source, from) : from);
      }
      for (const name of addPieces(statement.declaration ?? null, pieces, imports)) exports.set(name, name);
    } else addPieces(statement, pieces, imports);
  }
  return { pieces, imports, exports };
}

function takenBy(one: AnyNode, source: Literal): Taken {
  if (one.type === 'ImportSpecifier') return takenFrom(source, nodeName(one.imported));
  return takenFrom(source, one.type === 'ImportDefaultSpecifier' ? 'default' : '*');
}

function takenFrom({ value, loc }: Literal, name: string): Taken {
  return { specifier: String(value), name, line: loc?.start.line ?? 1 };
}

type Imports = ReadonlyMap<string, Taken>;

/** Adds the names that a top-level statement declares. */
function addPieces(
  statement: AnyNode | null,
  pieces: Map<string, ModulePiece>,
  imports: Imports,
): readonly string[] {
  if (statement === null) return [];
  if (statement.type === 'VariableDeclaration') {
    return statement.declarations.flatMap((declarator) => {
      const piece = pieceOf(declarator, imports);
      const names = declarator.id.type === 'Identifier' ? [declarator.id.name] : [...piece.mentions];
      for (const name of names) pieces.set(name, piece);
      return names;
    });
  }
  const named = statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration';
  const name = (named ? statement.id?.name : undefined) ?? ALWAYS;
  const before = pieces.get(name);
  const piece = pieceOf(statement, imports);
  pieces.set(name, {
    mentions: new Set([...(before?.mentions ?? []), ...piece.mentions]),
    reads: [...(before?.reads ?? []), ...piece.reads],
    strings: new Map([...piece.strings, ...(before?.strings ?? [])]),
    numbers: [...(before?.numbers ?? []), ...piece.numbers],
  });
  return named ? [name] : [];
}

function pieceOf(root: AnyNode, imports: Imports): ModulePiece {
  const mentions = new Set<string>();
  const reads: TextRead[] = [];
  const strings = new Map<string, number>();
  const numbers: { number: number; line: number }[] = [];
  const visit = (node: AnyNode): void => {
    if (node.type === 'Identifier') mentions.add(node.name);
    if (node.type === 'Literal' && typeof node.value === 'string' && !strings.has(node.value))
      strings.set(node.value, node.loc?.start.line ?? 1);
    if (node.type === 'Literal' && typeof node.value === 'number')
      numbers.push({ number: node.value, line: node.loc?.start.line ?? 1 });
    const read = readOf(node, imports);
    if (read !== null) reads.push(read);
    nodesIn(node).forEach(visit);
  };
  visit(root);
  return { mentions, reads, strings, numbers };
}

const KINDS: readonly string[] = [...OF_VALUES, 'list', 'table'] satisfies TextRead['kind'][];

function readOf(node: AnyNode, imports: Imports): TextRead | null {
  if (node.type !== 'CallExpression') return null;
  const [name, columns] = node.arguments;
  const kind = calledOf(node.callee, imports);
  if (kind === null || !KINDS.includes(kind) || name === undefined) return null;
  if (name.type === 'Literal' && typeof name.value !== 'string') return null;
  return {
    kind: kind as TextRead['kind'],
    name: name.type === 'Literal' ? String(name.value) : null,
    line: node.loc?.start.line ?? 1,
    columns: keysOf(columns),
  };
}

/** `value` for both `value('x')` and `g.value('x')`. An imported function, such as the type `list`, reads nothing. */
function calledOf(callee: AnyNode, imports: Imports): string | null {
  if (callee.type === 'Identifier') return imports.has(callee.name) ? null : callee.name;
  const isOfGame =
    callee.type === 'MemberExpression' &&
    !callee.computed &&
    callee.object.type === 'Identifier' &&
    !imports.has(callee.object.name);
  return isOfGame && callee.property.type === 'Identifier' ? callee.property.name : null;
}
