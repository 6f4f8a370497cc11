import { existsSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import type { Asked, CommandResult } from '../../host/command.ts';
import { slug } from '../../kernel/names.ts';
import { toTime } from '../../kernel/time.ts';
import { listPacks } from '../../ruleset/compose.ts';
import { putFile } from '#platform/files.ts';
import { createGame, type NewPlayer } from '../../session/play/create-game.ts';
import { readLibrary } from '../../store/library.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { FORMS_FOLDER, formsOf } from '../../host/github/action/forms.ts';
import { readAccounts } from '../../host/github/template/accounts.ts';
import { MoveError, releasedEngine } from '../../host/github/template/upgrade-clone.ts';
import { GAME_FOLDER, LONGEST_FOLDER, REPOSITORY } from '../../host/github/repository.ts';
import { gamesIn, thinFiles, withGames } from '../../host/github/template/thin-files.ts';
import { wordingIn } from '../../language/wording.ts';
import { chooseLanguage } from '../../store/content-folder.ts';
import { languageOf, type LanguageChosen } from '../../store/read-language.ts';

const listOf = (value: Asked['values'][string]): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];

/** `gitnomic init --github OWNER/NAME` writes the folder of a game that is played there, ready to be pushed. */
export async function initOnGitHub(asked: Asked): Promise<CommandResult> {
  try {
    return await begin(asked);
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    return { refused: error.problems };
  }
}

async function begin({ values, operands, folder, environment }: Asked): Promise<CommandResult> {
  const [repository] = listOf(values['github']);
  if (repository === undefined)
    throw new MoveError({
      code: 'no-repository',
      what: 'Say which repository on GitHub, since --path and --engine only apply there.',
      next: 'Name it as --github OWNER/NAME.',
    });
  if (!REPOSITORY.test(repository))
    throw new MoveError({
      code: 'no-repository',
      what: `“${repository}” is not a repository on GitHub.`,
      next: 'Name it as --github OWNER/NAME.',
    });
  const engine = releasedEngine(listOf(values['engine'])[0]);
  const path = resolve(folder, operands[0] ?? repository.split('/')[1] ?? '');
  const game = gameFolderIn(values);
  if (existsSync(join(path, game, GAME_FILE)))
    throw new MoveError({
      code: 'game-there',
      what: `There is a game in ${join(path, game)} already.`,
      next: '`gitnomic upgrade` there switches to a newer engine; another game needs another folder.',
    });
  const language = await languageIn(values, folder);
  const library = readLibrary();
  const name = listOf(values['name'])[0] ?? repository.split('/')[1] ?? '';
  const [dynasty] = listOf(values['dynasty']);
  const { files, model } = await createGame(library, {
    name,
    core: listOf(values['core'])[0] ?? listPacks(library).core.at(-1) ?? '',
    ...(dynasty === undefined ? {} : { dynasty }),
    ...(language === null ? {} : { language }),
    players: await playersIn(values, environment),
    forge: { kind: 'github', repository, ...(game === '' ? {} : { path: game }) },
    dice: { source: 'drand' },
    at: environment['GITNOMIC_NOW'] ?? toTime(Date.now()),
  });
  const content = [...files].map(([file, text]) => [posix.join(game, file), text] as const);
  const forms = [...formsOf(model, game, wordingIn(languageOf(files)))].map(
    ([form, text]) => [`${FORMS_FOLDER}${form}`, text] as const,
  );
  const all = new Map([...content, ...forms, ...thinFiles(engine, name, [game || '.'])]);
  const listing = game === '' ? new Map<string, string>() : listedIn(path, game);
  const existing = [...all.keys()].filter((file) => existsSync(join(path, file)) && !listing.has(file));
  for (const [file, text] of listing) all.set(file, text);
  for (const [file, text] of all)
    if (!existing.includes(file)) putFile(join(path, file), text, { durable: false });
  const result = {
    folder: path,
    ...(game === '' ? {} : { path: game }),
    name,
    repository,
    engine: engine.version,
    files: all.size - existing.length,
    kept: existing,
  };
  return { result, text: render(result) };
}

