import { endSentence } from '../decide/words.ts';
import { inert, inertShort } from '../decide/inert.ts';
import type { Trial } from './try-matter.ts';

/** Renders the result of a matter's trial. */
export function sayTrial(trial: Trial | null): string {
  if (trial === null) return '';
  const { warnings = [] } = trial;
  const warned =
    warnings.length === 0 ? '' : `\n${sayList('What it brings with it', warnings.map(endSentence))}`;
  const { clauses = [], scenarios = [], hindsight = [] } = trial;
  const lists = [
    sayList('The clauses in plain words', clauses),
    sayList('Scenarios', scenarios),
    sayHindsight(hindsight),
  ];
  return `${sayHowItWent(trial)}${warned}${lists.map((list) => (list === '' ? '' : `\n${list}`)).join('')}`;
}

function sayHindsight([head, ...lines]: readonly string[]): string {
  if (head === undefined) return '';
  const items = lines.map((line) => `- ${inertShort(line, 300)}\n`).join('');
  return `**The last weeks.** ${inert(head)}\n${items === '' ? '' : `\n${items}`}`;
}

function sayHowItWent(trial: Trial): string {
  const types = trial.typed ? ' Its clauses fit the types of all the rules.' : '';
  if (trial.ok)
    return `**Tried** in a copy of the game, with everybody for it: it comes into force.${types}\n`;
  const problems = trial.problems.map((problem) => `- ${inertShort(problem, 600)}\n`).join('');
  return problems === ''
    ? '**Tried** in a copy of the game, with everybody for it: nothing came of it within ten days.\n'
    : `**Tried** in a copy of the game, with everybody for it, and it would not do:\n\n${problems}`;
}

/** The changes that would be left out, an item each. */
export function describeLeftOut(trial: Trial | null): string[] {
  return (trial?.omitted ?? []).map(
    ({ change, reason }) => `${inertShort(change)}: ${endSentence(inert(reason))}`,
  );
}

export const LEFT_OUT = 'Missing, or left out if it passes';

export function sayList(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `**${title}:**\n\n${items.map((item) => `- ${item}\n`).join('')}`;
}
