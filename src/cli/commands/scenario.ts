import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Caches } from '../../cache/caches.ts';
import { readFolder, readLibrary } from '../../store/library.ts';
import { ScenarioError } from '../../scenario/format.ts';
import { runScenario, type ScenarioResult } from '../../scenario/run.ts';
import { defineCommand } from '../command.ts';
import { Failure } from '../failure.ts';

export const command = defineCommand({
  usage: 'scenario [options] FILE…',
  details:
    'Runs scenarios against the rules of the library: each is a small game, some steps in it, and what must then be true. ' +
    'A folder stands for every scenario below it. It ends with 1 if an expectation failed.',
  examples: [
    { line: 'scenario my-rule.yml', does: 'run one scenario' },
    { line: 'scenario content/library', does: 'run every scenario that comes with the rules' },
  ],
  options: {
    library: {
      type: 'string',
      value: 'FOLDER',
      summary: 'another library than the one that comes with the engine',
    },
    only: { type: 'string', value: 'WORDS', summary: 'only scenarios whose file or title has these words' },
  },
  operands: {
    name: 'FILE',
    summary: 'a scenario, or a folder of them',
    min: 1,
    max: Number.POSITIVE_INFINITY,
  },
  async run({ operands, values, folder, give, progress, caches }) {
    const { library: libraryAt } = values;
    const library = libraryAt === undefined ? readLibrary() : readFolder(resolve(folder, libraryAt));
    const files = operands.flatMap((operand) => scenariosAt(folder, operand));
    const results: ScenarioResult[] = [];
    for (const file of files) {
      progress(`${results.length + 1} of ${files.length}: ${file}`);
      const text = readFileSync(resolve(folder, file), 'utf8');
      if (
        values.only !== undefined &&
        !`${file} ${text.slice(0, 300)}`.toLowerCase().includes(values.only.toLowerCase())
      )
        continue;
      results.push(await runOne(file, text, library, caches));
    }
    if (results.length === 0)
      throw new Failure('usage', {
        code: 'no-scenario',
        what:
          values.only === undefined
            ? `There is no scenario in ${operands.join(', ')}.`
            : `No scenario among ${files.length} has the words "${values.only}" in its file or title.`,
        expected: 'files ending in .yml with steps, or a folder that has some below it',
        next: 'See one that comes with the rules: content/library/core/scenarios/dice.yml.',
      });
    const failed = results.filter(({ failures }) => failures.length > 0).length;
    give({ passed: results.length - failed, failed, results }, () => render(results, failed));
    return failed === 0 ? 'ok' : 'refused';
  },
});

function scenariosAt(folder: string, operand: string): readonly string[] {
  const path = resolve(folder, operand);
  let stats;
  try {
    stats = statSync(path);
  } catch (error) {
    throw new Failure(
      'usage',
      {
        code: 'no-such-file',
        what: `There is no file ${operand}.`,
        next: 'Give the path of a scenario (.yml) or of a folder of them.',
      },
      { cause: error },
    );
  }
  if (!stats.isDirectory()) return [operand];
  return [...readFolder(path)]
    .filter(([name, text]) => /\.ya?ml$/.test(name) && /^steps:/m.test(text))
    .map(([name]) => `${operand}/${name}`);
}

/** A scenario that can't be read counts as failed, and the others still run. */
async function runOne(
  file: string,
  text: string,
  library: ReadonlyMap<string, string>,
  caches: Caches,
): Promise<ScenarioResult> {
  try {
    return await runScenario(file, text, library, caches);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return {
      file,
      title: '',
      checks: [],
      failures: error.problems.map((message) => ({ file, core: '', step: null, message })),
    };
  }
}

function render(results: readonly ScenarioResult[], failed: number): string {
  const lines = results.flatMap(({ failures }) =>
    failures.map(
      ({ file, core, step, message }) =>
        `${file}${core === '' ? '' : ` (core ${core})`}, ${step === null ? 'end' : `step ${step}`}: ${message}`,
    ),
  );
  return `${[...lines, `${results.length - failed} passed, ${failed} failed`].join('\n')}\n`;
}
