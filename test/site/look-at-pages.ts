import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { newReader } from './find-browser.ts';

/** Only colours depend on the scheme, and only what is not about colours on the width: two looks see both of each. */
export const LOOKS = [
  { where: 'wide, light', size: { width: 1280, height: 900 }, colorScheme: 'light' },
  { where: 'phone, dark', size: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

/** How a page is looked at. The long suite looks at each in all ways; otherwise pages take turns, since axe takes a second for a look. */
export const looksFor = (page: number): readonly (typeof LOOKS)[number][] =>
  process.env['GITNOMIC_SAMPLE'] === 'whole'
    ? LOOKS
    : LOOKS.filter((_, look) => look === page % LOOKS.length);

/** A script that does nothing, in the stead of axe's own where that has run. */
const STAYS = ';';

/** The faults that a page has for those who read it by other means, or on a phone. */
export async function faultsOn(
  page: Page,
  go: () => Promise<unknown>,
  looks: readonly (typeof LOOKS)[number][] = LOOKS,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [at, { where, size, colorScheme }] of looks.entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (at === 0) await go();
    // No page holds another, so that axe needs none of its own to put together what it found; and it stays in the page from look to look.
    const axe = at === 0 ? new AxeBuilder({ page }) : new AxeBuilder({ page, axeSource: STAYS });
    const { violations } = await axe
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .analyze();
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes)
        found.push(`${where}: ${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > size.width) found.push(`${where}: ${width} wide`);
    if (size.width < 768) for (const cut of await cutTables(page)) found.push(`${where}: cut ${cut}`);
  }
  return found;
}

/** Tables that go on beyond their side without a sign of it. */
function cutTables(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('table')].flatMap((table) => {
      const { parentElement: around } = table;
      if (around === null || around.scrollWidth <= around.clientWidth + 2) return [];
      const { animationName, animationTimeline, backgroundImage } = getComputedStyle(
        around,
      ) as CSSStyleDeclaration & { readonly animationTimeline?: string };
      const fades = animationName !== 'none' && (animationTimeline ?? 'auto') !== 'auto';
      return fades || backgroundImage !== 'none'
        ? []
        : [around.getAttribute('aria-label') ?? table.className];
    }),
  );
}

/** The same for each of these addresses. axe itself needs scripts, so only those of the pages can be kept away. */
export async function faultsAt(
  browser: Browser,
  addresses: readonly string[],
  { script = true, ...options }: BrowserContextOptions & { readonly script?: boolean } = {},
): Promise<readonly string[]> {
  const found: string[] = [];
  const context = await newReader(browser, options);
  if (!script)
    await context.route('**', (route) =>
      route.request().resourceType() === 'script' ? route.abort() : route.continue(),
    );
  const page = await context.newPage();
  for (const [at, address] of addresses.entries())
    // Without the script an address has the look that it has not with it.
    for (const fault of await faultsOn(page, () => page.goto(address), looksFor(script ? at : at + 1)))
      found.push(`${new URL(address).pathname}${script ? '' : ' without script'}, ${fault}`);
  await context.close();
  return found;
}
