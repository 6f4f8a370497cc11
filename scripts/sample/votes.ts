import type { Matter } from '../../content/library/crypt/players/matters.ts';
import { whim } from '../../content/library/crypt/players/whim.ts';

export interface PlannedVote {
  readonly by: string;
  readonly vote: 'FOR' | 'AGAINST' | 'DEFERENTIAL' | 'VETO';
  readonly words: string;
  /** Hours after the matter was put forward. */
  readonly after: number;
  readonly via: 'comment' | 'review' | 'reaction';
}

const TURNOUT = 0.8;
const SPREAD_HOURS = 22;

/** Decides who votes what on a matter, when, and by which means. */
export function votesOn(
  matter: Matter,
  players: readonly string[],
  hasBranch: boolean,
): readonly PlannedVote[] {
  const said = new Map(
    (matter.votes ?? []).map((line) => [line.split(' ')[0] ?? '', line.split(' ').slice(1)]),
  );
  return players.flatMap((by) => {
    const [vote, ...words] = said.get(by) ?? [];
    const after = 1.5 + SPREAD_HOURS * whim(matter.title, by, 'when');
    if (vote !== undefined)
      return [planned(matter, by, vote as PlannedVote['vote'], words.join(' '), after, hasBranch)];
    if (by === matter.by || whim(matter.title, by, 'turnout') > TURNOUT) return [];
    const leaning = whim(matter.title, by, 'leaning') < (matter.liked ?? 0.5) ? 'FOR' : 'AGAINST';
    const trusting = whim(matter.title, by, 'trust') < 0.08 ? 'DEFERENTIAL' : leaning;
    return [planned(matter, by, trusting, '', after, hasBranch)];
  });
}

function planned(
  { title, by: author }: Matter,
  by: string,
  vote: PlannedVote['vote'],
  words: string,
  after: number,
  hasBranch: boolean,
): PlannedVote {
  const plain = vote === 'FOR' || vote === 'AGAINST';
  const means = whim(title, by, 'means');
  // Authors can't review their own changes, and without changes there is nothing to review.
  const via =
    !plain || means < 0.4 ? 'comment' : means < 0.75 && hasBranch && by !== author ? 'review' : 'reaction';
  return { by, vote, words, after, via: words !== '' && via === 'reaction' ? 'comment' : via };
}
