// Many seats of a game at home that ask at once, some of them badly: what was said to be done is done once, and nothing else is.
import { connect } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { journalTip } from '../../src/store/journal/journal-head.ts';
import { verifyJournal } from '../../src/store/journal/verify-journal.ts';
import { Browse, matterIn } from './browse.ts';
import { openHome, START, type TestHome } from './open-home.ts';

const PEOPLE = ['ana', 'bo', 'cy', 'dee', 'eli'];
/** Browsers of each of them, and how many actions each has. */
const BROWSERS = 2;
const ACTIONS = process.env['GITNOMIC_FUZZ'] === undefined ? 3 : 60;

let home: TestHome;
beforeAll(async () => {
  home = await openHome();
});
afterAll(() => home.close());

interface Said {
  /** What the server said was done, what it refused, and what nobody waited to hear of. */
  readonly done: string[];
  readonly refused: string[];
  readonly unheard: string[];
}

/** Sends a form and is gone before anything is answered, after the whole of it or a part. */
function sendAndGo(port: number, cookie: string, body: string, part: number): Promise<void> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      const head = [
        'POST /do/comment/ HTTP/1.1',
        `Host: localhost:${port}`,
        `Origin: http://localhost:${port}`,
        `Cookie: ${cookie}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${Buffer.byteLength(body)}`,
      ];
      const sent = body.slice(0, Math.ceil(body.length * part));
      socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`, () => socket.destroy());
    });
    socket.on('error', () => undefined).on('close', () => done());
  });
}

async function playSeat(who: string, place: number, on: string, said: Said): Promise<void> {
  const { port } = home.server;
  const browse = new Browse(port);
  await browse.sitAs(who);
  for (let n = 0; n < ACTIONS; n++) {
    const text = `words-${who}-${place}-${n}`;
    const kind = (place + n) % 3;
    if (kind === 0) {
      const { csrf, cookie } = await browse.whatItSends(`/matters/${on}/`);
      const body = new URLSearchParams({ csrf, on, text }).toString();
      await sendAndGo(port, cookie, body, n % 2 === 0 ? 1 : 0.5);
      said.unheard.push(text);
    } else if (kind === 1) {
      const page = await browse.send('/do/comment/', { on, text, csrf: 'guessed' });
      expect(page.status).toBe(403);
      said.refused.push(text);
    }
    const [page] = await Promise.all([
      browse.send('/do/comment/', { on, text: `${text}-well` }),
      new Browse(port).get(`/matters/${on}/`),
    ]);
    if (page.status === 200 && page.text.includes(`${text}-well`)) said.done.push(`${text}-well`);
    else expect([page.status, text]).toEqual([0, text]);
  }
}

test('what was reported as done is done once, whoever asks at the same time', async () => {
  const ana = new Browse(home.server.port);
  await ana.sitAs('ana');
  await ana.get('/do/post/');
  const on = matterIn(await ana.send('/do/post/', { kind: 'story', title: 'Many', text: 'x', do: 'post' }));
  expect(on).not.toBe('');
  const said: Said = { done: [], refused: [], unheard: [] };
  await Promise.all(
    PEOPLE.flatMap((who) => Array.from({ length: BROWSERS }, (_, place) => playSeat(who, place, on, said))),
  );
  const game = await openLocalGame(home.folder, { now: START, caches });
  const { events } = await game.forge.observe(null);
  const texts = events.flatMap((event) => (event.type === 'commented' ? [event.text.trim()] : []));
  const times = (text: string): number => texts.filter((one) => one === text).length;
  expect(said.done).toHaveLength(PEOPLE.length * BROWSERS * ACTIONS);
  expect(said.done.filter((text) => times(text) !== 1)).toEqual([]);
  expect(said.refused.filter((text) => times(text) > 0)).toEqual([]);
  expect(said.unheard.filter((text) => times(text) > 1)).toEqual([]);
  const tip = await journalTip(game.forge.repository);
  expect(await verifyJournal(game.forge.repository, tip ?? '')).toMatchObject({ ok: true });
  expect(await replay(game)).toMatchObject({ same: true });
}, 900_000);
