import { filesBelow, readBytes } from '#platform/files.ts';
import { dirname, join, pathOf } from '#platform/paths.ts';
import { runInFolder } from '#platform/programs.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { isCompiled } from '../../sandbox/own-file.ts';
import { findOptional } from '#platform/packages.ts';
import { sayMissing } from '../../sandbox/strip-types.ts';
import { declarationsOf } from './declarations.ts';
import { CachedVerdicts } from './cached-verdicts.ts';
import { isSwitchedOff } from '../../ruleset/switched-off.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { nearest, slug, toCamel, toKebab } from '../../kernel/names.ts';
import type { AnyNode } from 'acorn';
import { withWholeClauses } from '../../ruleset/compose.ts';
import { readLibrary } from '../../store/library.ts';
import { childrenOf, nodeName, parseClause } from '../syntax/nodes.ts';

export interface TypeProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface PlacedProblem extends TypeProblem {
  readonly column: number;
  /** The name that no rule defines, if that is the problem. */
  readonly name: string | null;
}

const ROOT = pathOf(new URL('../../../', import.meta.url));

export class NoCompilerError extends CodedError<'no-compiler'> {
  constructor() {
    super('no-compiler', sayMissing('typescript', 'The types of clauses can’t be checked'));
  }
}

/** The compiler itself failed, which says nothing about the clauses. */
export class CompilerFailedError extends CodedError<'compiler-fails'> {
  constructor(detail: string) {
    const reason = detail.trim().split('\n')[0] ?? '';
    super('compiler-fails', `The TypeScript compiler could not check the types of clauses: ${reason}`);
  }
}

const compiler = (): string | null =>
  findOptional('typescript', '/package.json')?.replace(/package\.json$/u, 'bin/tsc') ?? null;

/** Without a compiler, features that can do without one say so and continue. */
export function canCheckTypes(): boolean {
  return compiler() !== null;
}

const OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'esnext',
  lib: ['esnext'],
  types: [],
  module: 'preserve',
  moduleResolution: 'bundler',
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  skipLibCheck: true,
  noErrorTruncation: true,
} as const;

/** Resolves the imports of clauses. */
const PATHS = {
  'gitnomic/rules': [join(ROOT, 'src/rules/index')],
  'gitnomic/rules@1': [join(ROOT, 'src/rules/index')],
  '#core/*': ['./ruleset/core/helpers/*'],
};
/** The folders with the declarations that clauses import, and everything that those need. */
const WORDS = ['src/rules', 'src/kernel'];

/**
 * Type-checks the clauses of a ruleset against everything that its rules define, with the TypeScript compiler. None of them is run.
 * Includes problems that a clause handles itself, by `maybe` or by a default answer for a hook.
 */
export async function compareTypes(
  files: ReadonlyMap<string, string>,
  model: ModelDescription,
  cached: CachedVerdicts | null = isCompiled ? null : new CachedVerdicts(),
): Promise<readonly PlacedProblem[]> {
  const tsc = compiler();
  if (tsc === null) throw new NoCompilerError();
  const clauses = [...files]
    .filter(([path]) => path.endsWith('.ts') && !isOff(path, files))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const compilerOptions = { ...OPTIONS, paths: PATHS };
  const written = [
    ...clauses.map(([path, text]) => [join('ruleset', path), text] as const),
    ['ruleset.d.ts', declarationsOf(model, files)] as const,
    ['tsconfig.json', JSON.stringify({ compilerOptions, include: ['ruleset', 'ruleset.d.ts'] })] as const,
  ];
  const compileAll = (): Promise<string> => compile(tsc, written);
  return problemsIn(
    (await cached?.of([...written.flat(), ...words(tsc)], compileAll)) ?? (await compileAll()),
    model,
  );
}

/** A clause that isn't run doesn't have to fit the rules. */
function isOff(path: string, files: ReadonlyMap<string, string>): boolean {
  const rule = path.replace(/\.ts$/u, '.md');
  return isSwitchedOff(rule, files.get(rule) ?? '');
}

