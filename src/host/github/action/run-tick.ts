import { timeOfTick } from '../../../tick/time-of-tick.ts';
import { Caches } from '../../../cache/caches.ts';
import { ForgeError, unlessGone } from '../../../forge/events.ts';
import { openGitHubForge, type GitHubForge } from '../../../forge/github/github-forge.ts';
import { openClient } from '../../../forge/github/client.ts';
import { accountOfToken } from '../../../forge/github/people.ts';
import { readFileText } from '../../../repository/read-file.ts';
import { readBranch } from '../../../repository/refs.ts';
import type { Beacon } from '../../../session/chance/beacon.ts';
import { firstTexts } from './first-texts.ts';
import { GAME_PATHS, forgeIn, givesWay } from '../../../store/library.ts';
import { GAME_FILE, WORDED, SITE_FILE } from '../../../store/paths.ts';
import { forgeOptions, seedOf, withoutSecrets, type ActionEnvironment } from './environment.ts';
import { wakeAt } from './wake.ts';
import { readNotes } from './notes.ts';
import { readBeforeTick, readSinceJournal, type Seen } from './read-before-tick.ts';
import type { RunReport } from './tick-and-show.ts';
import { goBackWhereAsked } from '../../go-back.ts';
import { gamePlace } from '../repository.ts';
import { CodedError } from '../../../kernel/coded-error.ts';
import { troubleFor, sayError } from './trouble.ts';
import { type Wording, wordingIn } from '../../../language/wording.ts';
import { describeTick, nothingIn } from './words.ts';
import { appendToFile } from '#platform/files.ts';
import { findTellers, type FindTeller, type Teller } from '../../tellers.ts';
import type { Oid } from '../../../repository/oid.ts';
import type { Repository } from '../../../repository/repository.ts';
import { languageFileOf, languageOf } from '../../../store/read-language.ts';
import { tokenOfApp } from '../../../forge/github/app-token.ts';

export interface RunOptions {
  readonly environment: ActionEnvironment;
  readonly now: () => string;
  readonly say: (text: string) => void;
  /** False against a test server. */
  readonly paced: boolean;
  /** Replaces drand as the source of dice rounds. */
  readonly beacon?: Beacon;
  readonly caches?: Caches;
  /** Add-ons that may send notices elsewhere. */
  readonly finders?: readonly FindTeller[];
}

/** Runs one tick and returns the exit code. Hitting a rate limit is no failure, since the next run continues. */
export async function runTick(options: RunOptions): Promise<number> {
  const { environment, now, paced } = options;
  const say = (text: string): void => options.say(withoutSecrets(text, environment));
  let forge: GitHubForge | null = null;
  try {
    const place = { ...forgeOptions(environment, now), paced };
    const engine = await accountOfToken(openClient(place));
    forge = await openGitHubForge({ ...place, engine, games: GAME_PATHS, formsAt: WORDED, firstTexts });
    const main = await readBranch(forge.repository, 'main');
    const game = main === null ? null : await readFileText(forge.repository, main, GAME_FILE);
    // A new copy of the template contains a game that nobody plays until set-up replaces it.
    if (game === null || givesWay(game)) {
      say('No game is played in this repository yet: run the workflow “Set up”.\n');
      return 0;
    }
    assertItsPath(game, environment.GITNOMIC_PATH);
    const wording = await wordingOf(forge.repository, main);
    const time = await timeOfTick(forge, now());
    const { GITNOMIC_NOTICES } = environment;
    const { tellers, problems } = await findTellers(options.finders ?? [], { GITNOMIC_NOTICES });
    const { quiet: isQuiet, seen } = await readBeforeTick(forge, time);
    // A digest may be due, and a failed receiver is tried again, even if nothing has happened.
    const quiet = isQuiet && tellers.length === 0;
    const reading = quiet ? null : (seen ?? (await readSinceJournal(forge)));
    const { events = [] } = reading?.observation ?? {};
    const { caches = new Caches() } = options;
    for (const answer of await goBackWhereAsked({ forge, events, now: time, caches })) say(`- ${answer}\n`);
    const report = quiet ? null : await decideAndShow(forge, options, time, reading, tellers);
    const text = report === null ? nothingIn(wording) : describeTick(report, wording, report.forms);
    await explainSeveralGames(forge, wording);
    const gaps = [...new Set(forge.gaps)];
    const said = [text, ...gaps.map((gap) => `- ${gap}\n`)].join('');
    for (const gap of [...gaps, ...problems, ...(report?.untold ?? [])]) say(`::warning::${gap}\n`);
    say(text);
    const due = report === null ? ((await readNotes(forge)).quiet?.due ?? null) : report.due;
    const wake = wakeAt(due, now(), environment) ?? '';
    give(environment.GITHUB_OUTPUT, `wake=${wake}\npublish=${String(report?.publish === true)}\n`);
    give(environment.GITHUB_STEP_SUMMARY, withoutSecrets(said, environment));
    return 0;
  } catch (error) {
    if (error instanceof ForgeError && typeof error.data['until'] === 'string') {
      say(`::warning::${error.message} Nothing is lost: the next run goes on.\n`);
      return 0;
    }
    return tellFailure(error, options, forge);
  }
}

