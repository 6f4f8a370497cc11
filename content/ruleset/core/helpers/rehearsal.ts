import { data, derive } from 'gitnomic/rules';
import type { Icon } from '#core/icons.ts';
import { FOR } from '#core/votes.ts';

/**
 * By which matters rules are changed, what somebody in favour says there, which votes there are, as the icons stand in the text, and
 * whether an Admin resolves them by hand.
 */
export function rehearsedWith(icons: readonly Icon[], byHand = false) {
  const say = icons.find(({ vote }) => vote === FOR)?.tokens[0] ?? '';
  const votes = icons.map(({ vote }) => vote);
  return derive({
    of: 'game',
    returns: data(),
    value: () => ['proposal', 'cfj'].map((kind) => ({ kind, say, votes, byHand })),
  });
}
