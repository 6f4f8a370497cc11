import { recordedIn } from '../language/recorded.ts';
import type { Wording } from '../language/wording.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Outlook } from '../kernel/definition.ts';
import type { PostData } from '../kernel/state.ts';
import { countsOf, sayCounts, type VoteCount } from './ballot.ts';
import type { Needed } from './figures.ts';
import type { Outcome } from '../kernel/result.ts';
import { describeRefusal } from './describe-outcome.ts';
import type { Naming } from './naming.ts';
import { sayChanges, sayDraws, sayResult } from './say-changes.ts';
import { code, inert, inertClash, inertInLine, inertSentence } from './inert.ts';
import { capitalised } from '../kernel/sentence.ts';
import { sayStatus } from './say-status.ts';

export function sayOutcome(
  line: string,
  outcome: Outcome,
  naming: Naming,
  /** A sentence about the action, if one was taken. */
  sentence: string | null = null,
): string {
  const { wording } = naming;
  const { say } = wording;
  const asked = inertInLine(line);
  if (!outcome.ok)
    return `> ${asked}\n\n${say`**Refused**: ${sayRefusal(outcome, wording)}`}\n${sayRolls(outcome, naming)}`;
  const facts = [...sayDraws(outcome.draws, naming), ...sayChanges(outcome.changes, naming)];
  const result = sayResult(outcome.result, naming).map((one) => say`Result: ${one}`);
  const done = sentence === null ? say`**Done.**` : `${say`**Done.**`} ${endSentence(inertInLine(sentence))}`;
  return `> ${asked}\n\n${done}\n${[...result, ...facts].map((fact) => `- ${inert(fact)}\n`).join('')}`;
}

function sayRolls({ draws }: Outcome & { ok: false }, naming: Naming): string {
  const { say } = naming.wording;
  const rolls = sayDraws(draws, naming);
  return rolls.length === 0
    ? ''
    : `\n${say`${rolls.join(', ')}. This roll stands: another attempt gets the same one.`}\n`;
}

function sayRefusal({ refusal }: Outcome & { ok: false }, wording: Wording): string {
  return endSentence(inertSentence(describeRefusal(refusal, wording)));
}

export function sayWhy(line: string, why: string): string {
  return `> ${inertInLine(line)}\n\n${why.trimEnd()}\n`;
}

export function sayNotCounted(what: string, outcome: Outcome & { ok: false }, wording: Wording): string {
  const { say } = wording;
  return `${say`${what} does not count: ${sayRefusal(outcome, wording)}`}\n`;
}

export function sayTooMany(most: number, { say }: Wording): string {
  return `${say`Only the first ${most} commands of a comment count. Write another comment for the rest.`}\n`;
}

/** Words that counted keep counting: editing, removing or dismissing them takes no vote back. */
export function sayVoteStays(done: string, { say }: Wording): string {
  return `${done} ${say`Your vote stays as it was: only a reaction can be taken back. To change your vote, vote again.`}\n`;
}

export function sayNotRemoved(outcome: Outcome & { ok: false }, wording: Wording): string {
  const { say } = wording;
  return `${say`Closing this doesn’t withdraw it: ${sayRefusal(outcome, wording)} The vote goes on, and votes here count.`}\n`;
}

export function sayPostRefused(title: string, outcome: Outcome & { ok: false }, wording: Wording): string {
  const { say } = wording;
  const refused = say`“${inertInLine(title)}” was not accepted: ${sayRefusal(outcome, wording)}`;
  return `${refused}\n\n${say`This post is closed. You can make a new one that follows the rules.`}\n`;
}

