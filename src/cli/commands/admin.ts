import { shellWord } from '../../language/shell-word.ts';
import { toKebab } from '../../kernel/names.ts';
import { formFieldsOf } from '../../wording/form-field.ts';
import { inWords } from '../../wording/naming.ts';
import type { Game } from '../../host/game.ts';
import { assertWords } from '../local/check-words.ts';
import { defineCommand, type Ending, failure, type Failure } from '../command.ts';
import { callingOptions, actorOf, openGameOf } from '../local/game-options.ts';
import { actionCalled, noSuchAction, takeAndTell, wordsFrom, wordsOf } from './act.ts';
import { withPosition } from '../../seat/read-table.ts';

/** Actions of Admins on matters have a command of their own. */
const ENDS: Readonly<Record<string, string>> = { enact: 'enacted', fail: 'failed' };

export const command = defineCommand({
  usage: 'admin [options] [ACTION] [VALUE…]',
  details:
    'Takes an action that the rules reserve for Admins: let people in, make them idle, correct mistakes. `game` changes the name, the dice or the resolution in game.yml. Without an action it lists them all.',
  examples: [
    { line: 'admin', does: 'the actions for Admins' },
    { line: 'admin idle bo --as ana', does: 'make somebody idle' },
    { line: 'admin unidle player=bo --as ana', does: 'the same, with the parameter named' },
    { line: 'admin game resolution=by-admin --as ana', does: 'change game.yml, on record' },
  ],
  options: {
    ...callingOptions,
  },
  operands: { name: 'ACTION', summary: 'the action’s id, then its values', min: 0, max: 20 },
  async run(context): Promise<Ending> {
    const [action, ...rest] = context.operands;
    const game = await openGameOf(context);
    const { actions } = await withPosition(game, ({ open: { play } }) => play.sandbox.describe());
    const list = Object.entries(actions).filter(([, one]) => one.by.includes('admin'));
    if (action === undefined) {
      return context.give(
        {
          actions: list.map(([id, one]) => ({
            id,
            title: one.title,
            with: Object.keys(one.with).map(toKebab),
          })),
        },
        () =>
          list.map(
            ([id, one]) =>
              `  ${[id, ...Object.keys(one.with).map((name) => toKebab(name).toUpperCase())].join(' ')}${one.title === null ? '' : `  ${one.title}`}`,
          ),
      );
    }
    if (action === 'game' && !Object.hasOwn(actions, action)) return changeGame(context, game, rest);
    const id = actionCalled(action, actions);
    const known = Object.hasOwn(actions, id) ? actions[id] : undefined;
    if (known === undefined) {
      const parts = context.commands.flatMap(({ name }) =>
        name.startsWith('admin ') ? [name.slice(6)] : [],
      );
      const others = ['game', ...parts].map((name) => [name, { title: null }] as const);
      throw noSuchActionOfAdmins(action, rest, Object.fromEntries([...list, ...others]));
    }
    const title = known.title ?? inWords(id);
    const words = wordsOf(title, known.with, rest);
    const state = await withPosition(game, ({ open: { play } }) => play.state());
    const by = await actorOf(context, game);
    assertWords(title, formFieldsOf(known.with, state), words);
    return takeAndTell(context, game, by, id, words);
  },
});

function noSuchActionOfAdmins(
  action: string,
  rest: readonly string[],
  known: Parameters<typeof noSuchAction>[1],
): Failure {
  const end = Object.hasOwn(ENDS, action) ? ENDS[action] : undefined;
  if (end === undefined) return noSuchAction(['admin', action, ...rest], known);
  return failure('usage', 'no-such-action', `There is no action ${action}.`, {
    next: `Matters are resolved by \`gitnomic resolve ${shellWord(rest[0] ?? 'MATTER')} ${end}\`.`,
  });
}

/** Values of game.yml have names only. */
async function changeGame(
  context: Parameters<typeof takeAndTell>[0] & Parameters<typeof actorOf>[0],
  game: Game,
  rest: readonly string[],
): Promise<Ending> {
  const { operands, words } = wordsFrom(rest);
  const [extra] = operands;
  if (extra !== undefined)
    throw failure(
      'usage',
      'unexpected-operand',
      `\`gitnomic admin game\` does not know what to do with “${extra}”.`,
      { expected: 'a setting and its value, such as resolution=by-admin' },
    );
  return takeAndTell(context, game, await actorOf(context, game), 'game', words);
}
