import type { Game, Matter } from 'gitnomic/rules';
import { decisionOn } from './decisions.ts';
import type { Count } from './votes.ts';

/** The reason why a matter hasn't passed, in the words of its votes, or false if it has. */
export function whyNotPassed(g: Game, matter: Matter): string | false {
  const { title } = matter;
  if (g.view('popular', matter)) return false;
  const own = decisionOn(g, matter);
  if (own) return `${title} has not passed: ${own.told.join(' ')}`;
  // Only some cores have illegal posts. Reading the tally instead would count the votes again.
  if (g.maybe(() => (matter as { illegal?: boolean }).illegal, false) === true) return `${title} is illegal`;
  const votes = g.maybe(() => g.view('vote-count', matter) as Count, null);
  if (votes === null) return `${title} has not passed yet`;
  if (g.view('unpopular', matter)) return `the vote on ${title} failed: ${inWords(votes)}`;
  const missing = Math.max(1, g.view('quorum', 'players') - votes.for);
  return `${title} needs ${missing} more ${missing === 1 ? 'vote' : 'votes'} in favour`;
}

/** The reason why the votes don't fail a matter, or false if they do. */
export function whyNotFailed({ view }: Game, matter: Matter): string | false {
  if (view('unpopular', matter)) return false;
  return `${matter.title} ${view('popular', matter) ? 'has enough votes to pass' : 'can still pass'}`;
}

export function inWords({ for: inFavour, against }: Count): string {
  const votes = `${inFavour} for, ${against} against`;
  if (inFavour === against) return `${votes}, a tie`;
  return inFavour > against ? `${votes}, too few` : votes;
}
