import { show } from '../../engine/tick/describe-outcome.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';

export const command = defineCommand({
  usage: 'open [options]',
  details:
    'Opens what was sealed in this game, with the key that is kept on this machine. Where the key is not here, it shows who sent what kind of thing and when.',
  examples: [
    { line: 'open', does: 'everything that was sealed, the oldest first' },
    { line: 'open --kind bid', does: 'submissions of one kind' },
  ],
  options: {
    ...gameOptions,
    kind: { type: 'string', value: 'KIND', summary: 'only submissions of this kind' },
  },
  async run(context): Promise<Ending> {
    const { kind } = context.values;
    const game = await openGameOf(context);
    const table = await game.look();
    const all = Object.values(table.open.play.state().submissions);
    table.open.play.dispose();
    const found = all.filter((one) => kind === undefined || one.kind === kind);
    context.give({ submissions: found }, () =>
      found.length === 0
        ? 'Nothing was sealed.\n'
        : found
            .map(
              ({ n, at, by, kind: what, open, contents, used }) =>
                `${n}  ${at.slice(0, 16).replace('T', ' ')}  ${by}: ${what}${used ? ' (used)' : ''}\n${Object.entries(
                  { ...open, ...contents },
                )
                  .map(([key, value]) => `     ${key}: ${show(value)}\n`)
                  .join('')}${contents === null ? '     (sealed; its key is not here)\n' : ''}`,
            )
            .join(''),
    );
    return 'ok';
  },
});
