import { LEDGER, type ContentFiles } from './paths.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { Problem } from '../ruleset/problem.ts';
import type { RecordedLine } from './ledger-line.ts';

/** `archived` is the number of lines in the ledgers of past dynasties. */
export function readLedger(
  files: ContentFiles,
  archived = 0,
): {
  readonly lines: RecordedLine[];
  readonly problems: readonly Problem[];
} {
  const lines: RecordedLine[] = [];
  const problems: Problem[] = [];
  for (const path of [...files.keys()].filter(isLedgerFile).sort()) {
    for (const [index, text] of (files.get(path) ?? '').split('\n').entries()) {
      if (text === '') continue;
      const line = parseLine(text);
      if (line?.n === archived + lines.length) lines.push(line);
      else problems.push(brokenLine(path, index + 1, archived + lines.length));
    }
  }
  return { lines, problems };
}

function parseLine(text: string): RecordedLine | null {
  try {
    return JSON.parse(text) as RecordedLine;
  } catch {
    return null;
  }
}

function brokenLine(file: string, line: number, expected: number): Problem {
  const message =
    'This is not the next line of the ledger: it can’t be read, or one is missing, twice there or out of place.';
  return {
    code: 'ledger-broken',
    file,
    line,
    message,
    expected: `line number ${expected} as the engine wrote it`,
    example: `git checkout HEAD~1 -- ${file}`,
  };
}

/** The monthly files that grow, with the new lines at their ends. */
export function appendToLedger(
  files: ContentFiles,
  added: readonly RecordedLine[],
): ReadonlyMap<string, string> {
  const grown = new Map<string, string>();
  const newest = [...files.keys()].filter(isLedgerFile).sort().at(-1) ?? '';
  for (const line of added) {
    const own = `${LEDGER}${line.at.slice(0, 7)}.jsonl`;
    // Lines are in order of their numbers, so a late one goes to the end, whatever its month.
    const last = [...grown.keys()].at(-1) ?? newest;
    const path = withRoom(own < last ? last : own, (name) => grown.get(name) ?? files.get(name));
    grown.set(path, `${grown.get(path) ?? files.get(path) ?? ''}${JSON.stringify(line)}\n`);
  }
  return grown;
}

/** Returns `2024-03.jsonl`, or `2024-03_0002.jsonl` if that is full. Sorting by name gives their order. */
function withRoom(path: string, textOf: (path: string) => string | undefined): string {
  if ((textOf(path)?.length ?? 0) < BOUNDS.ledgerPart.written) return path;
  const [, month = '', part = '1'] = /^(.*?)(?:_(\d+))?\.jsonl$/u.exec(path) ?? [];
  return withRoom(`${month}_${String(Number(part) + 1).padStart(4, '0')}.jsonl`, textOf);
}

function isLedgerFile(path: string): boolean {
  return path.startsWith(LEDGER) && path.endsWith('.jsonl');
}
