import { resolve } from 'node:path';
import type { Caches } from '../../cache/caches.ts';
import { readLibrary, readLibraryIn } from '../../store/library.ts';
import { Play } from '../../session/play/play.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { compareTypes, unhandled, type TypeProblem } from '../../rehearse/types/check-types.ts';
import { composeRuleset, listPacks } from '../../ruleset/compose.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import { assertPack } from '../read-arguments.ts';
import { defineCommand, failure } from '../command.ts';

export const command = defineCommand({
  usage: 'lint types --core ERA [--dynasty PACK]',
  details:
    'Checks the clauses of a ruleset of the library against the variables, views, actions and events that all its rules define together.',
  examples: [
    { line: 'lint types --core ERA', does: 'check the core rules of an era by themselves' },
    { line: 'lint types --core ERA --dynasty PACK', does: 'check them together with a dynasty' },
  ],
  options: {
    core: { type: 'string', value: 'ERA', summary: 'the core pack' },
    dynasty: { type: 'string', value: 'PACK', summary: 'the dynasty laid over it' },
    library: {
      type: 'string',
      value: 'FOLDER',
      summary: 'a folder of packs of your own, or another library than the one that comes with the engine',
    },
  },
  async run({ values, folder, give, caches }) {
    if (values.core === undefined)
      throw failure('usage', 'no-core', '`gitnomic lint types` needs --core.', {
        next: 'Give the core pack, as it is called in content/library/core.',
      });
    const { library: libraryAt } = values;
    const library = libraryAt === undefined ? readLibrary() : readLibraryIn(resolve(folder, libraryAt));
    const packs = listPacks(library);
    assertPack('--core', values.core, packs.core);
    if (values.dynasty !== undefined) assertPack('--dynasty', values.dynasty, packs.dynasties);
    const problems = await typeProblems(library, values.core, values.dynasty, caches);
    give({ problems }, () => render(problems));
    return problems.length === 0 ? 'ok' : 'refused';
  },
});

async function typeProblems(
  library: ReadonlyMap<string, string>,
  core: string,
  dynasty: string | undefined,
  caches: Caches,
): Promise<readonly TypeProblem[]> {
  const choice = { core, ...(dynasty === undefined ? {} : { dynasty }) };
  const { files, terms, problems } = composeRuleset(library, choice);
  if (problems.length > 0)
    return problems.map((problem) => ({ file: '', line: 0, message: describeProblem(problem) }));
  try {
    const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
    const model = play.sandbox.describe();
    play.dispose();
    return unhandled(await compareTypes(files, model), files);
  } catch (error) {
    if (!(error instanceof UnplayableError)) throw error;
    return error.problems.map((message) => ({ file: '', line: 0, message }));
  }
}

function render(problems: readonly TypeProblem[]): string {
  const lines = problems.map(({ file, line, message }) =>
    file === '' ? message : `${file}:${line}: ${message}`,
  );
  return `${[...lines, problems.length === 1 ? '1 problem' : `${problems.length} problems`].join('\n')}\n`;
}
