import { SeatPace } from '../../seat/program/seat-pace.ts';
import { SeatKeys } from '../../seat/program/seat-keys.ts';
import { portGiven } from '../../cli/read-arguments.ts';
import { defineCommand, type Ending } from '../../cli/command.ts';
import { actingOptions, actorOf, homeGameOf } from '../../cli/local/game-options.ts';
import { untilStopped } from '../../cli/local/listen.ts';
import { overStdio } from './mcp-over-stdio.ts';
import { serveMcp } from './serve-mcp.ts';

export const command = defineCommand({
  usage: 'mcp [options]',
  details:
    'Lets a model play by the Model Context Protocol: over stdio as one player, or over HTTP as the player to whom the request’s token belongs. It can see and do what that player can, and is marked as a machine. It needs the package @modelcontextprotocol/sdk.',
  examples: [
    { line: 'mcp --as ana', does: 'over stdio, for a program that starts it' },
    { line: 'mcp --invite ana', does: 'a token with which a program plays as ana' },
    { line: 'mcp --port 8090', does: 'over HTTP, for everybody who has a token' },
  ],
  options: {
    ...actingOptions,
    invite: { type: 'string', value: 'NAME', summary: 'make a token for this player, and exit' },
    withdraw: { type: 'string', value: 'NAME', summary: 'withdraw this player’s tokens, and exit' },
    port: { type: 'string', value: 'PORT', summary: 'serve over HTTP, to this machine only' },
  },
  async run(context): Promise<Ending> {
    const { values, give } = context;
    const game = await homeGameOf(context);
    const keys = new SeatKeys(game.folder);
    const named = values.invite ?? values.withdraw;
    if (named !== undefined) {
      const { id, name } = await actorOf({ ...context, values: { ...values, as: named } }, game);
      if (values.invite === undefined) {
        const withdrawn = keys.withdraw(id, 'program', game.now());
        give({ player: id, withdrawn }, () => `${withdrawn} tokens of ${name} are withdrawn.\n`);
      } else {
        const token = keys.invite(id, game.now());
        give(
          { player: id, token },
          () => `${token}\nAnybody who has it plays as ${name}. It is not shown again.\n`,
        );
      }
      return 'ok';
    }
    const pace = new SeatPace();
    const port = values.port === undefined ? null : portGiven(values.port);
    if (port !== null) {
      const server = await serveMcp(game, keys, pace, port, (text) => context.terminal.err(`${text}\n`));
      const { url } = server;
      const stopped = untilStopped();
      give({ url }, () => `Models play at ${url}, each with its token (Ctrl+C ends it).\n`);
      await Promise.race([server.ended, stopped]);
      server.close();
      return 'ok';
    }
    context.serves();
    await overStdio(game, { ...(await actorOf(context, game)), bot: true }, pace);
    return 'ok';
  },
});
