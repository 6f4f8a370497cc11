import { flag, valued } from '../../host/command.ts';
import { commandsToRegister, keyFrom } from './discord.ts';
import { withPosition } from '../../seat/read-table.ts';
import { SeatKeys } from '../../seat/program/seat-keys.ts';
import { SeatPace } from '../../seat/program/seat-pace.ts';
import { portGiven } from '../../cli/read-arguments.ts';
import { defineCommand, type Ending, Failure, failure } from '../../cli/command.ts';
import { actorOf, gameOptions, openGameOf } from '../../cli/local/game-options.ts';
import { untilStopped } from '../../cli/local/listen.ts';
import { serveBridge } from './serve-bridge.ts';

export const command = defineCommand({
  usage: 'bridge [options]',
  details:
    'Runs slash commands from Discord in the game, as the player who has linked the account: status, vote, comment, act, roll and why. If the game is played elsewhere, the bridge posts there with its own account, for players who have agreed to it. Discord signs each request with the key of your application; unsigned and repeated requests are ignored.',
  examples: [
    { line: 'bridge --commands', does: 'the commands, in the format in which Discord registers them' },
    { line: 'bridge --link ana', does: 'a code for ana to enter in the chat: /link' },
    { line: 'bridge --key HEX --port 8091', does: 'serve; an HTTPS tunnel forwards requests to it' },
  ],
  options: {
    ...gameOptions,
    key: valued('HEX', 'the public key of your Discord application'),
    port: valued('PORT', 'the port on this machine (default: 8091)'),
    link: valued('NAME', 'make a code that links this player’s chat account, and exit'),
    withdraw: valued('NAME', 'unlink this player’s accounts, and exit'),
    commands: flag('print the commands to be registered, and exit'),
  },
  async run(context): Promise<Ending> {
    const { values, give, terminal } = context;
    const game = await openGameOf(context);
    if (values.commands === true) {
      const commands = commandsToRegister(await withPosition(game, ({ open: { play } }) => play.wording));
      return give(commands, () => `${JSON.stringify(commands, null, 2)}\n`);
    }
    const keys = new SeatKeys(game.folder);
    const named = values.link ?? values.withdraw;
    if (named !== undefined) {
      if (game.played === 'elsewhere')
        throw new Failure('refused', {
          code: 'played-elsewhere',
          what: 'In a game that is played elsewhere each player links their own account.',
          next: 'They type /link in the chat, then `/bridge` in the game with the code that it gives; `/bridge none` undoes it.',
        });
      const { id, name } = await actorOf({ ...context, values: { as: named } }, game);
      if (values.link === undefined) {
        const withdrawn = keys.withdraw(id, 'chat', game.now()) + keys.withdraw(id, 'code', game.now());
        give(
          { player: id, withdrawn },
          () => `No account speaks for ${name} any more (${withdrawn} withdrawn).\n`,
        );
      } else {
        const code = keys.invite(id, game.now(), 'code');
        give(
          { player: id, code },
          () =>
            `/link code:${code}\nType this in the chat within ten minutes to link that account to ${name}.\n`,
        );
      }
      return 'ok';
    }
    const key = keyFrom(values.key ?? '');
    if (key === null)
      throw failure('usage', 'bad-key', 'The bridge needs the public key of your application.', {
        expected: '--key and 64 hexadecimal digits, as Discord’s page for your application shows them',
      });
    const warn = (text: string): void => terminal.err(`${text}\n`);
    const bridge = { game, keys, pace: new SeatPace(30), key, warn };
    const server = await serveBridge(bridge, portGiven(values.port ?? '8091'));
    const { url } = server;
    const stopped = untilStopped();
    give({ url }, () => `The bridge answers at ${url} (Ctrl+C ends it).\n`);
    await Promise.race([server.ended, stopped]);
    server.close();
    return 'ok';
  },
});
