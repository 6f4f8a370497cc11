import { resolve } from 'node:path';
import { valued, defineHostCommand, type Asked, type CommandResult } from '../../host/command.ts';
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
  repository: valued('OWNER/NAME', 'the repository on GitHub (default: that of origin)'),
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
  async run(asked): Promise<CommandResult> {
    const { values, operands, folder, homeGame } = asked;
    const game = await homeGame();
    try {
      const into = resolve(folder, operands[0] ?? '');
      // Problems that need no request to GitHub are reported before accounts are looked up.
      if (values.account !== undefined) openEngineClone(into);
      if (values.repository !== undefined) assertRepository(values.repository);
      const { repository, account = [] } = values;
      const { report, text } = await moveInto(game, { ...asked, into, repository, accounts: account });
      return { result: report, text: `${text}${pushIt(report.branches)}` };
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      return { refused: error.problems };
    }
  },
});

interface Moving extends Pick<Asked, 'environment' | 'progress'> {
  /** A clone of the repository on GitHub. */
  readonly into: string;
  readonly repository: string | undefined;
  /** `PLAYER=LOGIN` */
  readonly accounts: readonly string[];
}

export async function moveInto(
  game: HomeGame,
  { environment, progress, into, repository, accounts }: Moving,
): Promise<{ readonly report: MoveReport; readonly text: string }> {
  const api = environment['GITHUB_API_URL'];
  const token = environment['GITHUB_TOKEN'] ?? environment['GH_TOKEN'] ?? '';
  progress('moving the game');
  const report = await moveToGitHub({
    game,
    into,
    repository,
    accounts: await readAccounts(
      accounts,
      { token, ...(api === undefined ? {} : { api }) },
      await playersOf(game),
    ),
    now: environment['GITNOMIC_NOW'] ?? toTime(Date.now()),
  });
  return { report, text: render(report) };
}

async function playersOf(game: HomeGame): Promise<readonly string[]> {
  const { open } = await game.openPosition();
  try {
    return Object.keys(open.play.state().players);
  } finally {
    open.play.dispose();
  }
}

export function assertRepository(given: string): void {
  if (REPOSITORY.test(given)) return;
  throw new MoveError({
    code: 'no-repository',
    what: `“${given}” is not a repository on GitHub.`,
    next: 'Name it as OWNER/NAME.',
  });
}

function render({ name, repository, root, players, posts }: MoveReport): string {
  return [
    `${name} is now on main of ${root}, to be continued in ${repository}:\n`,
    ...players.map(({ id, login }) => `  ${id} is ${login === null ? 'nobody there' : `@${login}`}\n`),
    `Posts there are called by their numbers after ${posts}: #1 is ${posts}1.\n\n`,
  ].join('');
}

export function pushIt(branches: readonly string[], to = 'origin'): string {
  return `Push it\n  git push ${to} ${branches.join(' ')}\n`;
}
