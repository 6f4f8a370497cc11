import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

import { repositoryOf } from '../repository.ts';
import { hostedGame } from './hosted-game.ts';
import { askGraph, readAnswer } from '../../../forge/github/ask.ts';
import { Caches } from '../../../cache/caches.ts';
import { asking, openClient } from '../../../forge/github/client.ts';
import { openGitHubForge } from '../../../forge/github/github-forge.ts';
import { numberOf } from '../../../forge/github/say.ts';
import type { Beacon } from '../../../play/chance/beacon.ts';
import type { Seeds } from '../../../play/draws.ts';
import { GAME_FILE, isOfGame } from '../../../store/paths.ts';
import { openVault } from '../../../store/vault.ts';
import { type GameFile, gameFileSchema } from '../../../ruleset/schema/game.ts';
import { ENGINE_FOLDER, type GameElsewhere, type OpenOptions } from '../../game.ts';
import { openPictureStore } from '../../../store/pictures/picture-store.ts';
import { toTime } from '../../../kernel/time.ts';
import { CodedError } from '../../../kernel/coded-error.ts';

function gameIn(folder: string): GameFile | null {
  const path = join(folder, GAME_FILE);
  if (!existsSync(path)) return null;
  const { success, data } = gameFileSchema.safeParse(parse(readFileSync(path, 'utf8')));
  return success ? data : null;
}

export class NoTokenError extends CodedError<'no-token'> {
  constructor() {
    super('no-token', 'This game is played on GitHub, and there is no token to say anything there with.', {
      next: 'Make one on GitHub that may read this repository and write its issues, and give it in the variable GITHUB_TOKEN.',
    });
  }
}

export interface OpenHostedOptions extends OpenOptions {
  /** Where rounds of dice come from, in place of drand: tests have a chain of their own. */
  readonly beacon?: Beacon;
}

/** A game on GitHub, from a clone of it. Secrets are kept in the clone's `.gitnomic/private`, which Git doesn't take. */
export async function openHosted(folder: string, options: OpenHostedOptions): Promise<GameElsewhere> {
  const { environment = {}, now: fixed, network, caches = new Caches() } = options;
  const game = gameIn(folder);
  const repository = repositoryOf(game?.forge);
  const token = environment['GITHUB_TOKEN'] ?? environment['GH_TOKEN'];
  if (token === undefined || token === '') throw new NoTokenError();
  if (game === null || repository === null) throw new Error(`${folder} is no clone of a game on GitHub.`);
  const [owner = '', repo = ''] = repository.split('/');
  const api = environment['GITHUB_API_URL'];
  const server = environment['GITHUB_SERVER_URL'] ?? 'https://github.com';
  const place = { token, ...(api === undefined ? {} : { api, paced: api.startsWith('https:') }) };
  const own = join(folder, ENGINE_FOLDER);
  mkdirSync(join(own, 'github'), { recursive: true });
  const now = (): string => (typeof fixed === 'function' ? fixed() : (fixed ?? toTime(Date.now())));
  const forge = await openGitHubForge({
    ...place,
    repository,
    gitUrl: `${server}/${repository}.git`,
    folder: join(own, 'github'),
    clock: now,
    isOfGame,
  });
  const octokit = openClient(place);
  const { data: who } = await askGraph(octokit, 'whose token it is', askWho, {});
  const { viewer } = readAnswer('whose token it is', viewerSchema, who);
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
  { environment = {}, beacon }: OpenHostedOptions,
): Promise<Pick<Seeds, 'beacon' | 'dice'>> {
  const seed = environment['GITNOMIC_DICE_SEED'];
  if (dice?.source !== 'drand') return seed === undefined ? {} : { dice: Buffer.from(seed, 'hex') };
  const { BeaconRounds } = await import('../../../play/chance/beacon-rounds.ts');
  const { drandBeacon } = await import('../../../play/chance/drand-beacon.ts');
  return { beacon: new BeaconRounds({ beacon: beacon ?? drandBeacon() }) };
}
