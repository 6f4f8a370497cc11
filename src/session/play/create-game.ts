import { stringify } from 'yaml';
import type { Caches } from '../../cache/caches.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Terms } from '../../kernel/manifest.ts';
import { knowHead, termsKnown } from '../../kernel/roles.ts';
import type { State } from '../../kernel/state.ts';
import { hoursAfter } from '../../kernel/time.ts';
import { composeRuleset, type Composed } from '../../ruleset/compose.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import { firstSnapshot } from '../../store/dynasties/frozen.ts';
import { Play } from './play.ts';
import type { PlayOptions } from './play-options.ts';
import { UnplayableError } from './unplayable-error.ts';
import { NO_FACTS, type EngineFacts } from '../../store/engine-files.ts';
import { FORMAT, FORMAT_FILE, writeFormat } from '../../store/formats/migrations.ts';
import { dynastyFolder, GAME_FILE, SITE_FILE, type ContentFiles } from '../../store/paths.ts';
import type { PrivateValues } from '../../store/private-values.ts';
import type { GameFile } from '../../ruleset/schema/game.ts';
import { fileOfLanguage, siteIn, type LanguageChosen } from '../../store/read-language.ts';
import { applyChanges, writeGame } from '../../store/write-game.ts';

export interface NewPlayer {
  readonly id: string;
  readonly name?: string;
  readonly admin?: boolean;
  readonly emperor?: boolean;
  /** The player's account on the forge. */
  readonly account?: string;
}

export interface NewGame {
  readonly name: string;
  readonly core: string;
  /** The dynasty's pack. Without one there are no dynastic rules yet. */
  readonly dynasty?: string;
  /** One of the core's paces. By default, the values in its rules. */
  readonly pace?: string;
  /** The group's own rules, by their paths below the ruleset's folder. They are added to those of the library. */
  readonly ruleset?: ContentFiles;
  /** A site.yml for a pack that isn't in the engine's own library. */
  readonly site?: string;
  /** The language of its pages, unless it is English. */
  readonly language?: LanguageChosen;
  readonly terms?: Terms;
  readonly players: readonly NewPlayer[];
  readonly resolution?: 'automatic' | 'by-admin';
  /** In a practice game the host may move the clock, for example. */
  readonly practice?: boolean;
  readonly forge?: GameFile['forge'];
  readonly dice?: GameFile['dice'];
  /** The hash of the seed for secret choices. */
  readonly secret?: string;
  readonly at: string;
  /** Values that replace those with which the rules begin, such as `game.round: 2`. */
  readonly given?: Readonly<Record<string, unknown>>;
}

/** Creates the files of a new game from the library's rules, with the gamestate with which these rules begin. */
export async function createGame(
  library: ContentFiles,
  wish: NewGame,
  caches?: Caches,
  /** Runs the rules instead of QuickJS. */
  runner?: PlayOptions['runner'],
): Promise<{
  readonly files: ContentFiles;
  readonly hidden: PrivateValues;
  readonly model: ModelDescription;
}> {
  const composed = composeRuleset(library, wish, caches);
  if (composed.problems.length > 0) throw new UnplayableError(composed.problems.map(describeProblem));
  const terms = wish.terms ?? composed.terms;
  const own = wish.ruleset ?? new Map<string, string>();
  const twice = [...own.keys()].filter((path) => composed.files.has(path));
  if (twice.length > 0) throw new UnplayableError(twice.map(describeTwice));
  const play = await Play.start({
    files: new Map([...composed.files, ...own]),
    terms,
    state: null,
    draw: drawNothing,
    caches,
    ...(runner === undefined ? {} : { runner }),
  });
  try {
    const model = play.sandbox.describe();
    layOut(play, wish, composed);
    const known = termsKnown(terms, model);
    const before = new Map([[GAME_FILE, gameFileOf(wish, known, composed.core?.resolution)]]);
    const now = {
      ruleset: play.files,
      terms: play.terms,
      state: play.state(),
      model,
      ledger: play.ledger,
      facts: factsOf(wish, firstNumber(play.state())),
    };
    const { changes, hidden } = writeGame(before, now);
    const files = new Map([
      ...applyChanges(before, changes),
      ...siteFilesOf(wish),
      [FORMAT_FILE, writeFormat(FORMAT)],
    ]);
    const number = firstNumber(now.state);
    return { files: number === null ? files : withFirst(files, number), hidden, model: now.model };
  } finally {
    play.dispose();
  }
}

