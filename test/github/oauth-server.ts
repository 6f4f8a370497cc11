// An OAuth server that keeps to the specification, in GitHub's stead: a code counts once, for the verifier and the address that it
// was given for.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Provider } from 'oidc-provider';

export interface OAuthServer {
  readonly url: string;
  /** Whoever sits at the browser that comes next; null refuses. */
  signsIn: string | null;
  close(): Promise<void>;
}

export const CLIENT = { id: 'harbour', secret: 'hush-hush' };

/** `given`: a token, and whose it is. */
export async function startOAuthServer(
  back: string,
  given: (token: string, login: string) => void,
): Promise<OAuthServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [back],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['cookies of a test'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    // Who plays has allowed it before, so that nobody is asked.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  provider.on('access_token.saved', (token) => given(token.jti, token.accountId));
  const own: OAuthServer = {
    url,
    signsIn: null,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const callback = provider.callback();
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) {
      void callback(request, response);
      return;
    }
    const result =
      own.signsIn === null
        ? { error: 'access_denied', error_description: 'refused' }
        : { login: { accountId: own.signsIn } };
    provider
      .interactionFinished(request, response, result)
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  };
  return own;
}
