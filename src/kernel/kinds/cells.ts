/** What stands in a cell for yes, and for no or nothing. */
export const YES: ReadonlySet<string> = new Set(['yes', 'true', 'x', '✓']);
export const NO: ReadonlySet<string> = new Set(['no', 'false', '', '–', '-']);

/** Reads `48`, `−1`, `1,000,000`, `$5000`, `12.5`. */
export function readNumber(text: string): number | null {
  const cleaned = text
    .trim()
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/^([+-]?)[$£€]/, '$1')
    .replace(/(\d)[,\u202f\u00a0 ](?=\d{3}\b)/g, '$1');
  return /^[+-]?\d+(\.\d+)?$/.test(cleaned) ? Number(cleaned) : null;
}
