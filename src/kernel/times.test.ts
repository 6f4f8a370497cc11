import { expect, test } from 'vitest';

import { integer } from '../rules/types.ts';
import { manifestOf } from './fixtures/kernel-with.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';
import { everyDay, hoursAfter } from './time.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const NOON = '2021-06-18T12:00:00Z';
const NEXT_NOON = '2021-06-19T12:00:00Z';

function market(times: object = {}, values: Readonly<Record<string, string>> = {}): Playground {
  const made = playground(
    {
      game: { days: integer(), asked: integer() },
      hooks: { 'resolution-order': () => [] },
      times: {
        'market-day': { at: everyDay('12:00'), effect: ({ game }: Loose) => void (game.days += 1) },
        ...times,
      },
    },
    [{ title: 'Dated', values }],
  );
  made.kernel.begin(AT);
  return made;
}

const due = ({ kernel }: Playground, at: string, except: readonly string[] = []): unknown =>
  kernel.due(at, except);
const happen = ({ kernel }: Playground, at: string, what = 'time market-day'): unknown =>
  kernel.failMatter({ at, matter: what, by: null, outcome: 'happened' });

test('a timed effect is due from its moment on, and not before', () => {
  const game = market();
  expect(due(game, '2021-06-18T11:59:59Z')).toBe(null);
  expect(due(game, NOON)).toEqual({ matter: 'time market-day', outcome: 'happened' });
  expect(due(game, NOON, ['time market-day'])).toBe(null);
});

test('doesn’t ask a rule about a time that is left out, or while another one happens', () => {
  const asked: string[] = [];
  const tide = { at: ({ now }: Loose) => void asked.push(now), effect: () => undefined };
  const game = market({ tide });
  asked.length = 0;
  due(game, NOON, ['time tide']);
  happen(game, NOON);
  expect([game.read('game.days'), asked]).toEqual([1, []]);
  due(game, NOON);
  expect(asked).toEqual([NOON]);
});

test('a time counts for the moment when it was due, and the next one follows from that', () => {
  const game = market();
  const late = hoursAfter(NEXT_NOON, 3);
  expect(happen(game, late)).toMatchObject({ ok: true });
  expect([game.read('game.days'), game.kernel.state.taken['time market-day']]).toEqual([
    1,
    { since: AT, last: NOON },
  ]);
  expect(due(game, late)).toEqual({ matter: 'time market-day', outcome: 'happened' });
  happen(game, late);
  expect(due(game, late)).toBe(null);
  expect(happen(game, late)).toMatchObject({
    ok: false,
    refusal: { reason: 'time market-day isn’t due yet' },
  });
  expect(happen(game, late, 'time nothing')).toMatchObject({ ok: false, refusal: { code: 'not-due' } });
});

test('lists coming times in order with their titles, and values that change by their date', () => {
  const game = market(
    {
      tide: { title: 'High tide', at: () => NOON, effect: () => undefined },
      dawn: { at: () => '2021-06-18T10:00:00Z', effect: () => undefined },
      never: { at: () => null, effect: () => undefined },
    },
    { 'voting-window': '48, and 36 from 2021-06-19, and 12 from 2020-01-01' },
  );
  game.kernel.begin(AT);
  expect(game.read('coming').map(({ id, title }: Loose) => [id, title])).toEqual([
    ['time dawn', 'dawn'],
    ['time market-day', 'market day'],
    ['time tide', 'High tide'],
    ['value core/dated voting-window', 'Dated: voting window becomes 36'],
  ]);
  expect(game.read('coming')[0].rule).toBe('core/playground');
});

test('a moment at which a time has happened isn’t coming', () => {
  const game = market({ once: { at: () => NOON, effect: () => undefined } });
  happen(game, NOON, 'time once');
  expect(game.read('coming').some(({ id }: Loose) => id === 'time once')).toBe(false);
});

test('asks a rule from when its time last happened, or from when it was first there', () => {
  const asked: unknown[] = [];
  const at = ({ since, last, from }: Loose): string => (
    asked.push([since, last, from]),
    everyDay('12:00')({ from })
  );
  const game = market({ 'market-day': { at, effect: () => undefined } });
  happen(game, NOON);
  due(game, NOON);
  expect(asked[0]).toEqual([AT, null, AT]);
  expect(asked.at(-1)).toEqual([AT, NOON, NOON]);
});

