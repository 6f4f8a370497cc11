import { asking, openClient, type ClientOptions, type Octokit } from '../../forge/github/client.ts';
import { ForgeError } from '../../forge/events.ts';

/** A request and its answer, stored for tests. */
interface Witnessed {
  readonly asked: string;
  readonly status: number;
  readonly answer: unknown;
}

/** A repository under inspection, with a record of all its answers. */
export interface Witness {
  readonly octokit: Octokit;
  readonly owner: string;
  readonly repo: string;
  readonly record: readonly Witnessed[];
  /** The answer to a GET; null if it doesn't exist or can't be read. */
  get(path: string): Promise<unknown>;
  graph(query: string, variables?: Readonly<Record<string, unknown>>): Promise<GraphAnswer>;
}

interface GraphAnswer {
  readonly data: unknown;
  readonly errors: readonly { readonly type?: string }[];
}

/** Fields whose values must not be recorded. */
const PRIVATE = /token|secret|e-?mail|_key$/iu;

/** `{ token: 'ghs_1', id: 3 }` → `{ token: '***', id: 3 }`, and no token anywhere in a text. */
export function withoutPrivate(value: unknown, token: string): unknown {
  if (typeof value === 'string')
    return value
      .replaceAll(token, '***')
      .replaceAll(/\bgh[a-z]_\w+|\bgithub_pat_\w+/gu, '***')
      .replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/gu, '***');
  if (Array.isArray(value)) return value.map((one: unknown) => withoutPrivate(one, token));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      PRIVATE.test(key) && typeof one === 'string' ? '***' : withoutPrivate(one, token),
    ]),
  );
}

export function openWitness(options: ClientOptions, repository: string): Witness {
  const octokit = openClient(options);
  const [owner = '', repo = ''] = repository.split('/');
  const record: Witnessed[] = [];
  octokit.hook.wrap('request', async (request, given) => {
    const { method, url } = octokit.request.endpoint(given);
    const asked = `${method} ${new URL(url).pathname}${'query' in given ? ` ${given['query']}` : ''}`;
    const keep = (status: number, answer: unknown): void =>
      void record.push({ asked, status, answer: withoutPrivate(answer, options.token) });
    try {
      const response = await request(given);
      keep(response.status, response.data);
      return response;
    } catch (error) {
      const { status = 0, response } = error as { status?: number; response?: { data?: unknown } };
      keep(status, response?.data ?? null);
      throw error;
    }
  });
  return {
    octokit,
    owner,
    repo,
    record,
    get: (path) =>
      asking(
        path,
        async () =>
          (await octokit.request(`GET /repos/{owner}/{repo}${path}`, { owner, repo })).data as unknown,
      ).catch((error: unknown) => {
        const { status } = error instanceof ForgeError ? error.data : {};
        if (status === 404 || status === 403 || status === 410) return null;
        throw error;
      }),
    graph: (query, variables = {}) =>
      asking('a query', async () => {
        try {
          return { data: await octokit.graphql(query, variables), errors: [] };
        } catch (error) {
          const { data, errors } = error as { data?: unknown; errors?: GraphAnswer['errors'] };
          if (errors === undefined) throw error;
          return { data: data ?? null, errors };
        }
      }),
  };
}
