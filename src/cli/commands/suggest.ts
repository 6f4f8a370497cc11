import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { findRule, sayAlike } from '../../ruleset/find-rule.ts';
import { suggestClauses, type Suggestion } from '../../rehearse/suggest-clauses.ts';
import { putFile } from '../../repository/write-files.ts';
import { readLibrary } from '../../store/library.ts';
import { readGame } from '../../store/read-game.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';

const MOST = 3;
const MOST_PROBLEMS = 5;
const LONGEST = 150;

export const command = defineCommand({
  usage: 'suggest [options] RULE',
  details:
    'Shows rules of the library with clauses that resemble a rule of the game, and what such a clause would need: words to mark in the rule’s text, and other problems to solve. With --take it puts the clause beside the rule in content/, so that `gitnomic propose` can propose it; without it nothing is written.',
  examples: [
    { line: 'suggest Votes', does: 'clauses that could count votes' },
    { line: 'suggest 201 --take 1', does: 'put the first one’s clause into content/' },
  ],
  options: {
    ...gameOptions,
    take: { type: 'string', value: 'N', summary: 'put the clause of the Nth into content/' },
  },
  operands: { name: 'RULE', summary: 'a rule’s title or number', min: 1, max: 1 },
  async run(context): Promise<Ending> {
    const [wanted = ''] = context.operands;
    const { give, caches, values } = context;
    const game = await openGameOf(context);
    const content = await game.content();
    const read = readGame(content, caches);
    const found = findRule(readRuleset(read.ruleset, read.terms, caches).manifest, wanted);
    if (found.rule === null)
      throw new Failure('usage', {
        code: 'no-such-rule',
        what: sayAlike(wanted, found) ?? `There is no rule ${wanted}.`,
        next:
          found.near === null
            ? 'Name it by its title, its number, or the path of its file.'
            : `Did you mean ${found.near}?`,
      });
    const { rule } = found;
    const all = await suggestClauses(content, rule, readLibrary(), MOST, caches);
    const taken = values.take === undefined ? null : take(all, values.take, game.folder);
    const shown = all.map(({ files, ...one }) => ({ ...one, files: [...files.keys()] }));
    give({ rule: rule.path, clause: rule.clause, suggestions: shown, taken }, () =>
      taken === null
        ? render(rule.title, all)
        : `Written, to be proposed by \`gitnomic propose\`:\n${taken.map((path) => `  ${path}\n`).join('')}`,
    );
    return 'ok';
  },
});

function take(all: readonly Suggestion[], wanted: string, folder: string): readonly string[] {
  const chosen = all[Number(wanted) - 1];
  if (chosen === undefined)
    throw new Failure('usage', {
      code: 'bad-option-value',
      what: `--take takes the number of a suggestion, not ${wanted}.`,
      expected:
        all.length === 0 ? 'nothing: no rule of the library resembles this one' : `1 to ${all.length}`,
    });
  const clauses = [...chosen.files].filter(([path]) => path.endsWith('.ts'));
  const there = clauses.find(([path]) => existsSync(join(folder, path)));
  if (there !== undefined)
    throw new Failure('refused', {
      code: 'file-there',
      what: `${there[0]} is there already.`,
      next: 'Move it away first, so that nothing of yours is lost.',
    });
  for (const [path, text] of chosen.files) putFile(join(folder, path), text);
  return [...chosen.files.keys()];
}

function render(title: string, all: readonly Suggestion[]): string {
  if (all.length === 0) return `No rule of the library resembles ${title}.\n`;
  return all.map((one, at) => renderOne(one, at + 1)).join('\n');
}

function renderOne(
  { pack, title, likeness, marked, unmarked, problems, text }: Suggestion,
  at: number,
): string {
  const words = Object.entries(marked).map(([name, words_]) => `${name} is ${words_}`);
  const list = (head: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `  ${head}\n${lines.map((line) => `    ${line}\n`).join('')}`;
  return [
    `${at}  ${title} (${pack}), ${likeness} % alike\n`,
    `  ${(text.trim().split('\n')[0] ?? '').slice(0, LONGEST)}\n`,
    list('it would read', words),
    list(
      'to be said and marked in the text',
      unmarked.map((name) => `[…](#value:${name})`),
    ),
    list(
      'what else would have to change',
      problems
        .slice(0, MOST_PROBLEMS)
        .map((what) => (what.length > LONGEST ? `${what.slice(0, LONGEST)} …` : what)),
    ),
    problems.length > MOST_PROBLEMS ? `    and ${problems.length - MOST_PROBLEMS} more\n` : '',
    problems.length + unmarked.length === 0 ? '  nothing else would have to change\n' : '',
  ].join('');
}
