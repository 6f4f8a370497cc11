import { expect, test } from 'vitest';

import { calledAs } from './called-as.ts';

test.each([
  [{}, 'gitnomic'],
  [{ npm_lifecycle_event: 'npx' }, 'npx gitnomic'],
  [{ npm_lifecycle_event: 'gitnomic', npm_package_name: 'gitnomic' }, 'npm run -s gitnomic --'],
  [{ npm_lifecycle_event: 'start', npm_package_name: 'gitnomic' }, 'npm run -s gitnomic --'],
  [{ npm_lifecycle_event: 'start', npm_package_name: 'harbour' }, 'gitnomic'],
])('after %j the next command begins with %s', (environment, words) => {
  expect(calledAs(environment)).toBe(words);
});
