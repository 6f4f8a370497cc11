import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putFile, putFolder } from '#platform/files.ts';
import { gitIn } from '#platform/run-git.ts';
import type { Disk } from '../../repository/disk.ts';
import { nodeDisk } from '../../repository/node-disk.ts';
import { hasObject } from '../../repository/objects.ts';
import { readFileText } from '../../repository/read-file.ts';
import { advance, readBranch } from '../../repository/refs.ts';
import { createRepository, repositoryOn, type Repository } from '../../repository/repository.ts';
import { timeInWords } from '../../kernel/time.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import { RecoverError } from '../../care/recover/recover.ts';
import { gitnomic } from '../../forge/embedded/local-forge.ts';
import { rebuildLog } from '../../forge/embedded/rebuild-log.ts';
import type { Oid } from '../../repository/oid.ts';
import { openVault } from '../../session/secrets/vault.ts';
import { DYNASTIES, RULESET, type ContentFiles } from '../../store/paths.ts';
import { type GameRead, readGame } from '../../store/read-game.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { parseRecord, recordPath } from '../../store/journal/journal-record.ts';
import { eventOf } from '../../store/journal/line.ts';
import { verifyJournal } from '../../store/journal/verify-journal.ts';
import { refreshCheckout } from '../checkout.ts';
import { filesOnDisk } from '../../store/content-folder.ts';
import { assertNoLinks } from '../links-in-game.ts';
import { type GameRemains, describeRemains, findRemains } from './game-remains.ts';
import { openLocalGame } from './local-game.ts';
import { takeOver, withPromisedSeed } from './take-over.ts';
import { whyStopped } from '../../rehearse/why-stopped.ts';
import { capitalised } from '../../kernel/sentence.ts';
import { readContent } from '../../tick/observe.ts';
import { readJournalLines } from '../../store/journal/segments.ts';
import { clockOf } from './game-folder.ts';
import { inspectJournal } from '../../store/journal/inspect-journal.ts';
import type { Remade } from '../host.ts';
import { ENGINE_FOLDER, type HomeGame, type OpenOptions } from '../game.ts';

type Options = Pick<OpenOptions, 'now' | 'caches'> & { readonly dryRun?: boolean };

