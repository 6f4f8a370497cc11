// The Action's programs, chosen by its input `run`; each loads no more than it needs.
import { actAsApp, type RunOptions } from './run-tick.ts';
import { inputsOf, readEnvironment } from './environment.ts';
import { sayError } from './trouble.ts';
import { toTime } from '../../../kernel/time.ts';

const now = (): string => toTime(Date.now());
const say = (text: string): void => void process.stdout.write(text);
/** GitHub limits the rate of requests; a test server doesn't. */
const optionsFrom = (given: NodeJS.ProcessEnv, finders: RunOptions['finders'] = []): Promise<RunOptions> => {
  const environment = readEnvironment(given);
  const paced = environment.GITHUB_API_URL.startsWith('https:');
  return actAsApp({ environment, now, say, paced, finders });
};

type Run = (given: NodeJS.ProcessEnv, finders: RunOptions['finders']) => Promise<number>;

const RUNS: Readonly<Record<string, Run>> = {
  tick: async (given, finders) => {
    const { runTick } = await import('./run-tick.ts');
    return runTick(await optionsFrom(given, finders));
  },
  'set-up': async (given) => {
    const { readWish, runSetup } = await import('./run-setup.ts');
    await runSetup(await optionsFrom(given), readWish(given));
    return 0;
  },
  recover: async (given) => {
    const { runRecover } = await import('./run-recover.ts');
    await runRecover(await optionsFrom(given), given);
    return 0;
  },
  'command-line': async (given) => {
    const { offerCommandLine } = await import('./command-line.ts');
    offerCommandLine(given);
    return 0;
  },
};

/** Runs the program that the Action's input names. `finders` look for tellers that report news elsewhere. */
export async function runAction(
  environment: NodeJS.ProcessEnv,
  finders: RunOptions['finders'],
): Promise<void> {
  try {
    const given = inputsOf(environment);
    const run = RUNS[given['INPUT_RUN'] ?? 'tick'];
    if (run === undefined)
      throw new Error(
        `The Action has no run “${given['INPUT_RUN'] ?? ''}”; there are ${Object.keys(RUNS).join(', ')}.`,
      );
    process.exitCode = await run(given, finders);
  } catch (error) {
    say(`::error::${sayError(error)}\n`);
    process.exitCode = 1;
  }
}
