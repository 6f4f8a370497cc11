import { createPrivateKey, sign } from 'node:crypto';
import { ForgeError } from '../events.ts';
import { asking, openClient, type ClientOptions } from './client.ts';

/** The client id or number, and the private key, of the group's own GitHub App, which replaces the engine's account. */
export interface AppKey {
  readonly app: string;
  /** In GitHub's form: PEM. */
  readonly key: string;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Makes the signed token by which an App identifies itself. It is valid for at most ten minutes, and dated a minute back because clocks
 * differ.
 */
export function signAppToken({ app, key }: AppKey, now: string): string {
  const seconds = Math.floor(Date.parse(now) / 1000);
  const said = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded({ iat: seconds - 60, exp: seconds + 540, iss: app })}`;
  try {
    return `${said}.${sign('RSA-SHA256', Buffer.from(said), createPrivateKey(key)).toString('base64url')}`;
  } catch (cause) {
    // The key itself is never shown.
    const next =
      'Put the whole file that GitHub gave you into the secret, including its first and last lines.';
    throw Object.assign(
      new ForgeError('bad-request', 'GITNOMIC_APP_KEY is not a private key in PEM.', {}, { cause }),
      {
        next,
      },
    );
  }
}

/** A token with which the App can act in this repository only, for an hour. */
export async function tokenOfApp(
  app: AppKey,
  repository: string,
  { now, ...place }: Omit<ClientOptions, 'token'> & { readonly now: string },
): Promise<string> {
  const octokit = openClient({ ...place, token: signAppToken(app, now) });
  const [owner = '', repo = ''] = repository.split('/');
  const { data: installed } = await asking('where the App of the engine is installed', () =>
    octokit.request('GET /repos/{owner}/{repo}/installation', { owner, repo }),
  );
  const { data } = await asking('a token for the App of the engine', () =>
    octokit.request('POST /app/installations/{installation_id}/access_tokens', {
      installation_id: installed.id,
      repositories: [repo],
    }),
  );
  return data.token;
}
