import { readGame } from '../../store/read-game.ts';
import type { ContentFiles } from '../../store/paths.ts';

/** The last moment that a content folder records, as of which an abandoned game is shown. */
export function lastRecorded(files: ContentFiles): string {
  const { ledger, state } = readGame(files);
  const times = [
    ...ledger.slice(-1).map(({ at }) => at),
    ...Object.values(state?.posts ?? {}).flatMap(({ at, resolvedAt, uses, comments }) => [
      at,
      resolvedAt ?? '',
      ...uses.map((use) => use.at),
      ...comments.map((comment) => comment.at),
    ]),
  ];
  return times.reduce((latest, time) => (time > latest ? time : latest), '1970-01-01T00:00:00Z');
}
