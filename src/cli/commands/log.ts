import { namingOf } from '../../decide/naming.ts';
import { sayLine } from '../../decide/say-taken-action.ts';
import { sayChanges, sayDraws } from '../../decide/say-changes.ts';
import { withPosition } from '../../seat/read-table.ts';
import { readGame } from '../../store/read-game.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';
import { minuteOf } from '../../kernel/time.ts';

export const command = defineCommand({
  usage: 'log [options]',
  details:
    'Shows the ledger: every accepted action and every resolved matter, with the changes and the dice.',
  examples: [
    { line: 'log', does: 'the last twenty lines' },
    { line: 'log --by ana --last 5', does: 'the last five of one player' },
  ],
  options: {
    ...gameOptions,
    last: { type: 'string', short: 'n', value: 'N', summary: 'the number of lines (default: 20)' },
    by: { type: 'string', value: 'NAME', summary: 'only the actions of one player' },
  },
  async run(context): Promise<Ending> {
    const { last = '20', by } = context.values;
    const most = Number(last);
    if (!Number.isSafeInteger(most) || most < 1)
      throw new Failure('usage', {
        code: 'bad-option-value',
        what: `--last needs a number, and not ${last}.`,
      });
    const game = await openGameOf(context);
    const { ledger } = readGame(await game.content());
    const { accounts, naming, model } = await withPosition(game, ({ accounts: all, open: { play } }) => ({
      accounts: all,
      naming: namingOf(play),
      model: play.model,
    }));
    const lines = ledger.filter((line) => by === undefined || line.by === by).slice(-most);
    context.give({ lines, total: ledger.length }, () =>
      lines.length === 0
        ? 'Nothing has been done yet.\n'
        : lines
            .map((line) =>
              [
                `${line.n}  ${minuteOf(line.at)}  ${accounts.shown(line.by, naming.person(line.by))} ${sayLine(line, model, naming)}\n`,
                ...[...sayDraws(line.draws, naming), ...sayChanges(line.changes, naming)].map(
                  (fact) => `     ${fact}\n`,
                ),
              ].join(''),
            )
            .join(''),
    );
    return 'ok';
  },
});
