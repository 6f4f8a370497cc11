import { boolean, integer, list, optional, player, record, text } from 'gitnomic/rules';

/** Each auction’s slot, who sells it, and who has bid what. */
export const auctionFields = {
  slot: text(),
  seller: player({ who: 'anybody' }),
  open: boolean({ start: true }),
  winner: optional(player({ who: 'anybody' }), { none: 'nobody' }),
  bids: list(record({ by: player({ who: 'anybody' }), amount: integer() })),
  verdict: text(),
};
