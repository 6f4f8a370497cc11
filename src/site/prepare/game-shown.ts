import { IN_ENGLISH, type Wording } from '../../language/wording.ts';
import { Caches } from '../../cache/caches.ts';
import type { ShownAtEnd } from '../../session/ask/shown-at-end.ts';
import { openGame, readOnce, type OpenGame } from '../../session/play/open-game.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readGame, type GameRead } from '../../store/read-game.ts';
import type { Play } from '../../session/play/play.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import { isPlainObject } from '../../kernel/values.ts';
import { splitState } from '../../store/private-values.ts';
import { viewsShown, type ViewsShown } from '../../session/ask/views-shown.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Manifest, Terms } from '../../kernel/manifest.ts';
import { emptyState, type State } from '../../kernel/state.ts';
import { SandboxLostError } from '../../sandbox/host.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import { readRuleset } from '../../ruleset/read.ts';

/** A game as pages show it: its files, and the values that its rules derive. */
export interface GameShown {
  readonly read: GameRead;
  /** Rules and other texts. */
  readonly files: ReadonlyMap<string, string>;
  readonly terms: Terms;
  readonly manifest: Manifest;
  readonly ledger: readonly LedgerLine[];
  readonly model: ModelDescription;
  readonly state: State;
  readonly views: ViewsShown;
  readonly wording: Wording;
  readonly wrong: readonly string[];
  /** The rules in force; null if they haven't been needed yet. */
  readonly open: OpenGame | null;
  readonly caches: Caches;
  /** Loads the rules in force, to ask them about another state; null if this engine can't run them. */
  readonly inPlay: () => Promise<Play | null>;
  readonly close: () => void;
}

/** Opens a game so that its rules can be asked. */
export async function openToShow(
  content: ContentFiles,
  now: string,
  caches = new Caches(),
): Promise<GameShown> {
  const wrong = new Map<string, string>();
  for (;;) {
    const open = await openGame(content, { caches });
    try {
      const shown = await shownIn(open, now, caches, wrong);
      // A view may exhaust its sandbox; the other views are asked again without it.
      if (!open.play.sandbox.dead) return shown;
    } catch (error) {
      open.play.dispose();
      throw error;
    }
    open.play.dispose();
  }
}

export async function shownIn(
  open: OpenGame,
  now: string,
  caches: Caches,
  wrong = new Map<string, string>(),
): Promise<GameShown> {
  const { play, read } = open;
  // Values that have become private stay in the files until the next action.
  const state = splitState(play.state(), play.model).open;
  const views = await viewsShown(play, state, now, wrong);
  return {
    read,
    files: play.files,
    terms: play.terms,
    manifest: play.manifest,
    ledger: play.ledger,
    model: play.model,
    state,
    views,
    wording: play.wording,
    wrong: [...wrong.values()],
    open,
    caches,
    inPlay: () => Promise.resolve(play),
    close: () => play.dispose(),
  };
}

/** Shows a game, which may be lent for this. If a question exhausts the sandbox, the others are asked again without it. */
export async function showUntilWhole<T>(
  content: ContentFiles,
  now: string,
  { caches = new Caches(), lent = null }: { caches?: Caches | undefined; lent?: OpenGame | null },
  show: (game: GameShown) => Promise<T>,
  tries = 4,
): Promise<T> {
  const game =
    (lent && (await lentToShow(lent, content, now, caches))) ?? (await openToShow(content, now, caches));
  try {
    return await show(game);
  } catch (error) {
    const isUsedUp = game.open?.play.sandbox.dead === true && !(error instanceof SandboxLostError);
    if (!isUsedUp || tries <= 1) throw error;
  }
  return showUntilWhole(content, now, { caches }, show, tries - 1);
}

/** A game in play, as its files show it; null if something in it is private. Other states are asked about elsewhere. */
async function lentToShow(
  lent: OpenGame,
  content: ContentFiles,
  now: string,
  caches: Caches,
): Promise<GameShown | null> {
  const { sandbox, model } = lent.play;
  if (!isNothing(splitState(sandbox.state(), model).hidden)) return null;
  const read = readOnce(content, caches);
  const shown = await shownIn({ ...lent, read }, now, caches);
  return sandbox.dead ? null : { ...shown, ledger: read.ledger, ...apartFrom(content, caches) };
}

/** A past dynasty, from its final record. Its rules are loaded only if something else is asked. */
export function asItEnded(content: ContentFiles, { model, views }: ShownAtEnd, caches: Caches): GameShown {
  const read = readGame(content, caches);
  const { manifest, problems } = readRuleset(read.ruleset, read.terms, caches);
  const wrong = [...read.problems, ...problems];
  if (wrong.length > 0) throw new UnplayableError(wrong.map(describeProblem));
  return {
    read,
    files: read.ruleset,
    terms: read.terms,
    manifest,
    ledger: [...read.ledger] as LedgerLine[],
    model,
    state: read.state ?? emptyState(),
    views,
    // A past dynasty keeps nothing about the game's look.
    wording: IN_ENGLISH,
    wrong: [],
    open: null,
    caches,
    ...apartFrom(content, caches),
  };
}

const isNothing = (hidden: unknown): boolean =>
  isPlainObject(hidden) ? Object.values(hidden).every(isNothing) : hidden === null;

function apartFrom(content: ContentFiles, caches: Caches): Pick<GameShown, 'inPlay' | 'close'> {
  let asked: Promise<Play | null> | null = null;
  return {
    inPlay: () => (asked ??= playOf(content, caches)),
    close: () => void asked?.then((play) => play?.dispose()),
  };
}

async function playOf(content: ContentFiles, caches: Caches): Promise<Play | null> {
  try {
    return (await openGame(content, { caches })).play;
  } catch (error) {
    if (error instanceof UnplayableError) return null;
    throw error;
  }
}
