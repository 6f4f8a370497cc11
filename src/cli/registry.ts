import { renamedIn } from './renamed.ts';
import type { Host } from '../host/host.ts';
import {
  type Addon,
  type Entry,
  failure,
  Failure,
  type CommandDefinition,
  type Context,
  type Options,
  type Ending,
} from './command.ts';
import { meantBy } from './meant-by.ts';
import type { AddedOptions, CommandResult, Asked } from '../host/command.ts';
import { commonOptions } from './read-arguments.ts';

/** In the order of the overview. To add one: commands/<name>.ts exports `command`, and an entry here. */
export const ownCommands: readonly Entry[] = [
  entry('start', 'start the local game', () => import('./commands/start.ts')),
  entry('init', 'begin a game', () => import('./commands/init.ts')),
  entry('status', 'show the queue, the tallies and the roster', () => import('./commands/status.ts')),
  entry('show', 'show a post, a rule, or a value of the gamestate', () => import('./commands/show.ts')),
  entry('propose', 'propose a change of the rules or the gamestate', () => import('./commands/propose.ts')),
  entry('diff', 'show what a matter, or your edits, would change', () => import('./commands/diff.ts')),
  entry('vote', 'vote on matters', () => import('./commands/vote.ts')),
  entry('comment', 'comment on a post', () => import('./commands/comment.ts')),
  entry('post', 'post anything but a proposal', () => import('./commands/post.ts')),
  entry('act', 'take an action of the rules', () => import('./commands/act.ts')),
  entry('can', 'show what a player can do now', () => import('./commands/can.ts')),
  entry('rehearse', 'show what a step would lead to', () => import('./commands/rehearse.ts')),
  entry('roll', 'roll dice, on record', () => import('./commands/roll.ts')),
  entry('admin', 'take an action reserved for Admins', () => import('./commands/admin.ts')),
  entry(
    'admin moderation',
    'mute somebody, close joining, slow things down, ban an address',
    () => import('./commands/moderation.ts'),
    { formerly: { peace: 'admin moderation', 'admin peace': 'admin moderation' } },
  ),
  entry('admin overview', 'show what is waiting for the Admins', () => import('./commands/overview.ts'), {
    formerly: { overview: 'admin overview' },
  }),
  entry('resolve', 'enact or fail a matter by hand', () => import('./commands/resolve.ts')),
  entry('why', 'show which rule is in the way', () => import('./commands/why.ts')),
  entry(
    'seal',
    'send something that only its receiver can read, open it, and publish keys',
    () => import('./commands/seal.ts'),
    { formerly: { open: 'seal open', sealed: 'seal', keys: 'seal keys' } },
  ),
  entry('tick', 'run the engine', () => import('./commands/tick.ts')),
  entry('log', 'show the ledger of what was done', () => import('./commands/log.ts')),
  entry(
    'log journal',
    'show or verify the journal of what people did',
    () => import('./commands/journal.ts'),
    { formerly: { journal: 'log journal' } },
  ),
  entry('replay', 'play the whole game again and compare', () => import('./commands/replay.ts'), {
    formerly: { 'what-if': 'replay' },
  }),
  entry('links', 'show, give and withdraw seat links at home', () => import('./commands/links.ts')),
  entry(
    'doctor recover',
    'go back to rules that worked when those in force don’t',
    () => import('./commands/recover.ts'),
    { formerly: { recover: 'doctor recover' } },
  ),
  entry(
    'doctor',
    'find what is wrong with a game or its set-up, and fix it',
    () => import('./commands/doctor.ts'),
  ),
  entry('upgrade', 'upgrade a running game to a newer engine', () => import('./commands/upgrade.ts')),
  entry('lint', 'find what is wrong with a game’s content', () => import('./commands/lint.ts')),
  entry('site', 'build the pages of a game', () => import('./commands/site.ts')),
  entry('lint types', "check the types of a ruleset's clauses", () => import('./commands/types.ts'), {
    formerly: { types: 'lint types' },
  }),
  entry('help', 'show help on a command or a topic', () => import('./commands/help.ts'), {
    needsNoGame: true,
  }),
  entry('version', 'show the version', () => import('./commands/version.ts'), { needsNoGame: true }),
];

function entry(name: string, summary: string, load: Entry['load'], more: Partial<Entry> = {}): Entry {
  return { name, summary, load, ...more };
}

