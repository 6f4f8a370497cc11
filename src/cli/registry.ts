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
  {
    name: 'start',
    summary: 'start the local game',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'init',
    summary: 'begin a game',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'status',
    summary: 'show the queue, the tallies and the roster',
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'show',
    summary: 'show a post, a rule, or a value of the gamestate',
    load: () => import('./commands/show.ts'),
  },
  {
    name: 'propose',
    summary: 'propose a change of the rules or the gamestate',
    load: () => import('./commands/propose.ts'),
  },
  {
    name: 'diff',
    summary: 'show what a matter, or your edits, would change',
    load: () => import('./commands/diff.ts'),
  },
  {
    name: 'vote',
    summary: 'vote on matters',
    load: () => import('./commands/vote.ts'),
  },
  {
    name: 'comment',
    summary: 'comment on a post',
    load: () => import('./commands/comment.ts'),
  },
  {
    name: 'post',
    summary: 'post anything but a proposal',
    load: () => import('./commands/post.ts'),
  },
  {
    name: 'act',
    summary: 'take an action of the rules',
    load: () => import('./commands/act.ts'),
  },
  {
    name: 'can',
    summary: 'show what a player can do now',
    load: () => import('./commands/can.ts'),
  },
  {
    name: 'rehearse',
    summary: 'show what a step would lead to',
    load: () => import('./commands/rehearse.ts'),
  },
  {
    name: 'roll',
    summary: 'roll dice, on record',
    load: () => import('./commands/roll.ts'),
  },
  {
    name: 'admin',
    summary: 'take an action reserved for Admins',
    load: () => import('./commands/admin.ts'),
  },
  {
    name: 'admin moderation',
    summary: 'mute somebody, close joining, slow things down, ban an address',
    formerly: { peace: 'admin moderation', 'admin peace': 'admin moderation' },
    load: () => import('./commands/moderation.ts'),
  },
  {
    name: 'admin overview',
    summary: 'show what is waiting for the Admins',
    formerly: { overview: 'admin overview' },
    load: () => import('./commands/overview.ts'),
  },
  {
    name: 'resolve',
    summary: 'enact or fail a matter by hand',
    load: () => import('./commands/resolve.ts'),
  },
  {
    name: 'why',
    summary: 'show which rule is in the way',
    load: () => import('./commands/why.ts'),
  },
  {
    name: 'seal',
    summary: 'send something that only its receiver can read, open it, and publish keys',
    formerly: { open: 'seal open', sealed: 'seal', keys: 'seal keys' },
    load: () => import('./commands/seal.ts'),
  },
  {
    name: 'tick',
    summary: 'run the engine',
    load: () => import('./commands/tick.ts'),
  },
  {
    name: 'log',
    summary: 'show the ledger of what was done',
    load: () => import('./commands/log.ts'),
  },
  {
    name: 'log journal',
    summary: 'show or verify the journal of what people did',
    formerly: { journal: 'log journal' },
    load: () => import('./commands/journal.ts'),
  },
  {
    name: 'replay',
    summary: 'play the whole game again and compare',
    formerly: { 'what-if': 'replay' },
    load: () => import('./commands/replay.ts'),
  },
  {
    name: 'links',
    summary: 'show, give and withdraw seat links at home',
    load: () => import('./commands/links.ts'),
  },
  {
    name: 'doctor recover',
    summary: 'go back to rules that worked when those in force don’t',
    formerly: { recover: 'doctor recover' },
    load: () => import('./commands/recover.ts'),
  },
  {
    name: 'doctor',
    summary: 'find what is wrong with a game or its set-up, and fix it',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'upgrade',
    summary: 'upgrade a running game to a newer engine',
    load: () => import('./commands/upgrade.ts'),
  },
  {
    name: 'lint',
    summary: 'find what is wrong with a game’s content',
    load: () => import('./commands/lint.ts'),
  },
  {
    name: 'site',
    summary: 'build the pages of a game',
    load: () => import('./commands/site.ts'),
  },
  {
    name: 'lint types',
    summary: "check the types of a ruleset's clauses",
    formerly: { types: 'lint types' },
    load: () => import('./commands/types.ts'),
  },
  {
    name: 'help',
    summary: 'show help on a command or a topic',
    needsNoGame: true,
    load: () => import('./commands/help.ts'),
  },
  {
    name: 'version',
    summary: 'show the version',
    needsNoGame: true,
    load: () => import('./commands/version.ts'),
  },
];

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
