/** What is mutated, and the tests that should notice. */
export interface Folder {
  /** Files to be mutated: a folder, or one file. */
  readonly sources: string;
  /** Files of tests, as globs. */
  readonly tests: readonly string[];
  /** Files of whole games that are played on these sources, as the ends of their paths. */
  readonly games: readonly string[];
  /** Names of tests that take minutes where each step is counted. */
  readonly without?: string;
  /** Of a hundred mutants at least so many must die. */
  readonly die: number;
}

const GAMES = ['src/scenario/on-kernel/on-kernel.test.ts'];

export const FOLDERS: Readonly<Record<string, Folder>> = {
  kernel: { sources: 'src/kernel', tests: ['src/kernel/**/*.test.ts'], games: GAMES, die: 90 },
  merge: {
    sources: 'src/ruleset/merge',
    tests: ['src/ruleset/merge/*.test.ts'],
    games: [],
    without: 'no clean merge loses|takes no more than seconds',
    die: 90,
  },
  decide: { sources: 'src/decide', tests: ['src/decide/*.test.ts'], games: GAMES, die: 85 },
  'to-events': {
    sources: 'src/forge/github/to-events.ts',
    tests: ['src/forge/github/to-events.test.ts'],
    games: [],
    die: 85,
  },
};
