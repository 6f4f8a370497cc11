import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { filesOnDisk } from '../../engine/local/checkout.ts';
import { openGame } from '../../engine/game/open-game.ts';
import { readGame } from '../../engine/game/read-game.ts';
import { rulesThatAreMissing } from '../../engine/must-have.ts';
import { UnplayableError } from '../../engine/play.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import type { Problem } from '../failure.ts';
import { gameFolder, gameOptions } from '../local/game-options.ts';
import { renderProblems } from '../render-problem.ts';

export const command = defineCommand({
  usage: 'lint [options] [FOLDER]',
  details:
    'Looks for everything that is wrong with the content of a folder: front matter, live values, clauses, gamestate, ledger. It reads what stands there, edited or not.',
  examples: [
    { line: 'lint', does: 'the content of the game you are in, as you have edited it' },
    { line: 'lint . --json', does: 'a working tree of a game, for a script' },
  ],
  options: { ...gameOptions },
  operands: {
    name: 'FOLDER',
    summary: 'a folder with content/ in it; the game’s, unless said',
    min: 0,
    max: 1,
  },
  async run(context): Promise<Ending> {
    const { operands, folder, give, terminal } = context;
    const root = operands[0] === undefined ? gameFolder(context) : resolve(folder, operands[0]);
    const problems = await problemsIn(root);
    give({ problems }, () =>
      problems.length === 0
        ? 'Nothing is wrong.\n'
        : `${renderProblems(problems, 'broken', terminal.paint)}\n${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}\n`,
    );
    return problems.length === 0 ? 'ok' : 'broken';
  },
});

async function problemsIn(root: string): Promise<readonly Problem[]> {
  const content = join(root, 'content');
  if (!existsSync(content))
    return [
      {
        code: 'no-content',
        what: `There is no folder content in ${root}.`,
        next: 'Name a folder that has one.',
      },
    ];
  const files = filesOnDisk(root);
  const read = readGame(files);
  const found = [
    ...read.problems,
    ...readRuleset(read.ruleset, read.terms).problems.map((problem) => ({
      ...problem,
      file: `content/ruleset/${problem.file}`,
    })),
  ];
  if (found.length > 0) {
    return found.map(({ code, file, line, field, message, expected, example }) => ({
      code,
      what: field === undefined ? message : `${field}: ${message}`,
      where: line === undefined ? file : `${file}:${line}`,
      expected,
      next: `For example: ${example}`,
    }));
  }
  try {
    const { play } = await openGame(files);
    const missing = rulesThatAreMissing(play.sandbox.describe());
    play.dispose();
    return missing.map((what) => ({ code: 'rule-missing', what: `The game could not go on: ${what}.` }));
  } catch (error) {
    if (!(error instanceof UnplayableError)) throw error;
    return error.problems.map((what) => ({ code: error.code, what }));
  }
}
