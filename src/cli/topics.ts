import { exitCodes } from './exit-codes.ts';

export type Topic = { name: string; summary: string; text: string };

const exitCodeLines = Object.values(exitCodes)
  .map(({ code, meaning }) => `  ${String(code).padStart(2)}  ${meaning}`)
  .join('\n');

/** Help that belongs to no one command. */
export const topics: readonly Topic[] = [
  {
    name: 'exit-codes',
    summary: 'what a script can tell from how a command ended',
    text: `${exitCodeLines}\n`,
  },
  {
    name: 'json',
    summary: 'what --json prints',
    text: `With --json a command prints one JSON document on stdout and nothing else; what it would
have said to people on the way is left out. A command that fails prints

  { "error": { "ending": "usage", "exitCode": 2, "problems": [{ "code", "what", "where", "expected", "next" }] } }

where \`where\`, \`expected\` and \`next\` may be absent. Codes stay the same from version to version;
the sentences may change.
`,
  },
  {
    name: 'environment',
    summary: 'the variables that commands look at',
    text: `  GITNOMIC_AS     who acts, where --as does not say
  GITNOMIC_GAME   the folder of the game, where --game does not say
  GITNOMIC_NOW    the time, instead of the machine's: for demonstrations and tests
  NO_COLOR        any value: no colours
  FORCE_COLOR     1: colours where the output is no terminal
  GITNOMIC_DEBUG  1: an error shows where in the engine it arose
`,
  },
];
