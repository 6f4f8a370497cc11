import { z } from 'zod';

import { readWrittenJson } from '../../ruleset/plain-data.ts';

const SHARES = /^\s*\/shares\s*\n+```json\n([\s\S]*?)\n```\s*$/u;

const sharesSchema = z.record(
  z.string().regex(/^sha256:[0-9a-f]{64}$/u),
  z.string().regex(/^[\w+/=-]{1,400}$/u),
);

/** A post that shows somebody's shares: commitment → share. */
export function writeShares(shares: Readonly<Record<string, string>>): string {
  return `/shares\n\n\`\`\`json\n${JSON.stringify(shares, null, 1)}\n\`\`\`\n`;
}

export function isShares(text: string): boolean {
  return /^\s*\/shares\s/u.test(text);
}

/** Null if it can't be read. */
export function readShares(text: string): Readonly<Record<string, string>> | null {
  const json = SHARES.exec(text.replaceAll('\r\n', '\n'))?.[1];
  if (json === undefined) return null;
  return sharesSchema.safeParse(readWrittenJson(json).value).data ?? null;
}
