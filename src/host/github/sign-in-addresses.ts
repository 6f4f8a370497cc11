import type { GameFile } from '../../ruleset/schema/game.ts';
import type { SignIn } from '../host.ts';

/** Where a page sends people who want to act in their own name; null if the group has no sign-in service. */
export function signInAt(repository: string, given: GameFile['sign-in']): SignIn | null {
  if (given === undefined || given === null) return null;
  const { service, client, scope } = given;
  const words = new URLSearchParams({
    client_id: client,
    response_type: 'code',
    code_challenge_method: 'S256',
    ...(scope === undefined ? {} : { scope }),
  });
  const api = 'https://api.github.com';
  return {
    forge: 'GitHub',
    authorize: `https://github.com/login/oauth/authorize?${words.toString()}&state={state}&code_challenge={challenge}&redirect_uri={back}`,
    service: `${service.replace(/\/$/u, '')}/token`,
    who: `${api}/user`,
    comment: `${api}/repos/${repository}/issues/{post}/comments`,
    open: `${api}/repos/${repository}/issues`,
  };
}
