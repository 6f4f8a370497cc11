import type { AddedOptions, Answer, Asked } from '../host/command.ts';
import type { Host } from '../host/host.ts';
import type { CommandDefinition, Context, Entry } from './command.ts';
import type { Ending } from './exit-codes.ts';
import { Failure } from './failure.ts';
import { gameOptions, homeGameOf } from './local/game-options.ts';

/** What hosts add to the command line: commands of their own. */
export function commandsOf(hosts: readonly Host[]): readonly Entry[] {
  const entries = hosts.flatMap(({ commands = [] }) => commands);
  return entries.map(({ name, summary, load }) => ({
    name,
    summary,
    load: async () => {
      const { command } = await load();
      const options = { ...gameOptions, ...command.options };
      return {
        command: {
          ...command,
          options,
          run: async (context) => tell(context, await command.run(askedOf(context))),
        },
      };
    },
  }));
}

/** A command with the options that hosts add to it. */
export function withOptionsOf(hosts: readonly Host[], entry: Entry): Entry {
  const added = hosts.flatMap(({ addedOptions }) => addedOptions?.[entry.name] ?? []);
  if (added.length === 0) return entry;
  return {
    ...entry,
    load: async () => {
      const { command } = await entry.load();
      const options = Object.assign({}, command.options, ...added.map((one) => one.options)) as Options;
      return { command: { ...command, options, run: (context) => runWith(added, command, context) } };
    },
  };
}

type Options = CommandDefinition['options'];

async function runWith(
  added: readonly AddedOptions[],
  command: CommandDefinition,
  context: Context,
): Promise<Ending> {
  const taking = added.find(
    ({ options, run }) =>
      run !== undefined && Object.keys(options).some((name) => context.values[name] !== undefined),
  );
  const answer = await taking?.run?.(askedOf(context));
  return answer === undefined ? command.run(context) : tell(context, answer);
}

function askedOf(context: Context): Asked {
  const { values, operands, folder, environment, progress } = context;
  return { values, operands, folder, environment, progress, homeGame: () => homeGameOf(context) };
}

function tell({ give }: Pick<Context, 'give'>, answer: Answer): Ending {
  if ('refused' in answer) throw new Failure('refused', [...answer.refused]);
  give(answer.result, () => answer.text);
  return 'ok';
}
