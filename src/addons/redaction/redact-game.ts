import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { writeCommit } from '../../repository/write-commit.ts';
import { addCheckpoint, CHECKPOINTS } from '../../store/checkpoints.ts';
import { readEngineFiles } from '../../store/engine-files.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readGame, adminsOf } from '../../store/read-game.ts';
import { recordPath, writeRecord } from '../../store/journal/journal-record.ts';
import { redactJournal } from '../../store/journal/redact-journal.ts';
import { currentContent } from '../../tick/current-content.ts';
import { ENGINE_FOLDER, type HomeGame } from '../../host/game.ts';
import { observeToShow } from '../../tick/observe.ts';
import { redactFiles, type Wanted } from './redact-files.ts';
import { CodedError } from '../../kernel/coded-error.ts';

export class RedactError extends CodedError {
  constructor(code: string, message: string, next?: string) {
    super(code, message, { next });
  }
}

/** How many places somebody's words were removed from. */
interface Redacted {
  /** The commit that removed the words from main, or null if main had none. */
  readonly commit: string | null;
  /** Posts and comments in the game's files, lines of the journal, and lines of the forge's own log. */
  readonly inFiles: number;
  readonly inJournal: number;
  readonly inForge: number;
}

/**
 * Removes a person's words from the files, the journal and the forge's log. A tick reads them first, so that a vote in
 * them still counts.
 */
export async function redactGame(game: HomeGame, wanted: Wanted, by: string): Promise<Redacted> {
  await game.tick();
  const main = await game.main();
  const files = await allTakenIn(game, main);
  if (by !== wanted.player && !adminsOf(readGame(files)).includes(by))
    throw new RedactError(
      'not-an-admin',
      `Only ${wanted.player} or an Admin can have the words of ${wanted.player} removed.`,
    );
  const accounts = accountsOf(files, wanted.player);
  const { changes, count } = redactFiles(files, wanted);
  const commit = count === 0 ? null : await commitWithout(game, { main, files, changes, count, wanted, by });
  const only = wanted.post === undefined ? {} : { post: wanted.post };
  let [inJournal, inForge] = [0, 0];
  for (const person of accounts) {
    inForge += await game.redactLog({ person, ...only });
    inJournal += await redactJournal(game.forge, { person, ...only }, game.now());
  }
  // Caches contain the texts too, so they are deleted and rebuilt.
  rmSync(join(game.folder, ENGINE_FOLDER, 'cache'), { recursive: true, force: true });
  return { commit, inFiles: count, inJournal, inForge };
}

function accountsOf(files: ContentFiles, player: string): readonly string[] {
  const { people } = readEngineFiles(files).engine.facts;
  const accounts = Object.entries(people).flatMap(([account, id]) => (id === player ? [account] : []));
  return accounts.length === 0 ? [player] : accounts;
}

/** Votes that only the journal holds are taken into main now, because redaction removes their words from the journal. */
async function allTakenIn(game: HomeGame, main: string): Promise<ContentFiles> {
  const { journal, lines } = await observeToShow(game.forge, main, game.now());
  const files = new Map(await currentContent(game));
  const last = lines.at(-1);
  if (last === undefined || journal.commit === null) return files;
  const { n, hash } = last.line;
  return files.set(recordPath, writeRecord({ commit: journal.commit, n, hash, segment: last.segment }));
}

interface Without {
  readonly main: string;
  readonly files: ContentFiles;
  readonly changes: ReadonlyMap<string, string>;
  readonly count: number;
  readonly wanted: Wanted;
  readonly by: string;
}

async function commitWithout(
  { forge, now, content }: HomeGame,
  { main, files, changes, count, wanted, by }: Without,
): Promise<string> {
  const before = await content();
  const taken = [...files].filter(([path, text]) => before.get(path) !== text);
  const record = {
    kind: 'redaction' as const,
    at: now(),
    by,
    player: wanted.player,
    post: wanted.post ?? null,
  };
  const author = { name: forge.engine.name, email: '', at: now() };
  const message = `Remove the words of ${count} posts and comments, on request\n`;
  const commit = await writeCommit(forge.repository, {
    parents: [main],
    changes: new Map([...taken, ...changes, [CHECKPOINTS, addCheckpoint(files.get(CHECKPOINTS), record)]]),
    author,
    message,
  });
  if ((await forge.advance('main', main, commit)) === 'moved')
    throw new RedactError('contended', 'Somebody else moved main in the meantime.', 'Try again.');
  return commit;
}
