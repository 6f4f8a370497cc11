import { valued } from '../../host/command.ts';
import { sayCheckpoint } from '../../store/checkpoints.ts';
import { resolve } from 'node:path';
import { timeInWords } from '../../kernel/time.ts';
import { openClone } from '../../host/open-clone.ts';
import { replay } from '../../care/replay/replay.ts';
import type { StoppedAgain } from '../../care/replay/try-stopped.ts';
import { defineCommand, type Ending, failure } from '../command.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';
import { counted } from '../local/text-table.ts';

export const command = defineCommand({
  usage: 'replay [options]',
  details:
    'Plays the whole game again from its first commit, from the journal and the recorded dice, and compares the result with the ledger, the ruleset and the gamestate. The dice themselves are checked against the recorded beacon, or against the seed if it is here.',
  examples: [
    { line: 'replay', does: 'check the whole game, and name the first line that differs' },
    { line: 'replay --dynasty 2', does: 'check one dynasty, from its beginning' },
    {
      line: 'replay --clone game.git',
      does: 'check a game that is played elsewhere, with a clone of all its branches',
    },
  ],
  options: {
    ...gameOptions,
    clone: valued('FOLDER', 'a mirror of a game’s repository instead of a game on this machine'),
    path: valued('PATH', 'with --clone: the folder of the game in it, if it holds several'),
    dynasty: valued('NUMBER', 'one dynasty instead of the whole game'),
  },
  async run(context): Promise<Ending> {
    const { clone, path } = context.values;
    const game =
      clone === undefined
        ? await openGameOf(context)
        : await openClone(resolve(context.folder, clone), undefined, context.hosts, path);
    context.progress('playing the game again');
    const verdict = await replay(game, numberOf(context.values.dynasty));
    if (!verdict.same) {
      const where = verdict.line === null ? (verdict.path ?? undefined) : `ledger, line ${verdict.line}`;
      throw failure('broken', 'replay-differs', `The replay differs from the game: ${verdict.why}.`, {
        where,
      });
    }
    return context.give(verdict, ({ lines, stopped, since }) =>
      [
        `Played again${since === null ? '' : ` from ${timeInWords(since.at)} on`}, the ${context.values.dynasty === undefined ? 'game' : 'dynasty'} is the same: ${counted(lines, 'ledger line')}, every rule, every value.`,
        since === null
          ? '\n'
          : ` Not played again: ${counted(since.skipped, 'ledger line')} before that, because ${sayCheckpoint(since)}.\n`,
        ...stopped.map(sayStopped),
      ].join(''),
    );
  },
});

const FOUND: Readonly<Record<StoppedAgain['found'], string>> = {
  stops: 'Tried again, it is stopped here too',
  'goes on': 'Tried again, it finishes: the host was slow or failed then, or skipped it',
  unknown: 'Whether it had to be stopped can’t be told from here',
};

function sayStopped({ line, by, what, recorded, found, why }: StoppedAgain): string {
  return `Ledger line ${line}, ${by}: ${what}. It is on record as stopped (${recorded}). ${FOUND[found]} (${why}).\n`;
}

function numberOf(given: string | undefined): number | null {
  if (given === undefined) return null;
  if (/^\d+$/u.test(given)) return Number(given);
  throw failure('usage', 'bad-option', `--dynasty takes a number, not ${given}.`, {
    next: 'gitnomic replay --dynasty 1',
  });
}