/** The compiler's other inputs: the clause API, and the compiler itself. */
function words(tsc: string): readonly (string | Uint8Array)[] {
  const sources = WORDS.flatMap((folder) =>
    filesBelow(join(ROOT, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(ROOT, folder, name)),
  );
  const own = join(dirname(tsc), '../package.json');
  return [...sources.toSorted(), own].flatMap((path) => [path, readBytes(path)]);
}

/** The output of the compiler, which names files relative to their common folder. */
async function compile(
  tsc: string,
  written: readonly (readonly [path: string, text: string])[],
): Promise<string> {
  const { folder, stdout, stderr, status } = await runInFolder(written, tsc, (place) => [
    '-p',
    place,
    '--pretty',
    'false',
  ]);
  // The compiler exits with a number if it found something, with a line for each problem.
  const isWhole = status === 0 || (status !== null && FOUND.test(stdout) && !HAS_NO_FILE.test(stdout));
  if (!isWhole) throw new CompilerFailedError(HAS_NO_FILE.exec(stdout)?.[0] ?? stderr);
  return stdout.replaceAll(`${folder}/`, '');
}

const FOUND = /^.+?\(\d+,\d+\): error TS\d+: /m;
/** `error TS5083: Cannot read file …`, a fault in the compiler's own input. */
const HAS_NO_FILE = /^error TS\d+: .*/m;

/** Parses `ruleset/core/votes.ts(12,5): error TS2339: …`, with details on the indented lines below. */
function problemsIn(output: string, model: ModelDescription): readonly PlacedProblem[] {
  const errors = output.split(/\n(?! )/);
  return errors.flatMap((error) => {
    const found = /^(.+?)\((\d+),(\d+)\): error TS\d+: (.*)/.exec(error);
    if (found === null) return [];
    const [, file = '', line = '0', column = '0', said = ''] = found;
    const message = sayName(error, model) ?? said;
    return [
      {
        file: file.replace(/^ruleset\//, ''),
        line: Number(line),
        column: Number(column),
        message,
        name: nameMissedIn(message),
      },
    ];
  });
}

/** Matches compiler errors about a string that is no known name, to extract the name and the valid ones. */
const MISSPELT = [
  /Type 'number' is not assignable to type 'NotAmong<"(?<name>[^"]*)", (?<known>.*)>'/,
  /Argument of type '"(?<name>[^"]*)"' is not assignable to parameter of type '(?<known>.*)'\./,
  /: Type '"(?<name>[^"]*)"' is not assignable to type '(?<known>.*?)'\./,
  /Object literal may only specify known properties, (?:and|but) '(?<name>\w+)' does not exist in type 'ValuesFor<(?<known>)/,
];

/** `there is nothing called "oyl" here; did you mean "oil"?`; null for other errors. */
function sayName(error: string, model: ModelDescription): string | null {
  for (const pattern of MISSPELT) {
    const { name, known = '' } = pattern.exec(error)?.groups ?? {};
    if (name === undefined) continue;
    const fitting = [...known.matchAll(/["`]([^"`]*)["`]/g)].map(([, one = '']) =>
      one.replace('${string}', '…'),
    );
    const guess = nearest(name, fitting.length > 0 ? fitting : namesOf(model));
    const there = fitting.length > 0 ? `; there are ${fitting.join(', ')}` : '';
    return `there is nothing called "${name}" here${guess === null ? there : `; did you mean "${guess}"?`}`;
  }
  return null;
}

/** A missing name, in the compiler's message or in the engine's. */
const MISSED = [
  /^there is nothing called "([^"]+)" here/u,
  /^Property '(\w+)' does not exist on type/u,
  /^Object literal may only specify known properties, and ''?([\w-]+)''? does not exist in type/u,
  /^Type '.*' is missing the following properties from type '.*': (\w+)/u,
];

/** `Property 'honor' does not exist on type 'Person'.` → `honor`; null if the problem isn't a missing name. */
export function nameMissedIn(message: string): string | null {
  return MISSED.flatMap((pattern) => pattern.exec(message)?.[1] ?? [])[0] ?? null;
}

/** Every name that clauses may use, for errors in which the compiler shows a type instead of its names. */
function namesOf({ fields, collections, kinds }: ModelDescription): readonly string[] {
  const under = (scope: string, of: object | undefined): readonly string[] =>
    Object.keys(of ?? {}).flatMap((id) => [toCamel(id), `${toCamel(scope)}.${toCamel(id)}`]);
  const plural = (scope: string): string => (scope === 'player' || scope === 'post' ? `${scope}s` : scope);
  return [
    ...Object.entries(fields).flatMap(([scope, of]) => under(plural(scope), of)),
    ...Object.entries(collections).flatMap(([id, of]) => [toCamel(id), ...under(id, of.fields)]),
    ...Object.keys(kinds),
  ];
}

