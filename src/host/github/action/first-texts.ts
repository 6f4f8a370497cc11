import { GAME_TEXTS } from '../../../tick/observe.ts';
import type { Oid } from '../../../repository/oid.ts';
import { listFolder } from '../../../repository/read-file.ts';
import { listTexts } from '../../../repository/read-tree.ts';
import { readBranch } from '../../../repository/refs.ts';
import type { Repository } from '../../../repository/repository.ts';
import { journalTip } from '../../../store/journal/journal-head.ts';
import { markPath } from '../../../store/journal/part.ts';
import { listSegments } from '../../../store/journal/segments.ts';
import { textsOfNotes } from './notes.ts';

/** The texts that every opening reads: the game's own, the end of its journal, and the last run's notes. */
export async function firstTexts(repository: Repository): Promise<readonly Oid[]> {
  const [main, journal] = await Promise.all([readBranch(repository, 'main'), journalTip(repository)]);
  const of = [
    main === null ? [] : await listTexts(repository, main, { under: GAME_TEXTS }),
    journal === null ? [] : await endOfJournal(repository, journal),
    await textsOfNotes(repository),
  ];
  return of.flat();
}

async function endOfJournal(repository: Repository, commit: Oid): Promise<readonly Oid[]> {
  const top = await listFolder(repository, commit, '');
  const segments = await listSegments(repository, commit);
  return [
    ...top.filter(({ name }) => name === markPath).map(({ oid }) => oid),
    ...segments.slice(-1).map(({ oid }) => oid),
  ];
}
