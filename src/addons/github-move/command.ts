import { resolve } from 'node:path';
import { defineHostCommand, type CommandResult } from '../../host/command.ts';
import type { HomeGame } from '../../host/game.ts';
import { REPOSITORY } from '../../host/github/repository.ts';
import { readAccounts } from '../../host/github/template/accounts.ts';
import { MoveError } from '../../host/github/template/upgrade-clone.ts';
import { openEngineClone } from './engine-clone.ts';
import { moveToGitHub, type MoveReport } from './move-to-github.ts';
import { toTime } from '../../kernel/time.ts';

const options = {
  account: {
    type: 'string',
    multiple: true,
    value: 'PLAYER=LOGIN',
    summary: 'a player’s account on GitHub; repeat it for each player. PLAYER=LOGIN:NUMBER is not looked up',
  },
  repository: {
    type: 'string',
    value: 'OWNER/NAME',
    summary: 'the repository on GitHub (default: that of origin)',
  },
} as const;

export const command = defineHostCommand({
  usage: 'move [options] CLONE',
  details:
    'Takes a game from its embedded forge to GitHub. CLONE is a clone of a repository that was made from the template. The game is written to its main as it stands, ' +
    'with its archive, its ledger and its dynasties, and nothing is pushed. Pending matters have to be resolved first. Accounts are looked up at GitHub, with GITHUB_TOKEN if it is set.',
  examples: [
    {
      line: 'move ../harbour-on-github --game harbour --account ana=octocat --account bo=hubot',
      does: 'then git push, in the clone',
    },
    {
      line: 'move ../clone --account ana=octocat:583231 --account bo=none',
      does: 'looks nothing up; bo will not play there',
    },
  ],
  options,
  operands: { name: 'CLONE', summary: 'the clone’s folder', min: 1, max: 1 },
  async run({ values, environment, operands, folder, progress, homeGame }): Promise<CommandResult> {
    const fixed = environment['GITNOMIC_NOW'];
    const api = environment['GITHUB_API_URL'];
    const token = environment['GITHUB_TOKEN'] ?? environment['GH_TOKEN'] ?? '';
    const game = await homeGame();
    progress('moving the game');
    try {
      const into = resolve(folder, operands[0] ?? '');
      // Problems that need no request to GitHub are reported before accounts are looked up.
      if (values.account !== undefined) openEngineClone(into);
      assertRepository(values.repository);
      const report = await moveToGitHub({
        game,
        into,
        repository: values.repository,
        accounts: await readAccounts(
          values.account ?? [],
          { token, ...(api === undefined ? {} : { api }) },
          await playersOf(game),
        ),
        now: fixed ?? toTime(Date.now()),
      });
      return { result: report, text: render(report) };
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      return { refused: error.problems };
    }
  },
});

async function playersOf(game: HomeGame): Promise<readonly string[]> {
  const { open } = await game.look();
  try {
    return Object.keys(open.play.state().players);
  } finally {
    open.play.dispose();
  }
}

function assertRepository(given: string | undefined): void {
  if (given === undefined || REPOSITORY.test(given)) return;
  throw new MoveError({
    code: 'no-repository',
    what: `“${given}” is not a repository on GitHub.`,
    next: 'Name it with --repository OWNER/NAME.',
  });
}

function render({ name, repository, root, branches, posts, players }: MoveReport): string {
  return [
    `${name} is now on main of ${root}, to be continued in ${repository}:\n`,
    ...players.map(({ id, login }) => `  ${id} is ${login === null ? 'nobody there' : `@${login}`}\n`),
    `Posts there are called by their numbers after ${posts}: #1 is ${posts}1.\n\n`,
    'Push it\n',
    `  git push origin ${branches.join(' ')}\n`,
  ].join('');
}
