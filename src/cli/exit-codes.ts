/** The exit codes by which scripts tell how a command ended. `gitnomic help exit-codes` prints them. */
export const exitCodes = {
  ok: { code: 0, meaning: 'done' },
  refused: { code: 1, meaning: 'refused by the rules, or an expectation failed (a scenario, a check)' },
  usage: { code: 2, meaning: 'the command line is wrong: an unknown option, a missing operand' },
  broken: {
    code: 3,
    meaning: 'bad input: a file that can’t be read or is not valid, or a game that is broken',
  },
  bug: { code: 70, meaning: 'a bug in the engine: nothing was decided; please report it' },
} as const satisfies Record<string, { code: number; meaning: string }>;

export type Ending = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[Ending]['code'];
