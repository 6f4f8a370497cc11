// Whoever only looks changes nothing from which the next action goes on, on no page and behind no door.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Seats } from '../../src/cli/home/seats.ts';
import { notesOfPosition, type Position } from '../../src/session/position/position.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { Browse } from './browse.ts';
import { openHome, type TestHome } from './open-home.ts';
import { routes } from './routes.ts';

interface Stood {
  readonly position: Position;
  readonly noted: string;
  readonly state: string;
}

const seats = new Seats();
let home: TestHome;
const readers: [string, Browse][] = [];
beforeAll(async () => {
  home = await openHome({ dynasty: 'gallery', caches }, seats);
  const people = { ana: 'an Admin', eli: 'the emperor', zoe: 'New players' };
  for (const [id, as] of Object.entries(people)) {
    const one = new Browse(home.server.port);
    await one.get(`/${seats.invite({ id, name: id, bot: false }).path}`);
    readers.push([as, one]);
  }
  readers.push(['nobody', new Browse(home.server.port)]);
  // The first page may have to be compiled.
  await readers[0]?.[1].get('/');
}, 300_000);
afterAll(() => home.close());

const stand = (): Promise<Stood> =>
  withPosition(home.game, (position) => ({
    position,
    noted: notesOfPosition(position),
    state: JSON.stringify(position.open.play.state()),
  }));

/** All pages ask the game for the same; `npm run test:long` looks at each of them. */
const isWhole = process.env['GITNOMIC_LIVE'] === 'whole';
const looked = routes('1').filter(
  (path) =>
    path !== '/changed' && (isWhole || path === '/' || path === '/healthz' || path.startsWith('/do/')),
);

test('anybody can look at every page and form without changing the game', async () => {
  expect(looked).toEqual(expect.arrayContaining(['/', '/do/vote/', '/do/rule/', '/do/seal/']));
  const before = await stand();
  for (const path of looked) {
    for (const [as, reader] of readers) {
      const { status } = await reader.get(path);
      const after = await stand();
      // The very same is still lent: nobody had to throw it away.
      const isSame = after.position === before.position;
      expect([path, as, status < 500, isSame]).toEqual([path, as, true, true]);
      expect([path, as, after.noted, after.state]).toEqual([path, as, before.noted, before.state]);
    }
  }
}, 300_000);

test('no later borrower sees what one changed, and no action goes on from it', async () => {
  const before = await stand();
  const changes: ((position: Position) => void)[] = [
    ({ accounts }) => void accounts.register({ id: 'zed', name: 'Zed', bot: false }),
    ({ accounts }) => accounts.setReader('ana', 'age1other'),
    ({ accounts }) => void accounts.machines.add('ana'),
    ({ posts }) => posts.link('77', 'other'),
    ({ posts }) => posts.add('other', null),
    ({ branches }) => branches.pin('1', 'other'),
    ({ secrets }) => secrets.commit('sum', { id: 'other', by: 'ana' }),
    ({ outbox }) => outbox.comment('1', 'other', 'Told by nobody.'),
    ({ settings }) => settings.change({ name: 'Other' }),
    ({ calls }) => calls.add('9', { at: home.game.now(), by: 'ana', action: 'act', words: {}, lines: 0 }),
    ({ moderation }) => void (moderation.inForce = { ...moderation.inForce, closed: true } as never),
  ];
  for (const change of changes) {
    await withPosition(home.game, change);
    const after = await stand();
    expect([String(change), after.noted, after.state]).toEqual([String(change), before.noted, before.state]);
  }
});
