import { namingOf } from '../../wording/naming.ts';
import { sayLine, subjectOfLine } from '../../wording/say-taken-action.ts';
import { sayChanges, sayDraws } from '../../wording/say-changes.ts';
import { withPosition } from '../../seat/read-table.ts';
import { CHECKPOINTS, readCheckpoints, sayCheckpoint } from '../../store/checkpoints.ts';
import { readGame } from '../../store/read-game.ts';
import { namedPeople } from '../../session/position/person-id.ts';
import { countGiven } from '../read-arguments.ts';
import { defineCommand, type Ending } from '../command.ts';
import { playerMeant } from '../local/find-post.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';
import { minuteOf } from '../../kernel/time.ts';

export const command = defineCommand({
  usage: 'log [options]',
  details:
    'Shows the ledger: every accepted action and every resolved matter, with the changes and the dice; and when something other than play changed the game.',
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
    const most = countGiven('last', last);
    const game = await openGameOf(context);
    const files = await game.content();
    const { ledger } = readGame(files);
    const { accounts, people, naming, model } = await withPosition(
      game,
      ({ accounts: all, open: { play } }) => ({
        accounts: all,
        people: namedPeople(play.state().players),
        naming: namingOf(play),
        model: play.model,
      }),
    );
    const who =
      by === undefined || by === 'engine'
        ? by
        : playerMeant(by, people, ['engine', ...ledger.map((line) => line.by)]).id;
    const lines = ledger.filter((line) => who === undefined || line.by === who).slice(-most);
    const since = ledger.length > most ? (lines[0]?.at ?? '') : '';
    const checkpoints = readCheckpoints(files.get(CHECKPOINTS)).filter(
      ({ at }) => by === undefined && at >= since,
    );
    return context.give({ lines, checkpoints, total: ledger.length }, () => {
      const beside = checkpoints.map(({ at, kind }) => ({
        at,
        text: `–  ${minuteOf(at)}  not by play: ${sayCheckpoint({ kind })}`,
      }));
      const said = lines.flatMap((line) => {
        const later = beside.findIndex(({ at }) => at >= line.at);
        return [
          ...beside.splice(0, later < 0 ? beside.length : later).map(({ text }) => text),
          `${line.n}  ${minuteOf(line.at)}  ${accounts.shown(line.by, subjectOfLine(line, naming))} ${sayLine(line, model, naming)}`,
          ...[...sayDraws(line.draws, naming), ...sayChanges(line.changes, naming)].map(
            (fact) => `     ${fact}`,
          ),
        ];
      });
      const all = [...said, ...beside.map(({ text }) => text)];
      return all.length === 0 ? 'Nothing has been done yet.\n' : all;
    });
  },
});
