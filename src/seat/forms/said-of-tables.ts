import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import { splitBlocks } from '../../ruleset/merge/blocks.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { newProblems, type Problem } from '../../ruleset/problem.ts';
import { toShownText } from '../../ruleset/shown.ts';
import { RULESET } from '../../store/paths.ts';
import { apartIn, sayApart, titleIn } from '../../wording/say-parted.ts';
import { soundsCounted } from '../../tables/say-row.ts';
import type { Draft } from '../draft-edit.ts';
import { withPosition } from '../read-table.ts';
import { tell, type Said, type Visit } from './form.ts';

const MOST = 12;

/**
 * Reports problems with tables after a change, with the words that each cell accepts, and rules that sound counted but aren't.
 */
export async function saidOfTables(
  { game, wording }: Visit,
  { changes }: Pick<Draft, 'changes'>,
): Promise<readonly Said[]> {
  const { say } = wording;
  return withPosition(game, ({ open: { play } }) => {
    const after = new Map(play.files);
    for (const [path, text] of changes) {
      if (!path.startsWith(RULESET)) continue;
      if (text === null) after.delete(path.slice(RULESET.length));
      else after.set(path.slice(RULESET.length), text);
    }
    const doubtsOf = (files: ReadonlyMap<string, string>): readonly Problem[] =>
      readRuleset(files, play.terms, game.caches).doubts.filter(({ code }) => IN_TABLES.has(code));
    const found = newProblems(doubtsOf(play.files), doubtsOf(after));
    const lines = found.slice(0, MOST).map(({ file, line, row, field, message, expected, example }) => {
      const text = after.get(file) ?? '';
      // People write the text alone, in which the lines are counted from its own first.
      const { body } = splitFrontMatter(text);
      const above = text.slice(0, text.length - body.length).split('\n').length - 1;
      return tell(
        'refused',
        say`“${titleIn(file, text)}”, line ${Math.max(1, (line ?? 1) - above)}${row === undefined ? '' : `, ${row}`}${field === undefined ? '' : say`, under “${field}”`}: ${message}`,
        {
          lines: [say`Possible here: ${expected}. For example: ${example}.`],
          wrong: ['body'],
        },
      );
    });
    const prose = uncounted(changes, after);
    const apart = [...changes].flatMap(([path, text]) => {
      const file = path.slice(RULESET.length);
      const sentences = text === null || play.files.has(file) ? [] : apartIn(splitFrontMatter(text).body);
      const isCoded = after.has(file.replace(/md$/u, 'ts'));
      return sentences.length === 0 || isCoded
        ? []
        : [tell('plain', sayApart(`“${titleIn(file, text ?? '')}”`, sentences, { wording }))];
    });
    const isIdle = [...changes].every(([path, text]) => {
      const file = path.slice(RULESET.length);
      return (
        text !== null && isBare(file, text, after) && isBare(file, play.files.get(file) ?? '', play.files)
      );
    });
    const idle = say`Nothing but these words would change: the computer does nothing because of them.`;
    return [
      ...lines,
      ...apart,
      ...(isIdle && changes.size > 0 && prose.length === 0 ? [tell('plain', idle)] : []),
      ...prose.map((sentence) =>
        tell('plain', say`The computer doesn’t count this, so you do it yourselves: “${sentence}”`, {
          lines: [
            say`With “Make it count” you choose what the computer should count, or what you count by hand.`,
          ],
        }),
      ),
    ];
  });
}

const IN_TABLES: ReadonlySet<string> = new Set([
  'row-left-out',
  'nearly-a-mechanic',
  'rows-in-a-circle',
  'names-alike',
]);

/** For each changed rule that nothing counts, the first sentence that sounds as if something did. */
function uncounted(changes: Draft['changes'], after: ReadonlyMap<string, string>): readonly string[] {
  return [...changes].flatMap(([path, text]) => {
    const file = path.slice(RULESET.length);
    if (text === null || !path.startsWith(RULESET) || !isBare(file, text, after)) return [];
    return soundsCounted(sentencesOf(text).map((one) => toShownText(one))) ?? [];
  });
}

function sentencesOf(text: string): readonly string[] {
  return splitBlocks(splitFrontMatter(text).body).blocks.flatMap(({ kind, units }) =>
    kind === 'paragraph' || kind === 'item' ? units.map((unit) => unit.text) : [],
  );
}

/** True for a rule of words alone: without a clause, a table, and a value that the game uses. */
function isBare(file: string, text: string, files: ReadonlyMap<string, string>): boolean {
  const isAlone = file.endsWith('.md') && !files.has(`${file.slice(0, -'.md'.length)}.ts`);
  return isAlone && !/^[\s>]*\|/mu.test(text) && !text.includes('](#');
}
