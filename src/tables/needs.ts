import { CellError, cellWords, type Cell } from './cell.ts';
import type { Cells, RowCode, RowContext } from './row-code.ts';
import { readFormula } from './formula.ts';
import { inCell } from './in-cell.ts';
import type { RowScene } from './scene.ts';

/** `| every vote | it is Objected to |` */
export function compileNeed({ if: when }: Cells, first: Cell, { words, provided }: RowContext): RowCode {
  if (provided.missing.has('votes-required'))
    throw new CellError(
      'Under these rules no number of votes is asked for, so that this row would never count.',
      'a change of the rule that says when a proposal passes',
      '',
      true,
    );
  const scene: RowScene = { words, has: new Set(['proposal']), chosen: {} };
  const text = cellWords(first.text).replace(/ votes? for$/iu, '');
  const votes = /^(?:every vote|all votes|everybody's vote)$/iu.test(text)
    ? 'e.g.players.size'
    : readFormula(text.replace(/ votes?$/iu, ''), scene, 'number').js;
  const holds = inCell(when, () => readFormula(when?.text ?? '', scene, 'yes or no')).js;
  return {
    rows: [`{ row: "needs", votes: (e) => ${votes}, holds: (e) => ${holds} }`],
    told: ['rounded up'].filter(() => votes.includes('divided')),
  };
}
