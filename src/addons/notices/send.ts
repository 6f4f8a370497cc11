import { createTransport } from '#platform/mail.ts';
import { pause } from '#platform/turns.ts';

import type { Wording } from '../../language/wording.ts';
import type { Receiver } from './addresses.ts';
import type { News } from './news.ts';

export type Linked = News & { readonly link: string | null };

/** Null if it was delivered. Otherwise the reason, without an address, and how long the receiver asks us to wait. */
export type NotSent = { readonly why: string; readonly waitMs: number } | null;

const TIMEOUT_MS = 10_000;
/** The longest that one run waits for a receiver; longer waits are left for a later run. */
const PATIENCE_MS = 3_000;
const LATER_MS = 5 * 60_000;
const MUCH_LATER_MS = 3_600_000;

/** The length limit of one message, by kind of receiver. */
const MOST: Readonly<Record<Receiver['as'], number>> = {
  discord: 2000,
  slack: 4000,
  matrix: 16_000,
  json: 100_000,
  mail: 100_000,
};

/** As many lines as one message can hold, at least one. */
export function firstBatch(lines: readonly Linked[], { as }: Receiver): readonly Linked[] {
  let length = 0;
  const fits = lines.findIndex((line, at) => (length += lineFor(as, line).length + 1) > MOST[as] && at > 0);
  return fits === -1 ? lines : lines.slice(0, fits);
}

export async function send(
  receiver: Receiver,
  { name: game, wording }: { readonly name: string; readonly wording: Wording },
  lines: readonly Linked[],
): Promise<NotSent> {
  if (receiver.as === 'mail') return sendMail(receiver, subjectOf(game, lines, wording), lines);
  const body = JSON.stringify(bodyFor(receiver.as, game, lines));
  const first = await post(receiver.url, body);
  if (first === null || first.waitMs > PATIENCE_MS) return first;
  await pause(first.waitMs);
  return post(receiver.url, body);
}

function lineFor(as: Receiver['as'], { text, link }: Linked): string {
  const plain = text.replaceAll(/\s+/gu, ' ');
  const safe =
    as === 'slack'
      ? plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      : as === 'discord'
        ? plain.replaceAll(/[\\*_~`|>[\]#]/gu, '\\$&')
        : plain;
  const after = link === null ? '' : as === 'discord' || as === 'slack' ? ` <${link}>` : ` ${link}`;
  const most = MOST[as] - after.length - 1;
  return `${safe.length > most ? `${safe.slice(0, most - 1)}…` : safe}${after}`;
}

function bodyFor(as: Receiver['as'], game: string, lines: readonly Linked[]): object {
  const text = lines.map((line) => lineFor(as, line)).join('\n');
  // Players' words must not ping anybody.
  if (as === 'discord') return { content: text, allowed_mentions: { parse: [] } };
  if (as === 'json')
    return {
      game,
      notices: lines.map(({ kind, at, text, matter, link }) => ({ kind, at, text, matter, link })),
    };
  return { text };
}

async function post(url: string, body: string): Promise<NotSent> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const said = await response.text();
    if (response.ok) return null;
    const why = `it answered ${response.status}`;
    if (response.status === 429) return { why, waitMs: waitAskedFor(response.headers, said) };
    return { why, waitMs: response.status >= 500 ? LATER_MS : MUCH_LATER_MS };
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    return { why: isSlow ? 'it did not answer in time' : 'it can’t be reached', waitMs: LATER_MS };
  }
}

/** Discord also gives the wait in the body, in fractional seconds. */
function waitAskedFor(headers: Headers, body: string): number {
  const said = /"retry_after"\s*:\s*([\d.]+)/u.exec(body)?.[1] ?? headers.get('retry-after') ?? '';
  const seconds = Number(said);
  const ms = said !== '' && Number.isFinite(seconds) ? seconds * 1000 : Date.parse(said) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(0, Math.ceil(ms)), MUCH_LATER_MS) : LATER_MS;
}

function subjectOf(game: string, lines: readonly Linked[], { say }: Wording): string {
  const [first] = lines;
  return lines.length === 1 && first !== undefined
    ? `${game}: ${first.text}`
    : say`${game}: ${lines.length} messages`;
}

async function sendMail(
  { server, from, to }: Extract<Receiver, { as: 'mail' }>,
  subject: string,
  lines: readonly Linked[],
): Promise<NotSent> {
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: server, ...limits });
  try {
    const text = lines.map((line) => `${lineFor('mail', line)}\n`).join('\n');
    await transport.sendMail({ from, to, subject: subject.slice(0, 200), text });
    return null;
  } catch (error) {
    const { responseCode } = error as { responseCode?: unknown };
    const why = typeof responseCode === 'number' ? `it answered ${responseCode}` : 'it can’t be reached';
    return { why, waitMs: LATER_MS };
  } finally {
    transport.close();
  }
}
