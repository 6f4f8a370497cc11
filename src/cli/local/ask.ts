import { cancel, confirm, intro, isCancel, multiselect, outro, select, text } from '@clack/prompts';

import type { Context } from '../command.ts';
import { Failure } from '../failure.ts';

/** Whether there is somebody to ask. */
export function canAsk({ json, environment }: Pick<Context, 'json' | 'environment'>): boolean {
  return !json && process.stdin.isTTY && process.stdout.isTTY && !environment['CI'];
}

/** The answer; somebody who breaks off ends the command, and nothing was done. */
export function answered<T>(answer: T): Exclude<T, symbol> {
  if (!isCancel(answer)) return answer as Exclude<T, symbol>;
  cancel('Nothing was done.');
  throw new Failure('usage', { code: 'cancelled', what: 'It was broken off.' });
}

export { confirm, intro, multiselect, outro, select, text };
