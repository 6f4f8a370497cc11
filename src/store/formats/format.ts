import type { ContentFiles } from '../paths.ts';

/** The format of a game's files that this engine writes. A game that says nothing is in the first. */
export const FORMAT = 2;

/** From this one on the mark `private` goes outwards; what was played in an earlier one is played again as it was. */
export const PRIVATE_OUTWARDS = 2;

export const FORMAT_FILE = 'content/format.json';

export function readFormat(files: ContentFiles): number {
  return formatIn(files.get(FORMAT_FILE) ?? null);
}

export function formatIn(text: string | null): number {
  if (text === null) return 1;
  try {
    const { format } = JSON.parse(text) as { format?: unknown };
    return typeof format === 'number' ? format : 1;
  } catch {
    return 1;
  }
}

export function writeFormat(format: number): string {
  return `${JSON.stringify({ format })}\n`;
}
