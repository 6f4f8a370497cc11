import { exitCodes } from './exit-codes.ts';

export type Topic = { name: string; summary: string; text: string };

const exitCodeLines = Object.values(exitCodes)
  .map(({ code, meaning }) => `  ${String(code).padStart(2)}  ${meaning}`)
  .join('\n');

/** Help topics that belong to no single command. */
export const topics: readonly Topic[] = [
  {
    name: 'exit-codes',
    summary: 'the exit codes of commands',
    text: `${exitCodeLines}\n`,
  },
  {
    name: 'json',
    summary: 'the JSON that --json prints',
    text: `With --json a command prints one JSON document on stdout and nothing else; progress
messages for people are left out. A command that fails prints

  { "error": { "ending": "usage", "exitCode": 2, "problems": [{ "code", "what", "where", "expected", "next" }] } }

where \`where\`, \`expected\` and \`next\` may be absent. Codes stay the same from version to version;
the sentences may change.
`,
  },
  {
    name: 'environment',
    summary: 'the environment variables that commands read',
    text: `  GITNOMIC_AS     the player who acts, unless --as is given
  GITNOMIC_GAME   the folder of the game, unless --game is given
  GITNOMIC_NOW    the time, instead of the machine's: for demonstrations and tests
  GITNOMIC_MACHINE  1: it is a program that acts, and whoever looks is told so
  NO_COLOR        any value: no colours
  FORCE_COLOR     1: colours even if the output is no terminal
  GITNOMIC_NOTICES  where notices go, as JSON: docs/how-to/tell-your-chat.md
  GITNOMIC_DEBUG  1: an error shows its place in the engine
`,
  },
];
