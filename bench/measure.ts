/** The median of several runs, in milliseconds. The two sides of a comparison run alternately. */
export interface Compared {
  readonly ours: number;
  readonly theirs: number;
  /** The median of our time divided by theirs, pair by pair. */
  readonly ratio: number;
}

type Run = () => unknown;

export async function compareRuns(ours: Run, theirs: Run, runs: number): Promise<Compared> {
  await ours();
  await theirs();
  const pairs: [number, number][] = [];
  for (let i = 0; i < runs; i++) pairs.push([await timed(ours), await timed(theirs)]);
  return {
    ours: median(pairs.map(([a]) => a)),
    theirs: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  };
}

export async function timed(run: Run): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** One figure, as a line of JSON. */
export function report(
  figure: { readonly bench: string; readonly peer?: string; readonly bar?: number } & Readonly<
    Record<string, unknown>
  >,
): void {
  console.log(
    JSON.stringify(figure, (_, value: unknown) =>
      typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
    ),
  );
}
