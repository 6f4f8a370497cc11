import type { Option, Options } from '../host/command.ts';
import { type CommandDefinition, type Entry, exitCodes } from './command.ts';
import { commonOptions } from './read-arguments.ts';
import type { Paint } from './terminal.ts';

export function renderColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}

function optionRow(name: string, option: Option): readonly [string, string] {
  const short = option.short === undefined ? '    ' : `-${option.short}, `;
  const value = option.type === 'string' ? ` ${option.value ?? 'VALUE'}` : '';
  return [`${short}--${name}${value}`, option.summary];
}

function section(title: string, body: string, paint: Paint): string {
  return body === '' ? '' : `\n${paint('bold', title)}\n${body}`;
}

function renderOptions(options: Options): string {
  return renderColumns(
    Object.entries({ ...options, ...commonOptions }).map(([name, option]) => optionRow(name, option)),
  );
}

export function renderOverview(entries: readonly Entry[], paint: Paint): string {
  return [
    `${paint('bold', 'gitnomic')}  plays a nomic, a game whose moves change its own rules, in a Git repository\n`,
    section('Usage', '  gitnomic COMMAND [options]\n', paint),
    section(
      'Commands',
      renderColumns(
        entries.flatMap(({ name, summary }) => (name.includes(' ') ? [] : [[name, summary] as const])),
      ),
      paint,
    ),
    section('Topics', renderColumns(topics.map(({ name, summary }) => [`help ${name}`, summary])), paint),
    section('Options', renderOptions({}), paint),
    '\n`gitnomic COMMAND --help` shows a command’s options and examples.\n',
  ].join('');
}

export function renderCommandHelp(
  entry: Entry,
  command: CommandDefinition,
  paint: Paint,
  all: readonly Entry[],
): string {
  const parts = all.filter(({ name }) => name.startsWith(`${entry.name} `));
  const { operands } = command;
  const examples = command.examples.map(
    ({ line, does }) => `  ${paint('dim', `# ${does}`)}\n  gitnomic ${line}\n`,
  );
  return [
    `${paint('bold', `gitnomic ${entry.name}`)}  ${entry.summary}\n`,
    section('Usage', `  gitnomic ${command.usage}\n`, paint),
    command.details === undefined ? '' : `\n${command.details.trim()}\n`,
    section('Operands', operands ? renderColumns([[operands.name, operands.summary]]) : '', paint),
    section('Options', renderOptions(command.options), paint),
    section('Parts', renderColumns(parts.map(({ name, summary }) => [name, summary])), paint),
    section('Examples', examples.join('\n'), paint),
  ].join('');
}

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
  GITNOMIC_MACHINE  1: a program acts, which everybody can see
  NO_COLOR        any value: no colours
  FORCE_COLOR     1: colours even if the output is not a terminal
  GITNOMIC_NOTICES  where notices go, as JSON: docs/how-to/tell-your-chat.md
  GITNOMIC_DEBUG  1: an error shows its place in the engine
`,
  },
];
