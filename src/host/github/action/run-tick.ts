import { appendFileSync } from 'node:fs';

import { Caches } from '../../../cache/caches.ts';
import { ForgeError } from '../../../forge/forge-error.ts';
import { openGitHubForge, type GitHubForge } from '../../../forge/github/github-forge.ts';
import { readFileText } from '../../../repository/read-file.ts';
import { readBranch } from '../../../repository/refs.ts';
import type { Beacon } from '../../../play/chance/beacon.ts';
import { GAME_FILE } from '../../../store/paths.ts';
import { forgeOptions, seedOf, withoutSecrets, type ActionEnvironment } from './environment.ts';
import { lookFirst, type Seen } from './look-first.ts';
import type { RunReport } from './tick-and-show.ts';
import { describeTick, NOTHING } from './words.ts';

export interface RunOptions {
  readonly environment: ActionEnvironment;
  readonly now: () => string;
  readonly say: (text: string) => void;
  /** False against a server of one's own. */
  readonly paced?: boolean;
  /** Where rounds of dice come from, in place of drand. */
  readonly beacon?: Beacon;
  readonly caches?: Caches;
}

/** One tick, as the workflow runs it. Gives the exit code: a limit is no failure, since the next run goes on. */
export async function runTick(options: RunOptions): Promise<number> {
  const { environment, now, paced = true } = options;
  const say = (text: string): void => options.say(withoutSecrets(text, environment));
  try {
    const forge = await openGitHubForge({ ...forgeOptions(environment, now), paced });
    const main = await readBranch(forge.repository, 'main');
    if (main === null || (await readFileText(forge.repository, main, GAME_FILE)) === null) {
      say('There is no game in this repository yet: run the workflow “Set up”.\n');
      return 0;
    }
    const time = now();
    const { quiet, seen } = await lookFirst(forge, time);
    const report = quiet ? null : await decideAndShow(forge, options, time, seen);
    const said = report === null ? NOTHING : describeTick(report, report.forms);
    say(said);
    give(environment.GITHUB_OUTPUT, `changed=${String(report !== null && hasChanged(report))}\n`);
    give(environment.GITHUB_STEP_SUMMARY, withoutSecrets(said, environment));
    return 0;
  } catch (error) {
    if (error instanceof ForgeError && typeof error.data['until'] === 'string') {
      say(`::warning::${error.message} Nothing is lost: the next run goes on.\n`);
      return 0;
    }
    say(`::error::${sayError(error)}\n`);
    return 1;
  }
}

/** What puts rules in play is loaded only where there is something to decide. */
async function decideAndShow(
  forge: GitHubForge,
  { environment, beacon, caches = new Caches() }: RunOptions,
  now: string,
  seen: Seen | null,
): Promise<RunReport> {
  const { tickAndShow } = await import('./tick-and-show.ts');
  const picturesFolder = `${environment.RUNNER_TEMP}/gitnomic/pictures`;
  return tickAndShow({
    forge,
    now,
    dice: seedOf(environment),
    picturesFolder,
    seen,
    caches,
    ...(beacon === undefined ? {} : { beacon }),
  });
}

function hasChanged({ commits, undone, forms }: RunReport): boolean {
  return commits.length + undone.length > 0 || forms;
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
