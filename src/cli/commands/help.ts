import { defineCommand, type Context, type Entry, type Ending, failure, type Failure } from '../command.ts';
import { meantBy } from '../meant-by.ts';
import { withNameOfToday } from '../renamed.ts';
import { renderCommandHelp, renderOverview, topics } from '../render-help.ts';

function unknown(name: string, commands: readonly Entry[]): Failure {
  const meant = meantBy(
    name,
    [...commands, ...topics].map((one) => one.name),
  );
  return failure('usage', 'unknown-topic', `There is no command and no topic '${name}'.`, {
    next: meant === undefined ? '`gitnomic help` lists them.' : `Did you mean \`gitnomic help ${meant}\`?`,
  });
}

async function helpOn(name: string, { terminal, commands, give }: Context): Promise<Ending> {
  const topic = topics.find((one) => one.name === name);
  if (topic) return give(topic, ({ text }) => text);
  const entry = commands.find((one) => one.name === name);
  if (!entry) throw unknown(name, commands);
  const { command } = await entry.load();
  const { usage, options, examples } = command;
  return give({ name, summary: entry.summary, usage, options, examples }, () =>
    renderCommandHelp(entry, command, terminal.paint, commands),
  );
}

function helpOnAll({ terminal, commands, give }: Context): Ending {
  const brief = (things: readonly { name: string; summary: string }[]) =>
    things.map(({ name, summary }) => ({ name, summary }));
  return give({ commands: brief(commands), topics: brief(topics) }, () =>
    renderOverview(commands, terminal.paint),
  );
}

export const command = defineCommand({
  usage: 'help [COMMAND | TOPIC]',
  examples: [
    { line: 'help', does: 'all commands and topics' },
    { line: 'help exit-codes', does: 'the meaning of exit codes' },
    { line: 'help --json', does: 'the same as the first, for a script' },
  ],
  options: {},
  operands: { name: 'COMMAND', summary: 'a command, or a topic: without one, an overview', min: 0, max: 2 },
  async run(context): Promise<Ending> {
    if (context.operands.length === 0) return helpOnAll(context);
    return helpOn(withNameOfToday(context.operands, context.commands).join(' '), context);
  },
});
