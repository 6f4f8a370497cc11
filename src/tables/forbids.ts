import { slug } from '../kernel/names.ts';
import { CellError, cellWords, type Cell } from './cell.ts';
import type { Cells, RowCode, RowContext } from './row-code.ts';
import { readFormula } from './formula.ts';
import { inCell } from './in-cell.ts';
import type { Has } from './scene.ts';

const ACTS: readonly { readonly says: RegExp; readonly hook: string; readonly has: readonly Has[] }[] = [
  { says: /^vote on an? (.+)$/u, hook: 'may-vote', has: ['person', 'proposal'] },
  { says: /^(?:revise|alter|edit) an? (.+)$/u, hook: 'may-alter', has: ['person', 'proposal'] },
  { says: /^(?:make|post|propose) an? (.+)$/u, hook: 'may-post', has: ['person'] },
  { says: /^add an? (mutable rule|rule)$/u, hook: 'may-change', has: ['proposal'] },
];

/** `| vote on a proposal | they are Banished |` */
export function compileForbidden({ if: when }: Cells, first: Cell, { words, moves }: RowContext): RowCode {
  const text = cellWords(first.text).toLowerCase();
  const act = ACTS.find(({ says }) => says.test(text));
  const move = moves.get(text);
  if (act === undefined && move === undefined)
    throw new CellError(
      `“${first.text}” is nothing that a rule can forbid.`,
      'vote on a proposal; revise a proposal; make a proposal; a move of a table',
      'vote on a proposal',
      true,
    );
  const what = move ?? slug(act?.says.exec(text)?.[1] ?? '');
  const has = new Set(act?.has ?? (['person'] as const));
  const { js } = inCell(when, () => readFormula(when?.text ?? '', { words, has, chosen: {} }, 'yes or no'));
  const why = JSON.stringify(`nobody may ${text} if ${cellWords(when?.text ?? '')}`);
  return {
    rows: [
      `{ row: "forbids", hook: "${act?.hook ?? 'may-take'}", what: "${what}", why: ${why}, holds: (e) => ${js} }`,
    ],
    told: [],
  };
}
