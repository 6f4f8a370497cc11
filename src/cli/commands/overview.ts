import { timeInWords } from '../../kernel/time.ts';
import type { Naming } from '../../wording/naming.ts';
import { readNames } from '../../seat/read-table.ts';
import { overviewAt, type Overview } from '../../seat/overview.ts';
import { defineCommand, type Ending } from '../command.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';

export const command = defineCommand({
  usage: 'admin overview [options]',
  details:
    'Shows the tasks that a game has for its Admins: missing votes, players who can be set idle for their silence now or within two days, stalled matters, conflicts, and receivers who can’t be notified. It changes nothing.',
  examples: [
    { line: 'admin overview', does: 'the game you are in' },
    { line: 'admin overview --json', does: 'the same for a script' },
  ],
  options: { ...gameOptions },
  async run(context): Promise<Ending> {
    const game = await openGameOf(context);
    const overview = await overviewAt(game);
    const { naming } = await readNames(game);
    return context.give(overview, () => render(overview, naming));
  },
});

function render({ unvoted, silent, still, conflicts, failed }: Overview, naming: Naming): string {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [
      'Not voted yet',
      unvoted.map(
        ({ matter, title, players }) =>
          `${matter}  ${title}: ${players.map((one) => naming.person(one)).join(', ')}`,
      ),
    ],
    [
      'Silent',
      silent.map(
        ({ player, lastActive, title, from }) =>
          `${naming.person(player)}, last active ${timeInWords(lastActive)}: “${title}” can be taken ${from === 'now' ? 'now' : 'within two days'}`,
      ),
    ],
    ['Stalled', still.map(({ matter, title, why }) => `${matter}  ${title}: ${why}`)],
    ['Conflicts', conflicts.map(({ matter, title }) => `${matter}  ${title}`)],
    [
      'Undelivered messages',
      failed.map(({ receiver, since, why }) => `${receiver}: ${why}, since ${timeInWords(since)}`),
    ],
  ];
  const shown = parts.filter(([, lines]) => lines.length > 0);
  if (shown.length === 0) return 'Nothing is waiting for the Admins.\n';
  return shown.map(([title, lines]) => `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`).join('\n');
}
