import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { runGit } from './run-git.ts';

interface Serving {
  readonly gitdir: string;
  readonly path: string;
  readonly query: string;
  readonly user: string;
  /** Runs before whoever asked has the answer. */
  served(): void;
}

/** Git over HTTP, as Git itself serves it. */
export async function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  { gitdir, path, query, user, served }: Serving,
): Promise<void> {
  const sent = await buffer(request);
  const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
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
  response.end(answer.subarray(end + 4));
}
