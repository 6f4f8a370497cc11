import type { Position } from './position.ts';

/**
 * Everything that a position notes besides the state of its rules, as text, and how much was done under them. Reading a page
 * must leave it as it was; otherwise the next action would start from something that a reader caused, such as the name of a
 * stranger.
 */
export function notesOfPosition(position: Position): string {
  const { accounts, posts, branches, secrets, calls, outbox, settings, peace, rules } = position;
  return JSON.stringify([
    [accounts.all, accounts.readers, accounts.bridges, [...accounts.machines]],
    [posts.links, posts.taken],
    [branches.pinned, branches.resolved],
    [secrets.keys, secrets.seeds, secrets.commitments, secrets.opensMore],
    [calls.open, outbox.waiting, settings.changed, peace.kept],
    [rules.happened.length, rules.play.ledger.length, [...rules.wantedPictures]],
  ]);
}
