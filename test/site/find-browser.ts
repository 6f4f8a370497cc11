import { existsSync } from 'node:fs';

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
