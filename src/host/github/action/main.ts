// What the workflow “Tick” runs.
import { readEnvironment } from './environment.ts';
import { runTick, sayError } from './run-tick.ts';
import { toTime } from '../../../kernel/time.ts';

const now = (): string => toTime(Date.now());
const say = (text: string): void => void process.stdout.write(text);

try {
  process.exitCode = await runTick({ environment: readEnvironment(process.env), now, say });
} catch (error) {
  say(`::error::${sayError(error)}\n`);
  process.exitCode = 1;
}
