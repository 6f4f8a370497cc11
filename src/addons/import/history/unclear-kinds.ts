import type { Unclear, UnclearCode } from './past.ts';

const SAYINGS: Readonly<Record<UnclearCode, string>> = {
  'no-time': 'Without a readable time: taken to be as old as the one before it',
  'no-author': 'Without an author: attributed to “Somebody”',
  'unknown-outcome': 'The outcome says neither that it passed nor that it failed: kept as a post',
  'no-dynasty': 'No dynasty has this name: placed by its time',
  'id-twice': 'Another has the same number: given the next one',
  'no-post': 'A comment on a missing post: left out',
  'not-public': 'A draft, or hidden by its author or a moderator: left out',
  'link-back': 'A link back from another site, not a comment: left out',
};
const MOST_EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

export interface UnclearPastKind {
  readonly code: UnclearCode;
  readonly message: string;
  readonly count: number;
  readonly examples: readonly Pick<Unclear, 'where' | 'text'>[];
}

/** Groups unclear places by kind, with counts and a few examples. */
export function kindsOfUnclear(all: readonly Unclear[]): readonly UnclearPastKind[] {
  return [...Map.groupBy(all, ({ code }) => code)].map(([code, own]) => ({
    code,
    message: SAYINGS[code],
    count: own.length,
    examples: own
      .slice(0, MOST_EXAMPLES)
      .map(({ where, text }) => ({ where, text: text.slice(0, LONGEST_EXAMPLE) })),
  }));
}
