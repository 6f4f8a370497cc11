import { expect, test } from 'vitest';

import { guestError, thrownError } from './guest-error.ts';
import { SandboxLostError } from './host.ts';

test.each([
  ['words of its own', 'out of memory'],
  ['words that lie where its own would be', ' m33 from "ruleset:appendix/mentors.ts"; export const c33'],
  ['no words', ''],
])('recognizes exhausted memory by an internal error with %s', (_, message) => {
  expect(guestError({ name: 'InternalError', message })).toMatchObject({ code: 'too-much-memory' });
});

test('keeps the code of a refusal by the rules, whatever the error is called', () => {
  const refused = guestError({ name: 'InternalError', message: 'No.', code: 'not-now' });
  expect(refused).toMatchObject({ code: 'not-now', message: 'No.' });
  const bug = guestError({ name: 'TypeError', message: 'x' });
  expect(bug).toMatchObject({ code: 'engine-fails', message: 'TypeError: x' });
});

test.each([
  [null, 'too-much-memory'],
  [{ name: 'InternalError', stack: '' }, 'too-much-memory'],
  [{ stack: '' }, 'too-much-memory'],
])('classifies the thrown value %j as %s', (thrown, code) => {
  const error = thrownError(thrown, 'state');
  expect(error).toBeInstanceOf(SandboxLostError);
  expect(error).toMatchObject({ code });
});

test.each([{ name: 'TypeError', message: 'x' }, { code: 7 }, undefined])(
  'the sandbox goes on after an error that has its words, %j',
  (thrown) => {
    const error = thrownError(thrown, 'state');
    expect(error).not.toBeInstanceOf(SandboxLostError);
    expect(error).toMatchObject({ code: 'guest-fails' });
  },
);
