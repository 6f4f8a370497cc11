import type { APIRoute } from 'astro';
import { LETTERS } from '../data/letters.ts';
import { readSite } from '../data/read-site.ts';

/** The dynasty's design tokens, and the colours that its rules give to places: the pages allow no inline styles. */
export const GET: APIRoute = () => {
  const { display, collections, maps } = readSite();
  const { accent, accentDark, paper, paperDark, fonts } = display.theme;
  const words = fonts.words === null ? '' : ` --serif: ${LETTERS[fonts.words]};`;
  const about = fonts.about === null ? '' : ` --sans: ${LETTERS[fonts.about]};`;
  const light = `:root:root { --accent: ${accent};${paper === null ? '' : ` --paper: ${paper};`}${words}${about} }`;
  const dark = `@media (prefers-color-scheme: dark) { :root:root { --accent: ${accentDark};${paperDark === null ? '' : ` --paper: ${paperDark};`} } }`;
  const colours = new Set<string>();
  for (const { things } of collections) {
    for (const { views } of things)
      for (const value of Object.values(views))
        if (typeof value === 'string' && /^#[0-9a-fA-F]{6}$/.test(value))
          colours.add(value.slice(1).toLowerCase());
  }
  for (const { first, steps } of Object.values(maps))
    for (const cells of [first, ...steps.map((step) => step.cells)])
      for (const [colour] of Object.values(cells)) if (colour !== '') colours.add(colour);
  const places = [...colours].map(
    (colour) => `.c-${colour} { background: #${colour}; } .c-${colour} a { color: ${inkOn(colour)}; }`,
  );
  return new Response([light, dark, ...places].join('\n'), { headers: { 'content-type': 'text/css' } });
};

/** Black or white, whichever is more legible on a colour. */
function inkOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff';
}
