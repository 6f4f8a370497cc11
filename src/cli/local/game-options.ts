import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Person } from '../../forge/events.ts';
import { flag, valued, type Options } from '../../host/command.ts';
import type { Game, HomeGame, OpenOptions } from '../../host/game.ts';
import { fewOf } from '../../kernel/bounds.ts';
import { foldersFrom, gameIn, type FoundGame, type Host } from '../../host/host.ts';
import { findPerson, namedPeople, personId } from '../../session/position/person-id.ts';
import { type Context, failure, type Failure } from '../command.ts';
import { meantBy } from '../meant-by.ts';
import { shellWord } from '../../language/shell-word.ts';

export const gameOptions = {
  game: valued('FOLDER', 'the folder of the game (default: the one you are in)'),
} as const satisfies Options;

/** Options of every command by which somebody acts. */
export const actingOptions = {
  ...gameOptions,
  as: valued('NAME', 'the player who acts (default: the variable GITNOMIC_AS)'),
  new: flag('the player who acts is new, and not known to the game yet'),
} as const satisfies Options;

export const postOptions = {
  kind: valued('KIND', 'the category of the post, instead of the operand'),
  title: {
    type: 'string',
    short: 't',
    value: 'TITLE',
    summary: 'the title of the post, with its tags: "[Core] A longer window"',
  },
  text: valued('TEXT', 'the body of the post'),
} as const satisfies Options;

/** Options of every command that takes an action of the rules. */
export const callingOptions = {
  ...actingOptions,
  on: valued('POST', 'the post on which to comment (default: the actions thread)'),
} as const satisfies Options;

type Given = Pick<Context, 'folder' | 'environment' | 'hosts' | 'caches'> & {
  readonly values: {
    readonly game?: string | undefined;
    readonly as?: string | undefined;
    readonly new?: boolean | undefined;
  };
};

export function startFolder({ values, folder, environment }: Omit<Given, 'hosts'>): {
  readonly start: string;
  readonly named: string | null;
} {
  const named = values.game ?? environment['GITNOMIC_GAME'];
  return { start: resolve(folder, named ?? '.'), named: named ?? null };
}

/** The game that was named or that the folder is in, and its host. A game whose forge is lost hides games further up. */
export async function gameAt(context: Given): Promise<FoundGame> {
  const { start, named } = startFolder(context);
  const { hosts } = context;
  for (const folder of foldersFrom(start, named !== null)) {
    const found = gameIn(hosts, folder, named !== null);
    if (found !== null) return found;
    for (const { home } of hosts) await home?.assertNotLost(folder);
  }
  if (named !== null) throw noGameNamed(start, named, hosts);
  throw failure('broken', 'no-game', `There is no game in ${start}.`, {
    next: 'Go to the folder of one, name it with --game FOLDER, or begin one: `gitnomic init FOLDER`.',
  });
}

function noGameNamed(start: string, named: string, hosts: readonly Host[]): Failure {
  const meant = meantBy(basename(start), gamesBeside(start, hosts));
  return failure('broken', 'no-game', `There is no game in ${start}.`, {
    next: `${meant === undefined ? '' : `Did you mean ${join(dirname(named), meant)}? `}Begin one there: \`gitnomic init ${shellWord(named)}\`.`,
  });
}

