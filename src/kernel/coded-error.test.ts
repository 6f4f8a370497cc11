import { expect, test } from 'vitest';

import { CodedError } from './coded-error.ts';

class TornError extends CodedError<'torn'> {}

test('an error says what, where, what was expected and what to do next, under its own name', () => {
  const cause = new Error('disk');
  const error = new TornError('torn', 'it is torn', {
    where: 'a.md:3',
    expected: 'a rule',
    next: 'Mend it.',
    cause,
  });
  expect(error).toMatchObject({ code: 'torn', where: 'a.md:3', expected: 'a rule', next: 'Mend it.' });
  expect([error.name, error.message, error.cause]).toEqual(['TornError', 'it is torn', cause]);
  expect(new TornError('torn', 'it is torn').where).toBe(undefined);
});
