import { defineCommand, type Ending } from '../command.ts';
import { callingOptions, actorOf, openGameOf } from '../local/game-options.ts';
import { takeAndTell } from './act.ts';

export const command = defineCommand({
  usage: 'roll [options] WHAT',
  details:
    'Rolls dice through the rules’ own action for it, on record: the ledger keeps the result and everything needed to check it.',
  examples: [
    { line: 'roll 2DICE6 --as ana', does: 'two dice of six sides' },
    { line: 'roll DICE20 --as ana --on 3', does: 'one of twenty, written on post 3' },
  ],
  options: callingOptions,
  operands: {
    name: 'WHAT',
    summary: 'the dice, such as DICE6, 3DICE20 or 2d6; the rules may know more',
    min: 1,
    max: 1,
  },
  async run(context): Promise<Ending> {
    const [what = ''] = context.operands;
    const game = await openGameOf(context);
    return takeAndTell(context, game, await actorOf(context, game), 'roll', { roll: what });
  },
});
