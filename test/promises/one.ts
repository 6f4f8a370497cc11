import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { searchStandstill } from '../../src/rehearse/search-promises.ts';
import { AT, BrickGame, type Changes } from '../rehearsal/brick-game.ts';
import { clause } from '../rehearsal/brick-parts.ts';
import { BOMBS } from './bombs.ts';
const game = await BrickGame.begin({ core: '2021', dynasty: 'proving' });
const ruleWith = (body: string): Changes =>
  Object.fromEntries(
    Object.entries(clause(body)()).map(([path, text]) => [
      path,
      text.replace(
        'import { rule }',
        'import { action, boolean, choice, hoursAfter, integer, list, optional, player, rule, text, time }',
      ),
    ]),
  );
for (const [name, body] of Object.entries({ ...BOMBS, 'none: nothing': '{}' })) {
  if (!new RegExp(process.argv[2] ?? '').test(name)) continue;
  const began = process.cpuUsage();
  let out = '';
  try {
    const found = searchStandstill(
      {
        before: game.edition,
        after: game.with(ruleWith(body)),
        state: game.state,
        at: AT,
        ledger: { length: 0, at: () => null },
        caches,
      },
      { hours: 28 * 24, players: 3 },
    );
    out = `${found.way !== null} states ${found.states} tries ${found.tries} ${name}: ${found.way?.why} ${JSON.stringify(found.way?.moves.map((m) => (m.do === 'act' ? [m.action, m.by, m.with] : m.do === 'wait' ? m.hours / 24 : m.do === 'post' ? [m.kind, m.title.slice(0, 20)] : [m.do, m.set])))}`;
  } catch (error) {
    out = `${name}: ${String(error)}`;
  }
  const used = process.cpuUsage(began);
  console.log(((used.user + used.system) / 1e6).toFixed(1) + 's', out);
}
