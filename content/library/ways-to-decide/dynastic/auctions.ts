import { action, integer, rule, text, thing } from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';
import { refuseOn } from './helpers/grounds.ts';
import { auctionFields } from './helpers/auction-fields.ts';
import { highestBid } from './helpers/highest-bid.ts';

export default rule(({ value }) => {
  const whyClosed = ({ open }: Things['auctions']): string | false => !open && 'the auction is over';
  const whyNotSeller = ({ seller }: Things['auctions'], who: Person): string | false =>
    !who.is(seller) && `${seller.label} closes it`;
  const whyNotTheirs = ({ bids }: Things['auctions'], who: Person): string | false =>
    !bids.some(({ by }) => who.is(by)) && 'there is no bid to take back';
  const others = ({ bids }: Things['auctions'], who: Person) => bids.filter(({ by }) => !who.is(by));

  return {
    player: { coins: integer({ start: value('coins') }) },
    things: { auctions: { fields: auctionFields } },
    actions: {
      auction: action({
        sentence: 'put {slot} up for auction',
        with: { slot: text({ filled: true }) },
        effect: ({ actor, slot, auctions, result }) =>
          result({ auction: auctions.addNumbered('auction-', { slot, seller: actor }).id }),
      }),
      bid: action({
        sentence: 'bid {amount} in {auction}',
        with: { auction: thing('auctions'), amount: integer({ min: 1 }) },
        check: ({ actor, auction, amount, refuse }) =>
          refuseOn(refuse, [
            whyClosed(auction),
            actor.is(auction.seller) && 'nobody bids for what they auction',
            amount > actor.coins && `${actor.label} has ${actor.coins} coins`,
          ]),
        effect: ({ actor, auction, amount }) =>
          auction.set({ bids: [...others(auction, actor), { by: actor, amount }] }),
      }),
      'take-back-bid': action({
        sentence: 'took back their bid in {auction}',
        with: { auction: thing('auctions') },
        check: ({ actor, auction, refuse }) =>
          refuseOn(refuse, [whyClosed(auction), whyNotTheirs(auction, actor)]),
        effect: ({ actor, auction }) => auction.set({ bids: others(auction, actor) }),
      }),
      'close-auction': action({
        sentence: 'closed {auction}',
        with: { auction: thing('auctions') },
        check: ({ actor, auction, refuse }) =>
          refuseOn(refuse, [whyClosed(auction), whyNotSeller(auction, actor)]),
        effect({ auction, players }) {
          const { best, verdict } = highestBid(
            auction.bids,
            ({ by, amount }) => players.has(by) && by.coins >= amount,
          );
          best?.by.transfer('coins', best.amount, auction.seller);
          auction.set({ open: false, winner: best?.by ?? null, verdict });
        },
      }),
    },
  };
});
