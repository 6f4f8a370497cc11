import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

import { Caches } from '../../../cache/caches.ts';
import { asking, openClient } from '../../../forge/github/client.ts';
import { openGitHubForge } from '../../../forge/github/github-forge.ts';
import { numberOf } from '../../../forge/github/say.ts';
import type { Beacon } from '../../../play/chance/beacon.ts';
import type { Seeds } from '../../../play/draws.ts';
import { GAME_FILE } from '../../../store/paths.ts';
import { openVault } from '../../../store/vault.ts';
import { gameFileSchema, type GameFile } from '../../../ruleset/schema/game.ts';
import { ENGINE_FOLDER, type LocalGame, type OpenLocalOptions } from '../../embedded/local-game.ts';
import { openPictureStore } from '../../../store/pictures/picture-store.ts';
import { hostedGame } from './hosted-game.ts';

type Environment = Readonly<Record<string, string | undefined>>;

function gameIn(folder: string): GameFile | null {
  const path = join(folder, GAME_FILE);
  if (!existsSync(path)) return null;
  const { success, data } = gameFileSchema.safeParse(parse(readFileSync(path, 'utf8')));
  return success ? data : null;
}

export class NoTokenError extends Error {
  readonly code = 'no-token';
  readonly next =
    'Make one on GitHub that may read this repository and write its issues, and give it in the variable GITHUB_TOKEN.';
  constructor() {
    super('This game is played on GitHub, and there is no token to say anything there with.');
    this.name = 'NoTokenError';
  }
}

export interface OpenHostedOptions extends OpenLocalOptions {
  readonly environment: Environment;
  /** Where rounds of dice come from, in place of drand: tests have a chain of their own. */
  readonly beacon?: Beacon;
}

/** A game on GitHub, from a clone of it. Secrets are kept in the clone's `.gitnomic/private`, which Git doesn't take. */
export async function openHosted(folder: string, options: OpenHostedOptions): Promise<LocalGame> {
  const { environment, now: fixed, network, caches = new Caches() } = options;
  const game = gameIn(folder);
  const token = environment['GITHUB_TOKEN'] ?? environment['GH_TOKEN'];
  if (token === undefined || token === '') throw new NoTokenError();
  if (game?.forge?.kind !== 'github') throw new Error(`${folder} is no clone of a game on GitHub.`);
  const { repository } = game.forge;
  const [owner = '', repo = ''] = repository.split('/');
  const api = environment['GITHUB_API_URL'];
  const server = environment['GITHUB_SERVER_URL'] ?? 'https://github.com';
  const place = { token, ...(api === undefined ? {} : { api, paced: api.startsWith('https:') }) };
  const own = join(folder, ENGINE_FOLDER);
  mkdirSync(join(own, 'github'), { recursive: true });
  const now = (): string =>
    typeof fixed === 'function' ? fixed() : (fixed ?? `${new Date().toISOString().slice(0, 19)}Z`);
  const forge = await openGitHubForge({
    ...place,
    repository,
    gitUrl: `${server}/${repository}.git`,
    folder: join(own, 'github'),
    clock: now,
  });
  const octokit = openClient(place);
  const { viewer } = viewerSchema.parse(
    await asking('looking up whose token it is', () => octokit.graphql(askWho)),
  );
  const privately = join(own, 'private');
  return hostedGame({
    folder,
    forge,
    me: { id: String(viewer.databaseId), name: viewer.login, bot: false },
    say: async (post, body) => {
      const comment = { owner, repo, issue_number: numberOf(post), body };
      const { data } = await asking(`commenting on ${post}`, () =>
        octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', comment),
      );
      return String(data.id);
    },
    vault: await openVault(privately),
    privately,
    caches,
    dice: await diceOf(game, options),
    pictures: openPictureStore(join(privately, 'pictures'), network === undefined ? {} : { network }),
    now,
  });
}

const askWho = 'query { viewer { login databaseId } }';
const viewerSchema = z.object({ viewer: z.object({ login: z.string(), databaseId: z.int() }) });

async function diceOf(
  { dice }: GameFile,
  { environment, beacon }: OpenHostedOptions,
): Promise<Pick<Seeds, 'beacon' | 'dice'>> {
  const seed = environment['GITNOMIC_DICE_SEED'];
  if (dice?.source !== 'drand') return seed === undefined ? {} : { dice: Buffer.from(seed, 'hex') };
  const { BeaconRounds } = await import('../../../play/chance/beacon-rounds.ts');
  const { drandBeacon } = await import('../../../play/chance/drand-beacon.ts');
  return { beacon: new BeaconRounds({ beacon: beacon ?? drandBeacon() }) };
}
