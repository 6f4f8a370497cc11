// What the workflow “Set up” runs.
import { readEnvironment } from './environment.ts';
import { readWish, runSetup } from './run-setup.ts';
import { sayError } from './run-tick.ts';
import { toTime } from '../../../kernel/time.ts';

const now = (): string => toTime(Date.now());
const say = (text: string): void => void process.stdout.write(text);

try {
  await runSetup({ environment: readEnvironment(process.env), now, say }, readWish(process.env));
} catch (error) {
  say(`::error::${sayError(error)}\n`);
  process.exitCode = 1;
}