function siteFilesOf({
  site,
  language,
}: Pick<NewGame, 'site' | 'language'>): readonly (readonly [string, string])[] {
  if (language === undefined) return site === undefined ? [] : [[SITE_FILE, site]];
  const { tag, texts } = language;
  return [
    [SITE_FILE, siteIn(site ?? '', tag)],
    [fileOfLanguage(tag), texts],
  ];
}

/** The head that rules define. Not null either if the rules don’t load, because then creating the game reports why. */
export async function headOf(
  library: ContentFiles,
  wish: Pick<NewGame, 'core' | 'dynasty'>,
  caches?: Caches,
): Promise<{ readonly title: string; readonly isNeeded: boolean } | null> {
  const { files, terms, problems } = composeRuleset(library, wish, caches);
  const title = terms.emperor ?? '';
  if (problems.length > 0) return { title, isNeeded: false };
  const play = await Play.start({ files, terms, state: null, draw: drawNothing, caches });
  try {
    const model = play.sandbox.describe();
    if (!knowHead(model)) return null;
    // A dynasty in which only its head can do something stands still without one.
    const isNeeded = Object.values(model.actions).some(
      ({ rule, by }) => rule.startsWith('dynastic/') && by.includes('emperor'),
    );
    return { title, isNeeded };
  } finally {
    play.dispose();
  }
}

function drawNothing(): never {
  throw new Error('nothing is drawn before a game has begun');
}

function describeTwice(path: string): string {
  return `The library has ${path} too. Take other core rules with --core, or give the rule another file name.`;
}

/** The number of the game's first dynasty, if its rules count them. */
function firstNumber({ dynasty }: State): number | null {
  return typeof dynasty['number'] === 'number' ? dynasty['number'] : null;
}

function withFirst(files: ContentFiles, number: number): ContentFiles {
  return new Map([...files, [`${dynastyFolder(number)}first.json`, firstSnapshot(files)]]);
}

function factsOf({ players, at, secret }: NewGame, number: number | null): EngineFacts {
  const people = players.flatMap(({ id, account }) =>
    account === undefined ? [] : [[account, id] as const],
  );
  const dynasty = number === null ? null : { number, at, line: 0 };
  const by = players.find(({ emperor }) => emperor === true)?.id ?? null;
  const seeds = secret === undefined ? [] : [{ hash: secret, by, dynasty: number, line: 0, at }];
  return { ...NO_FACTS, clock: at, people: Object.fromEntries(people), dynasty, seeds };
}

const HOURS_A_WEEK = 7 * 24;

/** The first players count as having joined a week ago, so that no rule treats them as newcomers. */
function layOut(play: Play, { players, at, given = {}, name }: NewGame, { dynasty }: Composed): void {
  const model = play.sandbox.describe();
  const set = (scope: string, place: string, field: string, value: unknown): void => {
    if (value !== undefined && model.fields[scope]?.[field] !== undefined)
      play.sandbox.assume(`${place}.${field}`, value);
  };
  set('game', 'game', 'name', name);
  set('dynasty', 'dynasty', 'name', dynasty?.title);
  set('dynasty', 'dynasty', 'theme', dynasty?.theme);
  set('game', 'game', 'tracking-page', dynasty?.['tracking-page']);
  for (const player of players) {
    const place = `players.${player.id}`;
    play.sandbox.assume(place, {});
    set('player', place, 'name', player.name ?? player.id);
    set('player', place, 'state', 'active');
    set('player', place, 'joined', hoursAfter(at, -HOURS_A_WEEK));
    set('player', place, 'last-active', at);
    set('player', place, 'admin', player.admin === true ? true : undefined);
    if (player.emperor === true) set('dynasty', 'dynasty', 'emperor', player.id);
  }
  for (const [path, value] of Object.entries({ ...dynasty?.begins, ...given }))
    play.sandbox.assume(path, value);
  play.sandbox.begin(at);
}

function gameFileOf(wish: NewGame, terms: Terms, resolution: NewGame['resolution']): string {
  const game: Record<string, unknown> = {
    name: wish.name,
    forge: wish.forge ?? { kind: 'local' },
    admins: wish.players.flatMap(({ id, admin }) => (admin === true ? [id] : [])),
    core: wish.core,
    ...(wish.dynasty === undefined ? {} : { pack: wish.dynasty }),
    terms,
    resolution: wish.resolution ?? resolution ?? 'automatic',
    dice: wish.dice ?? { source: 'committed' },
    ...(wish.practice === true ? { practice: true } : {}),
  };
  return stringify(game, { lineWidth: 0 });
}
