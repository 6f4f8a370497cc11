/** A figure as a bench printed it, and which bench. */
export interface Measured {
  readonly from: string;
  readonly figure: Readonly<Record<string, unknown>> & { readonly bench: string };
}

const SHOWN = new Set(['bench', 'ms', 'peer', 'peerMs', 'ratio', 'bar']);

/** `docs/performance.md`: every figure beside its peer and its bar. */
export function showFigures(measured: readonly Measured[], machine: string): string {
  const rows = measured.map(({ figure }) => [
    figure.bench,
    others(figure),
    amount(figure['ms'], ' ms'),
    typeof figure['peer'] === 'string' ? figure['peer'] : '',
    amount(figure['peerMs'], ' ms'),
    amount(figure['ratio'], ''),
    amount(figure['bar'], ''),
    verdict(figure),
  ]);
  const head = ['what', 'of', 'ours', 'beside', 'takes', 'ratio', 'bar', 'within'];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `# Performance

Made by \`npm run bench -- --write\`; not to be edited by hand. Each figure is a median, and each ratio was measured side by
side with its peer in the same run, since machines are noisy. ${machine}.

<!-- prettier-ignore -->
${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}
`;
}

function amount(value: unknown, unit: string): string {
  if (typeof value !== 'number') return '';
  return `${value >= 100 ? Math.round(value) : Math.round(value * 100) / 100}${unit}`;
}

function others(figure: Measured['figure']): string {
  return Object.entries(figure)
    .filter(([key, value]) => !SHOWN.has(key) && (typeof value === 'number' || typeof value === 'string'))
    .map(([key, value]) => `${key} ${typeof value === 'number' ? amount(value, '') : String(value)}`)
    .join(', ');
}

function verdict({ ratio, ms, bar }: Measured['figure']): string {
  if (typeof bar !== 'number') return '';
  const measured = typeof ratio === 'number' ? ratio : ms;
  return typeof measured === 'number' ? (measured <= bar ? 'yes' : '**no**') : '';
}
