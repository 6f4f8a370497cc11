import { resolve } from 'node:path';
import { attachClauses, type Attached } from './ruleset/attach-clauses.ts';
import { readLibrary } from '../../store/library.ts';
import { listPacks, toTerms } from '../../ruleset/compose.ts';
import { isFreeFolder, makeFolder } from '#platform/files.ts';
import { importRuleset } from './ruleset/import-ruleset.ts';
import { groupUnsure } from './ruleset/say-unsure.ts';
import { assertPack } from '../../cli/read-arguments.ts';
import { defineCommand, type Ending, type UnclearKind, failure } from '../../cli/command.ts';
import { counted } from '../../cli/local/text-table.ts';
import { describeKind, readSources } from '../../cli/local/read-given.ts';

export const command = defineCommand({
  usage: 'import [options] FILE|FOLDER',
  details:
    'Turns a group’s written ruleset into rule files; every sentence ends up in one of them. It reads plain text with or without numbered headings, Markdown, ' +
    'MediaWiki’s markup, folders of Markdown, and Agora’s published rulesets and YAML. Numbers, power, mutability and history become front matter. It asks no questions, and changes no existing file.\n\n' +
    'With --core, core rules that the library knows get their clauses. The words that a clause reads are marked if the library’s text leaves no doubt about them; the others are listed, to be marked by hand. It lists everything that it is unsure of, by kind, with the first lines: check those.',
  examples: [
    {
      line: 'import ruleset.txt --out harbour/content/ruleset',
      does: 'write the rule files into that folder',
    },
    {
      line: 'import ruleset.txt --core first-era --player-term Sailor --emperor-term Admiral --dry-run',
      does: 'show what would be written',
    },
  ],
  options: {
    out: { type: 'string', value: 'FOLDER', summary: 'the folder for the files (default: ruleset)' },
    core: { type: 'string', value: 'ERA', summary: 'the era whose clauses are attached (default: none)' },
    'player-term': { type: 'string', value: 'WORD', summary: 'the text’s word for a player' },
    'emperor-term': { type: 'string', value: 'WORD', summary: 'the text’s word for the emperor' },
    'dry-run': { type: 'boolean', summary: 'write nothing' },
  },
  operands: { name: 'FILE|FOLDER', summary: 'the text, or a folder of texts', min: 1, max: 1 },
  async run({ operands, values, folder, give }): Promise<Ending> {
    const [file = ''] = operands;
    const { core, out = 'ruleset' } = values;
    const library = core === undefined ? null : readLibrary();
    if (core !== undefined && library !== null) assertPack('--core', core, listPacks(library).core);
    const sources = readSources(resolve(folder, file));
    const [player, emperor] = [values['player-term'], values['emperor-term']];
    const terms =
      player === undefined && emperor === undefined
        ? {}
        : { terms: toTerms({ player: player ?? 'Player', emperor: emperor ?? 'Emperor' }) };
    const { files: rules, layout, unsure } = importRuleset(sources, terms);
    const { files, attached } =
      core === undefined || library === null
        ? { files: rules, attached: [] }
        : attachClauses(rules, library, core);
    const target = resolve(folder, out);
    if (values['dry-run'] !== true) writeAll(target, files);
    const unclear = groupUnsure(unsure);
    return give({ folder: target, layout, files: [...files.keys()], attached, unclear, unsure }, () =>
      render(files.size, layout, attached, unclear, values['dry-run'] === true ? null : target),
    );
  },
});

function writeAll(folder: string, files: ReadonlyMap<string, string>): void {
  if (!isFreeFolder(folder)) {
    throw failure('usage', 'folder-not-empty', `${folder} is not empty.`, {
      next: 'Name another folder with --out, so that nothing is lost.',
    });
  }
  makeFolder(folder, files);
}

function render(
  count: number,
  layout: string,
  attached: readonly Attached[],
  unclear: readonly UnclearKind[],
  folder: string | null,
): string {
  return [
    `${counted(count, 'file')}${folder === null ? ' would be written' : ` in ${folder}`}, read as ${layout}.\n`,
    attached.length === 0 ? '' : `\nClauses of the library\n${attached.map(describeAttached).join('')}`,
    unclear.length === 0 ? 'Nothing was unclear.\n' : `\nPlease check\n${unclear.map(describeKind).join('')}`,
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
