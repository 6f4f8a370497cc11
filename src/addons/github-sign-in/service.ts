// The service through which players sign in on a game's published pages. It is a single file: run it with `node
// sign-in.mjs`, or give it to a host that wants a module with `fetch`, such as Cloudflare, Deno or Bun. It stores
// nothing: a page sends it GitHub's code, and it asks GitHub for the token, because only it knows the client's
// secret.

interface Settings {
  readonly site: string;
  readonly client: string;
  readonly secret: string;
  /** Where GitHub issues tokens; GitHub Enterprise has another address. */
  readonly tokens: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const MOST_BYTES = 2_000;
const MOST_MS = 10_000;
/** The format of a verifier in RFC 7636. */
const VERIFIER = /^[\w.~-]{43,128}$/u;
const CODE = /^[\w.~-]{1,256}$/u;

/** Throws if a required setting is missing. */
export function readSettings(environment: Environment): Settings {
  const missing = ['GITNOMIC_SITE', 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'].filter(
    (name) => (environment[name] ?? '') === '',
  );
  if (missing.length > 0) throw new Error(`The service needs ${missing.join(', ')} in its environment.`);
  const {
    GITNOMIC_SITE = '',
    GITHUB_CLIENT_ID = '',
    GITHUB_CLIENT_SECRET = '',
    GITHUB_TOKEN_URL,
  } = environment;
  return {
    site: new URL(GITNOMIC_SITE).href.replace(/\/?$/u, '/'),
    client: GITHUB_CLIENT_ID,
    secret: GITHUB_CLIENT_SECRET,
    tokens: GITHUB_TOKEN_URL ?? 'https://github.com/login/oauth/access_token',
  };
}

/** Exchanges a code for a token, but only for the game's own pages. */
export async function answer(request: Request, settings: Settings): Promise<Response> {
  const origin = new URL(settings.site).origin;
  const headers = {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    'cache-control': 'no-store',
    vary: 'origin',
    'x-content-type-options': 'nosniff',
  };
  const say = (status: number, body: object): Response => Response.json(body, { status, headers });
  if (new URL(request.url).pathname !== '/token') return say(404, { error: 'There is only /token here.' });
  if (request.headers.get('origin') !== origin)
    return say(403, { error: 'This service is for the pages of another game.' });
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
  if (request.method !== 'POST') return say(405, { error: 'Send the code by POST.' });
  const asked = await readAsked(request);
  if (asked === null) return say(400, { error: 'Send the code and its verifier as JSON.' });
  const token = await tokenFor(asked, settings).catch(() => null);
  return token === null ? say(502, { error: 'GitHub gave no token for this code.' }) : say(200, { token });
}

interface Code {
  readonly code: string;
  readonly verifier: string;
}

async function readAsked(request: Request): Promise<Code | null> {
  if (request.headers.get('content-type')?.startsWith('application/json') !== true) return null;
  if (Number(request.headers.get('content-length') ?? MOST_BYTES + 1) > MOST_BYTES) return null;
  const { code, verifier } = ((await request.json().catch(() => null)) ?? {}) as Partial<Code>;
  const isCode = typeof code === 'string' && CODE.test(code);
  const isVerifier = typeof verifier === 'string' && VERIFIER.test(verifier);
  return isCode && isVerifier ? { code, verifier } : null;
}

async function tokenFor(
  { code, verifier }: Code,
  { site, client, secret, tokens }: Settings,
): Promise<string | null> {
  const given = await fetch(tokens, {
    method: 'POST',
    // GitHub answers with form data unless JSON is requested.
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client,
      client_secret: secret,
      code,
      code_verifier: verifier,
      redirect_uri: `${site}signed-in/`,
    }),
    signal: AbortSignal.timeout(MOST_MS),
  });
  // GitHub answers 200 even if the code is wrong or was used before.
  const { access_token: token } = (await given.json()) as { readonly access_token?: unknown };
  return given.ok && typeof token === 'string' ? token : null;
}

interface Served {
  readonly port: number;
  close(): Promise<void>;
}

export async function serve(settings: Settings, port: number, host: string): Promise<Served> {
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    const pieces: Uint8Array[] = [];
    let size = 0;
    request.on('data', (piece: Uint8Array) => {
      size += piece.length;
      if (size > MOST_BYTES) request.destroy();
      else pieces.push(piece);
    });
    request.on('end', () => {
      const { method = 'GET', url = '/' } = request;
      const body = method === 'POST' ? { body: new Blob(pieces as BlobPart[]) } : {};
      const headers = Object.entries(request.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      );
      // Some methods and addresses are none of a Request's.
      const answered = async (): Promise<Response> =>
        answer(new Request(new URL(url, 'http://service'), { method, headers, ...body }), settings);
      answered()
        .catch(() => new Response(null, { status: 400 }))
        .then(async (given) =>
          response.writeHead(given.status, Object.fromEntries(given.headers)).end(await given.text()),
        )
        .catch(() => response.destroy());
    });
  });
  await new Promise<void>((done, failed) => server.once('error', failed).listen(port, host, done));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** For hosts that load a module. */
// oxlint-disable-next-line import/no-default-export -- it is what such hosts look for
export default {
  fetch: (request: Request, environment: Environment): Promise<Response> =>
    answer(request, readSettings(environment)),
};
