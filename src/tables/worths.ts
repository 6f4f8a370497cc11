import { plainWords, type Cell, type TableText } from './cell.ts';
import type { Cells, RowCode, RowContext } from './row-code.ts';
import { readFormula } from './formula.ts';
import { idOf, type Kind, type Name } from './vocabulary.ts';

/** A value that a formula gives is a number, unless the formula looks like something else. */
export function namesOfWorths({ rows }: TableText, whose: string): readonly Name[] {
  return rows.map(({ cells }) => {
    const title = plainWords(cells[0] ?? '');
    const formula = plainWords(cells[1] ?? '');
    return {
      title,
      id: viewOf(title),
      of: whose === 'game' ? 'game' : 'player',
      kind: kindOf(formula),
      isWorth: true,
    };
  });
}

function kindOf(formula: string): Kind {
  if (/\bthen "/iu.test(formula)) return 'word';
  return /[<>=≤≥≠]/u.test(formula.replace(/\bif .*? then /iu, '')) ? 'yes or no' : 'number';
}

function viewOf(title: string): string {
  return idOf(title).replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

const TYPES: Readonly<Partial<Record<Kind, string>>> = {
  number: 'integer({ min: null })',
  'yes or no': 'boolean()',
  word: 'text()',
};

export function compileWorth({ is }: Cells, first: Cell, { whose, words }: RowContext): RowCode {
  const title = plainWords(first.text);
  const of = whose === 'game' ? 'game' : 'player';
  const { js, kind } = readFormula(is?.text ?? '', {
    words,
    has: new Set(of === 'player' ? ['person'] : []),
    chosen: {},
  });
  const row = `{ row: "worth", of: "${of}", id: "${viewOf(title)}", title: ${JSON.stringify(title)}, returns: ${TYPES[kind] ?? 'data()'}, is: (e) => ${js} }`;
  return { rows: [row], told: /divided|fraction|average/u.test(js) ? ['rounded down'] : [] };
}
