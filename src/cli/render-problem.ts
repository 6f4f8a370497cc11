import type { Ending } from './exit-codes.ts';
import type { Fault } from './failure.ts';
import type { Paint } from './terminal.ts';

const headings: Readonly<Record<Exclude<Ending, 'ok'>, string>> = {
  refused: 'refused',
  usage: 'usage',
  broken: 'error',
  bug: 'bug',
};

/** Renders a problem for people. Only parts that are present have a line:
 *
 *     error[no-such-file]  There is no file a.yml.
 *       where     the first operand
 *       expected  a scenario
 *       next      Look at the path.
 */
function renderProblem(problem: Fault, heading: string, paint: Paint): string {
  const details = (['where', 'expected', 'next'] as const).flatMap((key) =>
    problem[key] === undefined ? [] : [`  ${paint('dim', key.padEnd(8))}  ${problem[key]}\n`],
  );
  return `${paint('red', `${heading}[${problem.code}]`)}  ${problem.what}\n${details.join('')}`;
}

export function renderProblems(problems: readonly Fault[], ending: Ending, paint: Paint): string {
  const heading = ending === 'ok' ? 'error' : headings[ending];
  return problems.map((problem) => renderProblem(problem, heading, paint)).join('\n');
}
