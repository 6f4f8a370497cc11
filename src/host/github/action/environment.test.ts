import { expect, test } from 'vitest';

import { forgeOptions, readEnvironment, seedOf, withoutSecrets } from './environment.ts';

const seed = '7'.repeat(64);
const environment = readEnvironment({
  GITHUB_TOKEN: 'ghs_secret',
  GITHUB_REPOSITORY: 'o/r',
  RUNNER_TEMP: '/temp',
  GITNOMIC_DICE_SEED: seed,
  GITHUB_OUTPUT: '',
});

test('hides the token and the seed in what is about to be said, however often they occur', () => {
  expect(withoutSecrets(`a ghs_secret b ${seed} c ghs_secret`, environment)).toBe('a *** b *** c ***');
  const { GITNOMIC_DICE_SEED: _, ...seedless } = environment;
  expect(withoutSecrets('nothing to hide', seedless)).toBe('nothing to hide');
});

/** The settings of each receiver in `docs/how-to/tell-your-chat.md`. */
const receivers = {
  announcements: { as: 'discord', url: 'https://chat.example/hook/12345' },
  list: {
    as: 'mail',
    server: 'smtps://me:sesame@mail.example',
    from: 'game@you.example',
    to: ['ana@you.example'],
  },
};
const notices = { site: 'https://you.example/harbour', to: receivers };
const values = ['https://chat.example/hook/12345', 'smtps://me:sesame@mail.example', 'ana@you.example'];

test.each([
  ['on one line', JSON.stringify(notices)],
  ['on several lines', JSON.stringify(notices, null, 2)],
  ['with a line for each word', JSON.stringify(notices, null, '\t').replaceAll(': ', '\r\n:\r\n')],
  ['with slashes escaped', JSON.stringify(notices, null, 2).replaceAll('/', '\\/')],
  ['cut off', JSON.stringify(notices, null, 2).slice(0, -1)],
])('hides each value of a JSON secret %s, but not the names of its receivers', (_, secret) => {
  const own = { ...environment, GITNOMIC_NOTICES: secret };
  for (const value of values)
    for (const said of [value, value.replaceAll('/', '\\/')])
      if (said === value || secret.includes(said)) expect(withoutSecrets(`x ${said} y`, own)).toBe('x *** y');
  expect(withoutSecrets(`x ${secret.trim()} y`, own)).toBe('x *** y');
  // GitHub's runner masks each line of a secret, so none of them may appear either.
  for (const line of secret.split(/[\r\n]+/u).map((one) => one.trim()))
    if (line.length > 20) expect(withoutSecrets(`x ${line} y`, own)).not.toContain(line);
  const problem = 'The receiver announcements can’t be told: it answered 404.';
  expect(withoutSecrets(problem, own)).toBe(problem);
});

test('hides each line of a key', () => {
  const own = { ...environment, GITNOMIC_APP_KEY: '-----BEGIN-----\nAAAABBBBCCCC\nDDDDEEEEFFFF\n' };
  for (const said of ['AAAABBBBCCCC', 'DDDDEEEEFFFF', 'AAAABBBBCCCC\nDDDDEEEEFFFF'])
    expect(withoutSecrets(said, own)).toMatch(/^\*{3}(?:\n\*{3})?$/u);
});

test('uses GitHub itself unless the run says otherwise, and takes an empty variable for none', () => {
  expect(environment.GITHUB_OUTPUT).toBeUndefined();
  expect(forgeOptions(environment, () => '')).toMatchObject({
    api: 'https://api.github.com',
    gitUrl: 'https://github.com/o/r.git',
    folder: '/temp/gitnomic',
  });
  expect(seedOf(environment)).toEqual(Buffer.alloc(32, 0x77));
});
