import { join } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import type { Host, SignIn } from '../host.ts';
import {
  GAME_FOLDER,
  gamePlace,
  LONGEST_FOLDER,
  REPOSITORY,
  repositoryAt,
  repositoryOf,
} from './repository.ts';
import { GAME_FILE } from '../../store/paths.ts';
import type { GameFile } from '../../ruleset/schema/game.ts';

/** Games on GitHub, played from a clone as far as a token allows. */
export const github: Host = {
  kind: 'github',
  schema: async () => {
    const { z } = await import('zod');
    const repository = z
      .string()
      .regex(REPOSITORY)
      .meta({ description: 'owner and name of the repository', examples: ['ana/harbour'] });
    const path = z
      .string()
      .regex(GAME_FOLDER)
      .max(LONGEST_FOLDER)
      .optional()
      .meta({
        description: 'the folder of the game in it, where it holds several games',
        examples: ['games/harbour'],
      });
    return z.strictObject({ kind: z.literal('github'), repository, path });
  },
  find: (folder) => (isClone(folder) ? folder : null),
  open: async (folder, options) => (await import('./hosted/open-hosted.ts')).openHosted(folder, options),
  asJournalled: async (folder, options) =>
    (await import('./hosted/open-hosted.ts')).openJournalled(folder, options),
  engine: async (repository) => (await import('./action/notes.ts')).engineOf(repository),
  treeChecks: async (folder) => (await import('./check-workflows.ts')).workflowChecks(folder),
  postAddress: (forge, number) => {
    const repository = repositoryOf(forge);
    return repository === null ? null : `https://github.com/${repository}/issues/${number}`;
  },
  forms: async (game, model) => {
    const { repository, path } = gamePlace(game.forge);
    if (repository === null) return null;
    const signIn = signInAt(repository, game['sign-in']);
    return {
      ...(await import('./action/forge-forms.ts')).formsTo(repository, model, path),
      name: 'GitHub',
      signIn,
    };
  },
  changesPage: (remote, branch) => {
    const repository = repositoryAt(remote);
    return repository === null ? null : `https://github.com/${repository}/compare/main...${branch}?expand=1`;
  },
  upgrade: async (folder, wish) => (await import('./template/upgrade-clone.ts')).upgradeClone(folder, wish),
};

/** Uses a pattern, so that nothing that parses YAML has to be loaded first. */
function isClone(folder: string): boolean {
  const path = join(folder, GAME_FILE);
  return existsSync(path) && /\bkind: *["']?github\b/u.test(readFileSync(path, 'utf8'));
}

/** Where a page sends people who want to act in their own name; null if the group has no sign-in service. */
function signInAt(repository: string, given: GameFile['sign-in']): SignIn | null {
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