/** A call in which a clause says what to use if no rule answers. Lines and columns count from 1. */
type Stretch = (line: number, column: number) => boolean;

/**
 * Omits problems that a clause handles, because it says what to use if a rule is gone: `maybe(() => person.honor, 0)`, `hook('weapons',
 * {}, [])`. A name that never was defined is still reported as a mistake.
 */
export function unhandled(
  problems: readonly PlacedProblem[],
  files: ReadonlyMap<string, string>,
  isDefined: (name: string) => boolean = definedIn([]),
): readonly PlacedProblem[] {
  const stretches = new Map<string, readonly Stretch[]>();
  return problems.filter(({ file, line, column, name }) => {
    if (name === null) return true;
    if (!stretches.has(file)) stretches.set(file, stretchesIn(files.get(file) ?? ''));
    if (!stretches.get(file)?.some((isIn) => isIn(line, column))) return true;
    return !isDefined(name);
  });
}

function stretchesIn(typescript: string): readonly Stretch[] {
  const found: Stretch[] = [];
  const visit = (node: AnyNode): void => {
    if (node.type === 'CallExpression' && doesWithout(node.callee, node.arguments.length) && node.loc) {
      const { start, end } = node.loc;
      found.push(
        (line, column) =>
          (line > start.line || (line === start.line && column > start.column)) &&
          (line < end.line || (line === end.line && column <= end.column)),
      );
    }
    childrenOf(node).forEach(visit);
  };
  const program = parseClause(typescript);
  if (program !== null) visit(program);
  return found;
}

/** `maybe(…)`, `g.maybe(…)`, or a hook with a default answer. */
export function doesWithout(callee: AnyNode, given: number): boolean {
  const name = nodeName(callee.type === 'MemberExpression' ? callee.property : callee);
  return name === 'maybe' || (name === 'hook' && given > 2);
}

/** Problems of clauses that lack a rule, with the names that they lack, and mistakes. */
export interface TypesFound {
  readonly gone: readonly PlacedProblem[];
  readonly names: ReadonlySet<string>;
  readonly wrong: readonly PlacedProblem[];
}

/**
 * Splits off problems that come from missing rules: names that were defined once but by no rule of the game now, and other errors in
 * unchanged library files and in files that use such a name. Such a clause refuses the action and says what it lacks.
 */
export function splitGone(
  problems: readonly PlacedProblem[],
  files: ReadonlyMap<string, string>,
  isDefined: (name: string) => boolean,
): TypesFound {
  if (problems.length === 0) return { gone: [], names: new Set(), wrong: [] };
  const shipped = new Set(withWholeClauses(readLibrary()).values());
  const lacks = ({ name }: PlacedProblem): boolean => name !== null && isDefined(name);
  const lacking = new Set(problems.filter(lacks).map(({ file }) => file));
  const isGone = (one: PlacedProblem): boolean =>
    lacks(one) || (one.name === null && (lacking.has(one.file) || shipped.has(files.get(one.file) ?? '')));
  const gone = problems.filter(isGone);
  const names = new Set(gone.flatMap(({ name }) => (name === null ? [] : [toKebab(name)])));
  return { gone, names, wrong: problems.filter((one) => !isGone(one)) };
}

/** Whether the library or one of these files, such as a repealed clause, defines, asks or sends a name, or it is one of `others`. */
export function definedIn(
  files: Iterable<readonly [path: string, text: string]>,
  others: Pick<ReadonlySet<string>, 'has'> = new Set(),
): (name: string) => boolean {
  let names: ReadonlySet<string> | null = null;
  return (name) =>
    others.has(toKebab(name)) || (names ??= namesIn([...readLibrary(), ...files])).has(toCamel(name));
}

function namesIn(files: readonly (readonly [path: string, text: string])[]): ReadonlySet<string> {
  const names = files.flatMap(([path, text]) =>
    path.endsWith('.ts')
      ? [...text.matchAll(/\b(?:emit|hook)\('([\w-]+)'|(?:'([\w-]+)'|\b(\w+))\??\s*[:(]/gu)].map(
          ([, asked, quoted, plain = '']) => asked ?? quoted ?? plain,
        )
      : [...text.matchAll(/^\|([^|]+)\|/gmu)].map(([, cell = '']) => slug(cell)),
  );
  return new Set(names.map((name) => toCamel(name)));
}
