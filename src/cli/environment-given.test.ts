import { expect, test } from 'vitest';
import type { Failure } from './command.ts';
import { environmentGiven } from './environment-given.ts';

test('a variable that is set to nothing is not set, but for those of others', () => {
  const given = { GITNOMIC_NOW: '', GITNOMIC_AS: '', GITNOMIC_GAME: 'harbour', NO_COLOR: '' };
  expect(environmentGiven(given)).toEqual({ GITNOMIC_GAME: 'harbour', NO_COLOR: '' });
  const whole = { GITNOMIC_NOW: '2024-03-01T09:00:00Z', NO_COLOR: '' };
  expect(environmentGiven(whole)).toBe(whole);
});

test.each(['garbage', '2024-02-30T09:00:00Z', '2024-03-01', '2024-03-01T09:00:00+02:00', '1e3', '99999999'])(
  'the time %s is refused with an example',
  (now) => {
    expect(() => environmentGiven({ GITNOMIC_NOW: now })).toThrowError(
      expect.objectContaining({ problems: [expect.objectContaining({ code: 'bad-variable' })] }) as Failure,
    );
  },
);
