import { existsSync } from 'node:fs';

import { chromium, type Browser } from 'playwright-core';

const PLACES = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser to test with; null where there is none. */
export function findBrowser(): string | null {
  return PLACES.find((path) => path !== '' && existsSync(path)) ?? null;
}

/** Where there is none, it says so. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
}
