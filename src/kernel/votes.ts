import { callHook, emit } from './calls.ts';
import type { PersonEntity } from './game-entities.ts';
import { changePost, type PostEntity } from './post-entity.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { VoteUse } from './state.ts';

/** The icons in a comment, a review or a reaction, according to the rules' table. */
export function votesIn(
  runtime: Runtime,
  signal: {
    readonly via: string;
    readonly text?: string;
    readonly review?: string;
    readonly reaction?: string;
  },
): readonly string[] {
  const votes = callHook(runtime, 'votes-in', signal);
  return Array.isArray(votes) ? votes.filter((vote) => typeof vote === 'string') : [];
}

/** Among several icons in a comment, those that the author can't use are skipped. A single one is refused. */
export function mayUse(
  runtime: Runtime,
  voter: PersonEntity,
  matter: PostEntity,
  vote: string,
  alone: boolean,
): boolean {
  try {
    callHook(runtime, 'may-vote', { voter, matter, vote });
    return true;
  } catch (error) {
    if (error instanceof Refusal && !alone) return false;
    throw error;
  }
}

export function castVote(
  runtime: Runtime,
  voter: PersonEntity,
  matter: PostEntity,
  use: { readonly vote: string; readonly via: VoteUse['via'] },
): void {
  if (!matter.votable) throw new Refusal(`${matter.title} isn’t open for votes`, { code: 'not-votable' });
  callHook(runtime, 'may-vote', { voter, matter, vote: use.vote });
  recordVote(runtime, voter, matter, { ...use, comment: null });
}

export function recordVote(
  runtime: Runtime,
  voter: PersonEntity,
  matter: PostEntity,
  use: { readonly vote: string; readonly via: VoteUse['via']; readonly comment: string | null },
): void {
  const data: VoteUse = { by: voter.id, vote: use.vote, at: runtime.now, via: use.via, comment: use.comment };
  changePost(matter, { uses: [...matter.uses, data] });
  emit(runtime, 'voted', { matter, voter, vote: use.vote });
}

/**
 * Withdraws the latest reaction that was a vote, or the latest of the given kind; other reactions stay. Nothing changes if there is none,
 * or if the matter has been resolved.
 */
export function withdrawVote(
  runtime: Runtime,
  voter: PersonEntity,
  matter: PostEntity,
  reaction?: string,
): void {
  if (matter.votable && !matter.pending) return;
  const votes = reaction === undefined ? null : votesIn(runtime, { via: 'reaction', reaction });
  const uses = [...matter.uses];
  const at = uses.findLastIndex(
    ({ by, via, vote, withdrawn }) =>
      by === voter.id && via === 'reaction' && withdrawn !== true && (votes?.includes(vote) ?? true),
  );
  if (at < 0) return;
  uses[at] = { ...(uses[at] as VoteUse), withdrawn: true };
  changePost(matter, { uses });
  emit(runtime, 'vote-withdrawn', { matter, voter });
}
