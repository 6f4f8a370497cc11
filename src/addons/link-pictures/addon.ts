import type { Addon } from '../../cli/command.ts';

/** Draws the pictures that other sites show beside a link to a published page. */
export const picturesOfLinks: Addon = {
  site: {
    pages: { 'og/[page].png': 'src/addons/link-pictures/picture.png.ts' },
    addresses: 'src/addons/link-pictures/previews.ts',
    parts: { head: 'src/addons/link-pictures/head.astro' },
  },
};
