import { filesBelow, readBytes } from '#platform/files.ts';
import { dirname, join, pathOf } from '#platform/paths.ts';
import { runInFolder } from '#platform/programs.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { isCompiled } from '../../sandbox/own-file.ts';
import { findOptional } from '#platform/packages.ts';
import { sayMissing } from '../../sandbox/optional-package.ts';
import { declarationsOf } from './declarations.ts';
import { CachedVerdicts } from './cached-verdicts.ts';
import { isSwitchedOff } from '../../ruleset/switched-off.ts';
import { nameMissedIn, sayName } from './say-name.ts';
import { CodedError } from '../../kernel/coded-error.ts';

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

/** Without a compiler, features that can do without one go on and say so. */
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
 * Type-checks the clauses of a ruleset against everything that its rules define, with the TypeScript compiler. None
 * of them is run.
 */
export async function checkTypes(
  ...asked: Parameters<typeof compareTypes>
): Promise<readonly PlacedProblem[]> {
  return unhandled(await compareTypes(...asked), asked[0]);
}

/** Omits what clauses handle themselves. */
export async function unhandled(
  problems: readonly PlacedProblem[],
  files: ReadonlyMap<string, string>,
  gone?: ReadonlySet<string>,
): Promise<readonly PlacedProblem[]> {
  if (problems.every(({ name }) => name === null)) return problems;
  const { withoutHandled } = await import('./without-handled.ts');
  return withoutHandled(problems, files, gone);
}

/** Includes problems that a clause handles itself, by `maybe` or by a default answer for a hook. */
export async function compareTypes(
  files: ReadonlyMap<string, string>,
  model: ModelDescription,
  kept: CachedVerdicts | null = isCompiled ? null : new CachedVerdicts(),
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
  const look = (): Promise<string> => compile(tsc, written);
  return problemsIn((await kept?.of([...written.flat(), ...words(tsc)], look)) ?? (await look()), model);
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