/** If the file named another place, pages and clones would look for the game there. */
function assertItsPath(gameFile: string, path: string): void {
  const { path: said } = gamePlace(forgeIn(gameFile));
  if (said === path) return;
  throw new CodedError('other-path', `The game in ${path || '.'} says that it is played in ${said || '.'}.`, {
    where: `${path === '' ? '' : `${path}/`}${GAME_FILE}`,
    next: 'Let `path` of its `forge`, and the `path` that the workflow gives, be the same folder.',
  });
}

/** A pull request that changes several games belongs to none; the run for the first of them says so. */
export async function explainSeveralGames(
  { onPosts, comment, repository }: GitHubForge,
  { say }: Wording,
): Promise<void> {
  for (const [post, { games, closed }] of onPosts.all()) {
    if (games[0] !== repository.folder || closed) continue;
    const named = games
      .map((game) => (game === '' ? '`content/`' : `\`${game}/content/\``))
      .reduce((before, next) => say`${before} and ${next}`);
    const text = say`This changes several games at once: ${named}. So it counts in none of them. Make one pull request per game.`;
    await comment(post, 'several-games', text).catch(unlessGone(undefined));
  }
}

/**
 * Explains a failed run in its summary and in an issue for the Admins. The run fails, so GitHub mails the person who
 * started it: the owner for scheduled runs, otherwise a person or the bot.
 */
async function tellFailure(
  error: unknown,
  { environment, say }: RunOptions,
  forge: GitHubForge | null,
): Promise<number> {
  const why = withoutSecrets(sayError(error), environment);
  say(`::error::${why}\n`);
  give(environment.GITHUB_STEP_SUMMARY, `${why}\n`);
  if (forge !== null) {
    try {
      const wording = await wordingOf(forge.repository, await readBranch(forge.repository, 'main'));
      await forge.reopen(await forge.keep(troubleFor(environment, why, wording)));
    } catch (cause) {
      say(`::warning::${withoutSecrets(sayError(cause), environment)}\n`);
    }
  }
  return 1;
}

/** Imports the code that puts rules in play only if there is something to decide. */
async function decideAndShow(
  forge: GitHubForge,
  { environment, beacon, caches = new Caches() }: RunOptions,
  now: string,
  seen: Seen | null,
  tellers: readonly Teller[],
): Promise<RunReport> {
  const { tickAndShow } = await import('./tick-and-show.ts');
  const picturesFolder = `${environment.RUNNER_TEMP}/gitnomic/pictures`;
  return tickAndShow({
    forge,
    now,
    dice: seedOf(environment),
    picturesFolder,
    seen,
    tellers,
    caches,
    beacon,
  });
}

function give(path: string | undefined, text: string): void {
  if (path !== undefined) appendToFile(path, text);
}

/** Reads only the words of the game, so that it works even if the game can't be opened. */
export async function wordingOf(repository: Repository, main: Oid | null): Promise<Wording> {
  const files = new Map<string, string>();
  const add = async (path: string | null): Promise<void> => {
    if (path === null || main === null) return;
    files.set(path, (await readFileText(repository, main, path)) ?? '');
  };
  await add(SITE_FILE);
  await add(languageFileOf(files));
  return wordingIn(languageOf(files));
}

/** Switches to the token of the group's own App, if it has one, so that the App becomes the engine's account. */
export async function actAsApp(options: RunOptions): Promise<RunOptions> {
  const { environment, now, say, paced } = options;
  const { GITNOMIC_APP: app, GITNOMIC_APP_KEY: key, GITHUB_REPOSITORY, GITHUB_API_URL: api } = environment;
  if (app === undefined || key === undefined) return options;
  const token = await tokenOfApp({ app, key }, GITHUB_REPOSITORY, { api, paced, now: now() });
  // GitHub masks the token in the log from here on.
  say(`::add-mask::${token}\n`);
  return { ...options, environment: { ...environment, GITHUB_TOKEN: token } };
}
