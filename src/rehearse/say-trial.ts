import { recordedIn } from '../language/recorded.ts';
import { type Wording } from '../language/wording.ts';
import { endSentence } from '../decide/words.ts';
import { inert, inertShort } from '../decide/inert.ts';
import { sayPromises } from './say-promises.ts';
import type { Trial } from './try-matter.ts';

/** Renders the result of a matter's trial. */
export function sayTrial(trial: Trial | null, wording: Wording): string {
  if (trial === null) return '';
  const { say } = wording;
  const { warnings = [] } = trial;
  const warned =
    warnings.length === 0
      ? ''
      : `\n${sayList(
          say`Side effects`,
          warnings.map((warning) => endSentence(recordedIn(wording.language, warning))),
        )}`;
  const { clauses = [], scenarios = [], hindsight = [] } = trial;
  const lists = [
    sayPromises(trial.promises, wording),
    sayList(say`The code in plain words`, clauses),
    sayList(say`Tests`, scenarios),
    sayHindsight(hindsight, wording),
  ];
  return `${sayHowItWent(trial, wording)}${warned}${lists.map((list) => (list === '' ? '' : `\n${list}`)).join('')}`;
}

function sayHindsight([head, ...lines]: readonly string[], { say, language }: Wording): string {
  if (head === undefined) return '';
  const items = lines.map((line) => `- ${inertShort(recordedIn(language, line), 300)}\n`).join('');
  return `${say`**The past weeks.** ${inert(recordedIn(language, head))}`}\n${items === '' ? '' : `\n${items}`}`;
}

function sayHowItWent(trial: Trial, { say, language }: Wording): string {
  const types = trial.typed ? ` ${say`The code passes the type check.`}` : '';
  if (trial.ok)
    return `${say`**Test run** in a copy of the game, with everybody in favour: it works.`}${types}\n`;
  const problems = trial.problems
    .map((problem) => `- ${inertShort(recordedIn(language, problem), 600)}\n`)
    .join('');
  return problems === ''
    ? `${say`**Test run** in a copy of the game, with everybody in favour: still undecided after ten days.`}\n`
    : `${say`**Test run** in a copy of the game, with everybody in favour: it would fail.`}\n\n${problems}`;
}

/** The changes that would be omitted, one item each. */
function describeLeftOut(trial: Trial | null, { language }: Wording): string[] {
  return (trial?.omitted ?? []).map(
    ({ change, reason }) => `${inertShort(change)}: ${endSentence(inert(recordedIn(language, reason)))}`,
  );
}

export function sayLeftOut(trial: Trial | null, wording: Wording): string {
  return sayList(wording.say`Missing, or left out if it passes`, describeLeftOut(trial, wording));
}

export function sayList(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `**${title}:**\n\n${items.map((item) => `- ${item}\n`).join('')}`;
}
