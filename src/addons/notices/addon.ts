import type { Addon } from '../../cli/command.ts';
import type { FindTeller } from '../../host/tellers.ts';

const NOBODY = { teller: null, problems: [] };

/** The code for mail is large, and most games send none, so it is loaded once there is something to tell. */
const findTeller: FindTeller = async ({ GITNOMIC_NOTICES: given = '' }) => {
  if (given.trim() === '') return NOBODY;
  const { addresses, problems } = (await import('./addresses.ts')).readAddresses(given);
  if (addresses === null) return { teller: null, problems };
  return {
    teller: async (game) => (await import('./tell-elsewhere.ts')).tellElsewhere({ ...game, addresses }),
    problems,
  };
};

/** Messages about a game to chats and by mail. */
export const notices: Addon = { findTeller };
