import { readNumber } from '../kernel/number-words.ts';
import { CellError, cellWords, type Cell, type MechanicText, PlacedError } from './cell.ts';
import type { Cells, RowCode, RowContext } from './row-code.ts';
import { idOf, isOrAre, type Name, type NameScope } from './vocabulary.ts';
import { slug } from '../kernel/names.ts';

const SCOPES: Readonly<Record<string, NameScope>> = { player: 'player', game: 'game', proposal: 'post' };

/** The starting value in a cell, which also determines the variable's kind. */
type Start =
  | { readonly kind: 'number'; readonly start: number }
  | { readonly kind: 'yes or no'; readonly start: boolean }
  | { readonly kind: 'word'; readonly start: string; readonly options: readonly string[] }
  | { readonly kind: 'person' };

/** `| Coins | 5 | 0 | |` */
export function namesOfVariables({ header, rows }: MechanicText, whose: string): readonly Name[] {
  const columns = header.map((heading) => cellWords(heading).toLowerCase());
  const at = (cells: readonly string[], column: string): string =>
    cellWords(cells[columns.indexOf(column)] ?? '');
  return rows.flatMap(({ cells }) => {
    const title = cellWords(cells[0] ?? '');
    const start = startIn(at(cells, 'starts at'), at(cells, 'can be'));
    if (title === '' || start === null) return [];
    return [
      {
        title,
        id: idOf(title),
        of: SCOPES[whose] ?? 'player',
        kind: start.kind,
        isWorth: false,
        ...limitsOf(start, at(cells, 'at least'), at(cells, 'at most')),
        ...('options' in start && { options: start.options }),
      },
    ];
  });
}

function startIn(text: string, options: string): Start | null {
  if (options !== '') {
    const all = options.split(/\s*,\s*|\s+or\s+/u).filter((one) => one !== '');
    const start = all.find((one) => one.toLowerCase() === text.toLowerCase());
    return start === undefined ? null : { kind: 'word', start, options: all };
  }
  if (/^(?:yes|no)$/iu.test(text)) return { kind: 'yes or no', start: text.toLowerCase() === 'yes' };
  if (/^nobody$/iu.test(text)) return { kind: 'person' };
  const number = text === '' ? 0 : readNumber(text);
  return number === null || !Number.isSafeInteger(number) ? null : { kind: 'number', start: number };
}

/** The minimum is 0 unless a cell says otherwise, by a smaller number or “any”. */
function limitsOf(
  { kind }: Start,
  least: string,
  most: string,
): { readonly least?: number | null; readonly most?: number } {
  if (kind !== 'number') return {};
  const low = /^any(?:thing)?$/iu.test(least) ? null : least === '' ? 0 : readNumber(least);
  const high = most === '' ? null : readNumber(most);
  return { least: low, ...(high !== null && { most: high }) };
}

/** “None” is no limit to one reader, and zero to another. */
function isLimit(text: string): boolean {
  return Number.isSafeInteger(readNumber(text)) && !/^n(?:o|one|ever)$/iu.test(text);
}

