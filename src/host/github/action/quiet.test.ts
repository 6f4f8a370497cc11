import { expect, test } from 'vitest';
import { CachedGame } from '../../../tick/cached-game.ts';
import { SMALL } from '../../../session/fixtures/desk.ts';
import { ana, bo, cy, dee, kernelGame } from '../../../tick/fixtures/embedded-game.ts';
import { findAhead } from './quiet.ts';
import { summariesOf, type SummaryFacts } from '../summary/facts.ts';

const NIGHT = { 'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n' };
const unseen = { headOf: () => null, reviewsOf: () => [] };

test('a game is quiet only until something is due, or is shown differently', async () => {
  const game = await kernelGame({ core: '2021' });
  const saved = new CachedGame();
  await game.tick({ cached: saved });
  const { position: still } = saved;
  if (still === null) throw new Error('no game is kept');
  const days = findAhead(still, game.now, []).until;
  expect(Date.parse(days) - Date.parse(game.now)).toBeGreaterThan(40 * 3_600_000);

  const head = await game.branch(NIGHT);
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Night', text: '', head });
  for (const voter of [ana, cy, dee]) await game.table.comment(voter, post, ':for:');
  await game.tick({ cached: saved });
  const { position } = saved;
  if (position === null) throw new Error('no game is kept');
  const summaries = summariesOf(position, game.now, new Map(), unseen);
  const [{ matter } = { matter: null }] = summaries;
  const due = matter?.enactFrom ?? '';
  expect(Date.parse(due) - Date.parse(game.now)).toBe(12 * 3_600_000);
  // Rules need not give a time for these; the look ahead asks them again instead.
  const untold = summaries.map((one): SummaryFacts => ({
    ...one,
    matter: { ...one.matter, at: '2000-01-01T00:00:00Z', enactFrom: null, failFrom: null },
  }));
  const { until: asked, due: found } = findAhead(position, game.now, untold);
  expect(found).toBe(due);
  expect(asked < due).toBe(true);
  const later = game.now.replace('09:00:00', '09:03:20');
  expect(findAhead(position, later, untold)).toEqual({
    until: due.replace('21:00:00', '20:03:20'),
    due,
  });
  expect(Date.parse(due) - Date.parse(asked)).toBeLessThanOrEqual(3_600_000);
  // The remaining time is shown in hours, so the text changes before the deadline.
  const said = findAhead(position, game.now, summaries);
  expect(said.until < asked).toBe(true);
  expect(said.due).toBe(due);
  saved.close();
});

const MARKET = {
  'content/ruleset/dynastic/market.md':
    '---\ntitle: Market\norder: 90\n---\nEach day at noon there is a market.\n',
  'content/ruleset/dynastic/market.ts': `import { everyDay, rule } from 'gitnomic/rules';

export default rule(() => ({ times: { 'market-day': { at: everyDay('12:00'), effect() {} } } }));
`,
};

test('a timed effect is due at its time, and the game is quiet no longer than that', async () => {
  const game = await kernelGame(SMALL);
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: 'Market',
    text: '',
    head: await game.branch(MARKET),
  });
  for (const voter of [ana, cy, dee]) await game.table.comment(voter, post, ':for:');
  game.later(50);
  const saved = new CachedGame();
  await game.tick({ cached: saved });
  const { position } = saved;
  if (position === null) throw new Error('no game is kept');
  expect(game.now).toBe('2024-03-03T11:00:00Z');
  const { until, due } = findAhead(position, game.now, []);
  expect(due).toBe('2024-03-03T12:00:00Z');
  expect(until).toBe('2024-03-03T11:50:00Z');
  saved.close();
});
