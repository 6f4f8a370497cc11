// Whatever a stranger sends to a server of ours, it answers the next one: an error that nothing catches would end its process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readSettings, serve } from '../../src/addons/github-sign-in/service.ts';
import { listenAtHome } from '../../src/cli/home/listen-at-home.ts';
import { requestBy } from '../../src/cli/home/home-request.ts';
import { Lobby } from '../../src/cli/home/lobby.ts';
import { Seats } from '../../src/cli/home/seats.ts';
import { Sessions } from '../../src/cli/home/session.ts';
import { takeSeat } from '../../src/cli/home/take-seat.ts';
import { serveFolder } from '../../src/cli/local/serve-folder.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { endedBy } from './odd-requests.ts';

const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
beforeEach(() => {
  uncaught.length = 0;
  process.on('uncaughtException', note);
});
afterEach(() => void process.off('uncaughtException', note));

test('the sign-in service', async () => {
  const service = await serve(
    readSettings({
      GITNOMIC_SITE: 'https://us.example/',
      GITHUB_CLIENT_ID: 'client',
      GITHUB_CLIENT_SECRET: 'secret',
    }),
    0,
    '127.0.0.1',
  );
  expect([await endedBy(service.port, '/token'), uncaught]).toEqual([[], []]);
  await service.close();
});

test('the server of a folder’s pages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'requests-'));
  writeFileSync(join(folder, 'index.html'), '<p>Hall');
  const served = await serveFolder(folder, 0);
  expect([await endedBy(served.port, '/'), uncaught]).toEqual([[], []]);
  await served.close();
  rmSync(folder, { recursive: true });
});

test('a game at home, before a request reaches the game', async () => {
  const [seats, sessions] = [new Seats(), new Sessions(1)];
  const place = { seats, lobby: new Lobby(seats, () => undefined), games: new Map(), behind: undefined };
  const link = seats.linkIn(`/${seats.invite({ id: 'bo', name: 'Bo', bot: false }).path}`) ?? '';
  const listener = await listenAtHome({ port: 0, host: '127.0.0.1', tries: 1 }, (request, reply) => {
    const asked = requestBy(request, reply, sessions, place);
    if (asked === null) reply.send(400, {});
    else takeSeat(asked, { seats, link, sessions }, IN_ENGLISH);
  });
  expect([await endedBy(listener.port, '/'), uncaught]).toEqual([[], []]);
  await listener.close();
});
