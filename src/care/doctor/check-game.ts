import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { Caches } from '../../cache/caches.ts';
import { commitmentTo } from '../../play/chance/committed-seed.ts';
import { readEngineFiles } from '../../store/engine-files.ts';
import { readGame } from '../../store/read-game.ts';
import { journalBranch } from '../../store/journal/journal-head.ts';
import { parseRecord, recordPath } from '../../store/journal/journal-record.ts';
import { verifyJournal } from '../../store/journal/verify-journal.ts';
import { readEdits } from '../../host/embedded/checkout.ts';
import { ENGINE_FOLDER, openLocalGame, type LocalGame } from '../../host/embedded/local-game.ts';
import { askGit } from '../../repository/git.ts';
import { readFileText } from '../../repository/read-file.ts';
import { lockOfRefs, readBranch } from '../../repository/refs.ts';
import { lookAtContent } from './check-content.ts';
import { lookAtDice } from './check-dice.ts';
import type { Check, Finding } from './finding.ts';

const MINUTE_MS = 60_000;

/** What there is to look at in a game with an embedded forge. */
export function gameChecks(folder: string, now?: string, caches = new Caches()): readonly Check[] {
  const own = join(folder, ENGINE_FOLDER);
  // Before it is opened: what is missing there is drawn anew when it is.
  const missing = SECRETS.filter(({ file }) => !existsSync(join(own, 'private', file)));
  let opened: Promise<LocalGame> | null = null;
  const open = (): Promise<LocalGame> => (opened ??= openLocalGame(folder, { now, caches }));
  return [
    { title: 'locks', look: async () => Promise.resolve(lookForLocks(join(own, 'forge'))) },
    { title: 'the forge', look: async () => lookAtForge(await open()) },
    { title: 'the journal', look: async () => lookAtJournal(await open()) },
    {
      title: 'the rules and the gamestate',
      look: async () => lookAtContent(await (await open()).content(), (await open()).now(), caches),
    },
    { title: 'the clock', look: async () => lookAtClock(await open()) },
    { title: 'keys and seeds', look: async () => lookAtSecrets(await open(), missing) },
    {
      title: 'the dice',
      look: async () => lookAtDice(await (await open()).content(), { seed: (await open()).vault.seeds.dice }),
    },
    { title: 'what is edited', look: async () => lookAtEdits(await open()) },
  ];
}

const SECRETS = [
  { file: 'dice.seed', what: 'the seed of the dice' },
  { file: 'secret.seed', what: 'the seed of secret choices' },
  { file: 'emperor.key', what: 'the key to what was sealed' },
] as const;

