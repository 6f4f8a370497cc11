import { valued } from '../../host/command.ts';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nearest } from '../../kernel/names.ts';
import type { Caches } from '../../cache/caches.ts';
import { readFolder, readLibrary, readLibraryIn } from '../../store/library.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import { readScenario, ScenarioError } from '../../rehearse/scenarios/format.ts';
import { whyNotHolding } from '../../rehearse/scenarios/try-scenarios.ts';
import type { ScenarioResult } from '../../rehearse/scenarios/run-on.ts';
import { runScenario } from '../../scenario/run.ts';
import { defineCommand, Failure } from '../../cli/command.ts';
import { readGivenText } from '../../cli/local/read-given.ts';

export const command = defineCommand({
  usage: 'scenario [options] FILE…',
  details:
    'Runs scenarios against the rules of the library: each is a small game, some steps, and the expected result. ' +
    'A folder stands for every scenario below it. A scenario that stands among a game’s rules and names no others runs under that game’s rules, as they are in the folder. The exit code is 1 if an expectation failed.',
  examples: [
    { line: 'scenario my-rule.yml', does: 'run one scenario' },
    {
      line: 'scenario content/ruleset',
      does: 'run those that came with proposals, and those you are writing',
    },
    { line: 'scenario content/library', does: 'run every scenario that comes with the rules' },
  ],
  options: {
    library: valued(
      'FOLDER',
      'a folder of packs of your own, or another library than the one that comes with the engine',
    ),
    only: valued('WORDS', 'only scenarios whose file or title contains these words'),
  },
  operands: {
    name: 'FILE',
    summary: 'a scenario, or a folder of them',
    min: 1,
    max: Number.POSITIVE_INFINITY,
  },
  async run({ operands, values, folder, give, progress, caches }) {
    const { library: libraryAt } = values;
    const library = libraryAt === undefined ? readLibrary() : readLibraryIn(resolve(folder, libraryAt));
    const files = operands.flatMap((operand) => scenariosAt(folder, operand));
    const results: ScenarioResult[] = [];
    for (const file of files) {
      progress(`${results.length + 1} of ${files.length}: ${file}`);
      const text = readGivenText(resolve(folder, file));
      if (
        values.only !== undefined &&
        !`${file} ${text.slice(0, 300)}`.toLowerCase().includes(values.only.toLowerCase())
      )
        continue;
      results.push(await runOne({ file, text, at: resolve(folder, file) }, library, caches));
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
    .filter(([name, text]) => /\.ya?ml$/.test(name) && isMeant(name, text))
    .map(([name]) => `${operand}/${name}`);
}

/** Its steps may be misspelt, which is to be told. */
function isMeant(name: string, text: string): boolean {
  const keys = [...text.matchAll(/^(\w+):/gmu)].map(([, key = '']) => key);
  return /\.scenario\.ya?ml$/u.test(name) || keys.some((key) => nearest(key, ['steps']) !== null);
}

/** An unreadable scenario counts as failed, and the others still run. */
async function runOne(
  { file, text, at }: { readonly file: string; readonly text: string; readonly at: string },
  library: ReadonlyMap<string, string>,
  caches: Caches,
): Promise<ScenarioResult> {
  try {
    const { title, checks = [], rules } = readScenario(file, text);
    const [game] = rules === undefined ? at.split(/[/\\]content[/\\]ruleset[/\\]/u) : [];
    if (game !== undefined && game !== at) {
      const { ruleset, terms } = readGame(gameFiles(game), caches);
      const why = await whyNotHolding(file, text, { files: ruleset, terms }, caches);
      return {
        file,
        title,
        checks,
        failures: why === null ? [] : [{ file, core: '', step: null, message: why }],
      };
    }
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

/** Read from the folder as it is, so that rules can be tried before they are proposed. */
function gameFiles(game: string): ReadonlyMap<string, string> {
  const below = (folder: string): [string, string][] =>
    [...readFolder(join(game, folder))].map(([path, text]) => [`${folder}/${path}`, text]);
  return new Map([[GAME_FILE, readFileSync(join(game, GAME_FILE), 'utf8')], ...below('content/ruleset')]);
}

function render(results: readonly ScenarioResult[], failed: number): string {
  const lines = results.flatMap(({ failures }) =>
    failures.map(
      ({ file, core, step, message }) =>
        `${file}${core === '' ? '' : ` (core ${core}), ${step === null ? 'end' : `step ${step}`}`}: ${message}`,
    ),
  );
  return `${[...lines, `${results.length - failed} passed, ${failed} failed`].join('\n')}\n`;
}
