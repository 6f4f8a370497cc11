import { data, derive } from 'gitnomic/rules';
import type { Icon } from '#core/icons.ts';
import { FOR } from '#core/votes.ts';

/** What one in favour says: the icon of FOR, or the first there is under rules that call it otherwise. */
export function sayInFavour(icons: readonly Icon[]): string {
  return (icons.find(({ vote }) => vote === FOR) ?? icons[0])?.tokens[0] ?? '';
}

/**
 * By which matters rules are changed, what somebody in favour says there, which votes there are, as the icons stand in the text, and
 * whether an Admin resolves them by hand.
 */
export function rehearsedWith(icons: readonly Icon[], byHand = false) {
  const say = sayInFavour(icons);
  const votes = icons.map(({ vote }) => vote);
  return derive({
    of: 'game',
    returns: data(),
    value: () => ['proposal', 'cfj'].map((kind) => ({ kind, say, votes, byHand })),
  });
}
