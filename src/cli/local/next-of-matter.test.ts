import { expect, test } from 'vitest';
import type { MatterStatus } from '../../tick/read-status.ts';
import { nextOf } from './next-of-matter.ts';

const NOW = '2024-03-03T09:00:00Z';
const due: MatterStatus = {
  id: '7',
  kind: 'proposal',
  kindTitle: 'Proposal',
  title: 'Night',
  author: 'bo',
  at: '2024-03-01T09:00:00Z',
  counts: [],
  needed: null,
  outlook: null,
  votes: {},
  state: 'popular',
  queue: 1,
  conflict: false,
  enactFrom: '2024-03-01T21:00:00Z',
  fault: null,
  refusedBy: null,
  standsStill: false,
  byAdmin: false,
  waitsFor: null,
  failFrom: null,
};
const game = { now: NOW, resolution: 'automatic', stuck: [] } as const;

test.each([
  ['due', due, game, 'passes at the next tick'],
  ['due, behind others', { ...due, queue: 3 }, game, 'passes at the next tick, after 2 before it'],
  [
    'due where Admins resolve',
    due,
    { ...game, resolution: 'by-admin' as const },
    'an Admin can enact it now',
  ],
  [
    'due, and refused',
    { ...due, fault: 'it is due, and refused: it rains' },
    game,
    'something stands in the way',
  ],
  ['left to an Admin', { ...due, enactFrom: null, byAdmin: true }, game, 'an Admin enacts or fails it'],
  ['in conflict', { ...due, conflict: true }, game, 'an Admin chooses between the clashing words'],
  ['stuck', due, { ...game, stuck: ['7'] }, 'stuck: gitnomic why 7 tells why'],
  ['behind one that is stuck', due, { ...game, stuck: ['6'] }, 'passes at the next tick'],
  [
    'stuck, and voted down since',
    { ...due, enactFrom: null },
    { ...game, stuck: ['7'] },
    'votes must change',
  ],
  [
    'not due yet',
    { ...due, enactFrom: '2024-03-03T21:00:00Z' },
    game,
    'can pass from 2024-03-03 21:00, in 12 h',
  ],
])('says what is next for a matter that is %s', (_, matter, status, words) => {
  expect(nextOf(matter, status)).toBe(words);
});
