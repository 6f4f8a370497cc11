import { cellWords, type Cell } from './cell.ts';
import type { Cells, RowCode, RowContext } from './row-code.ts';
import { readFormula } from './formula.ts';
import { inCell } from './in-cell.ts';
import type { RowScene } from './scene.ts';

/** `| every vote | it is Objected to |` */
export function compileNeed({ if: when }: Cells, first: Cell, { words }: RowContext): RowCode {
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
