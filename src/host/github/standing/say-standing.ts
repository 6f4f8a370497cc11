import { recordedIn } from '../../../language/recorded.ts';
import type { Wording } from '../../../language/wording.ts';
import {
  endSentence,
  sayChangesNothing,
  sayNeeds,
  sayNeverMerged,
  votesHead,
} from '../../../decide/words.ts';
import { capitalised } from '../../../kernel/sentence.ts';
import { sayStatus } from '../../../decide/say-status.ts';
import { sayCounts } from '../../../play/ballot.ts';
import type { StandingFacts } from './facts.ts';
import { code, inert, inertShort } from '../../../decide/inert.ts';
import { sayDiff } from '../../../decide/say-diff.ts';
import { sayParted } from '../../../decide/say-parted.ts';
import { sayTimeAndRest } from './say-time.ts';
import { sayLeftOut, sayList, sayTrial } from '../../../rehearse/say-trial.ts';

/** The one comment that the engine keeps up to date on a pending matter. */
export function sayStandingInFull(facts: StandingFacts, wording: Wording): string {
  const { say } = wording;
  return [
    headline(facts, wording),
    whenAndWhy(facts, wording),
    votes(facts, wording),
    laterPush(facts, wording),
    reviewsElsewhere(facts, wording),
    sayLeftOut(facts.trial, wording),
    sayList(sayNeverMerged(wording), facts.outside.map(code)),
    workflows(facts, wording),
    sayList(
      say`Changes the same as an older proposal, and otherwise`,
      facts.clashes.map(({ with: id, title, what }) => `${code(what)}: ${inert(id)} ${inertShort(title)}`),
    ),
    sayList(
      say`In conflict with the rules in force; an Admin says with ${'`/merge`'} how they go together`,
      facts.conflicts.map(({ path }) => code(path)),
    ),
    sayList(
      say`Could not be read`,
      facts.problems.map((problem) => inert(recordedIn(wording.language, problem))),
    ),
    sayTrial(facts.trial, wording),
    sayParted(facts.parted, wording),
    diff(facts, wording),
    `<sub>${say`Kept current by the engine. ${'`/why`'} on this page says rule by rule what stands in the way, ${'`/help`'} what can be done.`}</sub>\n`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function headline({ matter, tags }: StandingFacts, wording: Wording): string {
  const state = inert(capitalised(sayStatus(matter.state, wording)));
  const marks = tags.length === 0 ? '' : ` ${tags.map((tag) => code(tag)).join(' ')}`;
  const { needed, queue: place, told = [] } = matter;
  const needs = sayNeeds({ needed, place, told }, wording);
  return `### ${state}: ${inert(endSentence(sayCounts(matter.counts)))}\n\n${`${needs}${marks}`.trim()}\n`;
}

function whenAndWhy(
  { matter, now, whyNotEnacted, whyNotFailed, calledSo, stuck }: StandingFacts,
  wording: Wording,
): string {
  const { say } = wording;
  if (stuck !== null)
    return `${say`**It is due, and can’t be resolved**: ${inert(recordedIn(wording.language, stuck))}`}\n`;
  const enact =
    matter.enactFrom === null
      ? say`As the votes stand it will not be enacted; more votes for it would change that.`
      : say`As the votes stand it can be enacted from **${sayTimeAndRest(matter.enactFrom, now, wording)}**; votes can still change that.`;
  const fail =
    matter.failFrom === null
      ? say`As the votes stand it will not fail.`
      : say`As the votes stand it can fail from **${sayTimeAndRest(matter.failFrom, now, wording)}**.`;
  const why = [
    ...(whyNotEnacted === null ? [] : [say`Not enacted yet: ${endSentence(inert(whyNotEnacted))}`]),
    ...(whyNotFailed === null ? [] : [say`Not failed: ${endSentence(inert(whyNotFailed))}`]),
    ...calledSo.map((line) => endSentence(inert(line))),
  ];
  return `${enact} ${fail}\n\n${why.map((line) => `- ${line}\n`).join('')}`;
}

function votes({ matter }: StandingFacts, wording: Wording): string {
  const { say } = wording;
  const rows = Object.entries(matter.votes).map(([voter, vote]) => `| ${inert(voter)} | ${inert(vote)} |\n`);
  return rows.length === 0 ? `${say`Nobody has voted yet.`}\n` : `${votesHead(wording)}${rows.join('')}`;
}

function laterPush({ head, later }: StandingFacts, { say }: Wording): string {
  if (head === null || later === null) return '';
  return `${say`**Not part of the vote**: the branch stands at ${code(later.slice(0, 7))} now. What is voted on, and would be enacted, is ${code(head.slice(0, 7))}.`}\n`;
}

function reviewsElsewhere({ head, elsewhere }: StandingFacts, { say }: Wording): string {
  if (head === null || elsewhere.length === 0) return '';
  const reviews = elsewhere.map((one) => say`${inert(one.by)} on ${code(one.head.slice(0, 7))}`).join(', ');
  return `${say`**Reviewed on another commit** than ${code(head.slice(0, 7))}, which is voted on: ${reviews}. Such a review is a vote on this matter all the same; who meant only what they saw there votes anew, by a comment.`}\n`;
}

function workflows({ outside }: StandingFacts, { say }: Wording): string {
  return outside.some((path) => path.startsWith('.github/workflows/'))
    ? `${say`Since its branch changes workflows, which GitHub lets no workflow push, it would be enacted **without its commit as a parent**: the rules’ changes come into force, and GitHub shows the pull request as closed and not as merged.`}\n`
    : '';
}

function diff({ changes, names, head }: StandingFacts, wording: Wording): string {
  if (changes.length === 0) return head === null ? '' : sayChangesNothing(wording);
  return sayDiff(changes, names);
}
