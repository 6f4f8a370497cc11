import { commandsToRegister, keyFrom } from '../../seat/program/discord.ts';
import { SeatKeys } from '../../seat/program/seat-keys.ts';
import { SeatPace } from '../../seat/program/seat-pace.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { actorOf, gameOptions, openGameOf } from '../local/game-options.ts';
import { serveBridge } from '../program/serve-bridge.ts';

export const command = defineCommand({
  usage: 'bridge [options]',
  details:
    'Takes slash commands from Discord, and does them in the game as the player who has linked the account: status, vote, comment, act, roll and why. ' +
    'Where the game is played elsewhere the bridge speaks there with its own account, for those players who have said so. Discord signs each request with the key of your application; whatever is not signed, or comes a second time, is not answered.',
  examples: [
    { line: 'bridge --commands', does: 'the commands, as Discord wants to be told of them' },
    { line: 'bridge --link ana', does: 'a code that ana says in the chat: /link' },
    { line: 'bridge --key HEX --port 8091', does: 'answer; a tunnel with https leads here' },
  ],
  options: {
    ...gameOptions,
    key: { type: 'string', value: 'HEX', summary: 'the public key of your application there' },
    port: { type: 'string', value: 'PORT', summary: 'where to listen on this machine (default: 8091)' },
    link: {
      type: 'string',
      value: 'NAME',
      summary: 'give this player a code to be said in the chat, and end',
    },
    withdraw: { type: 'string', value: 'NAME', summary: 'no account speaks for this player any more' },
    commands: { type: 'boolean', summary: 'print the commands to be registered, and end' },
  },
  async run(context): Promise<Ending> {
    const { values, give, say, terminal } = context;
    if (values.commands === true) {
      const commands = commandsToRegister();
      give(commands, () => `${JSON.stringify(commands, null, 2)}\n`);
      return 'ok';
    }
    const game = await openGameOf(context);
    const keys = new SeatKeys(game.folder);
    const named = values.link ?? values.withdraw;
    if (named !== undefined) {
      if (game.played === 'elsewhere')
        throw new Failure('refused', {
          code: 'played-elsewhere',
          what: 'In a game that is played elsewhere each player links their own account.',
          next: 'They say /link in the chat, and in the game `/bridge` with the code that it gives; `/bridge none` takes it back.',
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
            `/link code:${code}\nSaid in the chat within ten minutes, it links that account to ${name}.\n`,
        );
      }
      return 'ok';
    }
    const key = keyFrom(values.key ?? '');
    if (key === null)
      throw new Failure('usage', {
        code: 'bad-key',
        what: 'The bridge needs the public key of your application.',
        expected: '--key and 64 hexadecimal digits, as Discord’s page for your application shows them',
      });
    const warn = (text: string): void => terminal.err(`${text}\n`);
    const bridge = { game, keys, pace: new SeatPace(30), key, warn };
    const server = await serveBridge(bridge, Number(values.port ?? 8091));
    say(`The bridge answers at ${server.url} (Ctrl+C ends it).`);
    await server.ended;
    return 'ok';
  },
});
