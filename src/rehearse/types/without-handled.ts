import { parse, type AnyNode } from 'acorn';

import { toCamel, toKebab } from '../../kernel/names.ts';
import { stripTypes } from '../../sandbox/strip-types.ts';
import { withWholeClauses } from '../../ruleset/compose.ts';
import { readLibrary } from '../../store/library.ts';
import { isNode } from '../syntax/is-node.ts';

/** A type problem with its place and the missing name. */
interface Placed {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name: string | null;
}

/** A call in which a clause says what to use if no rule answers. Lines and columns count from 1. */
type Stretch = (line: number, column: number) => boolean;

/**
 * Omits problems that a clause handles, because it says what to use if a rule is gone: `maybe(() => person.honor, 0)`, `hook('weapons',
 * {}, [])`. A name that no rule of the library defines, nor one of those `gone`, is still reported as a mistake.
 */
export function withoutHandled<T extends Placed>(
  problems: readonly T[],
  files: ReadonlyMap<string, string>,
  gone: ReadonlySet<string> = new Set(),
): readonly T[] {
  const stretches = new Map<string, readonly Stretch[]>();
  let defined: ReadonlySet<string> | undefined;
  return problems.filter(({ file, line, column, name }) => {
    if (name === null) return true;
    if (!stretches.has(file)) stretches.set(file, stretchesIn(files.get(file) ?? ''));
    if (!stretches.get(file)?.some((isIn) => isIn(line, column))) return true;
    return !gone.has(toKebab(name)) && !(defined ??= namesOfLibrary()).has(toCamel(name));
  });
}

function stretchesIn(typescript: string): readonly Stretch[] {
  const found: Stretch[] = [];
  const visit = (node: AnyNode): void => {
    if (node.type === 'CallExpression' && doesWithout(node.callee, node.arguments.length) && node.loc) {
      const { start, end } = node.loc;
      const comesBefore = (a: readonly [number, number], b: readonly [number, number]): boolean =>
        a[0] < b[0] || (a[0] === b[0] && a[1] <= b[1]);
      found.push(
        (line, column) =>
          comesBefore([start.line, start.column + 1], [line, column]) &&
          comesBefore([line, column], [end.line, end.column]),
      );
    }
    for (const inner of Object.values(node).flat() as unknown[]) if (isNode(inner)) visit(inner);
  };
  visit(parse(stripTypes(typescript), { ecmaVersion: 'latest', sourceType: 'module', locations: true }));
  return found;
}

/** `maybe(…)`, `g.maybe(…)`, or a hook with a default answer. */
function doesWithout(callee: AnyNode, given: number): boolean {
  const { name } =
    callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
      ? callee.property
      : callee.type === 'Identifier'
        ? callee
        : { name: '' };
  return name === 'maybe' || (name === 'hook' && given > 2);
}

/**
 * Splits off what comes of rules that are gone: a name that the library defines and no rule of the game, and what else the compiler says of a
 * file that uses one or is as the library has it. Such a clause refuses what it lacks, and says so.
 */
export function splitGone<T extends Placed>(
  problems: readonly T[],
  files: ReadonlyMap<string, string>,
): { readonly gone: readonly T[]; readonly names: ReadonlySet<string>; readonly wrong: readonly T[] } {
  if (problems.length === 0) return { gone: [], names: new Set(), wrong: [] };
  const defined = namesOfLibrary();
  const shipped = new Set(withWholeClauses(readLibrary()).values());
  const lacks = ({ name }: T): boolean => name !== null && defined.has(toCamel(name));
  const lacking = new Set(problems.filter(lacks).map(({ file }) => file));
  const isGone = (one: T): boolean =>
    lacks(one) || (one.name === null && (lacking.has(one.file) || shipped.has(files.get(one.file) ?? '')));
  const gone = problems.filter(isGone);
  const names = new Set(gone.flatMap(({ name }) => (name === null ? [] : [toKebab(name)])));
  return { gone, names, wrong: problems.filter((one) => !isGone(one)) };
}

/** The keys of all objects and interfaces in the library's clauses, which include everything that its rules define. */
function namesOfLibrary(): ReadonlySet<string> {
  const clauses = [...readLibrary()].filter(([path]) => path.endsWith('.ts'));
  const keys = clauses.flatMap(([, text]) => [...text.matchAll(/(?:'([\w-]+)'|\b(\w+))\??\s*[:(]/gu)]);
  return new Set(keys.map(([, quoted, plain]) => toCamel(quoted ?? plain ?? '')));
}
