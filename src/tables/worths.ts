import { cellWords, type Cell, type MechanicText } from './cell.ts';
import type { Cells, RowCode, RowContext } from './row-code.ts';
import { mayBeFraction, readFormula } from './formula.ts';
import { idOf, type NameKind, type Name } from './vocabulary.ts';

/** A formula's value is a number, unless the formula looks like another kind. */
export function namesOfWorths({ rows }: MechanicText, whose: string): readonly Name[] {
  return rows.map(({ cells }) => {
    const title = cellWords(cells[0] ?? '');
    const formula = cellWords(cells[1] ?? '');
    return {
      title,
      id: viewOf(title),
      of: whose === 'game' ? 'game' : 'player',
      kind: kindOf(formula),
      isWorth: true,
    };
  });
}

function kindOf(formula: string): NameKind {
  if (/\bthen "/iu.test(formula)) return 'word';
  return /[<>=≤≥≠]/u.test(formula.replace(/\bif .*? then /iu, '')) ? 'yes or no' : 'number';
}

function viewOf(title: string): string {
  return idOf(title).replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

const TYPES: Readonly<Partial<Record<NameKind, string>>> = {
  number: 'integer({ min: null })',
  'yes or no': 'boolean()',
  word: 'text()',
};

export function compileWorth({ is }: Cells, first: Cell, { whose, words }: RowContext): RowCode {
  const title = cellWords(first.text);
  const of = whose === 'game' ? 'game' : 'player';
  const { js, kind } = readFormula(is?.text ?? '', {
    words,
    has: new Set(of === 'player' ? ['person'] : []),
    chosen: {},
  });
  const row = `{ row: "worth", of: "${of}", id: "${viewOf(title)}", title: ${JSON.stringify(title)}, returns: ${TYPES[kind] ?? 'data()'}, is: (e) => ${js} }`;
  return { rows: [row], notes: mayBeFraction(js) ? ['rounded down'] : [] };
}
