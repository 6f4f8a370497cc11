import { tokenOfApp } from '../../../forge/github/app-token.ts';
import type { RunOptions } from './run-tick.ts';

/** The same run with the token of the group's own App, where it has one: then that is who the engine is. */
export async function actAsApp(options: RunOptions): Promise<RunOptions> {
  const { environment, now, say, paced = true } = options;
  const { GITNOMIC_APP: app, GITNOMIC_APP_KEY: key, GITHUB_REPOSITORY, GITHUB_API_URL: api } = environment;
  if (app === undefined || key === undefined) return options;
  const token = await tokenOfApp({ app, key }, GITHUB_REPOSITORY, { api, paced, now: now() });
  // GitHub takes it out of the log from here on.
  say(`::add-mask::${token}\n`);
  return { ...options, environment: { ...environment, GITHUB_TOKEN: token } };
}
