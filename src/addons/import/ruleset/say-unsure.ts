import type { UnclearKind } from '../../../cli/command.ts';
import type { Unsure, UnsureCode } from './layout.ts';

const SAYINGS: Readonly<Record<UnsureCode, string>> = {
  'left-out': 'Left out: it comes before the first section, or isn’t part of the rules',
  heading: 'Taken for the title of a rule',
  'no-heading': 'A line by itself without a full stop, taken for text',
  nesting: 'May be a sub-rule of the rule before it, but is taken for a separate rule',
  section: 'No heading names a section, so all rules are taken for dynastic ones',
  list: 'Bare lines are taken for a list',
  definitions: 'Bare lines are taken for terms and their meanings',
  'no-index': 'In force, but in no category of the index',
  repealed: 'Left out, because it is repealed',
  unreadable: 'Can’t be read as YAML, and is taken for text',
  template: 'A template of the wiki is kept as it is',
  'number-twice': 'Another rule has the same number',
  'title-cut': 'The title is too long, so it is in the text too',
  parts: 'The text is too long for one rule, and continues in a sub-rule',
};
const MOST_EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

/** Says what is unclear, once for each kind, with the count and a few examples. */
export function groupUnsure(unsure: readonly Unsure[]): readonly UnclearKind[] {
  const kinds = new Map<UnsureCode, Unsure[]>();
  for (const one of unsure) {
    const all = kinds.get(one.code) ?? [];
    all.push(one);
    kinds.set(one.code, all);
  }
  return [...kinds].map(([code, all]) => ({
    code,
    message: SAYINGS[code],
    count: all.length,
    examples: all
      .slice(0, MOST_EXAMPLES)
      .map(({ line, text }) => ({ line, text: text.slice(0, LONGEST_EXAMPLE) })),
  }));
}
