import type { Addon } from '../../cli/command.ts';

/** What other sites embed: badges with the game’s numbers, and pending matters in a frame. */
export const embeds: Addon = {
  site: {
    pages: {
      'badges/[badge].svg': 'src/addons/embeds/badge.svg.ts',
      'embed/[id]': 'src/addons/embeds/matter.astro',
    },
    addresses: 'src/addons/embeds/badges.ts',
    parts: { programs: 'src/addons/embeds/programs.astro' },
  },
};
