import type { Addon } from '../../cli/command.ts';

/** Shows on each page what is new since its reader’s last visit. */
export const newSince: Addon = {
  site: {
    pages: { 'newest.json': 'src/addons/new-since/newest.json.ts' },
    addresses: 'src/addons/new-since/newest.ts',
    parts: { news: 'src/addons/new-since/news.astro' },
  },
};
