const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:interface|type|class|const|let|enum|function\*?) (\w+)/gmu;

/** Twins of the platform are one module, for Node and for browsers: `src/platform/node/a.ts` → `src/platform/a.ts`. */
const moduleOf = (path: string): string => path.replace(/^(src\/platform\/)(?:node|web)\//u, '$1');

/** Names that more than one file exports, each with the files: `['show: src/a.ts, src/b.ts']`. */
export function findSameNames(sources: ReadonlyMap<string, string>): string[] {
  const files = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    // What clauses read has names of its own, and no clause sees the engine’s.
    if (path.startsWith('src/rules/')) continue;
    // These stand in for modules of Node, whose names they bear.
    if (path.includes('/stand-ins/')) continue;
    for (const [, name = ''] of text.matchAll(DECLARED))
      files.set(name, (files.get(name) ?? new Set()).add(moduleOf(path)));
  }
  return [...files].flatMap(([name, where]) =>
    where.size > 1 ? [`${name}: ${[...where].sort().join(', ')}`] : [],
  );
}

/** Why a name may stand for two things all the same. */
export const sameNames: Readonly<Record<string, string>> = {
  addresses: 'each add-on with pages lists their addresses by this name',
  GET: 'Astro calls each endpoint by this name',
  command: 'each command is a file, and the registry loads its `command`',
};

/** `class SomeError extends Error`, or an error that is given its code or its next step where it is thrown. */
const BARE_ERROR =
  /^(?:export )?class (\w+) extends Error\b|(Object\.assign\(new Error\([^;]*?\b(?:code: '[a-z]|next\b))/gmu;

/** Classes of errors that have not the one base, by their names. */
export function findBareErrors(sources: ReadonlyMap<string, string>): string[] {
  return [...sources.values()].flatMap((text) =>
    [...text.matchAll(BARE_ERROR)].map(([, name, made]) => name ?? made ?? ''),
  );
}

/** Why an error has neither code nor a next step of its own. */
export const bareErrors: Readonly<Record<string, string>> = {
  Failure: 'it holds problems, each with its own code, where and next',
  FormProblem: 'it is an answer to a request, with its status',
  Refusal: 'it is a decision of the rules, and a clause may catch it: the sandbox has it frozen',
  RuleError: 'it is thrown inside the sandbox, and told as data',
  HarnessError: 'it is thrown inside the sandbox, and is a bug',
  IllegalValue: 'the kernel catches it and refuses with its sentence',
  ClauseCodeError: 'it becomes a ClauseSyntaxError with the file',
  NotPlayableError: 'a scenario on the bare kernel throws it for a step that needs more, which is counted',
  RefusedCode: 'it becomes a ClauseCodeError with the line',
  NoGitError: 'it is caught where Git is asked, and isomorphic-git reads instead',
  CellError: 'it becomes a problem of the ruleset, with file, line and column',
  PlacedError: 'it becomes a CellError with its place',
  DiskFailure: 'it bears the code of the system, as the system’s own errors do',
};
