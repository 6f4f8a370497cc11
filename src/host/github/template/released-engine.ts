import { REPOSITORY } from '../repository.ts';
import { MoveError } from './refusal.ts';
import { ownEngine, type Released } from './thin-files.ts';

/** The engine that a game's workflows name: `said`, or the place where this one was released. */
export function releasedEngine(said: string | undefined): Released {
  const { repository, version } = ownEngine();
  const place = said ?? repository;
  if (place !== null && REPOSITORY.test(place)) return { repository: place, version };
  if (said !== undefined)
    throw new MoveError({
      code: 'no-engine-repository',
      what: `“${said}” is no repository on GitHub.`,
      next: 'Name the repository whose releases the game is to use: --engine OWNER/NAME.',
    });
  throw new MoveError({
    code: 'no-engine-repository',
    what: 'This engine was not released, and doesn’t say where it lies on GitHub.',
    next: 'Name the repository whose releases the game is to use: --engine OWNER/NAME.',
  });
}
