import { readEdits } from '../../host/checkout.ts';
import type { Game } from '../../host/game.ts';
import { readContent } from '../../apply/look.ts';
import { namingOf } from '../../decide/naming.ts';
import { withPosition } from '../../seat/read-table.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { postMeant } from '../local/find-post.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';
import { showFileDiff } from '../local/show-diff.ts';

interface FileDiff {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export const command = defineCommand({
  usage: 'diff [options] [MATTER]',
  details:
    'Shows word by word what a matter would change; without a matter, what your edits in content/ would.',
  examples: [
    { line: 'diff', does: 'your edits' },
    { line: 'diff 3', does: 'what matter 3 would change' },
  ],
  options: { ...gameOptions },
  operands: { name: 'MATTER', summary: 'a matter’s number, or words of its title', min: 0, max: 1 },
  async run(context): Promise<Ending> {
    const [wanted] = context.operands;
    const game = await openGameOf(context);
    const { files, values } =
      wanted === undefined ? { files: await editedFiles(game), values: [] } : await changesOf(game, wanted);
    const naming = await withPosition(game, ({ open }) => namingOf(open.play));
    context.give({ files, values }, () => {
      const shown = [
        ...files.map(({ path, before, after }) => showFileDiff(path, before, after, context.terminal.paint)),
        ...values.map(({ path, value }) => `${path}: ${naming.value(value)}\n`),
      ];
      return shown.length === 0 ? 'It changes nothing.\n' : shown.join('\n');
    });
    return 'ok';
  },
});

async function editedFiles(game: Game): Promise<readonly FileDiff[]> {
  const { base, changes } = await readEdits(game);
  const before = await readContent(game.forge, base);
  return [...changes].map(([path, after]) => ({ path, before: before.get(path) ?? null, after }));
}

async function changesOf(
  game: Game,
  wanted: string,
): Promise<{ files: readonly FileDiff[]; values: readonly { path: string; value: unknown }[] }> {
  const { changes } = await withPosition(game, (position) => postMeant(position, wanted));
  return {
    files: changes.flatMap((change) =>
      change.verb === 'file'
        ? [{ path: change.path, before: change.base ?? null, after: change.content }]
        : [],
    ),
    values: changes.flatMap((change) =>
      change.verb === 'set' ? [{ path: change.path, value: change.value }] : [],
    ),
  };
}
