import { expect, test } from 'vitest';
import type { Failure } from './command.ts';
import { environmentGiven } from './environment-given.ts';

test('an empty variable counts as unset, except those of other programs', () => {
  const given = { GITNOMIC_NOW: '', GITNOMIC_AS: '', GITNOMIC_GAME: 'harbour', NO_COLOR: '' };
  expect(environmentGiven(given)).toEqual({ GITNOMIC_GAME: 'harbour', NO_COLOR: '' });
  const whole = { GITNOMIC_NOW: '2024-03-01T09:00:00Z', NO_COLOR: '' };
  expect(environmentGiven(whole)).toBe(whole);
});

test.each([
  ['2024-03-01T09:00:00+02:00', '2024-03-01T07:00:00Z'],
  ['2024-02-29T21:30:00-05:45', '2024-03-01T03:15:00Z'],
])('reads the time %s as %s', (now, utc) => {
  expect(environmentGiven({ GITNOMIC_NOW: now, HOME: '/' })).toEqual({ GITNOMIC_NOW: utc, HOME: '/' });
});

test.each([
  'garbage',
  '2024-02-30T09:00:00Z',
  '2024-03-01',
  '1e3',
  '99999999',
  '2024-02-30T09:00:00+02:00',
  '2024-03-01T09:00:00+99:99',
  '0000-01-01T00:00:00+02:00',
  '9999-12-31T23:00:00-02:00',
])('refuses the time %s with an example', (now) => {
  expect(() => environmentGiven({ GITNOMIC_NOW: now })).toThrowError(
    expect.objectContaining({ problems: [expect.objectContaining({ code: 'bad-variable' })] }) as Failure,
  );
});
