import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { runGit } from './run-git.ts';

/** How Git fails over HTTP: by a status, by an answer that breaks off or never comes, or by what the server’s Git says. */
export type GitFault =
  | { readonly status: number }
  | { readonly breaksOff: true }
  | { readonly hangs: true }
  | { readonly says: string };

/** The failures of Git that GitHub’s users report, by the words in which Git tells them. */
export const GIT_FAULTS: Readonly<Record<string, GitFault>> = {
  'The requested URL returned error: 502': { status: 502 },
  'The requested URL returned error: 429': { status: 429 },
  'The requested URL returned error: 503': { status: 503 },
  'The requested URL returned error: 500': { status: 500 },
  'unexpected disconnect': { breaksOff: true },
  'write error: No space left on device': { says: 'upload-pack: write error: No space left on device' },
  'Repository temporarily unavailable': { says: 'upload-pack: Repository temporarily unavailable' },
};

interface Serving {
  readonly gitdir: string;
  readonly path: string;
  readonly query: string;
  readonly user: string;
  /** By what was sent. */
  readonly faultFor: (body: string) => GitFault | null;
  /** Runs before whoever asked has the answer. */
  served(): void;
}

/** Git over HTTP, as Git itself serves it. */
export async function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  { gitdir, path, query, user, faultFor, served }: Serving,
): Promise<void> {
  const sent = await buffer(request);
  const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  const fault = faultFor(body.toString('latin1'));
  if (fault !== null && 'hangs' in fault) return;
  if (fault !== null && 'status' in fault) {
    response.statusCode = fault.status;
    response.end();
    return;
  }
  if (fault !== null && 'says' in fault) {
    const kind = path.endsWith('/info/refs')
      ? `${service(query)}-advertisement`
      : `${path.split('/').at(-1)}-result`;
    response.setHeader('content-type', `application/x-${kind}`);
    response.end(packetLine(`ERR ${fault.says}`));
    return;
  }
  const output = await runGit({
    words: ['http-backend'],
    env: {
      GIT_PROJECT_ROOT: gitdir,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: String(body.length),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: user,
    },
    input: body,
  });
  const answer = Buffer.from(output);
  served();
  const end = answer.indexOf('\r\n\r\n');
  for (const line of answer.subarray(0, end).toString().split('\r\n')) {
    const [key = '', value = ''] = line.split(': ');
    if (key === 'Status') response.statusCode = Number.parseInt(value, 10);
    else response.setHeader(key, value);
  }
  const whole = answer.subarray(end + 4);
  if (fault === null) response.end(whole);
  // Half of it, and then nothing more.
  else response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.destroy());
}

const service = (query: string): string => new URLSearchParams(query).get('service') ?? '';

/** `ERR no` → `000aERR no` */
function packetLine(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
}