test('reports why a time can’t say when it is, or fails to act; the others go on', () => {
  const game = market({
    vague: {
      title: 'Vague day',
      at: () => {
        throw new Error('nobody knows');
      },
      effect: () => undefined,
    },
    broken: {
      at: () => NOON,
      effect: ({ game: it }: Loose) => {
        it.days = 7;
        throw new Error('it is broken');
      },
    },
    chancy: { at: () => NOON, effect: ({ dice }: Loose) => dice(6) },
  });
  expect(due(game, NOON)).toMatchObject({ matter: 'time broken' });
  expect(game.read('failing').map(({ id, title, isDue }: Loose) => [id, title, isDue])).toEqual([
    ['time vague', 'Vague day', false],
    ['time broken', 'broken', true],
  ]);
  expect(game.read('failing')[0].fault.reason).toContain('nobody knows');
  expect(game.read('failing.time broken')).toHaveLength(1);
  expect(game.read('failing.time market-day')).toEqual([]);
  expect(game.read('game.days')).toBe(0);
  game.kernel.due(AT);
  expect(game.read('failing').map(({ id }: Loose) => id)).toEqual(['time vague']);
  expect(happen(game, NOON)).toMatchObject({ ok: true });
});

test('forgets a time whose rule is gone', () => {
  const game = market();
  expect(game.kernel.state.taken).toEqual({ 'time market-day': { since: AT } });
  game.kernel.link(manifestOf([{ title: 'Dated' }]));
  game.take({ type: 'heard' }, 'ana', NOON);
  expect(game.kernel.state.taken).toEqual({});
});

test('refuses what fails when it is due, and keeps nothing of it', () => {
  const game = market({
    broken: {
      at: () => AT,
      effect: ({ game: it, refuse }: Loose) => {
        it.days = 7;
        refuse('not today');
      },
    },
  });
  const result = happen(game, NOON, 'time broken') as Parameters<typeof whyNot>[0];
  expect(whyNot(result)).toBe('not today');
  expect(game.read('game.days')).toBe(0);
});

test('lists what comes at one moment by name, and values that change among the rest', () => {
  const at = (moment: string): object => ({ at: () => moment, effect: () => undefined });
  const game = market(
    { zoo: at(NOON), ark: at(NOON), late: at(NEXT_NOON), dawn: at('2021-06-18T10:00:00Z') },
    { it: '1, and 2 from 2021-06-19' },
  );
  const coming = (now: string): unknown =>
    (game.kernel.read(now, ['coming']) as Loose[]).map(({ id }) => id.split(' ').at(-1));
  expect(coming(AT)).toEqual(['dawn', 'ark', 'market-day', 'zoo', 'it', 'late']);
  expect(coming('2021-06-19T00:00:00Z')).not.toContain('it');
});

test('of two that are due, the earlier comes first, and each happens for its own moment', () => {
  const at: unknown[] = [];
  const one = (moment: string): object => ({
    at: () => moment,
    effect: ({ at: due }: Loose) => void at.push(due),
  });
  const game = market({ ark: one('2021-06-18T11:00:00Z'), zoo: one('2021-06-18T10:00:00Z') });
  expect(due(game, NOON)).toMatchObject({ matter: 'time zoo' });
  expect(due(game, NOON, ['time zoo'])).toMatchObject({ matter: 'time ark' });
  expect(happen(game, NOON, 'time ark')).toMatchObject({ ok: true });
  expect(due(game, NOON)).toMatchObject({ matter: 'time zoo' });
  expect(at).toEqual(['2021-06-18T11:00:00Z']);
  expect(game.kernel.state.taken['time ark']).toEqual({ since: AT, last: '2021-06-18T11:00:00Z' });
});

test('ignores a moment that isn’t text', () => {
  const game = market({
    odd: { at: () => 7, effect: () => 1 },
    none: { at: () => undefined, effect: () => 1 },
  });
  expect(game.read('coming').map(({ id }: Loose) => id)).toEqual(['time market-day']);
});

test('an act also fails if a rule that hears of it fails, and trying it leaves the step as it was', () => {
  const game = playground({
    game: { days: integer() },
    hooks: { 'resolution-order': () => [] },
    on: {
      changed: ({ game: it }: Loose) => {
        if (it.days > 0) throw new Error('no day is to pass');
      },
    },
    times: { dawn: { at: () => AT, effect: ({ game: it }: Loose) => void (it.days += 1) } },
  });
  game.kernel.begin(AT);
  game.kernel.due(NOON);
  const { frame } = game.kernel.runtime;
  expect(game.read('failing')[0].fault.reason).toContain('no day is to pass');
  expect(game.kernel.runtime.frame).toBe(frame);
  expect([frame.reading, game.read('game.days')]).toEqual([0, 0]);
});
