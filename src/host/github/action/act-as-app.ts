import { tokenOfApp } from '../../../forge/github/app-token.ts';
import type { RunOptions } from './run-tick.ts';

/** Switches to the token of the group's own App, if it has one, so that the App becomes the engine's account. */
export async function actAsApp(options: RunOptions): Promise<RunOptions> {
  const { environment, now, say, paced = true } = options;
  const { GITNOMIC_APP: app, GITNOMIC_APP_KEY: key, GITHUB_REPOSITORY, GITHUB_API_URL: api } = environment;
  if (app === undefined || key === undefined) return options;
  const token = await tokenOfApp({ app, key }, GITHUB_REPOSITORY, { api, paced, now: now() });
  // GitHub masks the token in the log from here on.
  say(`::add-mask::${token}\n`);
  return { ...options, environment: { ...environment, GITHUB_TOKEN: token } };
}
