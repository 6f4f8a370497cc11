import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { attachClauses, type Attached } from '../../ruleset/import/attach-clauses.ts';
import { readLibrary } from '../../store/library.ts';
import { toTerms } from '../../ruleset/compose.ts';
import { putFile } from '../../repository/write-files.ts';
import { importText } from '../../ruleset/import/import-text.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { counted } from '../local/counted.ts';

export const command = defineCommand({
  usage: 'import [options] FILE',
  details:
    'Turns the plain text of a ruleset, as it is copied from a wiki page, into rule files: every sentence is in one of them. Core rules that the library knows ' +
    'get their clauses. The words that a clause reads are marked where the library’s text says without doubt which these are; the others are listed, to be marked by hand. What it is unsure of it lists, with the line; look at that.',
  examples: [
    { line: 'import ruleset.txt --out harbour/content/ruleset', does: 'write the rule files there' },
    {
      line: 'import ruleset.txt --core first-era --player-term Sailor --emperor-term Admiral --dry-run',
      does: 'only say what would be written',
    },
  ],
  options: {
    out: { type: 'string', value: 'FOLDER', summary: 'where the files go; ruleset, unless said' },
    core: { type: 'string', value: 'ERA', summary: 'the era whose clauses are attached; none, unless said' },
    'player-term': { type: 'string', value: 'WORD', summary: 'what a player is called in the text' },
    'emperor-term': { type: 'string', value: 'WORD', summary: 'what the emperor is called in it' },
    'dry-run': { type: 'boolean', summary: 'write nothing' },
  },
  operands: { name: 'FILE', summary: 'the text', min: 1, max: 1 },
  async run({ operands, values, folder, give }): Promise<Ending> {
    const [file = ''] = operands;
    const { core, out = 'ruleset' } = values;
    const text = readText(resolve(folder, file));
    const [player, emperor] = [values['player-term'], values['emperor-term']];
    const terms =
      player === undefined && emperor === undefined
        ? {}
        : { terms: toTerms({ player: player ?? 'Player', emperor: emperor ?? 'Emperor' }) };
    const { files: rules, unsure } = importText(text, terms);
    const { files, attached } =
      core === undefined ? { files: rules, attached: [] } : attachClauses(rules, readLibrary(), core);
    const target = resolve(folder, out);
    if (values['dry-run'] !== true) writeAll(target, files);
    give({ folder: target, files: [...files.keys()], attached, unsure }, () =>
      render(files.size, attached, unsure, values['dry-run'] === true ? null : target),
    );
    return 'ok';
  },
});

function readText(path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    if (text.trim() !== '') return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw Object.assign(error as Error, { path });
    throw new Failure(
      'broken',
      {
        code: 'not-utf-8',
        what: `${path} is not written in UTF-8.`,
        next: 'Save it as UTF-8, so that no letter is lost, and import it again.',
      },
      { cause: error },
    );
  }
  throw new Failure('broken', { code: 'nothing-to-import', what: `There is no text in ${path}.` });
}

function writeAll(folder: string, files: ReadonlyMap<string, string>): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Failure('usage', {
      code: 'folder-not-empty',
      what: `${folder} is not empty.`,
      next: 'Name another folder with --out, so that nothing is lost.',
    });
  }
  for (const [path, text] of files) putFile(join(folder, path), text);
}

function render(
  count: number,
  attached: readonly Attached[],
  unsure: ReturnType<typeof importText>['unsure'],
  folder: string | null,
): string {
  return [
    `${counted(count, 'file')}${folder === null ? ' would be written' : ` in ${folder}`}.\n`,
    attached.length === 0 ? '' : `\nClauses of the library\n${attached.map(describeAttached).join('')}`,
    unsure.length === 0
      ? 'Nothing was unclear.\n'
      : `\nTo be looked at\n${unsure.map(({ line, text, message }) => `  line ${line}: ${message} “${text.slice(0, 60)}”\n`).join('')}`,
  ].join('');
}

function describeAttached({ rule, marked, unmarked }: Attached): string {
  const done = Object.entries(marked).map(([name, text]) => `${name} is ${text}`);
  const todo = unmarked.map((name) => `[…](#value:${name})`);
  return [
    `  ${rule}\n`,
    ...(done.length === 0 ? [] : [`    marked: ${done.join(', ')}\n`]),
    ...(todo.length === 0 ? [] : [`    mark in its text: ${todo.join(', ')}\n`]),
  ].join('');
}
