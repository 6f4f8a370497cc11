import { readEdits } from '../../host/checkout.ts';
import type { Game } from '../../host/game.ts';
import { readContent } from '../../tick/observe.ts';
import { changesOfFiles } from '../../wording/changes-of-file.ts';
import { programChanges } from '../../wording/program-changes.ts';
import { namesInDiff } from '../../session/summaries.ts';
import type { MatterChange } from '../../kernel/state.ts';
import { withPosition } from '../../seat/read-table.ts';
import { defineCommand, type Ending } from '../command.ts';
import { postMeant } from '../local/find-post.ts';
import { gameOptions, openGameOf } from '../local/game-options.ts';
import { showChanges } from '../local/show-diff.ts';

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
    const edits = wanted === undefined ? await editedFiles(game) : null;
    const found = await withPosition(game, (position) => {
      const post = edits === null ? postMeant(position, wanted ?? '') : null;
      const changes = edits ?? (post === null ? [] : position.branches.shownChanges(post));
      const isOver = post !== null && post.status !== 'pending';
      return { changes, program: programChanges(changes, namesInDiff(position.open.play, isOver)) };
    });
    const { changes, program } = found;
    const files = changes.flatMap((change) =>
      change.verb === 'file'
        ? [{ path: change.path, before: change.base ?? null, after: change.content }]
        : [],
    );
    const values = changes.flatMap((change) =>
      change.verb === 'set' ? [{ path: change.path, value: change.value }] : [],
    );
    return context.give({ files, values, program }, () =>
      program.length === 0 ? 'It changes nothing.\n' : showChanges(program, context.terminal.paint),
    );
  },
});

async function editedFiles(game: Game): Promise<readonly MatterChange[]> {
  const { base, changes } = await readEdits(game);
  return changesOfFiles(changes, await readContent(game.forge, base));
}