export function sayResolved(
  { title, status, tally, omitted, resolvedBy }: PostData,
  rules: Pick<ModelDescription, 'ballot'>,
  wording: Wording,
  toKnow: readonly string[] = [],
): string {
  const { say } = wording;
  const name = inertInLine(title);
  const done =
    resolvedBy === null
      ? sayEnding(name, status, wording)
      : say`**${name}** was ${sayStatus(status ?? 'resolved', wording)} by ${inertInLine(resolvedBy)}.`;
  const left = omitted
    .map(({ change, reason }) => `- ${say`left out: ${inert(`${change}: ${reason}`)}`}\n`)
    .join('');
  const known = toKnow.map((what) => `- ${inert(what)}\n`).join('');
  const counts = sayCounts(countsOf(rules, tally ?? {})) || say`votes were not counted`;
  return `${done} ${capitalised(endSentence(counts))}\n${left + known === '' ? '' : `\n${left}${known}`}`;
}

function sayEnding(name: string, status: string | null, wording: Wording): string {
  const { say } = wording;
  if (status === 'enacted') return say`**${name}** was enacted.`;
  if (status === 'failed') return say`**${name}** failed.`;
  return say`**${name}** was ${sayStatus(status ?? 'resolved', wording)}.`;
}

export interface Summary {
  readonly counts: readonly VoteCount[];
  readonly state: string;
  readonly place: number | null;
  readonly needed: Needed | null;
  /** How the count came about. */
  readonly told?: readonly string[];
  readonly votes: Readonly<Record<string, string>>;
  readonly enactFrom: string | null;
  readonly failFrom: string | null;
  /** The outcome that the votes lead to, if the rules say so. */
  readonly outlook?: Outlook | null;
  /** Whether the engine leaves it to an Admin. */
  readonly byAdmin?: boolean;
  readonly stuck: string | null;
  readonly problems: readonly string[];
  readonly outside: readonly string[];
  readonly changesNothing: boolean;
  /** Rules of which it changes only the words or only the clause. */
  readonly parted: string;
  /** Its changes, by name and word by word; empty if it changes nothing. */
  readonly diff: string;
}

/** The one comment that the engine keeps up to date on a pending matter. */
export function saySummary(summary: Summary, wording: Wording): string {
  const { say } = wording;
  const { counts, state, votes } = summary;
  const rows = Object.entries(votes).map(([voter, vote]) => `| ${inert(voter)} | ${inert(vote)} |\n`);
  return [
    `**${endSentence(inert(sayCounts(counts)))}** ${inert(capitalised(state))}.${sayNeeds(summary, wording)}\n`,
    summary.stuck === null
      ? `\n${sayWhen({ ...summary, queue: summary.place }, wording)}\n`
      : `\n${say`**It can’t come into force yet**:`}\n\n${inertClash(recordedIn(wording.language, summary.stuck))}\n`,
    rows.length === 0 ? '' : `\n${votesHead(wording)}${rows.join('')}`,
    summary.changesNothing ? `\n${sayChangesNothing(wording)}` : '',
    summary.outside.length === 0
      ? ''
      : `\n${sayNeverMerged(wording)}:\n${summary.outside.map((path) => `- ${code(path)}\n`).join('')}`,
    summary.problems.length === 0
      ? ''
      : `\n${say`About the branch:`}\n${summary.problems.map((problem) => `- ${inert(recordedIn(wording.language, problem))}\n`).join('')}`,
    summary.parted === '' ? '' : `\n${summary.parted}`,
    summary.diff === '' ? '' : `\n${summary.diff}`,
  ].join('');
}

export function sayNeverMerged({ say }: Wording): string {
  return say`Not part of the game, so it is never merged`;
}

export function sayChangesNothing({ say }: Wording): string {
  return `${say`Its branch doesn’t change any rules or values yet.`}\n`;
}

export function votesHead({ say }: Wording): string {
  return `| ${say`Who`} | ${say`Vote`} |\n|---|---|\n`;
}

