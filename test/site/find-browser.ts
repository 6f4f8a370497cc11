import { existsSync } from 'node:fs';

import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';

const PLACES = [
  process.env['CHROMIUM'] ?? '',
  // The same pages in a third of the time: it is Chromium without windows, and begins each reader's visit with one process.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const MOST_MS = 120_000;

/** The browser to test with; null where there is none. */
export function findBrowser(): string | null {
  return PLACES.find((path) => path !== '' && existsSync(path)) ?? null;
}

/** Where there is none, it says so. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
}

/**
 * Somebody who comes with nothing that a browser keeps. Pages are had from the server alone: their service worker fetches
 * everything once more beside them, and `offline.test.ts` and `xss.test.ts` look at pages that have it.
 */
export async function newReader(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  // A busy machine takes five times as long; what never comes is all that this is to end.
  context.setDefaultTimeout(MOST_MS);
  return context;
}
