import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineOf } from '../action/notes.ts';
import { gamePlace } from '../repository.ts';
import { mainOf } from '../../../tick/tick-options.ts';
import { hostedGame, readingOf } from './hosted-game.ts';
import { accountOfToken } from '../../../forge/github/people.ts';
import { Caches } from '../../../cache/caches.ts';
import { asking, openClient } from '../../../forge/github/client.ts';
import { openGitHubForge } from '../../../forge/github/github-forge.ts';
import { numberOf } from '../../../forge/github/say.ts';
import type { Seeds } from '../../../session/chance/draws.ts';
import { firstTexts } from '../action/first-texts.ts';
import { GAME_PATHS } from '../../../store/library.ts';
import { GAME_FILE, WORDED } from '../../../store/paths.ts';
import { openVault } from '../../../session/secrets/vault.ts';
import { readYamlFile } from '../../../ruleset/front-matter.ts';
import { type GameFile, gameFileSchema } from '../../../ruleset/schema/game.ts';
import { ENGINE_FOLDER, type Environment, type GameElsewhere, type OpenOptions } from '../../game.ts';
import type { ShownGame } from '../../host.ts';
import { NO_SECRETS, openSession } from '../../../tick/open-session.ts';
import { readContent } from '../../../tick/observe.ts';
import type { ForgeReading } from '../../../forge/port.ts';
import { openPictureStore } from '../../../pictures/picture-store.ts';
import { toTime } from '../../../kernel/time.ts';
import { CodedError } from '../../../kernel/coded-error.ts';
import { keepFromGit } from '../../keep-from-git.ts';
import { assertNoLinks } from '../../links-in-game.ts';

function gameIn(folder: string): GameFile | null {
  const path = join(folder, GAME_FILE);
  if (!existsSync(path)) return null;
  const { success, data } = gameFileSchema.safeParse(
    readYamlFile(GAME_FILE, readFileSync(path, 'utf8')).data,
  );
  return success ? data : null;
}

/** Opens a game on GitHub from a clone. Secrets stay in the clone's `.gitnomic/private`, which Git ignores. */
export async function openHosted(folder: string, options: OpenOptions): Promise<GameElsewhere> {
  const { network, caches = new Caches() } = options;
  const { game, forge, place, owner, repo, own, now } = await openForge(folder, options);
  const octokit = openClient(place);
  const privately = join(own, 'private');
  return hostedGame({
    folder,
    forge,
    me: await accountOfToken(octokit),
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

async function openForge(folder: string, { environment = {}, now: fixed }: OpenOptions) {
  const game = gameIn(folder);
  const { repository, path } = gamePlace(game?.forge);
  const token = tokenIn(environment);
  if (token === null) {
    const what = 'This game is played on GitHub, which can only be read or told anything with a token.';
    throw new CodedError('no-token', what, {
      next: 'Create one on GitHub that may read this repository and write its issues, and put it into the variable GITHUB_TOKEN.',
    });
  }
  if (game === null || repository === null) throw new Error(`${folder} is not a clone of a game on GitHub.`);
  const [owner = '', repo = ''] = repository.split('/');
  const api = environment['GITHUB_API_URL'];
  const server = environment['GITHUB_SERVER_URL'] ?? 'https://github.com';
  const place = { token, ...(api === undefined ? {} : { api, paced: api.startsWith('https:') }) };
  assertNoLinks(folder);
  const own = join(folder, ENGINE_FOLDER);
  mkdirSync(join(own, 'github'), { recursive: true });
  keepFromGit(folder);
  const now = (): string => (typeof fixed === 'function' ? fixed() : (fixed ?? toTime(Date.now())));
  const forge = await openGitHubForge({
    ...place,
    repository,
    gitUrl: `${server}/${repository}.git`,
    folder: join(own, 'github'),
    clock: now,
    games: GAME_PATHS,
    path,
    formsAt: WORDED,
    isReader: true,
    firstTexts,
    engine: engineOf,
  });
  return { game, forge, place, owner, repo, own, now };
}

function tokenIn(environment: Environment): string | null {
  const token = environment['GITHUB_TOKEN'] ?? environment['GH_TOKEN'] ?? '';
  return token === '' ? null : token;
}

/** Uses Git alone, so it leaves out what happened since the engine last looked. */
export async function openJournalled(folder: string, options: OpenOptions): Promise<ShownGame | null> {
  if (tokenIn(options.environment ?? {}) === null) return null;
  const { forge: whole, own, now } = await openForge(folder, options);
  const observe = (mark: string | null) => Promise.resolve({ events: [], mark: mark ?? '' });
  const forge: ForgeReading = { ...readingOf(whole), observe };
  const main = () => mainOf(forge);
  const pictures = openPictureStore(join(own, 'github', 'pictures'));
  return {
    forge,
    vault: NO_SECRETS,
    now,
    main,
    content: async () => readContent(forge, await main()),
    openPosition: async () => {
      const reading = {
        forge,
        vault: NO_SECRETS,
        pictures,
        now: now(),
        caches: options.caches,
        elsewhere: true,
      };
      return (await openSession(reading, await main())).position;
    },
  };
}

async function diceOf(
  { dice }: GameFile,
  { environment = {} }: OpenOptions,
): Promise<Pick<Seeds, 'beacon' | 'dice'>> {
  const seed = environment['GITNOMIC_DICE_SEED'];
  if (dice?.source !== 'drand') return seed === undefined ? {} : { dice: Buffer.from(seed, 'hex') };
  const { BeaconRounds } = await import('../../../session/chance/beacon-rounds.ts');
  const { drandBeacon } = await import('../../../session/chance/drand-beacon.ts');
  return { beacon: new BeaconRounds({ beacon: drandBeacon() }) };
}
