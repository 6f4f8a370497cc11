import type { Addon } from '../../cli/command.ts';

/** Draws the pictures that other sites show beside a link to a published page. */
export const picturesOfLinks: Addon = {
  pages: [{ address: 'og/[page].png', file: 'src/addons/link-pictures/picture.png.ts' }],
};