/** Locks of the engine's own go with the process that held them; those of Git are files, and stay. */
function lookForLocks(forge: string): readonly Finding[] {
  const repository = join(forge, 'repository.git');
  if (!existsSync(repository)) return [];
  return readdirSync(repository, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.lock') && name !== lockOfRefs)
    .map((name) => join(repository, name))
    .filter((path) => Date.now() - statSync(path).mtimeMs > MINUTE_MS)
    .map((path) => ({
      code: 'lock-left',
      level: 'problem',
      what: 'A Git that was stopped left a lock behind: nobody can move what it locks.',
      where: path,
      next: 'Make sure that no Git is at work there, and delete the file.',
      fix: { does: `delete ${path}`, run: async () => Promise.resolve(rmSync(path)) },
    }));
}

async function lookAtForge({ forge }: LocalGame): Promise<readonly Finding[]> {
  const main = await readBranch(forge.repository, 'main');
  // What can't be read of the forge's log is told by its own error.
  await forge.observe(null);
  if (main !== null) return [];
  return [
    {
      code: 'not-begun',
      level: 'problem',
      what: 'There is a forge, and no game on it: setting it up was interrupted.',
      next: 'Begin it again: `npm start`, or `gitnomic init` with this folder.',
    },
  ];
}

async function lookAtJournal(game: LocalGame): Promise<readonly Finding[]> {
  const { repository } = game.forge;
  const tip = await readBranch(repository, journalBranch);
  const record = parseRecord(await readFileText(repository, await game.main(), recordPath));
  const fix = {
    does: 'restore the journal from the forge and from main',
    run: async (): Promise<void> => {
      // The forge tells again what main had not read; what it had read stands in the commit that it names.
      await askGit(repository, 'repository', (git, { fs }) =>
        git.deleteRef({ fs, gitdir: repository.gitdir, ref: `refs/heads/${journalBranch}` }),
      );
      await game.tick();
    },
  };
  const next =
    '`gitnomic tick` restores it: what main had read of it is kept there, the rest the forge tells again.';
  if (tip === null)
    return record === null
      ? []
      : [
          {
            code: 'journal-missing',
            level: 'problem',
            what: `The branch ${journalBranch} is gone.`,
            next,
            fix,
          },
        ];
  const verdict = await verifyJournal(repository, tip);
  if (verdict.ok) return [];
  return [
    {
      code: 'journal-broken',
      level: 'problem',
      what: `The journal does not hold: ${verdict.why}.`,
      where: `${verdict.segment}.jsonl:${verdict.row}`,
      next,
      fix,
    },
  ];
}

async function lookAtClock(game: LocalGame): Promise<readonly Finding[]> {
  const { clock } = readEngineFiles(await game.content()).engine.facts;
  const now = game.now();
  if (clock === null || clock <= now) return [];
  return [
    {
      code: 'future-date',
      level: 'problem',
      what: `The last thing that the game took in happened at ${clock}, and here it is ${now}: nothing is due until then.`,
      next: 'Put this machine’s clock right, or let the game’s clock run ahead of it: `gitnomic tick --forward …`.',
      fix: {
        does: 'let the game’s clock run ahead of this machine’s',
        run: async () => Promise.resolve(game.forward(Date.parse(clock) - Date.parse(now))),
      },
    },
  ];
}

async function lookAtSecrets(
  game: LocalGame,
  missing: readonly (typeof SECRETS)[number][],
): Promise<readonly Finding[]> {
  const { game: about } = readGame(await game.content());
  const found: Finding[] = missing.map(({ file, what }) => ({
    code: 'secret-missing',
    level: 'problem',
    what: `${capital(what)} was not on this machine.`,
    where: join(game.folder, ENGINE_FOLDER, 'private', file),
    next: 'Put the file back from where the game was played before. Without it what was sealed, or drawn by it, can’t be checked; a new one has been made so that the game can go on.',
  }));
  const promised = about.dice?.source === 'committed' ? about.dice.hash : undefined;
  const { dice } = game.vault.seeds;
  if (promised !== undefined && dice !== undefined && commitmentTo(dice) !== promised)
    found.push({
      code: 'other-seed',
      level: 'problem',
      what: 'The seed of the dice on this machine is not the one that game.yml promised.',
      where: join(game.folder, ENGINE_FOLDER, 'private/dice.seed'),
      next: 'Put the file back from where the game was begun. Rolls made with another can’t be checked by anybody.',
    });
  return found;
}

async function lookAtEdits(game: LocalGame): Promise<readonly Finding[]> {
  const checkout = join(game.folder, ENGINE_FOLDER, 'checkout.json');
  if (existsSync(checkout)) JSON.parse(readFileSync(checkout, 'utf8'));
  const { changes } = await readEdits(game);
  if (changes.size === 0) return [];
  return [
    {
      code: 'edited',
      level: 'note',
      what: `${changes.size === 1 ? 'One file of content/ is' : `${changes.size} files of content/ are`} edited and not proposed: ${[...changes.keys()].slice(0, 3).join(', ')}${changes.size > 3 ? ', …' : ''}.`,
      next: '`gitnomic diff` shows how, `gitnomic propose` proposes it.',
    },
  ];
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
