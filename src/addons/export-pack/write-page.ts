import type { PackOut } from './export-pack.ts';
import { shellWord } from '../../language/shell-word.ts';

export interface PageFacts {
  readonly pack: PackOut;
  /** The name of the exported game. */
  readonly from: string;
  readonly at: string;
  /** Actions with a scenario, and actions without one that passes. */
  readonly shown: readonly string[];
  readonly unshown: readonly string[];
}

const LONGEST = 160;

/** The pack's page: its purpose, how to begin, its rules, and what could not be exported. */
export function packPage({ pack, from, at, shown, unshown }: PageFacts): string {
  const { name, title, core, manifest, files, begins, repealed, unread } = pack;
  const own = manifest.rules.filter(({ path }) => files.has(`${path}.md`));
  const lines = (list: readonly string[]): string => list.map((one) => `- ${one}\n`).join('');
  const part = (head: string, text: string): string => (text === '' ? '' : `\n## ${head}\n\n${text}`);
  return [
    `# ${title}\n\nA pack for Gitnomic, made of what was played as “${from}”, as it stood on ${at.slice(0, 10)}. It is played under the core rules \`${core}\`:\n\n`,
    `    gitnomic init my-game --core ${shellWord(core)} --dynasty ${shellWord(name)} --library . --player ana --player bo --player cy\n\n`,
    'in the folder that holds this one. Everything here is to be changed: the rules are Markdown, with a clause in TypeScript where a machine helps.\n',
    part('Its rules', lines(own.map((rule) => `[${rule.title}](${rule.path}.md): ${firstWords(rule.text)}`))),
    part(
      'With what a game begins',
      lines(Object.entries(begins).map(([path, value]) => `\`${path}\`: ${JSON.stringify(value)}`)),
    ),
    part(
      'What was done under them',
      shown.length === 0
        ? ''
        : `Each of these is shown by a [scenario](scenarios) of how it went once: ${shown.join(', ')}.\n`,
    ),
    part(
      'What is not here',
      lines([
        ...(unshown.length === 0
          ? []
          : [
              `Scenarios of ${unshown.join(', ')}: what was done then needs what a scenario can’t begin with, or the rules have changed since.`,
            ]),
        ...(repealed.length === 0
          ? []
          : [
              `That the game had repealed ${repealed.map((path) => `\`${path}\``).join(', ')} of its core rules: here they stand again.`,
            ]),
        ...unread.map((row) => `The row ${row}, which the game left out because it can’t be read.`),
        'Private values, the players, and their possessions.',
      ]),
    ),
  ].join('');
}

/** The first sentence, or as much as fits into a line, without marks of live values. */
function firstWords(text: string): string {
  const plain = text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/[#*|>]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const [first = ''] = plain.split(/(?<=[.!?])\s/u);
  return first.length > LONGEST ? `${first.slice(0, LONGEST)} …` : first;
}
