// Searching a core for a way to break its promise that it can be amended, with the effort of a game at home,
// in processor time. The bar is 60 s. Any result would be a false alarm.
import { caches } from '../src/cache/fixtures/shared-caches.ts';
import { searchPromise } from '../src/rehearse/search-promises.ts';
import { AT, BrickGame } from '../test/rehearsal/brick-game.ts';
import { report } from './measure.ts';

const PROMISED = { kind: 'changeable', hours: 28 * 24, players: 3 } as const;
const ledger = { length: 0, at: () => null };

for (const core of ['2008', '2019', '2021', 'fireside', 'prose', 'suber']) {
  const { edition, state } = await BrickGame.begin({ core });
  const start = process.cpuUsage();
  const game = { before: edition, after: edition, state, at: AT, ledger, caches };
  const { way, states, tries } = searchPromise(game, PROMISED);
  const { user, system } = process.cpuUsage(start);
  const cpuMs = (user + system) / 1000;
  report({ bench: 'promises', core, states, moves: tries, ways: way === null ? 0 : 1, bar: 60_000, cpuMs });
}
process.exit();
