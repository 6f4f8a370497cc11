import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Asked, CommandResult } from '../../command.ts';
import { slug } from '../../../kernel/names.ts';
import { toTime } from '../../../kernel/time.ts';
import { listPacks } from '../../../ruleset/compose.ts';
import { putFile } from '../../../repository/write-files.ts';
import { createGame, type NewPlayer } from '../../../store/create-game.ts';
import { readLibrary } from '../../../store/library.ts';
import { GAME_FILE } from '../../../store/paths.ts';
import { FORMS_FOLDER, formsOf } from '../action/forms.ts';
import { readAccounts } from '../move/accounts.ts';
import { MoveError } from '../move/move-error.ts';
import { REPOSITORY } from '../repository.ts';
import { releasedEngine } from './released-engine.ts';
import { thinFiles } from './thin-files.ts';

const listOf = (value: Asked['values'][string]): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];

/** `gitnomic init --github OWNER/NAME`: the folder of a game that is played there, to be pushed. */
export async function initOnGitHub(asked: Asked): Promise<CommandResult> {
  try {
    return await begin(asked);
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    return { refused: error.problems };
  }
}

async function begin({ values, operands, folder, environment }: Asked): Promise<CommandResult> {
  const [repository = ''] = listOf(values['github']);
  if (!REPOSITORY.test(repository))
    throw new MoveError({
      code: 'no-repository',
      what: `“${repository}” is no repository on GitHub.`,
      next: 'Name it as --github OWNER/NAME.',
    });
  const engine = releasedEngine(listOf(values['engine'])[0]);
  const path = resolve(folder, operands[0] ?? repository.split('/')[1] ?? '');
  if (existsSync(join(path, GAME_FILE)))
    throw new MoveError({
      code: 'game-there',
      what: `There is a game in ${path} already.`,
      next: '`gitnomic upgrade` in it takes a newer engine; another game needs another folder.',
    });
  const library = readLibrary();
  const name = listOf(values['name'])[0] ?? repository.split('/')[1] ?? '';
  const [dynasty] = listOf(values['dynasty']);
  const { files, model } = await createGame(library, {
    name,
    core: listOf(values['core'])[0] ?? listPacks(library).core.at(-1) ?? '',
    ...(dynasty === undefined ? {} : { dynasty }),
    players: await playersIn(values, environment),
    forge: { kind: 'github', repository },
    dice: { source: 'drand' },
    at: environment['GITNOMIC_NOW'] ?? toTime(Date.now()),
  });
  const forms = [...formsOf(model)].map(([form, text]) => [`${FORMS_FOLDER}${form}`, text] as const);
  const all = new Map([...files, ...forms, ...thinFiles(engine, name)]);
  const kept = [...all.keys()].filter((file) => existsSync(join(path, file)));
  for (const [file, text] of all)
    if (!kept.includes(file)) putFile(join(path, file), text, { durable: false });
  const result = {
    folder: path,
    name,
    repository,
    engine: engine.version,
    files: all.size - kept.length,
    kept,
  };
  return { result, text: render(result) };
}

/** Those who begin it, by their logins: they are looked up at GitHub, since logins change hands and numbers don't. */
async function playersIn(values: Asked['values'], environment: Asked['environment']): Promise<NewPlayer[]> {
  const admins = listOf(values['admin']);
  const names = [...new Set([...listOf(values['player']), ...admins])];
  if (names.length === 0)
    throw new MoveError({
      code: 'no-players',
      what: 'A game needs an Admin.',
      next: 'Give --admin LOGIN, by the login on GitHub; LOGIN:NUMBER is not looked up.',
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
  readonly kept: readonly string[];
}

function render({ folder, name, repository, kept }: Begun): string {
  return [
    `${name} is in ${folder}, to be played in ${repository}.\n`,
    ...kept.map((file) => `  ${file} was there already, and is as it was.\n`),
    '\nMake that repository on GitHub, empty, and push\n',
    `  cd ${folder}\n  git init -b main && git add -A && git commit -m "Begin ${name.replaceAll('"', '')}"\n`,
    `  git push https://github.com/${repository} main\n\n`,
    'Then: Settings → Pages → Source: GitHub Actions; and Actions → Tick → Run workflow, once.\n',
  ].join('');
}
