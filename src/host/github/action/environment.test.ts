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

test('where GitHub is, is GitHub itself, unless the run says otherwise; an empty variable is none', () => {
  expect(environment.GITHUB_OUTPUT).toBeUndefined();
  expect(forgeOptions(environment, () => '')).toMatchObject({
    api: 'https://api.github.com',
    gitUrl: 'https://github.com/o/r.git',
    folder: '/temp/gitnomic',
  });
  expect(seedOf(environment)).toEqual(Buffer.alloc(32, 0x77));
});
