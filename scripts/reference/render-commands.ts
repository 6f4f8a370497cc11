import { addons } from '../../src/addons/registry.ts';
import { registryOf } from '../../src/cli/registry.ts';
import { hosts } from '../../src/host/registry.ts';
import { renderColumns, renderCommandHelp, topics } from '../../src/cli/render-help.ts';

const plain = (_style: unknown, text: string): string => text;

/** Renders the output of each `gitnomic COMMAND --help` on one page. */
export async function renderCommands(): Promise<string> {
  const commands = registryOf(hosts, addons);
  const overview = renderColumns(commands.map(({ name, summary }) => [name, summary]));
  const parts = [
    '# Commands\n\nWritten by `scripts/write-reference.ts` from what the commands say of themselves.\n',
    `\n\`\`\`text\n${overview}\`\`\`\n`,
  ];
  for (const entry of commands) {
    const { command } = await entry.load();
    parts.push(
      `\n## ${entry.name}\n\n\`\`\`text\n${renderCommandHelp(entry, command, plain, commands).trim()}\n\`\`\`\n`,
    );
  }
  for (const { name, summary, text } of topics)
    parts.push(`\n## help ${name}\n\n${summary}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`);
  return parts.join('');
}
