import type { Wording } from '../../../language/wording.ts';
import { defuse } from '../../../kernel/defuse.ts';
import type { Outlook } from '../../../kernel/definition.ts';
import { sayCounts } from '../../../play/ballot.ts';
import type { CheckRun } from '../../../forge/github/checks.ts';
import { sayStatus } from '../../../decide/say-status.ts';
import { endSentence } from '../../../decide/words.ts';
import type { SummaryFacts } from './facts.ts';
import { capitalised } from '../../../kernel/sentence.ts';

const CONCLUSIONS = {
  enacted: 'success',
  failed: 'failure',
  'taken-back': 'cancelled',
} as const satisfies Record<Outlook, CheckRun['conclusion']>;

/** The comment's verdict as a check run on the commit that is voted on. */
export function verdictOn({ matter, stuck, later }: SummaryFacts, text: string, wording: Wording): CheckRun {
  const { say } = wording;
  const state = stuck === null ? sayStatus(matter.state, wording) : say`stuck`;
  const tally = endSentence(sayCounts(matter.counts));
  return {
    conclusion: stuck === null ? conclusionOf(matter) : 'action_required',
    title: `${defuse(capitalised(state))}: ${defuse(tally)}${later === null ? '' : ` ${say`A later push is not part of the vote.`}`}`,
    summary: text,
  };
}

function conclusionOf({ outlook }: SummaryFacts['matter']): CheckRun['conclusion'] {
  return outlook === null ? null : CONCLUSIONS[outlook];
}

export function finalVerdict(status: string, summary: string, wording: Wording): CheckRun {
  return {
    conclusion: status === 'enacted' ? 'success' : 'failure',
    title: defuse(capitalised(sayStatus(status, wording))),
    summary,
  };
}
