import { resolve } from 'node:path';

import { openClone } from '../../host/open-clone.ts';
import { replay } from '../../care/replay/replay.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';
import { counted } from '../local/counted.ts';

export const command = defineCommand({
  usage: 'replay [options]',
  details:
    'Plays the whole game again from its first commit, by the journal, with the dice as they fell, and holds what comes of it against the ledger, the ruleset and the gamestate. That the dice fell as they had to is checked by what is recorded of the beacon, or by the seed where it is here.',
  examples: [
    { line: 'replay', does: 'all is as it should be, or the first line that is not' },
    { line: 'replay --dynasty 2', does: 'one dynasty alone, from how it began' },
    {
      line: 'replay --clone game.git',
      does: 'a game that is played elsewhere, by a clone of all its branches',
    },
  ],
  options: {
    ...gameOptions,
    clone: {
      type: 'string',
      value: 'FOLDER',
      summary: 'a mirror of a game’s repository, in place of a game of one’s own',
    },
    dynasty: { type: 'string', value: 'NUMBER', summary: 'one dynasty, and not the whole game' },
  },
  async run(context): Promise<Ending> {
    const { clone } = context.values;
    const game =
      clone === undefined
        ? await openGameOf(context)
        : await openClone(resolve(context.folder, clone), undefined, context.hosts);
    context.progress('playing the game again');
    const verdict = await replay(game, numberOf(context.values.dynasty));
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
      ({ lines }) =>
        `Played again the ${context.values.dynasty === undefined ? 'game' : 'dynasty'} is the same: ${counted(lines, 'ledger line')}, every rule, every value.\n`,
    );
    return 'ok';
  },
});

function numberOf(given: string | undefined): number | null {
  if (given === undefined) return null;
  if (/^\d+$/u.test(given)) return Number(given);
  throw new Failure('usage', {
    code: 'bad-option',
    what: `--dynasty is a number, and not ${given}.`,
    next: 'gitnomic replay --dynasty 1',
  });
}
