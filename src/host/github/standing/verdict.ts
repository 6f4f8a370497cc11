import { defuse } from '../../../kernel/defuse.ts';
import type { CheckRun } from '../../../forge/github/checks.ts';
import { sayTally } from '../../../decide/words.ts';
import type { StandingFacts } from './facts.ts';
import { capitalised } from '../../../kernel/sentence.ts';

const CONCLUSIONS: Readonly<Record<string, CheckRun['conclusion']>> = {
  popular: 'success',
  unpopular: 'failure',
  vetoed: 'failure',
  withdrawn: 'cancelled',
  undecided: null,
};

/** The same verdict as the comment's, as a check run on the commit that is voted on. */
export function verdictOn({ matter, stuck, later }: StandingFacts, text: string): CheckRun {
  const state = stuck === null ? matter.state : 'stuck';
  const tally = sayTally({ for: matter.for, against: matter.against });
  return {
    conclusion: stuck === null ? conclusionOf(matter.state) : 'action_required',
    title: `${defuse(capitalised(state))}: ${tally}${later === null ? '' : ' A later push is not part of the vote.'}`,
    summary: text,
  };
}

function conclusionOf(state: string): CheckRun['conclusion'] {
  const known = CONCLUSIONS[state];
  return known === undefined ? 'neutral' : known;
}

/** The outcome of a matter, on the commit that was voted on. */
export function finalVerdict(status: string, summary: string): CheckRun {
  return {
    conclusion: status === 'enacted' ? 'success' : 'failure',
    title: defuse(capitalised(status)),
    summary,
  };
}
