import { toKebab } from '../../kernel/names.ts';
import { meantBy } from '../meant-by.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { callingOptions, actorOf, openGameOf } from '../local/game-options.ts';
import { takeAndTell, wordsFrom } from './act.ts';
import { withPosition } from '../../seat/read-table.ts';

/** Actions of Admins on matters have a command of their own. */
const ENDS: Readonly<Record<string, string | undefined>> = { enact: 'enacted', fail: 'failed' };

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
      context.give(
        {
          actions: list.map(([id, one]) => ({
            id,
            title: one.title,
            with: Object.keys(one.with).map(toKebab),
          })),
        },
        () =>
          list
            .map(
              ([id, one]) =>
                `  ${[id, ...Object.keys(one.with).map((name) => toKebab(name).toUpperCase())].join(' ')}${one.title === null ? '' : `  ${one.title}`}\n`,
            )
            .join(''),
      );
      return 'ok';
    }
    const known = actions[action];
    if (known === undefined && action === 'game')
      return takeAndTell(context, game, await actorOf(context, game), action, wordsFrom(rest).words);
    if (known === undefined) {
      const meant = meantBy(
        action,
        list.map(([id]) => id),
      );
      throw new Failure('usage', {
        code: 'no-such-action',
        what: `There is no action ${action}.`,
        next:
          ENDS[action] !== undefined
            ? `Matters are resolved by \`gitnomic resolve ${rest[0] ?? 'MATTER'} ${ENDS[action]}\`.`
            : meant === undefined
              ? '`gitnomic admin` lists them.'
              : `Did you mean \`gitnomic admin ${meant}\`?`,
      });
    }
    const { operands, words } = wordsFrom(rest);
    const names = Object.keys(known.with)
      .map(toKebab)
      .filter((name) => !Object.hasOwn(words, name));
    const given = Object.fromEntries(
      operands.map((operand, index) => [names[index] ?? `word-${index + 1}`, operand]),
    );
    return takeAndTell(context, game, await actorOf(context, game), action, { ...given, ...words });
  },
});
