// The results of the matters that were tried at one time.
import { expect, test } from 'vitest';

import type { Came } from './play-matter.ts';
import { Tally } from './tally.ts';

const came = (more: Partial<Came> & { readonly kind?: string } = {}) => ({
  kind: 'proposal',
  enacted: false,
  made: new Set<string>(),
  left: new Map<string, string>(),
  reason: null,
  isPosted: true,
  fails: false,
  voters: [],
  ...more,
});
function tallied(...all: readonly ReturnType<typeof came>[]): Tally {
  const tally = new Tally({ touched: ['dynastic/oil'], changes: [] });
  for (const one of all) tally.add(one);
  return tally;
}

test('collects the changes, each with the first reason for leaving it out', () => {
  const tally = tallied(
    came({
      made: new Set(['a']),
      left: new Map([
        ['b', 'one'],
        ['c', 'two'],
      ]),
    }),
    came({ enacted: true, made: new Set(['d']), left: new Map([['b', 'three']]) }),
    came({ fails: true }),
    came(),
  );
  expect([[...tally.made], [...tally.left]]).toEqual([
    ['a', 'd'],
    [
      ['b', 'one'],
      ['c', 'two'],
    ],
  ]);
  expect([tally.enacted, tally.fails]).toEqual([true, true]);
  expect([tallied().enacted, tallied(came()).fails]).toEqual([false, false]);
});

test('allowing a change also drops the others left out for the same reason', () => {
  const tally = tallied(
    came({
      left: new Map([
        ['a', 'one'],
        ['b', 'one'],
        ['c', 'two'],
      ]),
    }),
  );
  tally.allow('a', 'one');
  expect([[...tally.made], [...tally.left]]).toEqual([['a'], [['c', 'two']]]);
});

test('gives the reason of the matters that came farthest, without repeating it', () => {
  const shut = came({ reason: 'shut', isPosted: false });
  const refused = came({ reason: 'no' });
  const ofChange = came({ reason: 'it is dark (Oil, dynastic/oil.ts:3)' });
  const unposted = { ...ofChange, isPosted: false };
  expect(tallied().reason).toBeNull();
  expect(tallied(came()).reason).toBeNull();
  expect(tallied(shut, refused).reason).toBe('no');
  expect(tallied(refused, shut).reason).toBe('no');
  expect(tallied(refused, unposted).reason).toBe(unposted.reason);
  expect(tallied(unposted, ofChange, { ...refused, kind: 'cfj' }).reason).toBe(ofChange.reason);
  expect(tallied(refused, { ...came({ reason: 'never' }), kind: 'cfj' }).reason).toBe('no; never');
  expect(tallied(refused, { ...refused, kind: 'cfj' }).reason).toBe('no');
  // The first of one kind counts, if others came no farther.
  expect(tallied(refused, came({ reason: 'never' })).reason).toBe('no');
});

test('gives the reason why nothing can be done at all if nothing could be posted', () => {
  const [posted, unposted] = [
    tallied(came({ reason: 'no' })),
    tallied(came({ reason: 'shut', isPosted: false })),
  ];
  posted.refusesAll = 'closed';
  unposted.refusesAll = 'closed';
  expect([posted.isPosted, posted.reason]).toEqual([true, 'no']);
  expect([unposted.isPosted, unposted.reason]).toEqual([false, 'closed']);
});
