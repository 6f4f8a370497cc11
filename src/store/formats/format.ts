import type { ContentFiles } from '../paths.ts';

/** The format of game files that this engine writes. A game that states none has the first. */
export const FORMAT = 4;

/** From this format on, `private` applies to the whole value that contains a private part. Earlier play is replayed under the earlier rule. */
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
