import { expect, test } from 'vitest';

import { integer } from '../rules/types.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';
import { hoursAfter } from './time.ts';
import { timeFaults } from './times.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const LATER = hoursAfter(AT, 1);
const boo = (): never => {
  throw new Error('boo');
};
const ballot = {
  by: 'anybody',
  with: { first: integer() },
  together: () => ({ people: [{ id: 'ana' }, { id: 'bo' }], needed: 2 }),
};

/** Every place except hooks at which a clause can fail, with a call for each. */
const PLACES: readonly (readonly [place: string, definition: object, fails: (on: Playground) => string])[] = [
  ['hide', { actions: { hide: { by: 'anybody', private: boo } } }, (on) => act(on, 'hide')],
  ['check of look', { actions: { look: { by: 'anybody', check: boo } } }, (on) => act(on, 'look')],
  ['effect of go', { actions: { go: { by: 'anybody', effect: boo } } }, (on) => act(on, 'go')],
  ['event "done"', { on: { done: boo } }, (on) => whyNot(on.run(({ emit }) => emit('done', {})))],
  ['check of bid', { submissions: { bid: { by: 'anybody', check: boo } } }, (on) => seal(on, 'bid')],
  ['receipt of bid', { submissions: { bid: { by: 'anybody', received: boo } } }, (on) => seal(on, 'bid')],
  ['whether ballot may be opened', { submissions: { ballot: { ...ballot, closed: boo } } }, open],
  ['opening of ballot', { submissions: { ballot: { ...ballot, opened: boo } } }, open],
  [
    'view "height"',
    { views: { height: { of: 'game', returns: integer(), value: boo } } },
    (on) => whyNot(on.run(({ view, game }) => view('height', game))),
  ],
  [
    'time "tide"',
    { times: { tide: { at: boo, effect: () => undefined } } },
    (on) => timeFaults(on.kernel.runtime)[0]?.fault.reason ?? '',
  ],
  [
    'time "tide"',
    { times: { tide: { at: () => LATER, effect: boo } } },
    ({ kernel }) =>
      whyNot(kernel.failMatter({ at: LATER, matter: 'time tide', by: null, outcome: 'happened' })),
  ],
];

function act(on: Playground, action: string): string {
  return whyNot(on.take({ type: 'act', action, with: {} }));
}

function seal(on: Playground, submission: string, more: object = {}): string {
  return whyNot(on.take({ type: 'seal', submission, with: {}, ...more } as Loose));
}

function open(on: Playground): string {
  const holders = { people: ['ana', 'bo'], needed: 2 };
  expect(seal(on, 'ballot', { with: { first: 1 }, holders })).toBe('');
  return whyNot(on.take({ type: 'open', submission: '1', with: { first: 1 } } as Loose));
}

test.each(PLACES)('reports that a clause fails in its %s', (place, definition, fails) => {
  const on = playground(definition);
  on.kernel.begin(AT);
  expect(fails(on)).toBe(`the code of Playground fails in its ${place}: boo`);
});