export function compileVariable(cells: Cells, first: Cell, { whose, words }: RowContext): RowCode {
  const title = cellWords(first.text);
  const starts = cells['starts at'];
  const start = startIn(cellWords(starts?.text ?? ''), cellWords(cells['can be']?.text ?? ''));
  noSecret(title, starts);
  noSecret(title, cells['kept by']);
  if (start === null)
    throw new CellError(
      `“${title}” can’t start at “${starts?.text ?? ''}”.`,
      `a whole number, yes, no, nobody, or one of the words under “can be”${whose === 'game' ? `; for a first holder, nobody, and a row “When this rule is adopted, the game gets ${title} = its author”` : ''}`,
      '5',
    );
  for (const column of ['at least', 'at most']) {
    const text = cells[column]?.text ?? '';
    if (text !== '' && !/^any(?:thing)?$/iu.test(text) && !isLimit(text))
      throw new CellError(
        `“${text}” is not a valid limit for “${title}”.`,
        'a whole number, “any”, or nothing',
        '0',
      );
  }
  if (/[^\p{L}\p{N} '_-]/u.test(title) || idOf(title) === '')
    throw new CellError(
      `“${title}” can’t be a name, since rules couldn’t mention it.`,
      'letters and digits, with spaces between words',
      idOf(title) === '' ? 'Coins' : title.replaceAll(/[^\p{L}\p{N} '_-]/gu, '').trim(),
    );
  const of = SCOPES[whose] ?? 'player';
  const name = words.find(title).find((one) => one.of === of);
  if (start.kind === 'number') noContradiction(title, start.start, cells);
  const hand = cells['kept by'];
  if (hand !== undefined && (!/^(?:by )?hand$/iu.test(hand.text) || of === 'post'))
    throw new PlacedError(
      hand,
      new CellError(
        `“${title}” can’t be kept by “${hand.text}”.`,
        '“hand”, for what players or the game have, or nothing',
        'hand',
      ),
    );
  const typeAs = (called: string, more = ''): string => typeOf(called, start, name, more);
  const row = variableRow(of, idOf(title), typeAs(title, hand === undefined ? '' : ', shown: true'));
  const notes =
    start.kind === 'number' && name?.least === 0 && (cells['at least']?.text ?? '') === ''
      ? [`${title} ${isOrAre(title)} never below zero`]
      : [];
  if (hand === undefined) return { rows: [row], notes };
  return {
    rows: [row, ...handRows({ title, id: idOf(title), of: of === 'game' ? 'game' : 'player', typeAs })],
    notes: [...notes, `any player can change ${title} and undo the last change; the ledger names them`],
  };
}

/** Tables keep everything in sight. */
function noSecret(title: string, cell: Cell | undefined): void {
  if (cell !== undefined && /\b(?:hidden|secret(?:ly)?|private(?:ly)?|sealed)\b/iu.test(cell.text))
    throw new PlacedError(
      cell,
      new CellError(
        `“${title}” can’t be hidden: everybody sees what a table counts.`,
        'something that everybody may see; what only its owner may see needs code beside the rule, or paper',
        '0',
      ),
    );
}

function noContradiction(title: string, start: number, cells: Cells): void {
  const textIn = (column: string): string => cells[column]?.text ?? '';
  const limits = limitsOf({ kind: 'number', start }, textIn('at least'), textIn('at most'));
  const [least, most] = [limits.least ?? -Infinity, limits.most ?? Infinity];
  const message =
    least > most
      ? `“${title}” can’t be at least ${least} and at most ${most}.`
      : start < least
        ? `“${title}” starts at ${start}, but is at least ${least}.`
        : `“${title}” starts at ${start}, but is at most ${most}.`;
  const column = least > most ? 'at most' : 'starts at';
  const example = String(least <= most && start > most ? most : least);
  const wrong = new CellError(
    message,
    'a start between the limits; “any” under “at least” is no limit',
    example,
  );
  if (least > most || start < least || start > most)
    throw new PlacedError(cells[column] ?? { text: '', line: 0, column }, wrong);
}

function typeOf(title: string, start: Start, name: Name | undefined, more: string): string {
  const named = `title: ${JSON.stringify(title)}${more}`;
  if (start.kind === 'person') return `optional(player({ who: "anybody" }), { none: "nobody", ${named} })`;
  if (start.kind === 'yes or no') return `boolean({ ${named}, start: ${start.start} })`;
  if (start.kind === 'word')
    return `choice(${JSON.stringify(start.options)}, { ${named}, start: ${JSON.stringify(start.start)} })`;
  const most = name?.most === undefined ? '' : `, max: ${name.most}`;
  return `integer({ ${named}, start: ${start.start}, min: ${name?.least ?? null}${most} })`;
}

export function variableRow(of: NameScope, id: string, type: string): string {
  return `{ row: "variable", of: "${of}", name: "${id}", type: ${type} }`;
}

interface HandVariable {
  readonly title: string;
  readonly id: string;
  readonly of: 'player' | 'game';
  readonly typeAs: (title: string, more?: string) => string;
}

/**
 * Lets everybody change a variable that no rule counts: an action that sets it, another that takes that back, and a variable for the
 * earlier value.
 */
function handRows({ title, id, of, typeAs }: HandVariable): readonly string[] {
  const [before, known] = [`${id}Before`, `${id}Changed`];
  const isGame = of === 'game';
  const owner = isGame ? 'e.g.game' : 'e.chosen.whose';
  const whose = isGame ? '' : 'whose: player({ title: "Whose" }), ';
  const ofWhom = isGame ? '' : ' of {whose}';
  const set = (name: string, value: string): string =>
    `{ ${isGame ? 'of: "game"' : `who: (e) => [${owner}]`}, name: "${name}", to: (e) => ${value} }`;
  const move = (verb: string, sentence: string, parts: string): string =>
    `{ row: "move", id: "${slug(`${verb} ${title}`)}", title: ${JSON.stringify(`${verb} ${title}`)}, sentence: ${JSON.stringify(sentence)}, by: "player", pays: [], ${parts} }`;
  const undoable = JSON.stringify(`${title}: the last change can be undone`);
  return [
    `{ row: "variable", of: "${of}", name: "${before}", type: ${typeAs(`${title} before the last change`, ', shown: false')} }`,
    `{ row: "variable", of: "${of}", name: "${known}", type: boolean({ title: ${undoable}, shown: false }) }`,
    move(
      'Change',
      `changes ${title}${ofWhom} to {value}`,
      `with: { ${whose}value: ${typeAs('New value')} }, needs: [], gets: [${set(before, `${owner}.${id}`)}, ${set(known, 'true')}, ${set(id, 'e.chosen.value')}]`,
    ),
    move(
      'Undo the last change of',
      `undoes the last change of ${title}${ofWhom}`,
      `with: { ${whose}}, needs: [{ text: () => "it has been changed since it was last undone", holds: (e) => ${owner}.${known} === true }], gets: [${set(id, `${owner}.${before}`)}, ${set(known, 'false')}]`,
    ),
  ];
}
