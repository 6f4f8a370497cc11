import type { Vote } from 'gitnomic/rules';

/** Whose vote is what: FOR, AGAINST, or an icon that is no valid vote as it stands. */
export type Votes = Readonly<Record<string, string>>;

export const FOR = 'FOR';
export const AGAINST = 'AGAINST';

/** The numbers of a tally that are shown. */
export const COUNTS = { for: { vote: FOR }, against: { vote: AGAINST } };

/** The icon that each person used last and hasn't taken back. */
export function lastUses(uses: readonly Vote[]): Map<string, Vote> {
  const last = new Map<string, Vote>();
  for (const use of uses) if (use.withdrawn !== true) last.set(use.by, use);
  return last;
}

/** Of some uses the icon that counts for each person; a matter's own are its `lastVotes`. */
export function lastVotes(uses: readonly Vote[]): Votes {
  return Object.fromEntries([...lastUses(uses)].map(([id, { vote }]) => [id, vote]));
}

interface Electorate {
  /** Those who have votes: `true` under their ids, and nothing else that an object may hold counts. */
  readonly voters: Readonly<Record<string, unknown>>;
  /** Who votes FOR as long as they have used no icon, if anybody. */
  readonly implicit: string | null;
}

/** The votes of those who have one, before anybody's is taken for another's. */
export function votesCast(last: Votes, { voters, implicit }: Electorate): Votes {
  // As a rule everybody who has voted has a vote: then the votes are what they are, however many.
  if (isAllVoters(last, voters) && (implicit === null || last[implicit] !== undefined)) return last;
  const votes: Record<string, string> = {};
  for (const id in last) if (voters[id] === true) votes[id] = last[id] ?? '';
  if (implicit !== null && Object.hasOwn(voters, implicit) && votes[implicit] === undefined)
    votes[implicit] = FOR;
  return votes;
}

function isAllVoters(last: Votes, voters: Electorate['voters']): boolean {
  for (const id in last) if (voters[id] !== true) return false;
  return true;
}

export interface Count {
  readonly for: number;
  readonly against: number;
  readonly valid: number;
}

export function count(votes: Votes): Count {
  let inFavour = 0;
  let against = 0;
  for (const vote of Object.values(votes)) {
    if (vote === FOR) inFavour++;
    else if (vote === AGAINST) against++;
  }
  return { for: inFavour, against, valid: inFavour + against };
}

/** Votes by id as an object that voters are looked up in. */
export function electorate(people: readonly { readonly id: string }[]): Record<string, true> {
  const voters: Record<string, true> = {};
  for (const { id } of people) voters[id] = true;
  return voters;
}
