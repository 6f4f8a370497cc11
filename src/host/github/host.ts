import type { Host } from '../host.ts';
import { isClone } from './find-clone.ts';
import {
  GAME_FOLDER,
  gamePlace,
  LONGEST_FOLDER,
  REPOSITORY,
  repositoryAt,
  repositoryOf,
} from './repository.ts';
import { signInAt } from './sign-in-addresses.ts';

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
