import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { CodedError } from '../../kernel/coded-error.ts';
import type { HomeGame } from '../../host/game.ts';
import { openMcpSeat } from './mcp-seat.ts';
import { takeTurns } from '../../repository/disk.ts';
import { SeatPace } from '../../seat/program/seat-pace.ts';
import type { SeatKeys } from '../../seat/program/seat-keys.ts';
import { readWrittenJson } from '../../ruleset/plain-data.ts';
import { isOwnHost } from '../../cli/home/guard.ts';
import { OWN_HOST, readRequestBytes, sendJson, serveJson } from '../../cli/local/listen.ts';

const MOST_BYTES = 1_000_000;
/** A client sends a few of them for each step. */
const MOST_REQUESTS = 300;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Serves seats to programs on this machine that have a token. Requests are independent of one another. */
export async function serveMcp(
  game: HomeGame,
  keys: SeatKeys,
  pace: SeatPace,
  wanted: number,
  warn: (text: string) => void,
  mostRequests = MOST_REQUESTS,
): Promise<{ readonly url: string; readonly ended: Promise<void>; readonly close: () => void }> {
  const inTurn = takeTurns();
  // Also for requests that take no step, such as those for the list of tools.
  const requests = new SeatPace(mostRequests);
  let port = wanted;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // A foreign page in a browser can reach this server by DNS rebinding; no program needs to.
    if (!isOwnHost(request.headers.host, port, OWN_HOST) || request.headers.origin !== undefined)
      return refuse(response, 403, 'This server answers only programs on this machine, not web pages.');
    const token = /^Bearer (\S+)$/u.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const player = keys.playerOf('program', token);
    if (player === null)
      return refuse(response, 401, 'This token opens no seat: `gitnomic mcp --invite NAME` gives one.');
    try {
      requests.take(player);
    } catch (error) {
      return refuse(response, 429, error instanceof CodedError ? `${error.message} ${error.next ?? ''}` : '');
    }
    if (request.method !== 'POST') return refuse(response, 405, 'Send each request as an independent POST.');
    const body = await readRequestBytes(request, MOST_BYTES);
    if (body === null) return refuse(response, 413, 'That is too long.');
    const { message, refusal } = readMessage(body.toString('utf8'));
    if (refusal !== null) return sendJson(response, refusal.id === null ? 400 : 200, refusal);
    const server = await openMcpSeat({ game, who: { id: player, name: player, bot: true }, pace }, inTurn);
    const { StreamableHTTPServerTransport } =
      await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, message);
  };
  const served = await serveJson(
    answer,
    (response) => refuse(response, 500, 'That is a bug in the engine.'),
    warn,
    wanted,
  );
  ({ port } = served);
  return served;
}

interface Refused {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly result?: object;
  readonly error?: object;
}

/** The SDK parses some numbers differently, so it only gets texts that mean the same to it. */
export function readMessage(text: string): { readonly message: unknown; readonly refusal: Refused | null } {
  const { value: message, fault } = readWrittenJson(text);
  if (fault === null) return { message, refusal: null };
  const { id = null, method } = z
    .object({ id: z.union([z.string(), z.int()]), method: z.string() })
    .partial()
    .catch({})
    .parse(readOrNull(text));
  const said = `This message ${fault}.`;
  // Models see tool results, but not always errors.
  const answer =
    method === 'tools/call'
      ? {
          result: {
            content: [{ type: 'text', text: JSON.stringify({ code: 'bad-message', message: said }) }],
            isError: true,
          },
        }
      : { error: { code: method === undefined ? PARSE_ERROR : INVALID_REQUEST, message: said } };
  return { message: null, refusal: { jsonrpc: '2.0', id, ...answer } };
}

/** Reads only enough to find out whom to answer. */
function readOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  sendJson(response, status, error);
}
