import { afterAll, beforeAll, describe } from 'vitest';
import { buildSample, type BuiltSite } from './built-site.ts';
import { checkInBrowser } from './check-in-browser.ts';
import { checkPages } from './check-pages.ts';
import { checkPublished } from './check-published.ts';
import { findBrowser } from './find-browser.ts';

let built: BuiltSite | null = null;
const site = (): BuiltSite => {
  if (built === null) throw new Error('the site could not be built');
  return built;
};

beforeAll(async () => {
  built = await buildSample();
});
afterAll(() => built?.remove());

describe('the files', () => {
  checkPages(site);
  checkPublished(site);
});
// Without a browser these are left out, but never where CI says so. CHROMIUM may name one.
describe.skipIf(findBrowser() === null && process.env['CI'] === undefined)(
  'in a browser, if there is one',
  () => {
    checkInBrowser(site);
  },
);