function gamesBeside(start: string, hosts: readonly Host[]): readonly string[] {
  const above = dirname(start);
  if (statSync(above, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const folders = readdirSync(above, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [one.name] : [],
  );
  return folders.slice(0, MOST_BESIDE).filter((name) => gameIn(hosts, join(above, name), true) !== null);
}

const MOST_BESIDE = 1_000;

/** A named game's folder must exist. */
export function assertFolder(start: string, named: string, hosts: readonly Host[]): void {
  if (statSync(start, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw noGameNamed(start, named, hosts);
}

export async function openGameOf(context: Given): Promise<Game> {
  const { host, folder } = await gameAt(context);
  const game = heldOpen(await host.open(folder, optionsOf(context)));
  if (game.played === 'elsewhere') assertOneself(context.values, game.me);
  return game;
}

/** Elsewhere, the token determines who acts. */
function assertOneself({ as: name, new: isNew }: Given['values'], { name: account }: Person): void {
  const isOwn = name === undefined || personId(name) === personId(account);
  if (isOwn && isNew !== true) return;
  throw failure(
    'usage',
    'option-not-taken',
    `${isOwn ? '--new' : '--as'} has no effect here: with your token you act as ${account}.`,
    { next: 'Leave it out. To act as somebody else, use a token of theirs.' },
  );
}

/** Keeps the game open for the whole command. */
function heldOpen<G extends Game>(game: G): G {
  if (game.played === 'here') game.caches.closeAtTheEnd(game.keepOpen());
  return game;
}

/** The same for operations that are only possible for a game on this machine. */
export async function homeGameOf(context: Given): Promise<HomeGame> {
  const { host, folder } = await gameAt(context);
  if (host.home !== undefined) return heldOpen(await host.home.open(folder, optionsOf(context)));
  throw failure(
    'refused',
    'played-elsewhere',
    `The game in ${folder} is played elsewhere, and this can be done only where a game is played.`,
    { next: 'Do it there, with your own account. From here you can look, comment, vote, act and seal.' },
  );
}

export function optionsOf({ environment, caches }: Pick<Given, 'environment' | 'caches'>): OpenOptions {
  return { environment, now: environment['GITNOMIC_NOW'], caches };
}

/**
 * The person who acts. In a game on this machine, people say who they are. An unknown name is taken for a mistake
 * unless it is marked as a new person's.
 */
export async function actorOf(
  context: Given,
  game: Game,
  isNew = context.values.new === true,
): Promise<Person> {
  if (game.played === 'elsewhere') return game.me;
  const given = context.values.as ?? context.environment['GITNOMIC_AS'];
  const players = await namesOf(game);
  if (given === undefined) {
    throw failure('usage', 'no-actor', 'Say who does this.', {
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
    throw failure('usage', 'bad-name', `“${given}” is not a name: a name needs a letter or a digit.`, {
      expected: 'letters or digits',
    });
  if (known === null) await (isNew ? assertHeard(game, id) : assertKnown(game, given, id));
  const bot = context.environment['GITNOMIC_MACHINE'] === '1';
  return { id, name: known?.name ?? given.trim(), bot };
}

/** By convention, packs name the kinds of posts that ask to join like this. */
export const isJoining = (kind: string): boolean => kind.startsWith('join');

/** While joining is closed, nothing of a newcomer is taken in. */
async function assertHeard(game: Game, id: string): Promise<void> {
  const { withPosition } = await import('../../seat/read-table.ts');
  const { whyNotHeard } = await import('../../session/take/moderate.ts');
  const what = await withPosition(game, ({ open: { play }, moderation }) =>
    whyNotHeard({ rules: { play }, moderation }, { type: 'opened' }, game.now(), id),
  );
  if (what !== null) throw failure('refused', 'not-heard', what);
}

/** Somebody who has just arrived is in the journal but in no file yet. */
async function assertKnown(game: Game, given: string, id: string): Promise<void> {
  // Loaded only here, because it loads everything needed to play, and each command imports this file.
  const { withPosition } = await import('../../seat/read-table.ts');
  const { kinds, people } = await withPosition(game, ({ open: { play } }) => ({
    kinds: Object.keys(play.sandbox.describe().kinds),
    people: namedPeople(play.state().players),
  }));
  const ids = people.map((one) => one.id);
  if (ids.includes(id)) return;
  const meant =
    meantBy(id, ids) ??
    meantBy(
      given,
      people.map(({ name }) => name),
    );
  const joining = kinds.find(isJoining);
  const asking =
    joining === undefined ? '' : `, and ask to be let in with \`gitnomic post ${joining} TITLE --as NAME\``;
  throw failure('usage', 'no-such-person', `Nobody in this game is called “${given}”.`, {
    ...(meant === undefined && { expected: `one of ${fewOf(people.map(({ name }) => name)).join(', ')}` }),
    next: `${meant === undefined ? '' : `Did you mean ${meant}? `}If you are new, add --new${asking}.`,
  });
}

/** Everybody on the roster, by id. */
async function namesOf(game: Game): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [path, text] of await game.content()) {
    const id = /^content\/gamestate\/players\/(.+)\.md$/u.exec(path)?.[1];
    if (id !== undefined) names.set(decodeURIComponent(id), /^name: "?(.*?)"?$/mu.exec(text)?.[1] ?? id);
  }
  return names;
}
