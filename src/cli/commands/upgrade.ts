import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { refreshCheckout } from '../../host/checkout.ts';
import { findHome, type FoundHome, type Host } from '../../host/host.ts';
import { migrateMain } from '../../apply/migrate-main.ts';
import { UpgradeError, upgradeRepository, type Upgraded } from '../../care/upgrade/upgrade-repository.ts';
import { defineCommand, type Context } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { gameOptions, optionsOf, startFolder } from '../local/game-options.ts';
import { counted } from '../local/counted.ts';

const options = {
  ...gameOptions,
  from: {
    type: 'string',
    value: 'PLACE',
    summary: 'the newer engine: a folder, or an address that Git can fetch from',
  },
  ref: { type: 'string', value: 'REF', summary: 'a branch or tag of it (default: main)' },
  push: { type: 'boolean', summary: 'push the branch to origin' },
  'dry-run': { type: 'boolean', summary: 'write nothing; say what would change' },
} as const;

export const command = defineCommand({
  usage: 'upgrade [options]',
  details:
    'In a clone of a game’s repository it writes a branch with the newer engine’s files and library, for a pull request: the game’s own content, main and your working tree ' +
    'stay as they are. Where a format changed, the newer engine brings the game to it by a commit of its own, at its first tick. ' +
    'A game with an embedded forge holds no engine: there, without --from, it is brought to the format of this one.',
  examples: [
    {
      line: 'upgrade --from https://git.example/ana/gitnomic --ref v1.2.0',
      does: 'a branch with that engine, in the clone you are in',
    },
    { line: 'upgrade --from ../gitnomic --dry-run', does: 'which files would change' },
    { line: 'upgrade --game harbour', does: 'bring a game with an embedded forge to this engine’s format' },
  ],
  options,
  async run(context): Promise<Ending> {
    const { values, folder, hosts } = context;
    const { start } = startFolder(context);
    const home = findHome(hosts, start, false);
    if (values.from === undefined) return migrateHere(context, home);
    if (!existsSync(join(start, 'content')) && home === null)
      throw new UpgradeError(
        'no-game',
        `There is no game in ${start}.`,
        'Run it in a clone of the game’s repository.',
      );
    if (home?.folder === start)
      throw new UpgradeError(
        'embedded',
        'A game with an embedded forge holds no engine that could be replaced.',
        'Take the newer engine itself, and run `gitnomic upgrade --game FOLDER` with it.',
      );
    const from = existsSync(resolve(folder, values.from)) ? resolve(folder, values.from) : values.from;
    const upgraded = upgradeRepository({
      folder: start,
      from,
      ref: values.ref ?? 'main',
      dryRun: values['dry-run'] === true,
    });
    const link =
      values.push === true && upgraded.branch !== null ? push(hosts, start, upgraded.branch) : null;
    context.give({ ...upgraded, link }, (facts) => render(facts, link));
    return 'ok';
  },
});

async function migrateHere(
  context: Pick<Context, 'give' | 'environment' | 'caches'>,
  found: FoundHome | null,
): Promise<Ending> {
  if (found === null)
    throw new UpgradeError(
      'no-source',
      'It is not said where the newer engine is.',
      'Name it with --from; for a game with an embedded forge, go to its folder.',
    );
  const game = await found.home.open(found.folder, optionsOf(context));
  const migrated = await migrateMain(game.forge, game.now());
  if (migrated !== null) await refreshCheckout(game);
  context.give(
    { migrated: migrated === null ? null : { ...migrated, changes: [...migrated.changes.keys()] } },
    () =>
      migrated === null
        ? 'The game is in the format of this engine: nothing has to change.\n'
        : `From format ${migrated.from} to ${migrated.to}:\n${migrated.what.map((line) => `  ${line}\n`).join('')}`,
  );
  return 'ok';
}

/** Pushes the branch, and gives the page that proposes its changes, where there is one. */
function push(hosts: readonly Host[], folder: string, branch: string): string | null {
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  try {
    git('push', '--quiet', 'origin', branch);
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new UpgradeError(
      'push-failed',
      `The branch ${branch} is there, and could not be pushed: ${stderr.trim().split('\n').at(-1) ?? ''}`,
      'Push it yourself; whoever pushes changes of workflows needs the right to.',
    );
  }
  const remote = git('remote', 'get-url', 'origin');
  return (
    hosts.map((host) => host.changesPage?.(remote, branch) ?? null).find((page) => page !== null) ?? null
  );
}

function render({ oldVersion, newVersion, branch, changed }: Upgraded, link: string | null): string {
  if (changed.length === 0) return 'The engine is that one already: nothing would change.\n';
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
