import type { ModelDescription } from '../kernel/describe-model.ts';
import type { PostData } from '../kernel/state.ts';
import { countsOf, sayCounts, type VoteCount } from '../play/ballot.ts';
import type { Needed } from '../play/figures.ts';
import { fewOf } from '../kernel/bounds.ts';
import type { Outcome } from '../play/outcome.ts';
import { describeRefusal } from './describe-outcome.ts';
import type { Naming } from './naming.ts';
import { sayChanges, sayDraws, sayResult } from './say-changes.ts';
import { code, inert, inertInLine, inertWords } from './inert.ts';
import { timeInWords } from '../kernel/time.ts';
import { capitalised } from '../kernel/sentence.ts';

/** The engine's words on the forge. Every text that people read there is made here. */
export function sayOutcome(line: string, outcome: Outcome, naming: Naming): string {
  const asked = inertInLine(line);
  if (!outcome.ok) return `> ${asked}\n\n**Refused**: ${sayRefusal(outcome)}\n${sayRolls(outcome, naming)}`;
  const facts = [...sayDraws(outcome.draws, naming), ...sayChanges(outcome.changes, naming)];
  const result = sayResult(outcome.result, naming).map((told) => `Result: ${told}`);
  return `> ${asked}\n\n**Done.**\n${[...result, ...facts].map((fact) => `- ${inert(fact)}\n`).join('')}`;
}

/** The rolls before it was refused. */
function sayRolls({ draws }: Outcome & { ok: false }, naming: Naming): string {
  const rolls = sayDraws(draws, naming);
  return rolls.length === 0
    ? ''
    : `\n${rolls.join(', ')}. That stays on record: another attempt gets the same roll.\n`;
}

function sayRefusal({ refusal }: Outcome & { ok: false }): string {
  return endSentence(inertInLine(describeRefusal(refusal)));
}

export function sayWhy(line: string, why: string): string {
  return `> ${inertInLine(line)}\n\n${why.trimEnd()}\n`;
}

export function sayNotCounted(what: string, outcome: Outcome & { ok: false }): string {
  return `${what} does not count: ${sayRefusal(outcome)}\n`;
}

export function sayTooMany(most: number): string {
  return `Only the first ${most} commands of a comment are taken. Write another comment for the rest.\n`;
}

/** Used words stay used: to edit, remove or dismiss them takes back no vote that was in them. */
export function sayKept(by: string, what: string, votes: readonly string[] = []): string {
  const held = votes.length === 0 ? '' : ` that held ${inertInLine(votes.join(', '))}`;
  return `${inert(by)} ${what}${held}. That changes no vote: only a reaction can be taken back. Who wants to vote otherwise votes again.\n`;
}

export function sayNotRemoved(outcome: Outcome & { ok: false }): string {
  return `To close this does not remove it: ${sayRefusal(outcome)} It is open again.\n`;
}

export function sayPostRefused(title: string, outcome: Outcome & { ok: false }): string {
  return `“${inertInLine(title)}” was not accepted: ${sayRefusal(outcome)}\n\nWhat it needs can be put right in a new post; this one is closed.\n`;
}

export function sayResolved(
  { title, status, tally, omitted, resolvedBy }: PostData,
  rules: Pick<ModelDescription, 'ballot'>,
  toKnow: readonly string[] = [],
): string {
  const by = resolvedBy === null ? '' : ` by ${inertInLine(resolvedBy)}`;
  const left = omitted.map(({ change, reason }) => `- left out: ${inert(`${change}: ${reason}`)}\n`).join('');
  const known = toKnow.map((what) => `- ${inert(what)}\n`).join('');
  return `**${inertInLine(title)}** was ${status ?? 'resolved'}${by}. ${capitalised(endSentence(sayCounts(countsOf(rules, tally ?? {})) || 'nobody counted votes'))}\n${left + known === '' ? '' : `\n${left}${known}`}`;
}

