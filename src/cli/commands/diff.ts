import { relative, resolve } from 'node:path';
import { putBack, readEdits, SET_ASIDE } from '../../host/checkout.ts';
import { ENGINE_FOLDER, type Game } from '../../host/game.ts';
import { fewOf } from '../../kernel/bounds.ts';
import { readContent } from '../../tick/observe.ts';
import { changesOfFiles } from '../../wording/changes-of-file.ts';
import { programChanges } from '../../wording/program-changes.ts';
import { namesInDiff } from '../../session/summaries.ts';
import type { MatterChange } from '../../kernel/state.ts';
import { withPosition } from '../../seat/read-table.ts';
import { defineCommand, type Context, type Ending, Failure } from '../command.ts';
import { postMeant } from '../local/find-post.ts';
import { gameOptions, homeGameOf, openGameOf } from '../local/game-options.ts';
import { showChanges } from '../local/show-diff.ts';

export const command = defineCommand({
  usage: 'diff [options] [MATTER]',
  details:
    'Shows word by word what a matter would change; without a matter, what your edits in content/ would.',
  examples: [
    { line: 'diff', does: 'your edits' },
    { line: 'diff 3', does: 'what matter 3 would change' },
    { line: 'diff --undo content/ruleset', does: 'put the rules in the folder back as the game has them' },
  ],
  options: {
    ...gameOptions,
    undo: {
      type: 'string',
      value: 'FILE',
      summary: 'put an edited file, or all in a folder, back as the game has it',
    },
  },
  operands: { name: 'MATTER', summary: 'a matter’s number, or words of its title', min: 0, max: 1 },
  async run(context): Promise<Ending> {
    const [wanted] = context.operands;
    if (context.values.undo !== undefined) return undoEdits(context, context.values.undo);
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
    context.give({ files, values, program }, () =>
      program.length === 0 ? 'It changes nothing.\n' : showChanges(program, context.terminal.paint),
    );
    return 'ok';
  },
});

async function undoEdits(
  context: Parameters<typeof homeGameOf>[0] & Pick<Context, 'give' | 'folder'>,
  given: string,
): Promise<Ending> {
  const game = await homeGameOf(context);
  const { changes } = await readEdits(game);
  const edited = [...changes.keys()];
  const wanted = [given, relative(game.folder, resolve(context.folder, given)).replaceAll('\\', '/')];
  const undone = edited.filter((path) =>
    wanted.some((one) => `${path}/`.startsWith(one.replace(/\/*$/u, '/'))),
  );
  if (undone.length === 0)
    throw new Failure('usage', {
      code: 'not-edited',
      what: `${given} is as the game has it.`,
      expected: edited.length === 0 ? undefined : `one of ${fewOf(edited).join(', ')}`,
    });
  await putBack(game, undone);
  const isKept = undone.some((path) => typeof changes.get(path) === 'string');
  const kept = isKept ? `What you wrote is in ${ENGINE_FOLDER}/${SET_ASIDE}.\n` : '';
  context.give({ undone }, () => `Put back: ${fewOf(undone).join(', ')}\n${kept}`);
  return 'ok';
}

async function editedFiles(game: Game): Promise<readonly MatterChange[]> {
  const { base, changes } = await readEdits(game);
  return changesOfFiles(changes, await readContent(game.forge, base));
}
