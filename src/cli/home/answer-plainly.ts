import { HEADERS } from './headers.ts';
import type { Reply } from './reply.ts';

/** Answers with a sentence when no page of the game can be shown. */
export function answerPlainly(
  reply: Reply,
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
): void {
  reply.send(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', ...more }, `${text}\n`);
}
