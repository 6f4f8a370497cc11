import { dirname, join, resolve } from 'node:path';

import type { Person } from '../../forge/events.ts';
import { existsSync } from 'node:fs';
import type { Context, Options } from '../command.ts';
import { Failure } from '../failure.ts';
import { findPerson, personId } from '../../play/person-id.ts';
import { findHosted } from '../../host/github/hosted/find-hosted.ts';
import { ForgeLostError, type GameRemains, findRemains } from '../../host/embedded/game-remains.ts';
import type { LocalGame } from '../../host/embedded/local-game.ts';
import { ENGINE_FOLDER, findLocalGame } from '../../host/embedded/game-folder.ts';

/** Options of every command that looks at a game. */
export const gameOptions = {
  game: {
    type: 'string',
    value: 'FOLDER',
    summary: 'the folder of the game; the one you are in, unless said',
  },
} as const satisfies Options;

/** Options of every command by which somebody does something. */
export const actingOptions = {
  ...gameOptions,
  as: { type: 'string', value: 'NAME', summary: 'who does it; the variable GITNOMIC_AS, unless said' },
} as const satisfies Options;

type Given = Pick<Context, 'folder' | 'environment' | 'caches'> & {
  readonly values: { readonly game?: string | undefined; readonly as?: string | undefined };
};

export function gameFolder({ values, folder, environment }: Given): string {
  const named = values.game ?? environment['GITNOMIC_GAME'];
  if (named === undefined) {
    const found = findLocalGame(folder);
    const without = nearestWithoutForge(folder, found);
    if (without !== null) throw whyNotHere(without);
    if (found !== null) return found;
    throw new Failure('broken', {
      code: 'no-game',
      what: `There is no game in ${folder}.`,
      next: 'Go to the folder of one, name it with --game FOLDER, or begin one: `gitnomic init FOLDER`.',
    });
  }
  const path = resolve(folder, named);
  if (existsSync(join(path, ENGINE_FOLDER, 'forge'))) return path;
  const without = findRemains(path);
  if (without !== null) throw whyNotHere(without);
  throw new Failure('broken', {
    code: 'no-game',
    what: `There is no game in ${path}.`,
    next: `Begin one there: \`gitnomic init ${named}\`.`,
  });
}

function whyNotHere(remains: GameRemains): Error {
  if (!remains.hosted) return new ForgeLostError(remains);
  return new Failure('broken', {
    code: 'hosted',
    what: `The game in ${remains.folder} is played on GitHub, and this takes a game whose forge is in its folder.`,
    next: '`gitnomic show` shows it, with all that is pending; `gitnomic start` plays a copy of it here.',
  });
}

/** A game whose forge is not here, in this folder or further out, but not as far out as one that is whole. */
function nearestWithoutForge(start: string, found: string | null): GameRemains | null {
  for (
    let folder = resolve(start);
    folder !== found && join(folder, 'game') !== found;
    folder = dirname(folder)
  ) {
    const remains = findRemains(folder);
    if (remains !== null) return remains;
    if (dirname(folder) === folder) return null;
  }
  return null;
}

export async function openGameOf(context: Given): Promise<LocalGame> {
  const hosted = hostedFolder(context);
  if (hosted !== null) {
    const { openHosted } = await import('../../host/github/hosted/open-hosted.ts');
    const { environment, caches } = context;
    return openHosted(hosted, { environment, now: environment['GITNOMIC_NOW'], caches });
  }
  const { openLocalGame } = await import('../../host/embedded/local-game.ts');
  return openLocalGame(gameFolder(context), {
    now: context.environment['GITNOMIC_NOW'],
    caches: context.caches,
  });
}

/** The clone of a game on GitHub that is named, or that one is in; null where a game is played here. */
function hostedFolder({ values, folder, environment }: Given): string | null {
  const named = values.game ?? environment['GITNOMIC_GAME'];
  const start = named === undefined ? folder : resolve(folder, named);
  const local = named === undefined ? findLocalGame(folder) : existsSync(join(start, ENGINE_FOLDER, 'forge'));
  return local === null || local === false ? findHosted(start) : null;
}

/** Who acts. On the embedded forge people say who they are; a new name is somebody new. */
export async function actorOf(context: Given, game: LocalGame): Promise<Person> {
  // Elsewhere one is whoever one's token says.
  if (game.me !== undefined) return game.me;
  const given = context.values.as ?? context.environment['GITNOMIC_AS'];
  const players = await namesOf(game);
  if (given === undefined) {
    throw new Failure('usage', {
      code: 'no-actor',
      what: 'It is not said who does this.',
      expected: `--as and a name, such as ${[...players.values()].slice(0, 3).join(', ')}`,
      next: 'Give --as NAME, or set the variable GITNOMIC_AS.',
    });
  }
  const known = findPerson(
    [...players].map(([id, name]) => ({ id, name })),
    given,
  );
  const id = known?.id ?? personId(given);
  if (id === '')
    throw new Failure('usage', {
      code: 'bad-name',
      what: `“${given}” is no name.`,
      expected: 'letters or digits',
    });
  return { id, name: known?.name ?? given.trim(), bot: false };
}

/** Everybody on the roster, by id. */
async function namesOf(game: LocalGame): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [path, text] of await game.content()) {
    const id = /^content\/gamestate\/players\/(.+)\.md$/u.exec(path)?.[1];
    if (id !== undefined) names.set(decodeURIComponent(id), /^name: "?(.*?)"?$/mu.exec(text)?.[1] ?? id);
  }
  return names;
}
