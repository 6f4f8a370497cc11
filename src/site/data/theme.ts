import { hexDigest } from '#platform/hash.ts';

import { LETTERS } from './letters.ts';
import { perSite } from './read-site.ts';
import type { SiteData } from './site-data.ts';

/** An address that changes with the content, so that a browser needs to ask for it only once. */
export const themeAddress = perSite((site) => `theme.css?${hexDigest('sha256', themeOf(site))}`);

/** The dynasty's design tokens, and the colours that its rules give to places: the pages allow no inline styles. */
export function themeOf({ display, collections, maps }: SiteData): string {
  const { accent, accentDark, paper, paperDark, fonts } = display.theme;
  const words = fonts.words === null ? '' : ` --serif: ${LETTERS[fonts.words]};`;
  const about = fonts.about === null ? '' : ` --sans: ${LETTERS[fonts.about]};`;
  const light = `:root:root { --accent: ${accent};${paper === null ? '' : ` --paper: ${paper};`}${words}${about} }`;
  const dark = `@media (prefers-color-scheme: dark) { :root:root { --accent: ${accentDark};${paperDark === null ? '' : ` --paper: ${paperDark};`} } }`;
  const ofViews = collections
    .flatMap(({ things }) => things.flatMap(({ views }) => Object.values(views)))
    .filter((value) => typeof value === 'string' && /^#[0-9a-fA-F]{6}$/.test(value))
    .map((value) => String(value).slice(1).toLowerCase());
  const ofMaps = Object.values(maps)
    .flatMap(({ first, steps }) => [first, ...steps.map((step) => step.cells)])
    .flatMap((cells) => Object.values(cells).map(([colour]) => colour))
    .filter((colour) => colour !== '');
  const places = [...new Set([...ofViews, ...ofMaps])].map(
    (colour) => `.c-${colour} { background: #${colour}; } .c-${colour} a { color: ${inkOn(colour)}; }`,
  );
  return [light, dark, ...places].join('\n');
}

/** Black or white, whichever is more legible on a colour. */
function inkOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff';
}
