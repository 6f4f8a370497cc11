import { checksOfPlay, checksOfText } from '../../src/rehearse/lint/checks.ts';
import { table } from './table.ts';

/** Lists every code under which `gitnomic lint` reports a problem of a readable game. */
export function renderLint(): string {
  const rows = [...checksOfText, ...checksOfPlay].flatMap(({ grade, codes }) =>
    Object.entries(codes).map(([code, means]) => [`\`${code}\``, grade, means]),
  );
  return [
    '# What lint finds\n\nWritten by `scripts/write-reference.ts` from `src/rehearse/lint/checks.ts`. Of a file that can’t be read\n`gitnomic lint` says what is wrong with it, and looks no further. A note is worth a look, and no mistake for sure.\n\n',
    table(['code', 'grade', 'what it means'], rows),
  ].join('');
}
