import type { HomeGame } from '../../host/game.ts';
import { sayModeration } from '../../store/moderation.ts';
import { defineCommand, type Ending, failure } from '../command.ts';
import { Bans, plainAddress } from '../home/guard.ts';
import { actorOf, callingOptions, homeGameOf, openGameOf } from '../local/game-options.ts';
import { takeAndTell } from './act.ts';

export const command = defineCommand({
  usage: 'admin moderation [options] [MEASURE] [ON…]',
  details:
    'Keeps the peace at the table, for Admins: each measure needs a reason with `--why`, is recorded in the journal and the ledger, and can be taken back by its opposite. Without a measure it lists those in force. ' +
    'Measures are mute PLAYER (what they write from then on is kept but not shown), hide PLAYER (earlier words too) and unmute PLAYER; their votes count as the rules say. Others are joining closed and joining open, pace NUMBER and pace none (how many things each may say in an hour), ' +
    'same PLAYER PLAYER and apart PLAYER PLAYER (accounts of one person), ban ADDRESS and unban NAME (the home server ignores that address). ' +
    'Rules that declare the player’s boolean `muted`, the player’s `sameAs`, the game’s boolean `joiningClosed` or the game’s integer `pace` take that part over; then it needs a proposal.',
  examples: [
    { line: 'admin moderation', does: 'what is in force' },
    { line: 'admin moderation mute bo --why insults --as ana', does: 'Bo’s words are kept but not shown' },
    { line: 'admin moderation joining closed --why "spam" --as ana', does: 'newcomers are ignored' },
    {
      line: 'admin moderation same bo cy --why "both wrote so on 5" --as ana',
      does: 'mark two accounts as one person’s',
    },
    {
      line: 'admin moderation ban 192.168.1.7 --why "floods" --as ana',
      does: 'ignore requests from that address',
    },
  ],
  options: {
    ...callingOptions,
    why: { type: 'string', value: 'TEXT', summary: 'the reason or the evidence, which stays on record' },
  },
  operands: { name: 'MEASURE', summary: 'the measure, and its object', min: 0, max: 3 },
  async run(context): Promise<Ending> {
    const [measure, ...on] = context.operands;
    if (measure === undefined) return listModeration(context);
    const { why } = context.values;
    if (why === undefined)
      throw failure('usage', 'no-reason', 'A measure needs a reason, which everybody will see.', {
        next: 'Add it: --why TEXT.',
      });
    const words = { [measure]: on.join(' '), why };
    if (measure !== 'ban' && measure !== 'unban') {
      const game = await openGameOf(context);
      return takeAndTell(context, game, await actorOf(context, game), 'peace', words);
    }
    return banAddress(context, await homeGameOf(context), measure, words);
  },
});

type Context = Parameters<(typeof command)['run']>[0];

async function listModeration(context: Context): Promise<Ending> {
  const game = await openGameOf(context);
  const position = await game.openPosition();
  const { moderation, open, accounts } = position;
  open.play.dispose();
  const { said: _, ...inForce } = moderation.inForce;
  return context.give(inForce, () => {
    const lines = sayModeration(inForce, (player) => accounts.shown(player));
    return lines.length === 0 ? 'Nobody is muted, and nothing else is in force.\n' : `${lines.join('\n')}\n`;
  });
}

/** The address stays on this machine; the record only has a name for it. */
async function banAddress(
  context: Context,
  game: HomeGame,
  measure: 'ban' | 'unban',
  words: Readonly<Record<string, string>>,
): Promise<Ending> {
  const bans = new Bans(game.folder);
  const given = words[measure] ?? '';
  const address = plainAddress(given);
  if (measure === 'ban' && address === null)
    throw failure('usage', 'no-address', `“${given}” is not an address.`, {
      expected: 'one such as 192.168.1.7 or fe80::1',
    });
  const known = address === null ? given : bans.nameOf(address);
  const name = known ?? (measure === 'ban' ? bans.add(address ?? given) : given);
  const who = await actorOf(context, game);
  let isDone = false;
  try {
    const ending = await takeAndTell(context, game, who, 'peace', { ...words, [measure]: name });
    isDone = true;
    if (measure === 'unban') bans.remove(name);
    return ending;
  } finally {
    // A refused ban leaves nothing behind.
    if (!isDone && known === undefined) bans.remove(name);
  }
}
