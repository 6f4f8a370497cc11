import type { Position } from './position.ts';

/**
 * What a position has noted beside the state of its rules, which those who only look must leave as it was: else the next
 * action goes on from what somebody saw, such as from the name of a stranger who has said none.
 */
export function whatIsNoted(position: Position): string {
  const { accounts, posts, branches, secrets, calls, outbox, settings, peace, rules } = position;
  return JSON.stringify([
    [accounts.all, accounts.readers, accounts.bridges, [...accounts.machines]],
    [posts.links, posts.taken],
    [branches.pinned, branches.resolved],
    [secrets.keys, secrets.seeds, secrets.commitments, secrets.opensMore],
    [calls.open, outbox.waiting, settings.changed, peace.kept],
    [rules.happened.length, [...rules.wantedPictures]],
  ]);
}
