import type { UnclearKind } from '../../../cli/command.ts';
import type { Unsure, UnsureCode } from './layout.ts';

const SAYINGS: Readonly<Record<UnsureCode, string>> = {
  'left-out': 'Left out: it stands before the first section, or is no text of rules',
  heading: 'Taken for the title of a rule',
  'no-heading': 'Stands alone without a full stop, and is taken for text',
  nesting: 'May be a sub-rule of the rule before it, and is taken for a rule beside it',
  section: 'No heading names a section, so all rules are taken for dynastic ones',
  list: 'Bare lines are taken for a list',
  definitions: 'Bare lines are taken for terms and what they mean',
  'no-index': 'In force, and in no category of the index',
  repealed: 'Left out, as it is repealed',
  unreadable: 'Can’t be read as YAML, and is taken for text',
  template: 'A template of the wiki is kept as it stands',
  'number-twice': 'Another rule has the same number',
  'title-cut': 'The title is too long, and stands in the text too',
  parts: 'The text is too long for one rule, and goes on in a sub-rule',
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