/** ` Quorum: 4. Number 2 in the queue.` */
export function sayNeeds(
  { needed, place, told: steps = [] }: Pick<Summary, 'needed' | 'place' | 'told'>,
  { say }: Wording,
): string {
  const wanted = needed === null ? '' : ` ${inertInLine(needed.title)}: ${needed.count}.`;
  const queued = place === null ? wanted : `${wanted} ${say`Number ${place} in the queue.`}`;
  return `${queued}${steps.map((step) => ` ${inertInLine(step)}`).join('')}`;
}

interface WhenKnown extends Pick<Summary, 'enactFrom' | 'failFrom' | 'outlook' | 'byAdmin'> {
  readonly queue?: number | null;
  readonly fault?: string | null;
}

export function sayWhen(
  { enactFrom, failFrom, outlook = null, queue = null, byAdmin = false, fault = null }: WhenKnown,
  { say, time, language }: Wording,
): string {
  if (fault !== null) return capitalised(endSentence(recordedIn(language, fault)));
  if (byAdmin) return say`It waits for an Admin, who enacts it or fails it.`;
  if (enactFrom === null && failFrom !== null && isLost(outlook))
    return queue !== null && queue > 1
      ? say`If the votes stay like this, it fails when its turn comes.`
      : say`If the votes stay like this, it fails on ${time(failFrom)}.`;
  if (enactFrom !== null && queue !== null && queue > 1)
    return say`It waits its turn: it is number ${queue}.`;
  const enact =
    enactFrom === null
      ? say`It needs more votes to pass.`
      : say`If the votes stay like this, it passes on ${time(enactFrom)}.`;
  if (failFrom === null) return enact;
  const fail =
    enactFrom === null
      ? say`If the votes stay like this, it fails on ${time(failFrom)}.`
      : say`It can fail from ${time(failFrom)}.`;
  return `${enact} ${fail}`;
}

/** True if more votes in favour can't help it any more: it was voted down, vetoed or withdrawn. */
export function isLost(outlook: Outlook | null): boolean {
  return outlook === 'failed' || outlook === 'taken-back';
}

/** People talk to the engine on this post. */
export const ACTIONS = {
  key: 'actions',
  kind: 'actions',
  title: 'Actions',
  text: 'To act, comment here with a line that begins with `/act`. Comment `/help` to see all actions.\n',
};

export function sayAskedToJoin({ say }: Wording): string {
  return say`Your request to join is noted, and those who may let people in can see it.`;
}

/** How to vote in a comment; empty if the rules know no icons. */
export function sayHowToVote({ ballot }: Pick<ModelDescription, 'ballot'>, { say }: Wording): string {
  const icons = ballot.votes.flatMap((one) => (one.say === null ? [] : [code(one.say)]));
  return icons.length === 0 ? '' : say`To vote, comment ${icons.join(', ')} on the matter.`;
}

export function sayHelp(
  actions: readonly {
    readonly id: string;
    readonly title: string | null;
    readonly with: readonly string[];
  }[],
  { model, wording }: { readonly model: Pick<ModelDescription, 'ballot'>; readonly wording: Wording },
  seals: boolean,
): string {
  const { say } = wording;
  const rows = actions.map(
    ({ id, title, with: words }) =>
      `- \`/act ${[id, ...words.map((word) => `${word}=…`)].join(' ')}\`${title === null ? '' : ` – ${inertInLine(title)}`}\n`,
  );
  const own = [
    `\`/enact\`, \`/fail\` – ${say`an admin carries out the result`}`,
    `\`/why\`, \`/why ACTION\` – ${say`the rule that stands in the way`}`,
    ...(seals
      ? [`\`/seal-key\` – ${say`the key for secrets that only the head of the dynasty may read`}`]
      : []),
    `\`/help\` – ${say`this list`}`,
  ];
  return `${[sayHowToVote(model, wording), say`You can do this here:`].join(' ').trim()}\n${rows.join('')}${own.map((line) => `- ${line}\n`).join('')}`;
}

export function endSentence(text: string): string {
  return /[.?!]$/u.test(text) ? text : `${text}.`;
}
