import { CLONE, openWorkingTree, refusal, type Clone } from '../../host/github/template/upgrade-clone.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { givesWay } from '../../store/library.ts';

/** Requires a clone of a repository made from the template, with main checked out and no edits. */
export function openEngineClone(folder: string): Clone {
  const clone = openWorkingTree(folder);
  const { ask, git, root, textAt } = clone;
  if (textAt('.github/workflows/tick.yml') === null)
    throw refusal('no-engine', `There is no engine in ${root}: it has no .github/workflows/tick.yml.`, CLONE);
  const game = textAt(GAME_FILE);
  if (game !== null && !givesWay(game))
    throw refusal('game-there', 'A game is played in that repository already.', CLONE);
  if (ask('symbolic-ref', '--short', 'HEAD') !== 'main')
    throw refusal('not-on-main', `The branch main is not checked out in ${root}.`, 'git switch main');
  if (git('status', '--porcelain', '--untracked-files=no') !== '')
    throw refusal('edited', `There are edited files in ${root}.`, 'Commit them, or revert them: git status.');
  return clone;
}
