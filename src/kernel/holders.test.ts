import { expect, test } from 'vitest';

import { text } from '../rules/types.ts';
import { playground, whyNot, type Playground } from './fixtures/playground.ts';

/** A game in which this many of these people open a ballot together. */
function ballots(ids: readonly string[], needed: number): Playground {
  const together = (): object => ({ people: ids.map((id) => ({ id })), needed });
  return playground({ submissions: { ballot: { by: 'anybody', with: { vote: text() }, together } } });
}

const seal = (ids: readonly string[], needed: number): ReturnType<Playground['take']> =>
  ballots(ids, needed).take({ type: 'seal', submission: 'ballot', with: { vote: 'x' } });

test('requires at least two to open it, and no more than there are', () => {
  expect(whyNot(seal(['ana', 'bo', 'cy'], 1))).toContain('at least 2 people together');
  expect(whyNot(seal(['ana', 'bo', 'cy'], 2.5))).toContain('not 2.5');
  expect(whyNot(seal(['ana', 'bo'], 3))).toContain('3 people must open ballot together, but 2 can');
  // It may be sealed now, but must be sealed to them.
  expect(whyNot(seal(['ana', 'bo'], 2))).toBe(
    'any 2 of ana, bo open ballot together, but it was sealed to others',
  );
  const many = Array.from({ length: 256 }, (_, at) => `p${at}`);
  expect(whyNot(seal(many, 2))).toContain('but 256 can');
  expect(whyNot(seal(many.slice(1), 2))).toContain('but it was sealed to others');
});
