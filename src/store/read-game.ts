import { PLAIN_TERMS, type Terms } from '../kernel/manifest.ts';
import type { Fields, State } from '../kernel/state.ts';
import { toTerms } from '../ruleset/compose.ts';
import { readYamlFile } from '../ruleset/front-matter.ts';
import { madeOnce, type Memo } from '../ruleset/memo.ts';
import type { Problem } from '../ruleset/problem.ts';
import { validate } from '../ruleset/schema/validate.ts';
import { readEngineFiles, type EngineFacts } from './engine-files.ts';
import { inOrder, readTracked } from './tracked-file.ts';
import { readLedger } from './ledger-files.ts';
import { GAME_FILE, GAMESTATE, idOfFileName, RULESET, type ContentFiles } from './paths.ts';
import { readPostFiles } from './post-files.ts';
import { gameFileSchema, type GameFile } from '../ruleset/schema/game.ts';
import type { RecordedLine } from './ledger-line.ts';

export interface GameRead {
  readonly game: GameFile;
  readonly terms: Terms;
  /** The files by their paths below the ruleset's folder. */
  readonly ruleset: ReadonlyMap<string, string>;
  /** The public part of the state. Null if there is none yet; then the rules use their starting values. */
  readonly state: State | null;
  readonly ledger: readonly RecordedLine[];
  readonly facts: EngineFacts;
  readonly postPaths: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
  /** The caches its files were read with, for code that reads or writes them again. */
  readonly memo?: Memo | undefined;
}

const UNNAMED: GameFile = { name: 'A nomic' };

/** Reads a game's files from any source. All problems are reported, and everything readable is returned. */
export function readGame(files: ContentFiles, memo?: Memo): GameRead {
  const problems: Problem[] = [];
  const game = readGameFile(files, problems, memo);
  const ruleset = below(files, RULESET);
  const { engine, problems: inEngine } = readEngineFiles(files);
  const { posts, paths, problems: inPosts } = readPostFiles(files, memo);
  const { lines, problems: inLedger } = readLedger(files, engine.facts.archived.lines);
  const { state: tracked, problems: inState } = readGamestate(files, memo);
  problems.push(...inEngine, ...inPosts, ...inLedger, ...inState);
  const all = [...Object.values(posts), ...Object.values(engine.pending)].sort((a, b) => a.n - b.n);
  const state =
    tracked === null
      ? null
      : {
          ...inOrder(tracked, engine.order),
          emperor: {},
          posts: Object.fromEntries(all.map((post) => [post.id, post])),
          taken: engine.taken,
          submissions: engine.submissions,
        };
  const terms = game.terms === undefined ? PLAIN_TERMS : toTerms(game.terms);
  return {
    game,
    terms,
    ruleset,
    state,
    ledger: lines,
    facts: engine.facts,
    postPaths: paths,
    problems,
    memo,
  };
}

function readGameFile(files: ContentFiles, problems: Problem[], memo: Memo | undefined): GameFile {
  const text = files.get(GAME_FILE);
  if (text === undefined) {
    problems.push({
      code: 'no-game',
      file: GAME_FILE,
      message: 'There is no such file, so this is no game.',
      expected: 'a game, as `gitnomic init` makes it',
      example: 'name: Harbour Nomic',
    });
    return UNNAMED;
  }
  const { game, wrong } = madeOnce(memo, 'game', GAME_FILE, text, () => parseGameFile(text));
  problems.push(...wrong);
  return game;
}

/** An era may be named 1.50. */
const MAY_BE_TEXTS: ReadonlySet<string> = new Set(['core', 'tracked']);

function parseGameFile(text: string): { readonly game: GameFile; readonly wrong: readonly Problem[] } {
  const read = readYamlFile(GAME_FILE, text, (key) => MAY_BE_TEXTS.has(key));
  const { value, problems } = validate(gameFileSchema, read.data, GAME_FILE, read.keyLines);
  return { game: value ?? UNNAMED, wrong: read.problems.length > 0 ? read.problems : problems };
}

export function below(files: ContentFiles, folder: string): ReadonlyMap<string, string> {
  return new Map(
    [...files]
      .filter(([path]) => path.startsWith(folder))
      .map(([path, text]) => [path.slice(folder.length), text]),
  );
}

type Tracked = Pick<State, 'game' | 'dynasty' | 'players' | 'things'>;

function readGamestate(
  files: ContentFiles,
  memo: Memo | undefined,
): {
  readonly state: Tracked | null;
  readonly problems: readonly Problem[];
} {
  // A folder may be called as something that other objects have, such as `constructor`.
  const things = Object.create(null) as Tracked['things'];
  const state: Tracked = { game: {}, dynasty: {}, players: {}, things };
  const problems: Problem[] = [];
  const paths = [...files.keys()].filter((path) => path.startsWith(GAMESTATE) && path.endsWith('.md')).sort();
  for (const path of paths) {
    const { data, problems: found } = readTracked(path, files.get(path) ?? '', memo);
    problems.push(...found);
    if (found.length === 0) put(state, path.slice(GAMESTATE.length, -'.md'.length), { ...data });
  }
  return { state: paths.length === 0 ? null : state, problems };
}

function put(state: Tracked, place: string, data: Fields): void {
  const slash = place.indexOf('/');
  if (slash < 0) {
    if (place === 'game' || place === 'dynasty') state[place] = data;
    return;
  }
  const collection = idOfFileName(place.slice(0, slash));
  const id = idOfFileName(place.slice(slash + 1));
  const all = collection === 'players' ? state.players : (state.things[collection] ??= {});
  Object.defineProperty(all, id, { value: data, writable: true, enumerable: true, configurable: true });
}

/** Finds the Admins by a variable of the rules, so that a player who lost it by play has lost all its rights. */
export function adminsIn({ players }: Pick<State, 'players'>): readonly string[] {
  return Object.entries(players).flatMap(([id, fields]) => (fields['admin'] === true ? [id] : []));
}

/** Before the first commit the Admins are those that game.yml names. */
export function adminsOf({ state, game }: Pick<GameRead, 'state' | 'game'>): readonly string[] {
  return state === null ? (game.admins ?? []) : adminsIn(state);
}

/** True if Admins resolve matters. If no Admin is left, the engine takes over. */
export function isResolvedByHand(
  { resolution }: GameRead['game'],
  state: () => Pick<State, 'players'>,
): boolean {
  return resolution === 'by-admin' && adminsIn(state()).length > 0;
}
