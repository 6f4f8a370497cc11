import { expect, test } from 'vitest';

import { KeptGame } from '../../../apply/kept-game.ts';
import { ana, bo, cy, dee, testGame } from '../../../apply/fixtures/embedded-game.ts';
import { quietUntil } from './quiet.ts';
import { standingsOf, type StandingFacts } from '../standing/facts.ts';

const NIGHT = { 'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n' };
const unseen = { headOf: () => null, reviewsOf: () => [] };

test('a game is quiet no longer than nothing is due, and than nothing is shown otherwise', async () => {
  const game = await testGame();
  const kept = new KeptGame();
  await game.tick({ kept });
  const { position: still } = kept;
  if (still === null) throw new Error('no game is kept');
  const days = quietUntil(still, game.now, []);
  expect(Date.parse(days) - Date.parse(game.now)).toBeGreaterThan(40 * 3_600_000);

  const head = await game.branch(NIGHT);
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Night', text: '', head });
  for (const voter of [ana, cy, dee]) await game.table.comment(voter, post, ':for:');
  await game.tick({ kept });
  const { position } = kept;
  if (position === null) throw new Error('no game is kept');
  const standings = standingsOf(position, game.now, new Map(), unseen);
  const [{ matter } = { matter: null }] = standings;
  const due = matter?.enactFrom ?? '';
  expect(Date.parse(due) - Date.parse(game.now)).toBe(12 * 3_600_000);
  // Rules need not say from when: what is due is asked of them.
  const untold = standings.map((one): StandingFacts => ({
    ...one,
    matter: { ...one.matter, at: '2000-01-01T00:00:00Z', enactFrom: null, failFrom: null },
  }));
  const asked = quietUntil(position, game.now, untold);
  expect(asked < due).toBe(true);
  expect(Date.parse(due) - Date.parse(asked)).toBeLessThanOrEqual(3_600_000);
  // What remains is told by the hour, so that it is shown otherwise before.
  expect(quietUntil(position, game.now, standings) < asked).toBe(true);
  kept.close();
});
