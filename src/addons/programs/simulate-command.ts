import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { playAtRandom, playGreedily, type Policy } from './policies.ts';
import { runProgram, scripted } from './read-policy.ts';
import { simulate, type Simulation } from './simulate.ts';
import { inWords, plainValue } from '../../decide/naming.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { withPosition } from '../../seat/read-table.ts';
import { meantBy } from '../../cli/meant-by.ts';
import { defineCommand, type Ending, Failure } from '../../cli/command.ts';
import { gameOptions, homeGameOf } from '../../cli/local/game-options.ts';
import { readGivenText } from '../../cli/local/read-given.ts';

const BUILT_IN: Readonly<Record<string, Policy>> = { random: playAtRandom, greedy: playGreedily };

export const command = defineCommand({
  usage: 'simulate [options]',
  details:
    'Lets machines play a copy of the game, and reports how long it took, who won, which actions nobody took and which rules refused most: a balance report for people who invent rules. The copy is in memory and never touches the game. A policy is `random`, `greedy`, a YAML file of steps, or a program: it gets a line of JSON each turn and answers with a step.',
  examples: [
    { line: 'simulate --players 6 --days 30', does: 'six machines that play at random' },
    {
      line: 'simulate --days 10 --policy greedy --aim points',
      does: 'each machine goes for the most points',
    },
    { line: 'simulate --days 10 --policy bot.mjs --json', does: 'your own program' },
  ],
  options: {
    ...gameOptions,
    players: {
      type: 'string',
      value: 'N',
      summary: 'the number of players (default: as many as the game has)',
    },
    days: { type: 'string', value: 'N', summary: 'the longest duration (default: 30)' },
    policy: { type: 'string', value: 'POLICY', summary: 'random, greedy, or a file (default: random)' },
    seed: { type: 'string', value: 'TEXT', summary: 'the same seed plays the same game (default: 1)' },
    aim: {
      type: 'string',
      value: 'VARIABLE',
      summary: 'the number that greedy players maximise (default: by the rules)',
    },
  },
  async run(context): Promise<Ending> {
    const { values, folder } = context;
    const days = numberOf('days', values.days ?? '30');
    const players = values.players === undefined ? null : numberOf('players', values.players);
    const { policy, close } = policyOf(values.policy ?? 'random', folder);
    try {
      const game = await homeGameOf(context);
      if (values.aim !== undefined)
        assertAim(values.aim, await withPosition(game, ({ open }) => open.play.model));
      const wish = { seed: values.seed ?? '1', days, players, policy, aim: values.aim ?? null };
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
  throw new Failure('usage', {
    code: 'bad-option-value',
    what: `--${option} takes a number, not “${text}”.`,
    expected: `a whole number from 1 to ${MOST}`,
  });
}

function suggestion(meant: string | undefined): string | undefined {
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Must be a number that the rules track for each player. */
function assertAim(aim: string, { fields }: ModelDescription): void {
  const numbers = Object.entries(fields['player'] ?? {}).flatMap(([id, { type }]) =>
    type.kind === 'integer' ? [id] : [],
  );
  if (numbers.includes(aim)) return;
  throw new Failure('usage', {
    code: 'no-such-number',
    what: `Players have no number called ${aim}.`,
    expected: numbers.length === 0 ? 'none: no rule gives players a number' : `one of ${numbers.join(', ')}`,
    next: suggestion(meantBy(aim, numbers)),
  });
}

function policyOf(named: string, folder: string): { policy: Policy; close: () => void } {
  const own = Object.hasOwn(BUILT_IN, named) ? BUILT_IN[named] : undefined;
  if (own !== undefined) return { policy: own, close: () => undefined };
  const path = resolve(folder, named);
  if (!existsSync(path))
    throw new Failure('usage', {
      code: 'no-such-policy',
      what: `There is no policy ${named}.`,
      expected: `${Object.keys(BUILT_IN).join(', ')}, a YAML file of steps, or a program`,
      next: suggestion(meantBy(named, Object.keys(BUILT_IN))),
    });
  if (/\.ya?ml$/u.test(path)) return { policy: scripted(readGivenText(path)), close: () => undefined };
  if (!/\.[cm]?[jt]s$/u.test(path) && !canRun(path))
    throw new Failure('usage', {
      code: 'no-such-policy',
      what: `${path} can’t be run, and is no YAML file of steps.`,
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
    `${days} days, ${ended}${winner === null ? '' : ` by ${winner}`}; ${matters.enacted} matters enacted, ${matters.failed} failed, ${matters.pending} pending\n`,
    part('Players, leaders first', names),
    part('Most taken, of how often tried', taken),
    part('Never taken', [
      ...vain.map(({ action, rule, tried }) => `${titleOf(action)} (${rule}), tried ${tried} times`),
      ...(vain.length === neverTaken.length ? [] : [`${neverTaken.length - vain.length} that nobody tried`]),
    ]),
    part('Rules that were never used', [rulesNeverUsed.join(', ')].filter(Boolean)),
    part(
      'Refused most',
      refusedBy.slice(0, SHOWN).map(({ rule, times }) => `${rule}: ${times} times`),
    ),
  ].join('');
}