/** The command line's own commands, with the options that hosts and add-ons add to them, and theirs before `lint`. */
export function registryOf(hosts: readonly Host[], addons: readonly Addon[]): readonly Entry[] {
  const place = ownCommands.findIndex(({ name }) => name === 'lint');
  const own = ownCommands.map((entry) => withOptionsOf([...hosts, ...addons], entry));
  const added = addons.flatMap(({ commands = [], hostCommands = [] }) => [
    ...commands,
    ...entriesOf(hostCommands),
  ]);
  return [
    ...own.slice(0, place),
    ...entriesOf(hosts.flatMap(({ commands = [] }) => commands)),
    ...added,
    ...own.slice(place),
  ];
}

/** Finds the command that a command line begins with, and the words after its name. A part of a command has two words: `doctor recover`. */
export function findEntry(
  [first = '', second = '', ...rest]: readonly string[],
  registry: readonly Entry[],
): { readonly entry: Entry; readonly words: readonly string[] } {
  const part = registry.find(({ name }) => name === `${first} ${second}`);
  if (part !== undefined) return { entry: part, words: rest };
  const entry = registry.find(({ name }) => name === first);
  if (entry !== undefined) return { entry, words: second === '' ? rest : [second, ...rest] };
  const renamed = renamedIn(registry);
  const meant = meantBy(first, [...commandNames(registry), ...renamed.keys()]);
  throw failure('usage', 'unknown-command', `There is no command '${first}'.`, {
    next:
      meant === undefined
        ? '`gitnomic help` lists the commands. An action of the rules is taken with `gitnomic act ACTION`; `gitnomic act` lists them.'
        : `Did you mean \`gitnomic ${renamed.get(meant) ?? meant}\`?`,
  });
}

/** The names of commands, without those of their parts. */
export function commandNames(registry: readonly Entry[]): readonly string[] {
  return registry.map(({ name }) => name).filter((name) => !name.includes(' '));
}

// Loaded together with a command, so that the overview stays quick.
const finding = () => import('./local/game-options.ts');

/** Turns commands of hosts and add-ons into commands of the command line. */
export function entriesOf(commands: NonNullable<Host['commands']>): readonly Entry[] {
  return commands.map(({ name, summary, load }) => ({
    name,
    summary,
    load: async () => {
      const { command } = await load();
      const options: Options = { ...(await finding()).gameOptions, ...command.options };
      const run = async (context: Context) => tell(context, await command.run(askedOf(context)));
      return { command: { ...command, options, run } };
    },
  }));
}

/** A command with the options that hosts and add-ons add to it. */
export function withOptionsOf(
  adding: readonly { readonly addedOptions?: Host['addedOptions'] }[],
  entry: Entry,
): Entry {
  const added = adding.flatMap(({ addedOptions }) => addedOptions?.[entry.name] ?? []);
  if (added.length === 0) return entry;
  const load: Entry['load'] = async () => {
    const { command } = await entry.load();
    const options = Object.assign({}, command.options, ...added.map((one) => one.options)) as Options;
    return { command: { ...command, options, run: (context) => runWith(added, command, context) } };
  };
  return { ...entry, load };
}

async function runWith(
  added: readonly AddedOptions[],
  command: CommandDefinition,
  context: Context,
): Promise<Ending> {
  const given = Object.keys(context.values).filter((name) => context.values[name] !== undefined);
  const taking = added.find((one) => one.instead !== undefined && given.some((name) => name in one.options));
  if (taking?.instead === undefined) return command.run(context);
  const { takes, next, run } = taking.instead;
  const known = new Set([...Object.keys(taking.options), ...takes, ...Object.keys(commonOptions)]);
  const [unknown] = given.filter((name) => !known.has(name));
  if (unknown === undefined) return tell(context, await run(askedOf(context)));
  const by = given.find((name) => name in taking.options) ?? '';
  throw failure('usage', 'option-not-taken', `--${unknown} has no effect together with --${by}.`, { next });
}

function askedOf(context: Context): Asked {
  const { values, operands, folder, environment, progress, say } = context;
  const serves = (line: string): void => {
    say(line);
    context.serves();
  };
  const homeGame = async (at?: string) =>
    (await finding()).homeGameOf(
      at === undefined ? context : { ...context, values: { ...context.values, game: at } },
    );
  const game = async () => (await finding()).openGameOf(context);
  return { values, operands, folder, environment, progress, serves, homeGame, game };
}

function tell({ give }: Pick<Context, 'give'>, answer: CommandResult): Ending {
  if ('refused' in answer) throw new Failure('refused', [...answer.refused]);
  return give(answer.result, () => answer.text);
}
