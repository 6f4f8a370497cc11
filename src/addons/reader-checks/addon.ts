import type { Addon } from '../../cli/command.ts';

/** Lets readers of a published site replay the game and try changes of rules, in their own browsers. */
export const readerChecks: Addon = {
  besidePages: async (game) => (await import('./beside-pages.ts')).besidePages(game),
  site: {
    pages: {
      'check/': 'src/addons/reader-checks/pages/check.astro',
      'what-if/': 'src/addons/reader-checks/pages/what-if.astro',
    },
    addresses: 'src/addons/reader-checks/addresses.ts',
    parts: {
      footer: 'src/addons/reader-checks/footer.astro',
      rule: 'src/addons/reader-checks/rule.astro',
    },
  },
};
