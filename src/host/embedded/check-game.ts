import { openLocalGame } from './local-game.ts';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { readGame } from '../../store/read-game.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { parseRecord, recordPath } from '../../store/journal/journal-record.ts';
import { journalBranch } from '../../store/journal/part.ts';
import { verifyJournal } from '../../store/journal/verify-journal.ts';
import { checkCaches, checkLinks, lastTimeOnForge, checkLog, checkOwnFiles } from './check-own-files.ts';
import { OWN_PLACES } from './game-folder.ts';
import { checkEdits } from './check-edits.ts';
import { refreshCheckout } from '../checkout.ts';
import { ENGINE_FOLDER, type HomeGame, type OpenOptions } from '../game.ts';
import { findSecretsInGit } from '../keep-from-git.ts';
import { askGit } from '../../repository/git.ts';
import { readFileText } from '../../repository/read-file.ts';
import { nullIfUnreadable } from '../../repository/repository-error.ts';
import { lockOfRefs, readBranch } from '../../repository/refs.ts';
import { checkContent, checkStandstill, checkOpening, checkDice } from '../../care/doctor/check-content.ts';
import { Caches } from '../../cache/caches.ts';
import { findKilled, type Check, type Finding } from '../../care/doctor/finding.ts';
import { capitalised } from '../../kernel/sentence.ts';
import { withPromisedSeed } from './take-over.ts';
import { ForgeLostError, type GameRemains, describeLoss, describeRemains } from './game-remains.ts';

const MINUTE_MS = 60_000;

export function gameChecks(folder: string, options: OpenOptions): readonly Check[] {
  const own = join(folder, ENGINE_FOLDER);
  const now = typeof options.now === 'function' ? options.now() : options.now;
  const { caches = new Caches() } = options;
  // Opening the game draws new secrets for missing ones; only --fix may leave them there.
  const lacking = () => SECRETS.filter(({ file }) => !existsSync(join(own, 'private', file)));
  const missing = lacking();
  let opened: Promise<HomeGame> | null = null;
  const draw = (): Promise<HomeGame> => openLocalGame(folder, { ...options, caches });
  const open = (): Promise<HomeGame> => {
    // Another command may have drawn them meanwhile, and they are its own.
    const drawn = opened === null ? lacking() : [];
    return (opened ??= draw().finally(() =>
      drawn.forEach(({ file }) => rmSync(join(own, 'private', file), { force: true })),
    ));
  };
  const files: Check = {
    title: 'the files of .gitnomic',
    check: async () => [...checkOwnFiles(folder, now), ...(await checkLog(folder))],
  };
  // No command can open the game until these files are whole, so no other check can run.
  if (checkOwnFiles(folder, now).length > 0) return [files];
  let journal: readonly Finding[] = [];
  return [
    files,
    { title: 'remains of killed commands', check: async () => Promise.resolve(findKilled(placesOf(folder))) },
    { title: 'locks', check: async () => Promise.resolve(checkLocks(join(own, 'forge'))) },
    { title: 'the forge', check: async () => checkForge(await open()) },
    { title: 'the journal', check: async () => (journal = await checkJournal(await open())) },
    {
      title: 'the game, opened as a command does',
      // Opening the game would restore its journal, which only --fix may do.
      check: async () => (journal.length > 0 ? [] : checkOpening(await open())),
    },
    {
      title: 'the rules and the gamestate',
      check: async () => checkContent(await (await open()).content(), (await open()).now(), caches),
    },
    {
      title: 'whether the game is stuck',
      check: async () => (journal.length > 0 ? [] : checkStandstill((await (await open()).status()).failing)),
    },
    { title: 'the caches', check: async () => checkCaches(await open()) },
    { title: 'the clock', check: async () => checkClock(await open()) },
    {
      title: 'keys and seeds',
      check: async () => [...(await checkSecrets(await open(), missing, draw)), ...findSecretsInGit(folder)],
    },
    {
      title: 'the dice',
      check: async () => checkDice(await (await open()).content(), { seed: (await open()).vault.seeds.dice }),
    },
    { title: 'what is edited', check: async () => checkEdits(await open(), caches) },
  ];
}

/** Where commands make things before they move them into place. */
function placesOf(folder: string): readonly string[] {
  const own = join(folder, ENGINE_FOLDER);
  const inside = OWN_PLACES.map((place) => join(own, place));
  return [folder, dirname(folder), ...inside, tmpdir()];
}

const SECRETS = [
  { file: 'dice.seed', what: 'the seed of the dice' },
  { file: 'secret.seed', what: 'the seed of secret choices' },
  { file: 'emperor.key', what: 'the key to sealed submissions' },
] as const;

