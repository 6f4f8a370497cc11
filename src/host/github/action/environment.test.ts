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

test('what is about to be said holds neither the token nor the seed, however often', () => {
  expect(withoutSecrets(`a ghs_secret b ${seed} c ghs_secret`, environment)).toBe('a *** b *** c ***');
  const { GITNOMIC_DICE_SEED: _, ...seedless } = environment;
  expect(withoutSecrets('nothing to hide', seedless)).toBe('nothing to hide');
});

test('of a secret of several lines neither a line nor a value is said by itself', () => {
  const notices =
    '{\n  "chats": [{ "address": "https://chat.example/hook\\/12345" }],\n  "mail": { "password": "sesame-open" }\n}';
  const own = {
    ...environment,
    GITNOMIC_NOTICES: notices,
    GITNOMIC_APP_KEY: '-----BEGIN-----\nAAAABBBBCCCC\n',
  };
  for (const said of [
    'https://chat.example/hook/12345',
    'https://chat.example/hook\\/12345',
    'sesame-open',
    'AAAABBBBCCCC',
    notices,
  ])
    expect(withoutSecrets(`x ${said} y`, own)).toBe('x *** y');
  expect(withoutSecrets('the chats are well', own)).toBe('the chats are well');
});

test('where GitHub is, is GitHub itself, unless the run says otherwise; an empty variable is none', () => {
  expect(environment.GITHUB_OUTPUT).toBeUndefined();
  expect(forgeOptions(environment, () => '')).toMatchObject({
    api: 'https://api.github.com',
    gitUrl: 'https://github.com/o/r.git',
    folder: '/temp/gitnomic',
  });
  expect(seedOf(environment)).toEqual(Buffer.alloc(32, 0x77));
});
