import { describe, expect, test } from 'vitest';

import { integer } from '../rules/types.ts';
import { kernelWith } from './fixtures/kernel-with.ts';
import { AT, playground, whyNot } from './fixtures/playground.ts';
import { hoursAfter } from './time.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const LATER = hoursAfter(AT, 1);

/** Everything that a clause can ask for and that may be gone because another rule defined it. */
const ASKS: readonly (readonly [what: string, ask: (game: Loose) => unknown, missed: string])[] = [
  ['a variable', ({ people }) => people.get('ana').honorGained, 'honor gained'],
  ['a variable that is set', ({ people }) => (people.get('ana').honor = 1), 'honor'],
  ['a variable that is raised', ({ people }) => people.get('ana').gain('honor', 1), 'honor'],
  ['a variable among others', ({ people }) => people.get('ana').set({ honor: 1 }), 'honor'],
  ['a variable of the game', ({ game }) => game.season, 'season'],
  ['a variable by which people are found', ({ people }) => people.where({ honor: 1 }), 'honor'],
  ['a view', ({ view }) => view('net-worth', 'game'), 'net worth'],
  ['an answer', ({ hook }) => hook('price-of'), 'price of'],
];

describe.each(ASKS)('%s that no rule defines', (_, ask, missed) => {
  const why = `no rule says anything about “${missed}”`;
  const on = (effect: (game: Loose) => unknown): ReturnType<typeof playground> => {
    const made = playground({ player: { oil: integer() }, actions: { go: { by: 'anybody', effect } } });
    made.kernel.begin(AT);
    made.kernel.assume('players.ana.oil', 1);
    return made;
  };

  test('causes a refusal with a sentence that names it', () => {
    expect(whyNot(on(ask).take({ type: 'act', action: 'go', with: {} }))).toBe(why);
  });

  test('gives the fallback passed to `maybe`, or undefined', () => {
    const got = (run: (game: Loose) => unknown): unknown => {
      let seen: unknown = 'nothing';
      const made = on((game: Loose) => void (seen = run(game)));
      expect(made.take({ type: 'act', action: 'go', with: {} }).ok).toBe(true);
      return seen;
    };
    expect(got((game) => game.maybe(() => ask(game), 7))).toBe(7);
    expect(got((game) => game.maybe(() => ask(game)))).toBe(undefined);
  });
});

test('a collection that no rule defines is empty, and nothing can be added to it', () => {
  const why = (run: (game: Loose) => unknown): string => {
    const made = playground((game: Loose) => ({
      actions: { go: { by: 'anybody', effect: () => game.refuse(String(run(game))) } },
    }));
    made.kernel.begin(AT);
    return whyNot(made.take({ type: 'act', action: 'go', with: {} }));
  };
  expect(why(({ rooms }) => rooms.size)).toBe('0');
  expect(why(({ rooms }) => rooms.get('hall'))).toBe('null');
  expect(why(({ rooms }) => rooms.add('hall'))).toBe('no rule says anything about “rooms”');
});

test('`maybe` covers only what is asked directly, not what the asked rule misses itself', () => {
  const kernel = kernelWith([
    {
      title: 'Outer',
      clause: ({ maybe, hook }: Loose) => ({ hooks: { a: () => maybe(() => hook('b'), 7) } }),
    },
    { title: 'Inner', clause: ({ hook }: Loose) => ({ hooks: { b: () => hook('c') } }) },
  ]);
  expect(() => kernel.ask('a', {})).toThrow('no rule says anything about “c”');
});

describe('the engine goes on without a rule that misses another', () => {
  const half = (game: Loose): void => {
    game.people.get('ana').oil = 9;
    game.hook('gone');
  };
  const world = (definition: object): ReturnType<typeof playground> => {
    const made = playground({ player: { oil: integer() }, ...definition });
    made.kernel.begin(AT);
    made.kernel.assume('players.ana.oil', 1);
    return made;
  };

  test('it doesn’t hear an event, and nothing of what it did stays', () => {
    const made = world({ on: { done: half } });
    expect(whyNot(made.run(({ emit }) => emit('done', {})))).toBe('');
    expect(made.read('players.ana.oil')).toBe(1);
  });

  test('it neither permits nor refuses', () => {
    const made = world({ hooks: { 'may-comment': half, amount: half } });
    expect(made.run(({ hook }) => hook('may-comment', {})).ok).toBe(true);
    expect(made.get(({ hook }) => hook('amount', { amount: 3 }))).toBe(3);
    expect(made.read('players.ana.oil')).toBe(1);
  });

  test('its timed effect is over, and did nothing', () => {
    const made = world({ times: { tide: { at: () => LATER, effect: half } } });
    const happened = { at: LATER, matter: 'time tide', by: null, outcome: 'happened' } as const;
    expect(whyNot(made.kernel.failMatter(happened))).toBe('');
    expect(made.read('players.ana.oil')).toBe(1);
    expect(whyNot(made.kernel.failMatter(happened))).toBe('time tide isn’t due yet');
  });
});
