import type { ServerResponse } from 'node:http';

/** The headers of every answer. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Answers with a sentence when no page of the game can be shown. */
export function answerPlainly(
  response: ServerResponse,
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8', ...more })
    .end(`${text}\n`);
}
