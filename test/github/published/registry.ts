import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { z } from 'zod';

export interface Registry {
  readonly url: string;
  /** `0.1.0 by person` */
  published(): readonly string[];
  close(): Promise<void>;
}

const documentSchema = z.looseObject({
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.unknown()),
});

/**
 * A registry of one package, which npm itself talks to. Who publishes is the token. A workflow that is trusted may publish only what is there already,
 * since a package's page is where somebody says that it is to be trusted (npm/cli#8544).
 */
export async function startRegistry(): Promise<Registry> {
  let there: z.infer<typeof documentSchema> | null = null;
  const published: string[] = [];
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const take = async (): Promise<void> => {
      const given = documentSchema.parse(await json(request));
      const who = (request.headers.authorization ?? '').replace('Bearer ', '');
      if (there === null && who === 'workflow') {
        answer(404, { error: 'Not found' });
        return;
      }
      there = { ...given, versions: { ...there?.versions, ...given.versions } };
      published.push(...Object.keys(given.versions).map((version) => `${version} by ${who}`));
      answer(200, { ok: true });
    };
    if (request.method === 'PUT') take().catch((error: unknown) => answer(500, { error: String(error) }));
    else if (there === null) answer(404, { error: 'Not found' });
    else answer(200, there);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    published: () => published,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
