import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { explainError } from '../../cli/explain-error.ts';
import type { Game } from '../../host/game.ts';
import { takeTurns } from '../../repository/disk.ts';
import { answerChat } from './chat-commands.ts';
import {
  answerInChat,
  API,
  LATER,
  PONG,
  readInteraction,
  SignedRequests,
  type Interaction,
} from './discord.ts';
import { readWrittenJson } from '../../ruleset/plain-data.ts';
import type { SeatKeys } from '../../seat/program/seat-keys.ts';
import type { SeatPace } from '../../seat/program/seat-pace.ts';
import { readRequestBytes, sendJson, serveJson } from '../../cli/local/listen.ts';

const MOST_BYTES = 100_000;

export interface Bridge {
  readonly game: Game;
  readonly keys: SeatKeys;
  readonly pace: SeatPace;
  readonly key: Uint8Array;
  readonly warn: (text: string) => void;
  readonly clockMs?: () => number;
  /** Replaces the chat’s own address, for tests. */
  readonly api?: string;
}

/** Answers a chat’s signed requests, which arrive through a tunnel or proxy, and rejects all others. */
export async function serveBridge(
  { game, keys, pace, key, warn, clockMs, api = API }: Bridge,
  wanted: number,
): Promise<{ readonly url: string; readonly ended: Promise<void>; readonly close: () => void }> {
  const signed = new SignedRequests(key, clockMs);
  const inTurn = takeTurns();
  const run = async (call: Interaction): Promise<ReturnType<typeof answerInChat>> => {
    try {
      pace.take(call.account);
      return answerInChat(await inTurn(game.folder, () => answerChat(game, keys, call)));
    } catch (error) {
      const { ending, problems } = explainError(error);
      if (ending === 'bug') warn(String(error));
      return answerInChat(problems.map(({ what, next }) => `${what} ${next ?? ''}`.trim()).join('\n'));
    }
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = request.method === 'POST' ? await readRequestBytes(request, MOST_BYTES) : null;
    const [at, signature] = ['x-signature-timestamp', 'x-signature-ed25519'].map((name) =>
      String(request.headers[name] ?? ''),
    );
    if (sent === null || !signed.take(at ?? '', sent, signature ?? ''))
      return sendJson(response, 401, { error: 'The chat’s signature is missing or was used before.' });
    const { value, fault } = readWrittenJson(sent.toString('utf8'));
    if (fault !== null) return sendJson(response, 400, { error: `This ${fault}.` });
    const call = readInteraction(value);
    if (call === null) return sendJson(response, 400, { error: 'No such command is offered.' });
    if (call === 'ping') return sendJson(response, 200, PONG);
    if (call.later === null) return sendJson(response, 200, await run(call));
    sendJson(response, 200, LATER);
    // The rules may block this thread for long, so the answer has to be sent before.
    await once(response, 'finish');
    const done = await run(call);
    const body = JSON.stringify(done.data);
    const headers = { 'content-type': 'application/json' };
    const { ok, status } = await fetch(new URL(call.later, api), { method: 'PATCH', headers, body });
    if (!ok) warn(`The chat did not accept an answer: ${status}.`);
  };
  const unreadable = { error: 'This can’t be read.' };
  return serveJson(answer, (response) => sendJson(response, 400, unreadable), warn, wanted);
}
