import type { Position } from './position.ts';

/**
 * Everything a position holds besides the rules' state, as text, with the amount of work done. Reading a page must
 * not change it; otherwise the next action would start from something a reader caused, such as a stranger's name.
 */
export function notesOfPosition(position: Position): string {
  const { accounts, posts, branches, secrets, calls, outbox, settings, moderation, rules } = position;
  return JSON.stringify([
    [accounts.all, accounts.readers, accounts.bridges, [...accounts.machines]],
    [posts.links, posts.taken],
    [branches.pinned, branches.resolved],
    [secrets.keys, secrets.seeds, secrets.commitments, secrets.opensMore],
    [calls.open, outbox.waiting, settings.changed, moderation.kept],
    [rules.happened.length, rules.play.ledger.length, [...rules.wantedPictures]],
  ]);
}
