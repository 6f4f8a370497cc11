import { Caches } from '../../../cache/caches.ts';
import { goBackFor } from '../../../care/recover/recover.ts';
import { openGitHubForge } from '../../../forge/github/github-forge.ts';
import { openClient } from '../../../forge/github/client.ts';
import { accountOfToken } from '../../../forge/github/people.ts';
import { GAME_PATHS } from '../../../store/library.ts';
import { forgeOptions } from './environment.ts';
import type { RunOptions } from './run-tick.ts';

/** Goes back to playable rules for the person who started the workflow “Recover”, as far as the engine allows them. */
export async function runRecover(options: RunOptions, given: NodeJS.ProcessEnv): Promise<void> {
  const { environment, now, say, paced, caches = new Caches() } = options;
  const { GITHUB_ACTOR_ID: id, GITHUB_ACTOR: name, RECOVER_TO: to, RECOVER_POST: post } = given;
  if (id === undefined || name === undefined)
    throw new Error(
      'GITHUB_ACTOR and GITHUB_ACTOR_ID are not set: this has to be started by the workflow “Recover”.',
    );
  const place = { ...forgeOptions(environment, now), paced };
  const forge = await openGitHubForge({
    ...place,
    engine: await accountOfToken(openClient(place)),
    games: GAME_PATHS,
  });
  const consent = to === undefined ? {} : { consent: { to, post: post ?? '' } };
  say(`${await goBackFor({ id, name }, { forge, now: now(), caches, ...consent })}\n`);
}