async function languageIn(values: Asked['values'], folder: string): Promise<LanguageChosen | null> {
  const [given] = listOf(values['language']);
  if (given === undefined) return null;
  const chosen = await chooseLanguage(given, folder);
  if ('tag' in chosen) return chosen;
  throw new MoveError(
    ...chosen.problems.map((what) => ({
      code: 'bad-language',
      what,
      next: '`gitnomic languages TAG` begins a file of translations.',
    })),
  );
}

function gameFolderIn(values: Asked['values']): string {
  const [path = ''] = listOf(values['path']);
  if (path === '' || path === '.') return '';
  if (GAME_FOLDER.test(path) && path.length <= LONGEST_FOLDER) return path;
  throw new MoveError({
    code: 'bad-path',
    what: `“${path}” can’t be the folder of a game.`,
    next: `Name one such as games/harbour: lower-case letters, digits and single dashes, at most ${LONGEST_FOLDER}.`,
  });
}

/** Adds this game to the lists in the workflows of a repository that already has games. */
function listedIn(folder: string, game: string): ReadonlyMap<string, string> {
  const files = ['events.yml', 'clock.yml'].map((name) => `.github/workflows/${name}`);
  return new Map(
    files.flatMap((file) => {
      if (!existsSync(join(folder, file))) return [];
      const text = readFileSync(join(folder, file), 'utf8');
      const listed = withGames(text, [...new Set([...gamesIn(text), game])]);
      return gamesIn(listed).includes(game) ? [[file, listed] as const] : [];
    }),
  );
}

/** Looks the founders up at GitHub, since logins change hands and numbers don't. */
async function playersIn(values: Asked['values'], environment: Asked['environment']): Promise<NewPlayer[]> {
  const admins = listOf(values['admin']);
  const names = [...new Set([...listOf(values['player']), ...admins])];
  if (names.length === 0)
    throw new MoveError({
      code: 'no-players',
      what: 'A game needs an Admin.',
      next: 'Give --admin LOGIN, the login on GitHub; LOGIN:NUMBER is not looked up.',
    });
  const idOf = (login: string): string => slug(login.replace(/^@|:\d+$/gu, ''));
  const api = environment['GITHUB_API_URL'];
  const token = environment['GITHUB_TOKEN'] ?? environment['GH_TOKEN'] ?? '';
  const given = names.map((login) => `${idOf(login)}=${login}`);
  const accounts = await readAccounts(given, { token, ...(api === undefined ? {} : { api }) });
  const heads = (admins.length > 0 ? admins : names.slice(0, 1)).map(idOf);
  return [...accounts].flatMap(([id, account]) =>
    account === null ? [] : [{ id, name: account.login, admin: heads.includes(id), account: account.id }],
  );
}

interface Begun {
  readonly folder: string;
  readonly name: string;
  readonly repository: string;
  readonly path?: string;
  readonly kept: readonly string[];
}

function render({ folder, name, repository, path, kept: existing }: Begun): string {
  if (path !== undefined && existing.length > 0)
    return [
      `${name} is in ${join(folder, path)}, to be played in ${repository} beside the games there.
`,
      ...existing.map((file) => `  ${file} existed already and is unchanged.\n`),
      '\nCommit it and push it to main there. Then: Actions → Tick → Run workflow, once.\n',
    ].join('');
  return [
    `${name} is in ${folder}, to be played in ${repository}.\n`,
    ...existing.map((file) => `  ${file} existed already and is unchanged.\n`),
    '\nMake that repository on GitHub, empty, and push\n',
    `  cd ${folder}\n  git init -b main && git add -A && git commit -m "Begin ${name.replaceAll('"', '')}"\n`,
    `  git push https://github.com/${repository} main\n\n`,
    'Then: Settings → Pages → Source: GitHub Actions; and Actions → Tick → Run workflow, once.\n',
  ].join('');
}
