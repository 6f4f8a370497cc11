// What the workflow “Set up” runs.
import { readEnvironment } from './environment.ts';
import { readWish, runSetup } from './run-setup.ts';
import { sayError } from './run-tick.ts';

const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;
const say = (text: string): void => void process.stdout.write(text);

try {
  await runSetup({ environment: readEnvironment(process.env), now, say }, readWish(process.env));
} catch (error) {
  say(`::error::${sayError(error)}\n`);
  process.exitCode = 1;
}
