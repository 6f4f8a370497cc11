import type { Addon } from '../../cli/command.ts';

/** Deadlines for calendars: those of the game, and of each player. */
export const calendars: Addon = {
  site: {
    pages: {
      'deadlines.ics': 'src/addons/calendars/deadlines.ics.ts',
      'players/[id].ics': 'src/addons/calendars/player.ics.ts',
    },
    addresses: 'src/addons/calendars/addresses.ts',
    parts: {
      feeds: 'src/addons/calendars/feeds.astro',
      player: 'src/addons/calendars/player.astro',
    },
  },
};
