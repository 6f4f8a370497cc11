import { recordedIn } from '../../../language/recorded.ts';
import type { Wording } from '../../../language/wording.ts';
import {
  endSentence,
  isLost,
  sayChangesNothing,
  sayNeeds,
  sayNeverMerged,
  sayWhen,
  votesHead,
} from '../../../wording/words.ts';
import { capitalised } from '../../../kernel/sentence.ts';
import { sayStatus } from '../../../wording/say-status.ts';
import { sayCounts } from '../../../wording/ballot.ts';
import type { SummaryFacts } from './facts.ts';
import { code, inert, inertClash, inertSentence, inertShort } from '../../../wording/inert.ts';
import { sayDiff } from '../../../wording/say-diff.ts';
import { sayParted } from '../../../wording/say-parted.ts';
import { sayList, sayTrial } from '../../../rehearse/say-trial.ts';
import { defuse } from '../../../kernel/defuse.ts';
import type { Outlook } from '../../../kernel/definition.ts';
import type { CheckRun } from '../../../forge/github/checks.ts';
import { toTime } from '../../../kernel/time.ts';

/** The one comment that the engine keeps up to date on a pending matter. */
export function saySummaryInFull(facts: SummaryFacts, wording: Wording): string {
  const { say } = wording;
  return [
    headline(facts, wording),
    whenAndWhy(facts, wording),
    votes(facts, wording),
    laterPush(facts, wording),
    reviewsElsewhere(facts, wording),
    sayList(sayNeverMerged(wording), facts.outside.map(code)),
    workflows(facts, wording),
    sayList(
      say`Changes the same text as an older proposal, differently`,
      facts.clashes.map(({ with: id, title, what }) => `${code(what)}: ${inert(id)} ${inertShort(title)}`),
    ),
    conflicts(facts, wording),
    sayList(
      say`Can’t be read`,
      facts.problems.map((problem) => inert(recordedIn(wording.language, problem))),
    ),
    // Its trial fails for that very reason.
    facts.conflicts.length > 0
      ? ''
      : sayTrial(facts.trial, wording, (facts.stuck ?? facts.matter.fault) !== null),
    sayParted(facts.parted, wording),
    diff(facts, wording),
    `<sub>${say`Updated automatically. Comment ${'`/why`'} here to see what stands in the way, or ${'`/help`'} for what you can do.`}</sub>\n`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function headline({ matter, tags }: SummaryFacts, wording: Wording): string {
  const state = inert(capitalised(sayStatus(matter.state, wording)));
  const { needed, queue: place, told: steps = [] } = matter;
  const needs = sayNeeds({ needed, place, told: steps }, wording);
  return `### ${state}: ${inert(endSentence(sayCounts(matter.counts)))}\n\n${[needs, ...tags.map(code)].join(' ').trim()}\n`;
}

function whenAndWhy(
  { matter, now, whyNotEnacted, whyNotFailed, stuck, conflicts: clashing }: SummaryFacts,
  wording: Wording,
): string {
  const { say } = wording;
  if (stuck !== null) {
    const why =
      clashing.length > 0 ? say`it clashes with what passed first.` : recordedIn(wording.language, stuck);
    return `${say`**The vote is over, but the result can’t be carried out**: ${inertSentence(why)}`}\n`;
  }
  if (matter.fault !== null) return `${inertSentence(sayWhen(matter, wording))}\n`;
  const { enactFrom, outlook, byAdmin } = matter;
  const needsVotes = isLost(outlook) ? '' : say`It needs more votes in favour to pass.`;
  const enact = byAdmin
    ? say`It waits for an Admin, who enacts it or fails it.`
    : enactFrom === null
      ? needsVotes
      : say`If the votes stay like this, it passes on **${sayTimeAndRest(enactFrom, now, wording)}**.`;
  const fail =
    matter.failFrom === null
      ? enactFrom === null
        ? say`If the votes stay like this, it won’t fail.`
        : ''
      : say`If the votes stay like this, it fails on **${sayTimeAndRest(matter.failFrom, now, wording)}**.`;
  const why = [
    ...(whyNotEnacted === null ? [] : [say`Not in force yet: ${endSentence(inert(whyNotEnacted))}`]),
    ...(whyNotFailed === null ? [] : [say`Not failed yet: ${endSentence(inert(whyNotFailed))}`]),
  ];
  return `${`${enact} ${fail}`.trim()}\n\n${why.map((line) => `- ${line}\n`).join('')}`;
}

function votes({ matter }: SummaryFacts, wording: Wording): string {
  const { say } = wording;
  const rows = Object.entries(matter.votes).map(([voter, vote]) => `| ${inert(voter)} | ${inert(vote)} |\n`);
  return rows.length === 0 ? `${say`Nobody has voted yet.`}\n` : `${votesHead(wording)}${rows.join('')}`;
}

function laterPush({ head, later }: SummaryFacts, { say }: Wording): string {
  if (head === null || later === null) return '';
  return `${say`**Not part of the vote**: the branch has moved on to ${code(later.slice(0, 7))}. You are voting on ${code(head.slice(0, 7))}.`}\n`;
}

function reviewsElsewhere({ head, elsewhere }: SummaryFacts, { say }: Wording): string {
  if (head === null || elsewhere.length === 0) return '';
  const reviews = elsewhere.map((one) => say`${inert(one.by)} on ${code(one.head.slice(0, 7))}`).join(', ');
  return `${say`**Reviewed at another commit** than ${code(head.slice(0, 7))}, which is being voted on: ${reviews}. It still counts as a vote. If you only meant the version you saw, vote again in a comment.`}\n`;
}

/** Each clash with both versions, and how an Admin decides between them. */
function conflicts({ conflicts: clashing, head }: SummaryFacts, { say }: Wording): string {
  if (clashing.length === 0) return '';
  const shown = clashing.map((one) => inertClash(one.shown));
  const take = head === null ? '' : ` ${say`${code(`/merge ${head}`)} takes those proposed here.`}`;
  return `${say`**Clashes with a change that passed first.** An Admin decides the final words.`}${take} ${say`For others, press “Resolve conflicts” below, and name the new commit instead. What doesn’t clash stays either way.`}\n\n${shown.join('\n')}\n`;
}

function workflows({ outside }: SummaryFacts, { say }: Wording): string {
  return outside.some((path) => path.startsWith('.github/workflows/'))
    ? `${say`Its branch changes workflows, which GitHub doesn’t let a workflow push, so it would be enacted **without its commit as a parent**: the changes to the rules come into force, but GitHub shows the pull request as closed, not as merged.`}\n`
    : '';
}

function diff({ changes, names, head }: SummaryFacts, wording: Wording): string {
  if (changes.length === 0) return head === null ? '' : sayChangesNothing(wording);
  return sayDiff(changes, names);
}

const CONCLUSIONS = {
  enacted: 'success',
  failed: 'failure',
  'taken-back': 'cancelled',
} as const satisfies Record<Outlook, CheckRun['conclusion']>;

/** The comment's verdict as a check run on the commit that is voted on. */
export function verdictOn({ matter, stuck, later }: SummaryFacts, text: string, wording: Wording): CheckRun {
  const { say } = wording;
  const isStuck = (stuck ?? matter.fault) !== null;
  const state = isStuck ? say`stuck` : sayStatus(matter.state, wording);
  const tally = endSentence(sayCounts(matter.counts));
  return {
    conclusion: isStuck ? 'action_required' : matter.outlook && CONCLUSIONS[matter.outlook],
    title: `${defuse(capitalised(state))}: ${defuse(tally)}${later === null ? '' : ` ${say`A later push is not part of the vote.`}`}`,
    summary: text,
  };
}

export function finalVerdict(status: string, summary: string, wording: Wording): CheckRun {
  return {
    conclusion: status === 'enacted' ? 'success' : 'failure',
    title: defuse(capitalised(sayStatus(status, wording))),
    summary,
  };
}

const hourMs = 3_600_000;
/** In steps, so that the comment isn't rewritten at every look. */
const STEPS = [1, 3, 6, 12, 24, 48, 72, 96, 120, 144, 168] as const;

/** `2021-06-20 09:00 UTC, in less than 48 hours` */
export function sayTimeAndRest(time: string, now: string, wording: Wording): string {
  return `${wording.time(time)}, ${sayRest(time, now, wording)}`;
}

function sayRest(time: string, now: string, { say }: Wording): string {
  const hours = (Date.parse(time) - Date.parse(now)) / hourMs;
  if (hours <= 0) return say`which has come`;
  const step = STEPS.find((most) => hours <= most);
  if (step === undefined) return say`in more than a week`;
  if (step === 1) return say`in less than an hour`;
  return step < 72 ? say`in less than ${step} hours` : say`in less than ${step / 24} days`;
}

/** When the text of `sayTimeAndRest` next changes; null if it never does. */
export function nextStep(time: string, now: string): string | null {
  const end = Date.parse(time);
  const changes = [end, ...STEPS.map((hours) => end - hours * hourMs)].filter((at) => at > Date.parse(now));
  return changes.length === 0 ? null : toTime(Math.min(...changes));
}
