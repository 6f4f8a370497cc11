import { expect, test } from 'vitest';

import { integer, text } from '../rules/types.ts';
import { AT, playground, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** A game that people join by a post, with this reaction of its rule. */
function club(posted: (words: Loose) => unknown): Playground {
  const made = playground({
    player: { state: text() },
    game: { asked: integer() },
    emperor: { plan: integer({ private: true }) },
    posts: { joining: { purpose: 'join' } },
    hooks: { 'not-a-player': ({ person }: Loose) => (person.state === 'in' ? null : 'no player') },
    on: { posted },
    actions: {
      refuse: { by: 'anybody', effect: ({ refuse }: Loose) => refuse('no') },
      roll: { by: 'anybody', effect: ({ dice }: Loose) => void dice(6) },
      fail: {
        by: 'anybody',
        effect: () => {
          throw new Error('oh');
        },
      },
    },
  });
  made.take({ type: 'heard' }, 'bo');
  return made;
}
const join = { kind: 'joining', title: 'joining' };
const letIn = ({ author }: Loose): unknown => (author.state = 'in');

test.each<[string, (words: Loose) => unknown, unknown]>([
  ['lets its author in', letIn, join],
  ['does something else', ({ game }) => (game.asked = 1), null],
  ['lets somebody else in', ({ people }) => (people.get('bo').state = 'in'), null],
  ['looks at what nobody may see', (words) => [words.emperor.plan, letIn(words)], null],
])('tells whether a post is a way in if it %s', (_, posted, way) => {
  const { kernel, read } = club(posted);
  const before = JSON.stringify(kernel.state);
  expect(read('way-in.cy')).toEqual(way);
  expect(JSON.stringify(kernel.state)).toBe(before);
});

test('a refusal comes with the way in, except if a rule fails or chance decides', () => {
  const { kernel } = club(letIn);
  const asked = (action: string): unknown =>
    kernel.explainInput({ type: 'act', at: AT, by: 'cy', action, with: {} }).refusal;
  expect(asked('refuse')).toMatchObject({ reason: 'no', join });
  for (const action of ['fail', 'roll']) expect(asked(action)).not.toHaveProperty('join');
});

test('doesn’t take a variable of the game for a person of that name', () => {
  expect(club(({ game }) => (game.asked = 1)).read('way-in.asked')).toBe(null);
});
