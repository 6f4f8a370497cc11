import type { Addon } from '../../cli/command.ts';

/** Lets readers check rolls, replay a published game and try changes of its rules, in their own browsers. */
export const readerChecks: Addon = {
  besidePages: async (game) => (await import('./beside-pages.ts')).besidePages(game),
  site: {
    pages: {
      'dice/': 'src/addons/reader-checks/pages/dice.astro',
      'check/': 'src/addons/reader-checks/pages/check.astro',
      'what-if/': 'src/addons/reader-checks/pages/what-if.astro',
    },
    addresses: 'src/addons/reader-checks/addresses.ts',
    parts: {
      footer: 'src/addons/reader-checks/footer.astro',
      ledger: 'src/addons/reader-checks/ledger.astro',
      rule: 'src/addons/reader-checks/rule.astro',
    },
  },
};
