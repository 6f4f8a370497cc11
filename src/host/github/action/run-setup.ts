import { posix } from 'node:path';
import { z } from 'zod';
import { openGitHubForge, type GitHubOptions } from '../../../forge/github/github-forge.ts';
import { asking, openClient } from '../../../forge/github/client.ts';
import { accountOfToken } from '../../../forge/github/people.ts';
import type { EnginePost, Forge } from '../../../forge/port.ts';
import { slug } from '../../../kernel/names.ts';
import { readFileText } from '../../../repository/read-file.ts';
import { readTree } from '../../../repository/read-tree.ts';
import { readBranch } from '../../../repository/refs.ts';
import type { Oid } from '../../../repository/oid.ts';
import { writeCommit } from '../../../repository/write-commit.ts';
import { commitmentToSeed } from '../../../session/chance/committed-seed.ts';
import { createGame, type NewPlayer } from '../../../session/play/create-game.ts';
import { GAME_FILE } from '../../../store/paths.ts';
import { GAME_PLACES, givesWay, readLibrary } from '../../../store/library.ts';
import type { Wording } from '../../../language/wording.ts';
import { forgeOptions, seedOf } from './environment.ts';
import { wordingOf, type RunOptions } from './run-tick.ts';
import { CodedError } from '../../../kernel/coded-error.ts';

const wishSchema = z.object({
  GAME_NAME: z.string().trim().min(1).max(100),
  GAME_CORE: z.string().min(1),
  GAME_DYNASTY: z.string().default('none'),
  GAME_ADMINS: z
    .string()
    .transform((text) =>
      text
        .split(/[\s,;]+/u)
        .map((login) => login.replace(/^@/u, ''))
        .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(/^[\w-]+$/u)).min(1)),
});
export type SetupWish = z.infer<typeof wishSchema>;

export function readWish(environment: NodeJS.ProcessEnv): SetupWish {
  const { success, data, error } = wishSchema.safeParse(environment);
  if (success) return data;
  const wrong = [...new Set(error.issues.map(({ path }) => String(path[0])))];
  throw new CodedError('wish', `These answers don’t make a game: ${wrong.join(', ')}.`, {
    next: 'Run the workflow “Set up” again, and fill in its form as it says.',
  });
}

/** Deletes the files of a game that came with the repository, so that they don't mix with the new game's. */
async function deletionsIn({ repository }: Forge, main: Oid | null): Promise<ReadonlyMap<string, null>> {
  if (main === null) return new Map();
  const { files } = await readTree(repository, main, { under: GAME_PLACES });
  return new Map([...files.keys()].map((path) => [path, null]));
}

/** Writes a new game to main beside the existing files, and opens an issue about it. */
export async function runSetup(options: RunOptions, wish: SetupWish): Promise<void> {
  const { environment, now, say, paced } = options;
  const place = { ...forgeOptions(environment, now), paced };
  const forge = await openGitHubForge({ ...place, engine: await accountOfToken(openClient(place)) });
  const main = await readBranch(forge.repository, 'main');
  const there = main === null ? null : await readFileText(forge.repository, main, GAME_FILE);
  if (there !== null && !givesWay(there))
    throw new CodedError('game-there', `There is a game in this repository already: main has ${GAME_FILE}.`, {
      next: 'To begin another, use the template for another repository.',
    });
  const players: NewPlayer[] = [];
  for (const login of new Set(wish.GAME_ADMINS)) players.push(await playerFor(place, login));
  const seed = seedOf(environment);
  const { GITNOMIC_PATH: path } = environment;
  const at = now();
  const { files } = await createGame(readLibrary(), {
    name: wish.GAME_NAME,
    core: wish.GAME_CORE,
    ...(wish.GAME_DYNASTY === 'none' ? {} : { dynasty: wish.GAME_DYNASTY }),
    players,
    forge: {
      kind: 'github',
      repository: environment.GITHUB_REPOSITORY,
      ...(path === '' ? {} : { path }),
    },
    dice: seed === null ? { source: 'drand' } : { source: 'committed', hash: commitmentToSeed(seed) },
    at,
  });
  const commit = await writeCommit(forge.repository, {
    parents: main === null ? [] : [main],
    changes: new Map<string, string | null>([...(await deletionsIn(forge, main)), ...files]),
    author: { name: forge.engine.name, email: '', at },
    message: `Begin ${wish.GAME_NAME}\n`,
  });
  if ((await forge.advance('main', main, commit)) === 'moved')
    throw new CodedError('contended', 'Somebody pushed to main meanwhile.', { next: 'Run it again.' });
  const rules = posix.join(path, 'content/ruleset');
  // A new game keeps the repository's own look, and with it the language.
  const post = await forge.post(welcomeTo(wish.GAME_NAME, rules, await wordingOf(forge.repository, main)));
  say(`The game has begun at ${commit.slice(0, 7)}; issue ${post} welcomes players.\n`);
  await tellIfPrivate(place, say);
}

/** Private repositories need their workflows to save minutes, and other people can write there than in a public one. */
async function tellIfPrivate(place: GitHubOptions, say: (text: string) => void): Promise<void> {
  const [owner = '', repo = ''] = place.repository.split('/');
  const { data } = await asking('looking at the repository', () =>
    openClient(place).request('GET /repos/{owner}/{repo}', { owner, repo }),
  );
  if (!data.private) return;
  say(
    '::notice::This repository is private, and GitHub counts its minutes: the engine looks only every three hours, and publishes pages only by hand. ' +
      'The variables GITNOMIC_EVERY and GITNOMIC_SITE change that: docs/github.md, “What it costs”.\n',
  );
  if (data.owner.type === 'User')
    say(
      '::warning::All collaborators in a person’s private repository can write to it, and so act as the engine. Move a private game to an organisation, where players only need to read.\n',
    );
}

const welcomeTo = (name: string, rules: string, { say }: Wording): EnginePost => ({
  key: 'welcome',
  kind: 'tell',
  title: say`Welcome to ${name}`,
  text: [
    say`The game has begun. The rules are in ${`\`${rules}\``}, and on the game's site.`,
    [
      say`A proposal is a pull request that changes them.`,
      say`You can vote with a review, with a reaction to the pull request, or with a voting icon in a comment; the rules list the icons.`,
      say`You play with comments: ${'`/help`'} lists what the rules let you do.`,
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
  ].join('\n\n'),
});

async function playerFor(place: Parameters<typeof openClient>[0], login: string): Promise<NewPlayer> {
  const { data } = await asking(`looking up ${login}`, () =>
    openClient(place).request('GET /users/{username}', { username: login }),
  );
  const id = slug(data.login);
  return { id, name: data.login, admin: true, account: String(data.id) };
}
