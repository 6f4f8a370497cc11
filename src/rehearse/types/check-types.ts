import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { putFile } from '../../repository/write-files.ts';
import { findOptional, sayMissing } from '../../sandbox/optional-package.ts';
import { declarationsOf } from './declarations.ts';
import { sayName } from './say-name.ts';
import { CodedError } from '../../kernel/coded-error.ts';

export interface TypeProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export class NoCompilerError extends CodedError<'no-compiler'> {
  constructor() {
    super('no-compiler', sayMissing('typescript', 'The types of clauses can’t be checked'));
  }
}

const compiler = (): string | null =>
  findOptional('typescript', '/package.json')?.replace(/package\.json$/u, 'bin/tsc') ?? null;

/** Where there is no compiler, what can do without it goes on and says so. */
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

/**
 * Holds the clauses of a ruleset against what all its rules together define, with the TypeScript compiler. Nothing of
 * them is run.
 */
export async function checkTypes(
  files: ReadonlyMap<string, string>,
  model: ModelDescription,
): Promise<readonly TypeProblem[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gitnomic-types-'));
  const put = (path: string, text: string): void => putFile(join(folder, path), text, { durable: false });
  try {
    for (const [path, text] of files) {
      if (!path.endsWith('.ts')) continue;
      put(join('ruleset', path), text);
    }
    put('ruleset.d.ts', declarationsOf(model, files));
    const paths = {
      'gitnomic/rules': [join(ROOT, 'src/rules/index')],
      'gitnomic/rules@1': [join(ROOT, 'src/rules/index')],
      '#core/*': [join(folder, 'ruleset/core/helpers/*')],
    };
    put(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...OPTIONS, paths }, include: ['ruleset', 'ruleset.d.ts'] }),
    );
    return problemsIn(await compile(folder), folder, model);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compile(folder: string): Promise<string> {
  const tsc = compiler();
  if (tsc === null) throw new NoCompilerError();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string };
    if (stdout !== undefined && stdout !== '') return stdout;
    throw error;
  }
}

/** `ruleset/core/votes.ts(12,5): error TS2339: …`, with what it says besides on the lines below, indented. */
function problemsIn(output: string, folder: string, model: ModelDescription): readonly TypeProblem[] {
  const errors = output.replaceAll(`${folder}/`, '').split(/\n(?! )/);
  return errors.flatMap((error) => {
    const found = /^(.+?)\((\d+),\d+\): error TS\d+: (.*)/.exec(error);
    if (found === null) return [];
    const [, file = '', at = '0', message = ''] = found;
    const name = sayName(error, model) ?? message;
    return [{ file: file.replace(/^ruleset\//, ''), line: Number(at), message: name }];
  });
}
