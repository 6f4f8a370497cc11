import type { AddedOptions, CommandResult, Asked } from '../host/command.ts';
import type { Host } from '../host/host.ts';
import type { CommandDefinition, Context, Entry, Options } from './command.ts';
import type { Ending } from './exit-codes.ts';
import { Failure } from './failure.ts';
import { commonOptions } from './read-arguments.ts';

// Loaded together with a command, so that the overview stays quick.
const finding = () => import('./local/game-options.ts');

/** Commands that know nothing of the command line, as it has them. */
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
  throw new Failure('usage', {
    code: 'option-not-taken',
    what: `--${unknown} has no effect together with --${by}.`,
    next,
  });
}

function askedOf(context: Context): Asked {
  const { values, operands, folder, environment, progress, say } = context;
  const serves = (line: string): void => {
    say(line);
    context.serves();
  };
  const homeGame = async () => (await finding()).homeGameOf(context);
  const game = async () => (await finding()).openGameOf(context);
  return { values, operands, folder, environment, progress, serves, homeGame, game };
}

function tell({ give }: Pick<Context, 'give'>, answer: CommandResult): Ending {
  if ('refused' in answer) throw new Failure('refused', [...answer.refused]);
  give(answer.result, () => answer.text);
  return 'ok';
}