/** The engine's locks end with their process, but Git's are files that remain. */
function checkLocks(forge: string): readonly Finding[] {
  const repository = join(forge, 'repository.git');
  if (!existsSync(repository)) return [];
  return readdirSync(repository, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.lock') && name !== lockOfRefs)
    .map((name) => join(repository, name))
    .filter((path) => Date.now() - statSync(path).mtimeMs > MINUTE_MS)
    .map((path) => ({
      code: 'lock-left',
      level: 'problem',
      what: 'A Git process that was stopped left a lock, which blocks all changes to these branches.',
      where: path,
      next: 'Make sure that no Git process is running there, and delete the file.',
      fix: { does: `delete ${path}`, run: async () => Promise.resolve(rmSync(path)) },
    }));
}

async function checkForge({ forge }: HomeGame): Promise<readonly Finding[]> {
  const main = await readBranch(forge.repository, 'main');
  // Observing fails with its own error if part of the log can't be read.
  await forge.observe(null);
  if (main !== null) return [];
  return [
    {
      code: 'not-begun',
      level: 'problem',
      what: 'There is a forge but no game on it: its set-up was interrupted.',
      next: 'Begin it again: `npm start`, or `gitnomic init` with this folder.',
    },
  ];
}

async function checkJournal(game: HomeGame): Promise<readonly Finding[]> {
  const { repository } = game.forge;
  const tip = await journalTip(repository);
  const record = parseRecord(
    await readFileText(repository, await game.main(), recordPath).catch(nullIfUnreadable),
  );
  const fix = {
    does: 'restore the journal from the forge and from main',
    run: async (): Promise<void> => {
      // The forge reports what main had not read; everything else is in the commit that main names.
      await askGit(repository, 'repository', (git, { fs }) =>
        git.deleteRef({ fs, gitdir: repository.gitdir, ref: `refs/heads/${journalBranch}` }),
      );
      await game.tick();
    },
  };
  const next =
    '`gitnomic tick` restores it: main has the part that it had read, and the forge sends the rest again.';
  const problem = (code: string, what: string, where?: string): readonly Finding[] => [
    { code, level: 'problem', what, where, next, fix },
  ];
  if (tip === null)
    return record === null ? [] : problem('journal-missing', `The branch ${journalBranch} is gone.`);
  const verdict = await verifyJournal(repository, tip);
  if (verdict.ok) return [];
  return problem(
    'journal-broken',
    `The journal is not valid: ${verdict.why}.`,
    `${verdict.path}:${verdict.row}`,
  );
}

async function checkClock(game: HomeGame): Promise<readonly Finding[]> {
  const clock = lastTimeOnForge(game.folder) ?? '';
  const now = game.now();
  if (clock <= now) return [];
  return [
    {
      code: 'future-date',
      level: 'problem',
      what: `The game’s last event happened at ${clock}, but here it is ${now}: nothing is due until then.`,
      next: 'Set this machine’s clock, or let the game’s clock run ahead of it: `gitnomic tick --forward …`.',
      fix: {
        does: 'let the game’s clock run ahead of this machine’s',
        run: async () => Promise.resolve(game.forward(Date.parse(clock) - Date.parse(now))),
      },
    },
  ];
}

async function checkSecrets(
  game: HomeGame,
  missing: readonly (typeof SECRETS)[number][],
  draw: () => Promise<HomeGame>,
): Promise<readonly Finding[]> {
  const { game: about } = readGame(await game.content());
  const promised = about.dice?.source === 'committed' ? about.dice.hash : undefined;
  const found: Finding[] = missing.map(({ file, what }) => ({
    code: 'secret-missing',
    level: 'problem',
    what: `${capitalised(what)} is not on this machine.`,
    where: join(game.folder, ENGINE_FOLDER, 'private', file),
    next: 'Restore the file from where the game was played before, or from a backup. If it is lost, `gitnomic doctor --fix` draws a new one, as does the next command; nothing that was sealed to the old one or drawn from it can be checked then.',
    fix: {
      does: `draw ${what} anew`,
      run: async () =>
        file === 'dice.seed' && promised !== undefined ? goOnWithSeed(await draw()) : void (await draw()),
    },
  }));
  const { dice } = game.vault.seeds;
  if (
    !missing.some(({ file }) => file === 'dice.seed') &&
    promised !== undefined &&
    dice !== undefined &&
    commitmentToSeed(dice) !== promised
  )
    found.push({
      code: 'other-seed',
      level: 'problem',
      what: 'The seed of the dice on this machine is not the one that game.yml committed to, so nobody can roll.',
      where: join(game.folder, ENGINE_FOLDER, 'private/dice.seed'),
      next: 'Restore the file from where the game was begun. If it is lost, `gitnomic doctor --fix` goes on with the seed that is here, on record; nobody can check earlier rolls then.',
      fix: { does: 'publish the hash of the seed that is here', run: () => goOnWithSeed(game) },
    });
  return found;
}

async function goOnWithSeed(game: HomeGame): Promise<void> {
  const main = await game.main();
  const next = await withPromisedSeed(game.forge.repository, main, { vault: game.vault, at: game.now() });
  if ((await game.forge.advance('main', main, next)) === 'moved') throw new Error('main was moved meanwhile');
  await refreshCheckout(game);
}

/**
 * Reports a lost forge. `copied`: a copy with its own forge is played beside it. It returns no check if the forge is
 * whole or the game is played elsewhere.
 */
export function checkRemains(remains: GameRemains, copied: boolean): readonly Check[] {
  const { forge, hosted, wasPlayed, folder } = remains;
  // The checks of a game report a forge that was interrupted before its first commit.
  const unbegun = forge === 'none' && existsSync(join(folder, '.gitnomic/forge')) && remains.files === 0;
  if (forge === 'whole' || hosted || unbegun || (copied && !wasPlayed)) return [];
  const links = checkLinks(folder);
  if (links.length > 0) return [{ title: 'the files of .gitnomic', check: () => Promise.resolve(links) }];
  // A cloned game, or one that came with the engine, never had a forge here.
  const isClone = ['.git', 'package.json', 'HEAD'].some((name) => existsSync(join(folder, name)));
  const copy = isClone && !wasPlayed ? ' `gitnomic start` plays a copy of it in game/.' : '';
  const finding = {
    code: 'forge-lost',
    level: isClone && !wasPlayed ? ('note' as const) : ('problem' as const),
    what: `Here ${describeRemains(remains)}; ${describeLoss(remains)}.`,
    where: join(folder, '.gitnomic/forge'),
    next: `${new ForgeLostError(remains).next}${copy}`,
  };
  return [{ title: 'the forge', check: () => Promise.resolve([finding]) }];
}
