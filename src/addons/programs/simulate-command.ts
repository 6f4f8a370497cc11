import { valued } from '../../host/command.ts';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Policy, runProgram, scripted } from './read-policy.ts';
import { simulate, type Simulation } from './simulate.ts';
import { inWords, plainValue } from '../../wording/naming.ts';
import { defineCommand, type Ending, failure } from '../../cli/command.ts';
import { gameOptions, homeGameOf } from '../../cli/local/game-options.ts';
import { readGivenText } from '../../cli/local/read-given.ts';
import { counted } from '../../cli/local/text-table.ts';

export const command = defineCommand({
  usage: 'simulate [options]',
  details:
    'Lets a program of yours play a copy of the game for all players, and reports how long it took, who won, which actions nobody took and which rules refused most. The copy is in memory and never touches the game. A policy is a YAML file of steps, or a program: it gets a line of JSON each turn and answers with a step.',
  examples: [
    { line: 'simulate --policy bot.mjs --players 6', does: 'six players, each played by your program' },
    { line: 'simulate --policy evening.yml --days 10 --json', does: 'the steps that a file lists' },
  ],
  options: {
    ...gameOptions,
    players: valued('N', 'the number of players (default: as many as the game has)'),
    days: valued('N', 'the longest duration (default: 30)'),
    policy: valued('FILE', 'a program, or a YAML file of steps'),
    seed: valued('TEXT', 'the same seed plays the same game (default: 1)'),
  },
  async run(context): Promise<Ending> {
    const { values, folder } = context;
    const days = numberOf('days', values.days ?? '30');
    const players = values.players === undefined ? null : numberOf('players', values.players);
    const { policy, close } = policyOf(values.policy, folder);
    try {
      const game = await homeGameOf(context);
      const wish = { seed: values.seed ?? '1', days, players, policy };
      const report = await simulate(game, wish, (day, enacted) =>
        context.progress(`simulating: day ${day} of ${days}, ${enacted} matters enacted`),
      );
      context.give(report, render);
    } finally {
      close();
    }
    return 'ok';
  },
});

const MOST = 1_000;

function numberOf(option: string, text: string): number {
  const value = /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
  if (Number.isInteger(value) && value >= 1 && value <= MOST) return value;
  throw failure('usage', 'bad-option-value', `--${option} takes a number, not “${text}”.`, {
    expected: `a whole number from 1 to ${MOST}`,
  });
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function policyOf(named: string | undefined, folder: string): { policy: Policy; close: () => void } {
  if (named === undefined)
    throw failure('usage', 'no-policy', 'Say how the players play.', {
      next: 'Name a program or a YAML file of steps: `gitnomic simulate --policy FILE`',
    });
  const path = resolve(folder, named);
  if (!existsSync(path))
    throw failure('usage', 'no-such-policy', `There is no policy ${named}.`, {
      expected: 'a YAML file of steps, or a program',
    });
  if (/\.ya?ml$/u.test(path)) return { policy: scripted(readGivenText(path)), close: () => undefined };
  if (!/\.[cm]?[jt]s$/u.test(path) && !canRun(path))
    throw failure('usage', 'no-such-policy', `${path} can’t be run, and is not a YAML file of steps.`, {
      expected: 'a program: a file in JavaScript or TypeScript, or one that this system may run',
    });
  return /\.[cm]?[jt]s$/u.test(path) ? runProgram(process.execPath, [path]) : runProgram(path, []);
}

const SHOWN = 8;

function render(report: Simulation): string {
  const { days, ended, winner, players, matters, neverTaken, rulesNeverUsed, refusedBy, steps, titles } =
    report;
  const titleOf = (id: string): string => titles[id] ?? inWords(id);
  const names = players.map(({ name, values }) =>
    `${name} (machine) ${Object.entries(values)
      .map(([id, value]) => `${titleOf(id)} ${plainValue(value)}`)
      .join(', ')}`.trim(),
  );
  const taken = Object.entries(steps)
    .sort(([, a], [, b]) => b.taken - a.taken)
    .slice(0, SHOWN)
    .map(([what, one]) => `${titleOf(what)}: ${one.taken} of ${one.tried}`);
  const part = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
  const vain = neverTaken.filter(({ tried }) => tried > 0);
  return [
    `${counted(days, 'day')}, ${ended}${winner === null ? '' : ` by ${winner}`}; ${counted(matters.enacted, 'matter')} enacted, ${matters.failed} failed, ${matters.pending} pending\n`,
    part('Players', names),
    part('Most taken, of how often tried', taken),
    part('Never taken', [
      ...vain.map(
        ({ action, rule, tried }) => `${titleOf(action)} (${rule}), tried ${counted(tried, 'time')}`,
      ),
      ...(vain.length === neverTaken.length ? [] : [`${neverTaken.length - vain.length} that nobody tried`]),
    ]),
    part('Rules that were never used', [rulesNeverUsed.join(', ')].filter(Boolean)),
    part(
      'Refused most',
      refusedBy.slice(0, SHOWN).map(({ rule, times }) => `${rule}: ${times} times`),
    ),
  ].join('');
}
