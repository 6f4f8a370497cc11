import type { Finding, Check } from './finding.ts';
import { Caches } from '../../cache/caches.ts';
import { lintGame } from '../../rehearse/lint/lint-game.ts';
import { type ContentFiles, RULESET, GAME_FILE } from '../../store/paths.ts';
import { adminsOf, readGame } from '../../store/read-game.ts';
import type { Status } from '../../tick/read-status.ts';
import { capitalised } from '../../kernel/sentence.ts';
import { FORMAT, FormatError, readFormat, inThisFormat } from '../../store/formats/migrations.ts';
import { rehearseGame } from '../../rehearse/why-stopped.ts';
import { sayLocks, whyNotOn } from '../../session/play/say-rehearsal.ts';
import { ENGINE_FAILED, saySetAside, setAside } from '../../session/take/set-aside.ts';
import { shellWord } from '../../language/shell-word.ts';
import type { BeaconChain } from '../../session/chance/beacon.ts';
import { firstBentRoll, promisedDiceIn } from '../../session/chance/recorded-dice.ts';
import { askRulesInForce } from '../../rehearse/ask-promises.ts';
import { sayBroken } from '../../rehearse/say-trial.ts';
import { SHORT } from '../../rehearse/search-promises.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { fewOf } from '../../kernel/bounds.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import type { ForgeReading } from '../../forge/port.ts';
import { eventsIn, observeToShow } from '../../tick/observe.ts';
import { findRepair } from '../../tick/repair-main.ts';
import { NoGameError } from '../../tick/tick-options.ts';
import { checkDeleted } from './deleted-rules.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesOnDisk } from '../../store/content-folder.ts';

/** Reports the stuck matters and failing actions in a game's status. Failures of the engine itself are found in the ledger. */
export function checkStandstill(failing: Status['failing']): readonly Finding[] {
  return failing
    .filter((what) => !what.startsWith(ENGINE_FAILED))
    .map((what) => ({
      code: 'stands-still',
      level: 'problem',
      what: `${capitalised(what)}.`,
      next: '`gitnomic status` and `gitnomic why MATTER` say more. If a rule blocks a matter, `gitnomic doctor recover --dry-run` shows what an Admin can do.',
    }));
}

function noteOlder(format: number): readonly Finding[] {
  if (format >= FORMAT) return [];
  return [
    {
      code: 'older-format',
      level: 'note',
      what: `The game is in format ${format}, and this engine writes format ${FORMAT}.`,
      next: '`gitnomic upgrade` brings it up to date; the next tick does it too.',
    },
  ];
}

/** The findings of `gitnomic lint`, and whether this engine can read the game's format. */
export async function checkContent(
  files: ContentFiles,
  now?: string,
  caches = new Caches(),
): Promise<readonly Finding[]> {
  const older = noteOlder(readFormat(files));
  let today: ContentFiles;
  try {
    today = inThisFormat(files);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return [{ code: error.code, level: 'problem', what: error.message, next: error.next ?? '' }];
  }
  const { problems } = await lintGame(files, caches);
  const rehearsal = await rehearseGame(today, now, caches);
  const stopped = whyNotOn(rehearsal);
  const [admin = 'ADMIN'] = adminsOf(readGame(files));
  const { isUnplayable = false } = rehearsal;
  const until = isUnplayable ? 'nothing can happen in the game' : 'no vote can change the rules';
  const back = `Until this is fixed, ${until}. If it came by a vote, an Admin can go back to the rules that worked: \`gitnomic doctor recover --as ${shellWord(admin)}\`.`;
  const untold: readonly Finding[] =
    stopped === null || (isUnplayable && problems.length > 0)
      ? []
      : [{ code: 'stopped', level: 'problem', what: `The game can’t go on: ${stopped}.`, next: back }];
  return [
    ...older,
    ...untold,
    ...setAside(readGame(files).ledger).map((one): Finding => ({
      code: 'set-aside',
      level: 'note',
      what: `${saySetAside(one)}.`,
      next: 'You don’t have to do anything: a newer engine will take it in. Please report it, so that it gets fixed.',
    })),
    ...sayLocks(rehearsal).map((what): Finding => ({
      code: 'locked',
      level: 'note',
      what: `Under these rules ${what}.`,
      next: 'If that is not intended, change the rule that says so by a proposal.',
    })),
    ...(stopped === null ? await checkPromises(inThisFormat(files), now, caches) : []),
    ...problems.map(({ code, what, where, next }): Finding => ({
      code,
      level: 'problem',
      what,
      where,
      next: isUnplayable ? back : (next ?? 'A proposal can fix it; `gitnomic lint` shows where.'),
    })),
  ];
}

