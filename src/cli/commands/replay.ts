import { replay } from '../../engine/local/replay.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';

export const command = defineCommand({
  usage: 'replay [options]',
  details:
    'Plays the whole game again from its first commit, by the journal, with the dice as they fell, and holds what comes of it against the ledger, the ruleset and the gamestate.',
  examples: [{ line: 'replay', does: 'all is as it should be, or the first line that is not' }],
  options: { ...gameOptions },
  async run(context): Promise<Ending> {
    const game = await openGameOf(context);
    context.progress('playing the game again');
    const verdict = await replay(game);
    if (!verdict.same) {
      const where = verdict.line === null ? (verdict.path ?? undefined) : `ledger, line ${verdict.line}`;
      throw new Failure('broken', {
        code: 'replay-differs',
        what: `Played again the game differs: ${verdict.why}.`,
        where,
      });
    }
    context.give(
      verdict,
      ({ lines }) => `Played again the game is the same: ${lines} ledger lines, every rule, every value.\n`,
    );
    return 'ok';
  },
});
