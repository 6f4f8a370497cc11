import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import { splitBlocks } from '../../ruleset/merge/blocks.ts';
import { readRuleset } from '../../ruleset/read.ts';
import type { Problem } from '../../ruleset/problem.ts';
import { toShownText } from '../../ruleset/shown.ts';
import { RULESET } from '../../store/paths.ts';
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
    const found = newProblems(
      readRuleset(play.files, play.terms, game.caches),
      readRuleset(after, play.terms, game.caches),
    );
    const lines = found.slice(0, MOST).map(({ file, line, field, message, expected, example }) =>
      tell(
        'refused',
        say`${file}, line ${line ?? 1}${field === undefined ? '' : say`, under “${field}”`}: ${message}`,
        {
          lines: [say`Possible here: ${expected}. For example: ${example}.`],
          wrong: ['body'],
        },
      ),
    );
    const prose = uncounted(changes, after);
    const isIdle = [...changes].every(([path, text]) => {
      const file = path.slice(RULESET.length);
      return (
        text !== null && isBare(file, text, after) && isBare(file, play.files.get(file) ?? '', play.files)
      );
    });
    const idle = say`Nothing but these words would change: the computer does nothing because of them.`;
    return [
      ...lines,
      ...numbersApart(changes, play.files).map(([number, sentence]) =>
        tell(
          'plain',
          say`The words say “${sentence}”, but no line of the table has ${number}: the computer goes by the table.`,
        ),
      ),
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

type Read = Pick<ReturnType<typeof readRuleset>, 'problems' | 'doubts'>;

/** The problems that the change adds anywhere in the ruleset. */
function newProblems(before: Read, after: Read): readonly Problem[] {
  const keyOf = ({ file, field, code, message }: Problem): string =>
    JSON.stringify([file, field, code, message]);
  const known = new Set([...before.problems, ...before.doubts].map(keyOf));
  return [...after.problems, ...after.doubts].filter(
    (one) => IN_TABLES.has(one.code) && !known.has(keyOf(one)),
  );
}

const IN_TABLES: ReadonlySet<string> = new Set([
  'bad-table-cell',
  'no-such-name',
  'nearly-a-mechanic',
  'rows-in-a-circle',
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

/** The numbers in the words of new rules that their tables lack, each with its sentence. A live value needs no table. */
function numbersApart(
  changes: Draft['changes'],
  before: ReadonlyMap<string, string>,
): readonly (readonly [number: string, sentence: string])[] {
  return [...changes].flatMap(([path, text]) => {
    const rows = text?.match(/^[\s>]*\|.*$/gmu) ?? [];
    if (rows.length === 0 || before.has(path.slice(RULESET.length))) return [];
    const counted = new Set(rows.join('\n').match(NUMBER));
    return sentencesOf(text ?? '').flatMap((sentence) =>
      [...new Set(sentence.replaceAll(/\[[^\]]*\]\([^)]*\)/gu, '').match(NUMBER))]
        .filter((number) => !counted.has(number))
        .map((number) => [number, toShownText(sentence)] as const),
    );
  });
}

const NUMBER = /\b\d+\b/gu;

/** True for a rule of words alone: without a clause, a table, and a value that the game uses. */
function isBare(file: string, text: string, files: ReadonlyMap<string, string>): boolean {
  const isAlone = file.endsWith('.md') && !files.has(`${file.slice(0, -'.md'.length)}.ts`);
  return isAlone && !/^[\s>]*\|/mu.test(text) && !text.includes('](#');
}
