import { cancel, confirm, intro, isCancel, multiselect, outro, select, text } from '@clack/prompts';

import type { Context } from '../command.ts';
import { Failure } from '../failure.ts';

/** True if somebody is there to answer questions. */
export function canAsk({ json, environment }: Pick<Context, 'json' | 'environment'>): boolean {
  return !json && process.stdin.isTTY && process.stdout.isTTY && !environment['CI'];
}

/** Returns the answer. Cancelling ends the command with nothing done. */
export function answered<T>(answer: T): Exclude<T, symbol> {
  if (!isCancel(answer)) return answer as Exclude<T, symbol>;
  cancel('Nothing was done.');
  throw new Failure('usage', { code: 'cancelled', what: 'It was cancelled.' });
}

export { confirm, intro, multiselect, outro, select, text };
