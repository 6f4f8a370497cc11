import type { EnginePost } from '../../../forge/port.ts';
import type { ActionEnvironment } from './environment.ts';
import type { Wording } from '../../../language/wording.ts';
import { tame } from './tame.ts';

export const TROUBLE_KEY = 'trouble';

/** This issue tells Admins that the engine is stuck; the next run that succeeds closes it. */
export function troubleFor(
  { GITHUB_REPOSITORY }: ActionEnvironment,
  why: string,
  { say }: Wording,
): EnginePost {
  const [owner = ''] = GITHUB_REPOSITORY.split('/');
  const text = [
    say`For the Admins, and @${owner}: a run of the engine ended without doing anything, and this is why.`,
    `> ${tame(why)}`,
    say`Nothing is lost: deadlines don’t depend on when the engine runs. It closes this once it can go on. docs/github.md says what to do when something is stuck.`,
  ].join('\n\n');
  return { key: TROUBLE_KEY, kind: 'waiting', title: say`The engine can’t go on`, text: `${text}\n` };
}
