/** A figure as a bench printed it. */
export type Figure = Readonly<Record<string, unknown>> & { readonly bench: string };

/** The results of one bench, a chapter of `docs/performance.md`. */
export interface Chapter {
  /** The bench's file without its ending. */
  readonly name: string;
  /** The description at the head of the bench's file. */
  readonly about: string;
  readonly figures: readonly Figure[];
}

const INTRODUCTION = `# Performance

Made by \`npm run bench -- --write\`; not to be edited by hand. \`npm run bench -- --write NAME\` measures one chapter again and
leaves the others. Each figure is a median, and each ratio was measured side by side with its peer in the same run, since machines
are noisy.
`;

const CHAPTER = /^## (\S+)\n/gmu;
const SHOWN = new Set(['bench', 'ms', 'peer', 'peerMs', 'ratio', 'bar']);
const HEAD = ['what', 'of', 'ours', 'beside', 'takes', 'ratio', 'bar', 'within'];

/** Returns `docs/performance.md` with these chapters replacing those of the same names; the others stay as they were. */
export function showFigures(chapters: readonly Chapter[], machine: string, before: string): string {
  const shown = new Map(chaptersIn(before));
  for (const chapter of chapters) shown.set(chapter.name, showChapter(chapter, machine));
  const inOrder = [...shown].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return [INTRODUCTION, ...inOrder].join('\n');
}

function chaptersIn(text: string): [name: string, text: string][] {
  const heads = [...text.matchAll(CHAPTER)];
  return heads.map((head, at) => [
    head[1] ?? '',
    `${text.slice(head.index, heads[at + 1]?.index ?? text.length).trimEnd()}\n`,
  ]);
}

function showChapter({ name, about, figures }: Chapter, machine: string): string {
  const rows = figures.map((figure) => [
    figure.bench,
    others(figure),
    amount(figure['ms'], ' ms'),
    typeof figure['peer'] === 'string' ? figure['peer'] : '',
    amount(figure['peerMs'], ' ms'),
    amount(figure['ratio'], ''),
    amount(figure['bar'], ''),
    verdict(figure),
  ]);
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const table = [line(HEAD), line(HEAD.map(() => '---')), ...rows.map(line)].join('\n');
  return `## ${name}\n\n${about} ${machine}.\n\n<!-- prettier-ignore -->\n${table}\n`;
}

function amount(value: unknown, unit: string): string {
  if (typeof value !== 'number') return '';
  return `${value >= 100 ? Math.round(value) : Math.round(value * 100) / 100}${unit}`;
}

function others(figure: Figure): string {
  return Object.entries(figure)
    .filter(([key, value]) => !SHOWN.has(key) && (typeof value === 'number' || typeof value === 'string'))
    .map(([key, value]) => `${key} ${typeof value === 'number' ? amount(value, '') : String(value)}`)
    .join(', ');
}

/** A bar applies to the ratio to the peer if there is one, otherwise to the time or the count. */
function verdict({ ratio, ms, requests, bar }: Figure): string {
  if (typeof bar !== 'number') return '';
  const measured = [ratio, ms, requests].find((one) => typeof one === 'number');
  return typeof measured === 'number' ? (measured <= bar ? 'yes' : '**no**') : '';
}
