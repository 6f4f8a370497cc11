import type { Addon } from '../../cli/command.ts';

/** Finds words in the rules, matters and things of the game and of past dynasties, in the reader’s browser. */
export const search: Addon = {
  site: {
    pages: {
      'search/': 'src/addons/search/pages/search.astro',
      'search/index.json': 'src/addons/search/pages/index.json.ts',
      'search/words.json': 'src/addons/search/pages/words.json.ts',
    },
    addresses: 'src/addons/search/search-entries.ts',
    parts: { header: 'src/addons/search/header.astro' },
  },
};
