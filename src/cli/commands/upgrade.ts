import { flag, valued } from '../../host/command.ts';
import { refreshCheckout } from '../../host/checkout.ts';
import { findHome, gameIn, type EngineTaken, type FoundHome, type Host } from '../../host/host.ts';
import { migrateMain } from '../../tick/migrate-main.ts';
import { toTime } from '../../kernel/time.ts';
import { assertGitRan } from '../../host/read-forge.ts';
import { gitIn } from '#platform/run-git.ts';
import { defineCommand, type Context, type Ending, failure } from '../command.ts';
import { assertFolder, gameOptions, optionsOf, startFolder } from '../local/game-options.ts';
import { counted } from '../local/text-table.ts';

const options = {
  ...gameOptions,
  engine: valued('OWNER/NAME', 'the repository whose releases the game uses, if this engine doesn’t say'),
  push: flag('push the branch to origin'),
  'dry-run': flag('write nothing; show what would change'),
} as const;

export const command = defineCommand({
  usage: 'upgrade [options]',
  details:
    'In a clone of a game that is played elsewhere, it makes a branch for a pull request on which the game uses this engine; if the repository contains an engine itself, the branch removes it. The game’s content, main and your working tree stay as they are. If a format has changed, the new engine converts the game in a commit of its own, at its first tick. A game with an embedded forge is converted to this engine’s format.',
  examples: [
    { line: 'upgrade', does: 'a branch with this engine, in the clone you are in' },
    { line: 'upgrade --dry-run', does: 'show which files would change' },
    { line: 'upgrade --game harbour', does: 'convert a game with an embedded forge to this engine’s format' },
  ],
  options,
  async run(context): Promise<Ending> {
    const { values, hosts } = context;
    const { start, named } = startFolder(context);
    if (named !== null) assertFolder(start, named, hosts);
    const home = findHome(hosts, start, named !== null);
    if (home !== null) return migrateHere(context, home);
    const clone = gameIn(hosts, start, named !== null);
    if (clone?.host.upgrade === undefined)
      throw failure('broken', 'no-game', `There is no game in ${start} to upgrade.`, {
        next: 'Run it in a clone of the game’s repository, or in the folder of a game at home.',
      });
    const upgraded = await clone.host.upgrade(clone.folder, {
      engine: values.engine,
      dryRun: values['dry-run'] === true,
      now: context.environment['GITNOMIC_NOW'] ?? toTime(Date.now()),
    });
    const link =
      values.push === true && upgraded.branch !== null ? push(hosts, clone.folder, upgraded.branch) : null;
    return context.give({ ...upgraded, link }, (facts) => render(facts, link));
  },
});

async function migrateHere(
  context: Pick<Context, 'give' | 'environment' | 'caches'>,
  found: FoundHome,
): Promise<Ending> {
  const game = await found.home.open(found.folder, optionsOf(context));
  const migrated = await migrateMain(game.forge, game.now());
  if (migrated !== null) await refreshCheckout(game);
  return context.give(
    { migrated: migrated === null ? null : { ...migrated, changes: [...migrated.changes.keys()] } },
    () =>
      migrated === null
        ? 'The game is in the format of this engine: nothing has to change.\n'
        : `From format ${migrated.from} to ${migrated.to}:\n${migrated.what.map((line) => `  ${line}\n`).join('')}`,
  );
}

/**
 * Pushes the branch, and returns the page that proposes its changes, if any. Only this person's own settings count: a clone that
 * somebody sent could name any program as the way to its origin.
 */
function push(hosts: readonly Host[], folder: string, branch: string): string | null {
  const git = gitIn(folder, { environment: { GIT_ALLOW_PROTOCOL: 'https:ssh' } });
  const remote = git('config', '--get', 'remote.origin.url').trim();
  try {
    git('push', '--quiet', '--', remote, `refs/heads/${branch}:refs/heads/${branch}`);
  } catch (error) {
    assertGitRan(error, folder);
    const { stderr = '' } = error as { stderr?: string };
    throw failure(
      'broken',
      'push-failed',
      `The branch ${branch} was made, but could not be pushed: ${stderr.trim().split('\n').at(-1) ?? ''}`,
      {
        next: `Push it yourself: git push origin ${branch}. Pushing changes of workflows needs a separate permission.`,
      },
    );
  }
  return (
    hosts.map((host) => host.changesPage?.(remote, branch) ?? null).find((page) => page !== null) ?? null
  );
}

function render({ oldVersion, newVersion, branch, changed }: EngineTaken, link: string | null): string {
  if (changed.length === 0) return 'The game already uses this engine: nothing would change.\n';
  const shown = changed.slice(0, 12).map((path) => `  ${path}\n`);
  const rest = changed.length > shown.length ? `  … and ${changed.length - shown.length} more\n` : '';
  const files = counted(changed.length, 'file');
  const head =
    branch === null
      ? `From ${oldVersion} to ${newVersion}, ${files} would change:\n`
      : `The branch ${branch} takes the engine from ${oldVersion} to ${newVersion}, in ${files}:\n`;
  const next =
    branch === null
      ? ''
      : link === null
        ? `Push it, and open a pull request: git push origin ${branch}\n`
        : `Open the pull request: ${link}\n`;
  return `${head}${shown.join('')}${rest}The game’s own content is not touched.\n${next}`;
}
