import type { EnginePost } from '../../../forge/port.ts';
import type { ActionEnvironment } from './environment.ts';
import type { Wording } from '../../../language/wording.ts';
import { tame } from './labels-for.ts';
import { CodedError } from '../../../kernel/coded-error.ts';

export const TROUBLE_KEY = 'trouble';

/** This issue tells Admins that the engine is stuck; the next run that succeeds closes it. */
export function troubleFor(
  { GITHUB_REPOSITORY }: ActionEnvironment,
  why: string,
  { say }: Wording,
): EnginePost {
  const [owner = ''] = GITHUB_REPOSITORY.split('/');
  const text = [
    say`For the admins, and @${owner}: the last update of the game did nothing, and this is why.`,
    `> ${tame(why)}`,
    say`Nothing is lost, and deadlines stay the same. This issue is closed once the game goes on. docs/github.md says what to do when something is stuck.`,
  ].join('\n\n');
  return { key: TROUBLE_KEY, kind: 'waiting', title: say`The game is stuck`, text: `${text}\n` };
}

/** On one line, because GitHub's log commands end with the line. */
export function sayError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const next = error instanceof CodedError && error.next !== undefined ? ` ${error.next}` : '';
  return `${message}${next}`.replaceAll(/\s*\n\s*/gu, ' · ');
}