export interface Standing {
  readonly counts: readonly VoteCount[];
  readonly state: string;
  readonly place: number | null;
  readonly needed: Needed | null;
  readonly votes: Readonly<Record<string, string>>;
  readonly enactFrom: string | null;
  readonly failFrom: string | null;
  readonly stuck: string | null;
  readonly problems: readonly string[];
  /** Paths of the group's own pages that come with it. */
  readonly look: readonly string[];
  readonly outside: readonly string[];
  readonly changesNothing: boolean;
  /** Of which rules it changes words or clause alone. */
  readonly parted: string;
  /** Its changes, word by word; empty where it changes nothing. */
  readonly diff: string;
}

/** The one comment that is kept current on a pending matter. */
export function sayStanding(standing: Standing): string {
  const { counts, state, votes } = standing;
  const rows = Object.entries(votes).map(([voter, vote]) => `| ${inert(voter)} | ${inert(vote)} |\n`);
  return [
    `**${endSentence(inert(sayCounts(counts)))}** ${inert(capitalised(state))}.${sayNeeds(standing)}\n`,
    standing.stuck === null
      ? `\n${sayWhen(standing)}\n`
      : `\n**It can’t be enacted yet**:\n\n${inertWords(standing.stuck)}\n`,
    rows.length === 0 ? '' : `\n| Who | Vote |\n|---|---|\n${rows.join('')}`,
    standing.changesNothing ? '\nAs it is, its branch changes nothing of ruleset or gamestate.\n' : '',
    standing.look.length === 0
      ? ''
      : `\nOf how the pages look it changes:\n${fewOf(standing.look)
          .map((path) => `- ${code(path)}\n`)
          .join('')}`,
    standing.outside.length === 0
      ? ''
      : `\nNever merged by the engine, since it is no part of ruleset or gamestate:\n${standing.outside.map((path) => `- ${code(path)}\n`).join('')}`,
    standing.problems.length === 0
      ? ''
      : `\nOf its branch:\n${standing.problems.map((problem) => `- ${inert(problem)}\n`).join('')}`,
    standing.parted === '' ? '' : `\n${standing.parted}`,
    standing.diff === ''
      ? ''
      : `\n<details><summary>What it changes, word by word</summary>\n\n${standing.diff}\n</details>\n`,
  ].join('');
}

/** ` Quorum: 4. Number 2 in the queue.` */
export function sayNeeds({ needed, place }: Pick<Standing, 'needed' | 'place'>): string {
  const wanted = needed === null ? '' : ` ${inertInLine(needed.title)}: ${needed.count}.`;
  return place === null ? wanted : `${wanted} Number ${place} in the queue.`;
}

export function sayWhen({ enactFrom, failFrom }: Pick<Standing, 'enactFrom' | 'failFrom'>): string {
  const enact =
    enactFrom === null
      ? 'As the votes stand it will not be enacted.'
      : `As the votes stand it can be enacted from ${timeInWords(enactFrom)}.`;
  return failFrom === null ? enact : `${enact} It can fail from ${timeInWords(failFrom)}.`;
}

/** The post on which people talk to the engine. */
export const ACTIONS = {
  key: 'actions',
  kind: 'actions',
  title: 'Actions',
  text: 'Actions are taken here, a comment each: `/act light-room room=D4`. `/help` lists what there is.\n',
};

export function sayHelp(
  actions: readonly {
    readonly id: string;
    readonly title: string | null;
    readonly with: readonly string[];
  }[],
): string {
  const rows = actions.map(
    ({ id, title, with: words }) =>
      `- \`/act ${[id, ...words.map((word) => `${word}=…`)].join(' ')}\`${title === null ? '' : ` – ${inertInLine(title)}`}\n`,
  );
  return `What can be done here:\n${rows.join('')}- \`/enact\`, \`/fail\` – an Admin resolves the matter\n- \`/why\`, \`/why ACTION\` – which rule stands in the way\n- \`/seal-key\` – to which key to seal what only the emperor’s side may read\n- \`/help\` – this list\n`;
}

export function endSentence(text: string): string {
  return /[.?!]$/u.test(text) ? text : `${text}.`;
}
