// Rules that act at their times in private: the emperor's machine does it and reports what everybody may see.
import { beforeEach, expect, test } from 'vitest';

import { linesIn } from '../store/ledger-line.ts';
import { callOfTime, writeReport } from '../wording/action-report.ts';
import { bo, cy, Desk } from './fixtures/desk.ts';

const ORDERS = new Map([
  ['dynastic/orders.md', '---\ntitle: Orders\norder: 95\n---\nOrders are opened at noon.\n'],
  [
    'dynastic/orders.ts',
    `import { action, everyDay, integer, rule } from 'gitnomic/rules';
export default rule(({ game }) => ({
  game: { opened: integer(), waved: integer() },
  emperor: { notes: integer({ private: true }) },
  actions: { wave: action({ effect({ game }) { game.waved += 1; } }) },
  times: {
    orders: {
      title: 'The orders are opened',
      at: everyDay('12:00'),
      private: true,
      reveals: ['game.opened'],
      effect({ game, emperor }) { game.opened += 1; emperor.notes += 1; },
    },
  },
}));
`,
  ],
]);
const NOON = '2024-03-01T12:00:00Z';

let engine: Desk;
beforeEach(async () => {
  engine = await Desk.open({ ruleset: ORDERS });
  engine.opens(bo, '1', 'proposal', 'A place to talk');
  engine.decide();
  engine.later(4);
});

/** What the emperor's machine makes of the game at this moment. */
async function onTheirMachine(): Promise<ReturnType<Desk['session']['carryOutTime']>> {
  const own = await Desk.open({}, { files: engine.files, hidden: { emperor: { notes: 4 } } });
  return own.session.carryOutTime(engine.now);
}
const opened = (): unknown => engine.session.read.state?.game['opened'];
const lines = (): number => linesIn(engine.session.read.ledger);
const opensOrders = async (more: object = {}): Promise<string> => {
  const done = await onTheirMachine();
  const told = done?.outcome.ok === true ? done.outcome.disclosed : undefined;
  if (told === undefined) throw new Error('nothing was carried out');
  return writeReport({
    call: callOfTime('time orders', lines()),
    lines: lines(),
    disclosed: told,
    pictures: null,
    ...more,
  });
};

test('the engine waits for the emperor’s side, and dates its report at the time it was due', async () => {
  engine.decide();
  expect([opened(), engine.session.position.rules.play.nextTime(engine.now)]).toEqual([0, null]);
  const carried = await onTheirMachine();
  expect(carried).toMatchObject({
    time: 'time orders',
    outcome: { ok: true },
    effect: { hidden: { emperor: { notes: 5 } } },
  });
  expect(engine.answered(cy, '1', await opensOrders())).toBe('“The orders are opened” has happened.');
  expect(opened()).toBe(1);
  expect(engine.session.read.ledger.at(-1)).toMatchObject({ by: 'cy', what: 'time orders', at: NOON });
});

test('only the emperor’s side can report a private event, and only for the current state', async () => {
  engine.decide();
  expect(engine.answered(bo, '1', await opensOrders())).toContain('only the side that may see secrets');
  expect(engine.answered(cy, '1', await opensOrders({ lines: 7 }))).toContain('something else has happened');
  const forged = { changes: [{ path: ['game', 'waved'], after: 9 }], used: [], rolls: [], result: null };
  expect(engine.answered(cy, '1', await opensOrders({ disclosed: forged }))).toContain('game.waved');
  expect([opened(), lines()]).toEqual([0, 0]);
});

test('there is nothing to do before the event is due, or after it has happened', async () => {
  engine.later(-2);
  expect(await onTheirMachine()).toBeNull();
  engine.later(2);
  engine.says(cy, '1', await opensOrders());
  engine.decide();
  expect(await onTheirMachine()).toBeNull();
});

test('what happened meanwhile comes first, and the private event counts from then on', async () => {
  engine.says(bo, '1', '/act wave');
  engine.decide();
  const { rules } = engine.session.position;
  expect(engine.session.read.ledger.at(-1)).toMatchObject({ what: 'wave', at: engine.now });
  expect(rules.momentOfTime('time orders', engine.now)).toBe(engine.now);
  expect(rules.momentOfTime('time none', '2024-03-09T00:00:00Z')).toBe('2024-03-09T00:00:00Z');
});
