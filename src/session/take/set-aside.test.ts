import { beforeEach, expect, test } from 'vitest';
import { type LedgerLine, SET_ASIDE, tryingAgain } from '../../store/ledger-line.ts';
import { SMALL, BEGINNING, bo, Desk, ENGINE } from '../fixtures/desk.ts';
import { linesToTryAgain, saySetAside, setAside, takeAgain } from './set-aside.ts';

const line = (n: number, what: string, more: object = {}): LedgerLine => ({
  n,
  at: '2026-01-01T00:00:00Z',
  by: 'engine',
  what,
  draws: [],
  changes: [],
  ...more,
});
const aside = line(0, SET_ASIDE, { stopped: 'event 12', engine: 'old' });

test('retries an event that was set aside only with another build of the engine', () => {
  expect(linesToTryAgain([aside], () => 'new')).toEqual([12]);
  expect(linesToTryAgain([aside], () => 'old')).toEqual([]);
  expect(setAside([aside]).map(([at]) => at)).toEqual([12]);
});

test('once the event has been taken in, nothing is left to retry', () => {
  const ledger = [aside, line(1, tryingAgain(12))];
  expect(linesToTryAgain(ledger, () => 'newer')).toEqual([]);
  expect(setAside(ledger)).toEqual([]);
});

test('ignores what others set aside, or what was set aside for another reason', () => {
  expect(setAside([{ ...aside, by: 'bo' }])).toEqual([]);
  expect(setAside([line(0, SET_ASIDE, { stopped: '12 bo crawl 0' }), line(1, SET_ASIDE)])).toEqual([]);
  expect(
    setAside([aside, line(1, tryingAgain(12), { stopped: 'event 12 again 1', refused: 'a fault' })]),
  ).toEqual([[12, expect.objectContaining({ refused: 'a fault' })]]);
  expect(saySetAside([12, { refused: 'a fault' }])).toBe(
    'The engine failed at line 12 of the journal, and set it aside: a fault',
  );
});

/** A game at whose event the engine has failed twice, so that it is given up. */
async function fails(again: string): Promise<Desk> {
  const { aborted } = (await shared).session.position.rules;
  for (let tries = 0; tries < 2; tries++) {
    aborted.beginEvent(again, BEGINNING);
    aborted.note(new TypeError('a fault of the engine'));
  }
  return shared;
}
let shared: Promise<Desk>;
beforeEach(() => {
  shared = Desk.open(SMALL);
});

test('an event at which the engine fails again is set aside, recorded, and reported below its post', async () => {
  const desk = await shared;
  desk.opens(bo, '1', 'proposal', 'A place to talk');
  desk.decide();
  await fails('event 2');
  desk.says(bo, '1', ':for:');
  const decision = desk.decide();
  expect(desk.session.read.ledger.at(-1)).toMatchObject({
    what: SET_ASIDE,
    by: 'engine',
    stopped: 'event 2',
  });
  expect(desk.session.position.rules.play.state().posts['1']?.comments).toEqual([]);
  expect(desk.answers(decision, '1').at(-1)).toContain('It’s not your doing');
  desk.says(bo, '1', 'And now?');
  desk.decide();
  expect(desk.session.position.rules.play.state().posts['1']?.comments).toHaveLength(1);
});

test('retries the event as if it happened then, and if it fails again, it stays set aside', async () => {
  const desk = await shared;
  desk.opens(bo, '1', 'proposal', 'A place to talk');
  desk.decide();
  const { position } = desk.session;
  const event = {
    id: 'e9',
    at: BEGINNING,
    by: bo,
    type: 'commented',
    post: '1',
    comment: 'c9',
    text: 'At last.',
  } as const;
  const ledger = position.rules.play.record.ledger;
  await fails(`event 2 again ${ledger.length}`);
  takeAgain(position, ENGINE, { line: 2, event }, desk.now);
  expect([ledger.at(-1)?.what, ledger.at(-1)?.stopped]).toEqual([
    tryingAgain(2),
    expect.stringContaining('event 2'),
  ]);
  expect(position.rules.play.state().posts['1']?.comments).toEqual([]);
  takeAgain(position, ENGINE, { line: 2, event }, desk.now);
  expect([ledger.at(-1)?.what, ledger.at(-1)?.stopped]).toEqual([tryingAgain(2), undefined]);
  expect(position.rules.line).toBe(2);
  expect(position.rules.play.state().posts['1']?.comments).toMatchObject([{ text: 'At last.' }]);
});
