import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import {
  findOddPackages,
  findUnlocked,
  type LockedPackage,
  type OwnWords,
  type PackageLock,
} from './packages/find-odd-packages.ts';

const integrity = `sha512-${'a'.repeat(86)}==`;
const other = `sha512-${'b'.repeat(86)}==`;
const odd = (
  locked: LockedPackage,
  installed: LockedPackage = locked,
  own: OwnWords = { version: '1.0.0' },
) =>
  findOddPackages(
    { packages: { '': {}, 'node_modules/x': locked } },
    { packages: { 'node_modules/x': installed } },
    () => own,
  );

describe('packages', () => {
  test('aren’t odd if they are as locked', () => {
    expect(odd({ version: '1.0.0', integrity })).toEqual([]);
  });

  test.each<[string, readonly string[], RegExp]>([
    ['without integrity', odd({ version: '1.0.0' }), /no sha512/u],
    ['with a weak one', odd({ version: '1.0.0', integrity: 'sha1-aaaa' }), /no sha512/u],
    [
      'from a Git repository',
      odd({ version: '1.0.0', integrity, resolved: 'git+ssh://x' }),
      /comes from git/u,
    ],
    ['that are a link', odd({ link: true }), /a link/u],
    [
      'with an install script',
      odd({ version: '1.0.0', integrity, hasInstallScript: true }),
      /install script/u,
    ],
    [
      'with one that the lock hides',
      odd({ version: '1.0.0', integrity }, undefined, { version: '1.0.0', scripts: { postinstall: 'x' } }),
      /on disk/u,
    ],
    ['installed otherwise', odd({ version: '1.0.0', integrity }, { integrity: other }), /another integrity/u],
    [
      'of another version',
      odd({ version: '1.0.0', integrity }, undefined, { version: '1.0.1' }),
      /1\.0\.1 on disk/u,
    ],
    [
      'that nobody locked',
      findOddPackages({ packages: {} }, { packages: { 'node_modules/y': { integrity } } }, () => null),
      /not in package-lock/u,
    ],
  ])('%s are named', (_, found, says) => {
    expect(found.join('\n')).toMatch(says);
  });
});

const root = fileURLToPath(new URL('..', import.meta.url));
const LOCKS = globSync('{,scripts/*/,bench/*/,test/*/*/}package-lock.json', { cwd: root });

test.each(LOCKS)('%s locks all that its packages need, for every platform', (path) => {
  const lock = JSON.parse(readFileSync(`${root}${path}`, 'utf8')) as PackageLock;
  expect(findUnlocked(lock)).toEqual([]);
  const [inner = ''] = Object.keys(lock.packages).filter((one) => lock.packages[one]?.['os'] !== undefined);
  const { [inner]: _, ...others } = lock.packages;
  if (inner !== '') expect(findUnlocked({ packages: others }).join()).toContain('which is not locked');
});

test('there are lock files for the project and for what is fetched beside it', () => {
  expect(LOCKS.length).toBeGreaterThan(3);
});
