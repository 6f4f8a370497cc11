import { expect, test } from 'vitest';

import { integer, text } from '../rules/types.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';
import type { Result } from './result.ts';
import { everyDay } from './time.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const NOON = '2021-06-18T12:00:00Z';

/** Orders that are sealed, and opened all at once at noon. */
function orders(more: object = {}): Playground {
  const effect = ({ game, submissions }: Loose): void => {
    const all = submissions('order');
    game.read = all.map((one: Loose) => `${one.by.id} ${one.values?.to ?? one.problem}`).join(', ');
    for (const one of all) one.use();
  };
  const on = playground({
    game: { read: text(), hidden: integer({ private: true }) },
    hooks: { 'resolution-order': () => [] },
    submissions: { order: { by: 'anybody', with: { to: text() } } },
    times: { march: { at: everyDay('12:00'), private: true, reveals: ['game.read'], effect, ...more } },
  });
  on.kernel.begin(AT);
  return on;
}

const march = ({ kernel }: Playground, more: object = { privateSide: true }): Result =>
  kernel.failMatter({
    at: '2021-06-18T15:00:00Z',
    matter: 'time march',
    by: null,
    outcome: 'happened',
    ...more,
  });

function send(on: Playground, by: string, to: string, at = AT): void {
  expect(whyNot(on.take({ type: 'seal', submission: 'order', with: { to } }, by, at))).toBe('');
}

test('a private time opens what was sealed until it was due, and leaves later submissions for the next', () => {
  const on = orders();
  send(on, 'ana', 'north');
  send(on, 'bo', 'south', NOON);
  send(on, 'cy', 'east', '2021-06-18T12:00:01Z');
  const done = march(on);
  expect(whyNot(done)).toBe('');
  expect(on.read('game.read')).toBe('ana north, bo south');
  expect(Object.values(on.kernel.state.submissions).map(({ used }) => used)).toEqual([true, true, false]);
});

test('a private time waits and changes nothing without its secrets; the other side’s report does the same', () => {
  const [here, there] = [orders(), orders()];
  for (const on of [here, there]) {
    for (const [by, to] of [
      ['ana', 'north'],
      ['bo', 'south'],
    ] as const)
      send(on, by, to);
  }
  const before = JSON.stringify(there.kernel.state);
  expect(whyNot(march(there, {}))).toMatch(/^march uses what only .* may see, so it waits/u);
  expect(JSON.stringify(there.kernel.state)).toBe(before);
  const done = march(here);
  const said = done.ok ? done.disclosed : undefined;
  expect(said?.changes).toEqual([{ path: ['game', 'read'], after: 'ana north, bo south' }]);
  expect(whyNot(march(there, { disclosed: said }))).toBe('');
  expect(there.kernel.state).toEqual(here.kernel.state);
  expect(whyNot(march(there, { disclosed: said }))).toContain('isn’t due yet');
});

test('refuses a report of more than the time reveals, or of a time that runs in public', () => {
  const said = {
    changes: [{ path: ['players', 'ana', 'admin'], after: true }],
    used: [],
    rolls: [],
    result: null,
  };
  expect(whyNot(march(orders(), { disclosed: said }))).toContain('isn’t part of this report');
  expect(whyNot(march(orders({ private: false }), { disclosed: { ...said, changes: [] } }))).toContain(
    'runs in public',
  );
});

test('a private time must declare what it makes public, and can’t change rules', () => {
  const on = orders({ reveals: [] });
  send(on, 'ana', 'north');
  expect(whyNot(march(on))).toContain("reveals: ['game.read']");
  const amending = orders({
    reveals: ['ruleset'],
    effect: ({ ruleset }: Loose) => ruleset.amend({ type: 'repeal-rule', path: 'core/x' }),
  });
  expect(whyNot(march(amending))).toContain('can’t change rules');
});

test('a time not marked private reads nothing private, not even where the secrets are', () => {
  const reading = { private: false, effect: ({ game }: Loose) => void (game.read = String(game.hidden)) };
  expect(whyNot(march(orders(reading)))).toContain('private');
  const opening = orders({ private: false });
  send(opening, 'ana', 'north');
  expect(whyNot(march(opening))).toContain('only the recipient can open');
});

test('a private time is shown as waiting, and as failing only to the side that can try it', () => {
  const on = orders({
    effect: () => {
      throw new Error('it is broken');
    },
  });
  on.kernel.due('2021-06-18T15:00:00Z');
  expect(on.read('coming')).toMatchObject([{ id: 'time march', private: true }]);
  expect(on.read('failing')[0].fault.code).toBe('private-side');
  expect(on.read('failing.time march')[0].fault.reason).toContain('it is broken');
});