/** Rebuilds a game's forge from its files or its Git history, and continues the game on it. */
export async function remakeForge(folder: string, { now, dryRun = false, caches }: Options): Promise<Remade> {
  assertNoLinks(folder);
  const remains = findRemains(folder);
  assertCanBeMade(folder, remains);
  const own = join(folder, ENGINE_FOLDER);
  const secretsLost = !existsSync(join(own, 'private/dice.seed'));
  const making = dryRun ? mkdtempSync(join(tmpdir(), 'gitnomic-forge-')) : join(own, 'forge.new');
  try {
    const source = (await sourceInForge(remains)) ?? (await sourceInGit(remains, making));
    if (source !== null) return await goOnWithJournal(remains, source, { now, dryRun, secretsLost, caches });
    const files = filesOnDisk(folder);
    const read = readGame(files);
    if (read.state === null || read.problems.length > 0) throw noContent(remains, read);
    const stopped = await whyStopped(files, typeof now === 'function' ? now() : now, caches);
    // Without its history nobody could go back to rules that worked.
    if (stopped !== null) throw unreadable([`${capitalised(stopped)}.`, ...missingRules(files)]);
    const made = {
      ...factsOf(folder, read),
      from: 'content' as const,
      until: read.facts.clock,
      lost: [
        `Posts, comments and votes after the last commit on main, of ${read.facts.clock === null ? 'its beginning' : timeInWords(read.facts.clock)}.`,
        'The journal and the history of main: `gitnomic replay` checks only from here on.',
        ...(existsSync(join(folder, DYNASTIES))
          ? []
          : ['The beginning of this dynasty, and the archive of those before it (content/dynasties).']),
        ...lostSecrets(read, secretsLost),
      ],
    };
    if (dryRun) return { ...made, aside: null };
    const aside = putAside(own);
    await takeOver(folder, folder, { now, caches });
    return { ...made, aside };
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

function assertCanBeMade(folder: string, remains: GameRemains | null): asserts remains is GameRemains {
  if (remains === null)
    throw new RecoverError(
      'no-game',
      `There is nothing of a game in ${folder}.`,
      'Name its folder: --game FOLDER.',
    );
  if (remains.hosted)
    throw new RecoverError(
      'hosted',
      `The game in ${folder} is played elsewhere: its forge is not lost.`,
      '`gitnomic start` plays a copy of it here.',
    );
  if (remains.forge === 'whole')
    throw new RecoverError(
      'forge-there',
      `The game in ${folder} has its forge.`,
      '`gitnomic doctor` says what else is wrong with it. If there is a backup, `gitnomic doctor restore FROM FOLDER` brings back the game of then.',
    );
}

function unreadable(problems: readonly string[]): RecoverError {
  return new RecoverError(
    'unreadable',
    problems.join('\n'),
    'Correct these, or restore content/ from a copy.',
  );
}

/** Rule files that are missing although their clauses are there. */
function missingRules(files: ContentFiles): readonly string[] {
  return [...files].flatMap(([path, text]) => {
    const rule = path.replace(/\.ts$/u, '.md');
    const isClause = path.startsWith(RULESET) && rule !== path && /^export default rule\(/mu.test(text);
    return isClause && !files.has(rule) ? [`${rule} is missing, and its clause is there.`] : [];
  });
}

function noContent(remains: GameRemains, { problems }: GameRead): RecoverError {
  const [branch] = remains.branches;
  if (remains.files > 0 && problems.length > 0) return unreadable(problems.map(describeProblem));
  return new RecoverError(
    'no-content',
    `There is too little left of the game in ${remains.folder} to go on with: ${describeRemains(remains)}, and no intact journal.`,
    branch === undefined
      ? 'Restore content/ from a copy, with game.yml, ruleset and gamestate.'
      : `Check out ${branch.replace(/^refs\/(heads|remotes)\//u, '')} in a clone that has a working tree.`,
  );
}

/** A repository with main and a journal that confirms it. */
interface Source {
  readonly disk: Disk;
  readonly repository: Repository;
  readonly main: Oid;
  readonly journal: Oid | null;
  /** Whether the log is whole and only main is missing. */
  readonly hasLog: boolean;
  /** Where the new forge was built before it is moved into place; null if it is in place. */
  readonly made: string | null;
}

async function sourceInForge({ folder, forge }: GameRemains): Promise<Source | null> {
  if (forge === 'none') return null;
  const disk = nodeDisk(join(folder, ENGINE_FOLDER, 'forge'));
  const repository = repositoryOn(disk, 'repository.git');
  const log =
    forge === 'no-main' ? ((await disk.read('events.jsonl')) ?? new Uint8Array()) : new Uint8Array();
  const moved = new TextDecoder().decode(log).matchAll(/"type":"engine-moved".*"to":"([0-9a-f]{40})"/gu);
  const main = forge === 'no-main' ? [...moved].at(-1)?.[1] : await readBranch(repository, 'main');
  if (main === undefined || main === null || !(await hasObject(repository, main))) return null;
  return soundSource({ disk, repository, main, hasLog: forge === 'no-main', made: null });
}

const BRANCHES = ['refs/heads/*', 'refs/remotes/origin/*'];

/** Fetches the folder's own Git commits into a new forge; origin's branches take precedence over local ones. */
async function sourceInGit({ folder, branches }: GameRemains, making: string): Promise<Source | null> {
  if (!branches.some((ref) => ref.endsWith('/main'))) return null;
  rmSync(making, { recursive: true, force: true });
  const disk = nodeDisk(making);
  const repository = await createRepository(disk, 'repository.git');
  for (const from of BRANCHES) {
    const words = ['fetch', '--quiet', '--no-tags', '--force', folder, `+${from}:refs/heads/*`];
    gitIn(join(making, 'repository.git'))('-c', 'fetch.unpackLimit=1000000', ...words);
  }
  // Origin's HEAD only points to a branch.
  rmSync(join(making, 'repository.git/refs/heads/HEAD'), { force: true });
  const main = await readBranch(repository, 'main');
  return main === null ? null : soundSource({ disk, repository, main, hasLog: false, made: making });
}

/** Null if the journal is damaged; or if it is missing with the log, since main then says no more than content/ does. */
async function soundSource(found: Omit<Source, 'journal'>): Promise<Source | null> {
  const { repository, main } = found;
  const journal = await journalTip(repository);
  if (journal === null && !found.hasLog) return null;
  const record = parseRecord(await readFileText(repository, main, recordPath));
  if ((await inspectJournal(repository, journal, record)) !== 'sound') return null;
  return journal === null || (await verifyJournal(repository, journal)).ok ? { ...found, journal } : null;
}

async function goOnWithJournal(
  remains: GameRemains,
  { disk, repository, main, journal, hasLog, made }: Source,
  { now, dryRun, secretsLost, caches }: Options & { readonly secretsLost: boolean },
): Promise<Remade> {
  const { folder } = remains;
  const own = join(folder, ENGINE_FOLDER);
  const events =
    journal === null
      ? []
      : (await readJournalLines(repository, journal)).flatMap((line) => eventOf(line) ?? []);
  const read = readGame(await readContent({ repository }, main));
  const until = [read.facts.clock ?? '', ...events.map(({ at }) => at)].sort().at(-1) ?? '';
  const remade = {
    ...factsOf(folder, read),
    from: 'journal' as const,
    until,
    lost: hasLog
      ? []
      : [
          `Comments and votes after ${timeInWords(until)}, the last moment that the journal holds.`,
          ...lostSecrets(read, secretsLost),
        ],
  };
  if (dryRun === true) return { ...remade, aside: null };
  const clock = clockOf(folder, now);
  // The clock never goes back if the game ran ahead of this machine.
  if (until > clock.now()) clock.forward(Date.parse(until) - Date.parse(clock.now()));
  const vault = await openVault(join(own, 'private'), caches?.onDisk);
  const next = await withPromisedSeed(repository, main, { vault, at: clock.now() });
  if (hasLog) await advance(repository, 'main', null, main);
  else {
    // The forge counts as whole once it has a log, so the seed must be promised before, in case the process is killed.
    if (next !== main) await advance(repository, 'main', main, next);
    await rebuildLog(disk, events, { engine: gitnomic, main: next, at: until });
  }
  const aside = made === null ? null : putAside(own);
  if (made !== null) putFolder(made, join(own, 'forge'));
  const game = await openLocalGame(folder, { now, caches });
  if (next !== main) await game.forge.advance('main', main, next);
  await checkOut(game, main);
  return { ...remade, aside };
}

/** Leaves edited files alone and restores missing ones. */
async function checkOut(game: HomeGame, base: Oid): Promise<void> {
  const path = join(game.folder, ENGINE_FOLDER, 'checkout.json');
  const commit = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { commit?: string }).commit
    : '';
  if (commit === undefined || !(await hasObject(game.forge.repository, commit)))
    putFile(path, `${JSON.stringify({ commit: base })}\n`, { durable: false });
  const there = filesOnDisk(game.folder);
  await refreshCheckout(
    game,
    [...(await game.content()).keys()].filter((file) => !there.has(file)),
  );
}

function factsOf(folder: string, { game, state }: GameRead): Pick<Remade, 'folder' | 'name' | 'pending'> {
  const pending = Object.values(state?.posts ?? {}).filter(({ status }) => status === 'pending');
  return { folder, name: game.name, pending: pending.map(({ id }) => id) };
}

function lostSecrets({ game, state, facts }: GameRead, lost: boolean): readonly string[] {
  if (!lost) return [];
  const sealed = Object.values(state?.submissions ?? {}).filter(({ used }) => !used).length;
  return [
    ...(game.dice?.source === 'committed'
      ? ['The seed of the dice: a new one is drawn, and its hash published in game.yml.']
      : []),
    `Private values, and the keys to sealed submissions${sealed > 0 ? `: ${sealed} sealed submissions can’t be opened` : ''}. Put .gitnomic/private back if there is a copy of it; otherwise publish a new key: \`gitnomic seal keys publish --because lost\`.`,
    ...(facts.seeds.length > 0
      ? ['The seed of secret choices: the emperor’s side promises another (`gitnomic seal seed`).']
      : []),
  ];
}

/** Keeps the remains of the old forge under an unused name. */
function putAside(own: string): string | null {
  const forge = join(own, 'forge');
  if (!existsSync(forge)) return null;
  for (let count = 1; ; count++) {
    const aside = join(own, `forge.lost-${count}`);
    if (existsSync(aside)) continue;
    putFolder(forge, aside);
    return aside;
  }
}
