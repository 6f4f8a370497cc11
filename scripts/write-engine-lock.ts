// Writes .github/engine: of the project's packages, those that a tick needs, each at the version that package-lock.json
// has. The job installs these alone, and not what the site and the tests are made with.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { ENGINE_PACKAGES, lockOf, type Lock } from './engine-lock/lock.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const whole = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as Lock;
const { manifest, lock } = lockOf(whole, ENGINE_PACKAGES);
writeFileSync(at('.github/engine/package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(at('.github/engine/package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
