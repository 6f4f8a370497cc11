import { appendFileSync } from 'node:fs';

import { ForgeError } from '../../forge/forge-error.ts';
import { openGitHubForge } from '../../forge/github/github-forge.ts';
import { NoGameError, tick, type TickReport } from '../tick/tick.ts';
import { forgeOptions, seedOf, withoutSecrets, type ActionEnvironment } from './environment.ts';
import { openPictureStore } from '../pictures/picture-store.ts';
import { GAME_FILE } from '../game/paths.ts';
import { readBranch } from '../../repository/refs.ts';
import { readFileText } from '../../repository/read-file.ts';
import { describeTick } from './words.ts';

export interface RunOptions {
  readonly environment: ActionEnvironment;
  readonly now: () => string;
  readonly say: (text: string) => void;
  /** False against a server of one's own. */
  readonly paced?: boolean;
}

/** One tick, as the workflow runs it. Gives the exit code: a limit is no failure, since the next run goes on. */
export async function runTick(options: RunOptions): Promise<number> {
  const { environment, now, paced = true } = options;
  const say = (text: string): void => options.say(withoutSecrets(text, environment));
  try {
    const forge = await openGitHubForge({ ...forgeOptions(environment, now), paced });
    const main = await readBranch(forge.repository, 'main');
    if (main === null || (await readFileText(forge.repository, main, GAME_FILE)) === null)
      throw new NoGameError();
    const dice = seedOf(environment);
    const seeds = dice === null ? {} : { seeds: { dice } };
    const pictures = openPictureStore(`${environment.RUNNER_TEMP}/gitnomic/pictures`);
    const report = await tick({ forge, now: now(), isolated: true, pictures, ...seeds });
    say(describeTick(report));
    give(environment.GITHUB_OUTPUT, `changed=${String(hasChanged(report))}\n`);
    give(environment.GITHUB_STEP_SUMMARY, withoutSecrets(describeTick(report), environment));
    return 0;
  } catch (error) {
    if (error instanceof NoGameError) {
      say('There is no game in this repository yet: run the workflow “Set up”.\n');
      return 0;
    }
    if (error instanceof ForgeError && typeof error.data['until'] === 'string') {
      say(`::warning::${error.message} Nothing is lost: the next run goes on.\n`);
      return 0;
    }
    say(`::error::${sayError(error)}\n`);
    return 1;
  }
}

function hasChanged({ commits, undone }: TickReport): boolean {
  return commits.length + undone.length > 0;
}

/** On one line, for what GitHub takes for a command ends with the line. */
export function sayError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const next = error instanceof Error && 'next' in error ? ` ${String(error.next)}` : '';
  return `${message}${next}`.replaceAll(/\s*\n\s*/gu, ' · ');
}

function give(path: string | undefined, text: string): void {
  if (path !== undefined) appendFileSync(path, text);
}
