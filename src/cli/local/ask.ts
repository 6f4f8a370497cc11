import * as prompts from '@clack/prompts';

import type { Context } from '../command.ts';
import { Failure } from '../failure.ts';
import { clearLine } from '../terminal.ts';

/** True if somebody is there to answer questions. */
export function canAsk({ json, environment }: Pick<Context, 'json' | 'environment'>): boolean {
  return !json && process.stdin.isTTY && process.stdout.isTTY && !environment['CI'];
}

/** Returns the answer. Cancelling ends the command with nothing done. */
export function answered<T>(answer: T): Exclude<T, symbol> {
  if (!prompts.isCancel(answer)) return answer as Exclude<T, symbol>;
  prompts.cancel('Nothing was done.');
  throw new Failure('usage', { code: 'cancelled', what: 'It was cancelled.' });
}

/** A question begins in a row of its own: how long the command took so far may stand in this one. */
function beginRow(): void {
  process.stderr.write(clearLine);
}

const { outro } = prompts;

const intro: typeof prompts.intro = (title) => {
  beginRow();
  prompts.intro(title);
};

const confirm: typeof prompts.confirm = (options) => {
  beginRow();
  return prompts.confirm(options);
};

const text: typeof prompts.text = (options) => {
  beginRow();
  return prompts.text(options);
};

const select: typeof prompts.select = (options) => {
  beginRow();
  return prompts.select(options);
};

const multiselect: typeof prompts.multiselect = (options) => {
  beginRow();
  return prompts.multiselect(options);
};

export { confirm, intro, multiselect, outro, select, text };
