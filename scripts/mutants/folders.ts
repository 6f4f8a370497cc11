/** The sources that are mutated, and the tests that should notice. */
export interface Folder {
  /** Globs. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Of a hundred mutants at least so many must die. */
  readonly die: number;
}

export const FOLDERS: Readonly<Record<string, Folder>> = {
  kernel: { sources: ['src/kernel/**/*.ts'], tests: ['src/kernel/**/*.test.ts'], die: 90 },
  merge: { sources: ['src/ruleset/merge/*.ts'], tests: ['src/ruleset/merge/*.test.ts'], die: 90 },
  decide: {
    sources: ['src/decide/**/*.ts'],
    tests: ['src/decide/**/*.test.ts', 'src/apply/{private,sealed-in-play}.test.ts'],
    die: 85,
  },
  'to-events': {
    sources: ['src/forge/github/to-events.ts'],
    tests: ['src/forge/github/to-events.test.ts'],
    die: 85,
  },
};