export interface DiceHere {
  readonly seed?: Uint8Array | undefined;
  /** Replaces drand's chain in tests. */
  readonly chain?: BeaconChain;
}

/** Whether public rolls follow from their recorded proofs. Only a replay can tell whether the proofs are the right ones. */
export function checkDice(files: ContentFiles, here: DiceHere = {}): readonly Finding[] {
  const { game, ledger } = readGame(files);
  // A game that started with a seed has both kinds of lines.
  const seeded = ledger.some(
    ({ proof }) => (proof as { from?: unknown } | undefined)?.from === 'committed-seed',
  );
  const beaconOnly = game.dice?.source === 'drand' && !seeded;
  const bent = firstBentRoll(ledger, null, {
    names: [game.name],
    beaconOnly,
    promised: promisedDiceIn(ledger, game),
    ...here,
  });
  if (bent === null) return [];
  return [
    {
      code: 'dice-bent',
      level: 'problem',
      what: `The dice of line ${bent.line} of the ledger don’t follow from their source: ${bent.why}.`,
      where: 'content/ledger',
      next: 'That line differs from what the engine writes: `git log content/ledger` says who. `gitnomic replay` shows the consequences.',
    },
  ];
}

/** Promises that are broken, or that people could break. */
export async function checkPromises(
  files: ContentFiles,
  now: string | undefined,
  caches: Caches,
): Promise<readonly Finding[]> {
  return (await askRulesInForce(files, now ?? '', caches, SHORT)).flatMap((asked): Finding[] => {
    const what = asked.unfinished ?? sayBroken(asked, IN_ENGLISH);
    if (what === null) return [];
    return [
      {
        code: asked.unfinished === undefined ? 'promise-broken' : 'never-finishes',
        level: 'note',
        what,
        where: `${RULESET}${asked.path}.md:${asked.line}`,
        next: 'Change the rule that is at fault, or the promise, by a proposal.',
      },
    ];
  });
}

interface Opened {
  readonly forge: ForgeReading;
  now(): string;
  main(): Promise<string>;
  tick(): Promise<unknown>;
  openPosition(): Promise<{ readonly open: { readonly play: { dispose(): void } } }>;
}

/** Tries to open the game, and reports pushes to main that the next tick will undo. */
export async function checkOpening(game: Opened): Promise<readonly Finding[]> {
  const fix = { does: 'put main back by a tick', run: async (): Promise<void> => void (await game.tick()) };
  try {
    const main = await game.main();
    const observed = await observeToShow(game.forge, main, game.now());
    const { undone } = await findRepair(game.forge, main, eventsIn(observed), game.now());
    (await game.openPosition()).open.play.dispose();
    if (undone.length === 0) return [];
    return [
      {
        code: 'pushed-to-main',
        level: 'problem',
        what: `Somebody pushed changes to main that only play may make: ${fewOf(undone, 3).join(', ')}.`,
        next: 'The next tick undoes that: `gitnomic tick`.',
        fix,
      },
    ];
  } catch (error) {
    // The checks of the forge and the rules report these.
    if (error instanceof NoGameError || error instanceof UnplayableError) return [];
    const { code, next } = error as { code?: unknown; next?: unknown };
    return [
      {
        code: typeof code === 'string' ? code.toLowerCase() : 'does-not-open',
        level: 'problem',
        what: `The game does not open, so no command works: ${error instanceof Error ? error.message : String(error)}`,
        next: typeof next === 'string' ? next : '`gitnomic tick` says more.',
      },
    ];
  }
}

/** Whether the folder has a game's files, wherever the game is played. */
export function hasGameFiles(folder: string): boolean {
  return existsSync(join(folder, GAME_FILE));
}

export function treeChecks(folder: string): readonly Check[] {
  const checkTree = async (): Promise<readonly Finding[]> => {
    const found = await checkContent(filesOnDisk(folder));
    return [
      ...found,
      ...checkDeleted(
        folder,
        found.some(({ level }) => level === 'problem'),
      ),
    ];
  };
  return [
    { title: 'the content of the working tree', check: checkTree },
    { title: 'its dice', check: async () => Promise.resolve(checkDice(filesOnDisk(folder))) },
  ];
}
