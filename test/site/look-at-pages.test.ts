// The looks that all pages are put to find what is wrong in one of them alone.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { findBrowser, launchBrowser, newReader } from './find-browser.ts';
import { faultsOn } from './look-at-pages.ts';

const unseen = findBrowser() === null && process.env['CI'] === undefined;

/** A page without a fault, but for what is put into it. */
const pageOf = (body: string, style = ''): string =>
  `<!doctype html><html lang="en"><head><title>A page</title><meta name="viewport" content="width=device-width"><style>
   body { color: black; background: white } @media (prefers-color-scheme: dark) { body { color: white; background: black } } ${style}
   </style></head><body><main><h1>A page</h1>${body}</main></body></html>`;

const FAULTS: Readonly<Record<string, readonly [html: string, found: readonly string[]]>> = {
  'nothing is wrong': [pageOf('<p>Words.</p>'), []],
  'a picture without words': [
    pageOf('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">'),
    ['wide, light: image-alt', 'phone, dark: image-alt'],
  ],
  'a field without a label, and a list of something else': [
    pageOf('<input name="a"><ul><p>No item.</p></ul>'),
    ['wide, light: label', 'wide, light: list', 'phone, dark: label', 'phone, dark: list'],
  ],
  'pale words in the dark': [
    pageOf('<p>Words.</p>', '@media (prefers-color-scheme: dark) { p { color: #333 } }'),
    ['phone, dark: color-contrast'],
  ],
  'pale words by day': [
    pageOf('<p>Words.</p>', '@media (prefers-color-scheme: light) { p { color: #ccc } }'),
    ['wide, light: color-contrast'],
  ],
  'a table that goes on without a sign of it': [
    pageOf(
      '<div style="overflow: auto" tabindex="0"><table style="width: 600px"><tr><td>Words.</td></tr></table></div>',
    ),
    ['phone, dark: cut'],
  ],
  'wider than a phone': [pageOf('<p style="width: 600px">Words.</p>'), ['phone, dark: 608']],
};

describe.skipIf(unseen)(unseen ? 'left out: no Chromium, which CHROMIUM may name' : 'in a browser', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await (await newReader(browser)).newPage();
  });
  afterAll(() => browser.close());

  test.each(Object.entries(FAULTS))('%s', async (_, [html, found]) => {
    const said = await faultsOn(page, () => page.setContent(html));
    expect(said.map((fault) => /^[^:]*: [\w-]+/u.exec(fault)?.[0])).toEqual(found);
  });
});
