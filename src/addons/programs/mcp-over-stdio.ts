import { PassThrough } from 'node:stream';

import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import { openMcpSeat } from './mcp-seat.ts';
import { linesOfProgram } from './read-policy.ts';
import type { SeatPace } from '../../seat/program/seat-pace.ts';
import { readMessage } from './serve-mcp.ts';

/** Serves a seat to the program that began this process, until it closes its end. */
export async function overStdio(game: HomeGame, who: Person, pace: SeatPace): Promise<void> {
  const server = await openMcpSeat({ game, who, pace });
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const exact = new PassThrough();
  await server.connect(new StdioServerTransport(exact, process.stdout));
  for await (const line of linesOfProgram(process.stdin)) {
    if (line.trim() === '') continue;
    const { refusal } = readMessage(line);
    if (refusal === null) exact.write(`${line}\n`);
    else process.stdout.write(`${JSON.stringify(refusal)}\n`);
  }
  await server.close();
}
