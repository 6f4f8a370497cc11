import * as prompts from '@clack/prompts';
import { type Context, failure } from '../command.ts';
import { clearLine } from '../terminal.ts';

/** True if somebody is there to answer questions. */
export function canAsk({ json, environment }: Pick<Context, 'json' | 'environment'>): boolean {
  return !json && process.stdin.isTTY && process.stdout.isTTY && !environment['CI'];
}

/** Returns the answer. Cancelling ends the command with nothing done. */
export function answered<T>(answer: T): Exclude<T, symbol> {
  if (!prompts.isCancel(answer)) return answer as Exclude<T, symbol>;
  prompts.cancel('Nothing was done.');
  throw failure('usage', 'cancelled', 'Cancelled.');
}

/** Starts a question in a new row, because the current one may show the elapsed time. */
function inOwnRow<Ask extends (given: never) => unknown>(ask: Ask): Ask {
  const asked = (given: never): unknown => {
    process.stderr.write(clearLine);
    return ask(given);
  };
  return asked as Ask;
}

const { outro } = prompts;
const intro = inOwnRow(prompts.intro);
const confirm = inOwnRow(prompts.confirm);
const text = inOwnRow(prompts.text);
const select = inOwnRow(prompts.select);
const multiselect = inOwnRow(prompts.multiselect);

export { confirm, intro, multiselect, outro, select, text };
