import { recover, type Recovered } from '../../care/recover/recover.ts';
import { refreshCheckout } from '../../host/checkout.ts';
import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { describeKept } from '../local/acting.ts';
import { actingOptions, actorOf, homeGameOf } from '../local/game-options.ts';

export const command = defineCommand({
  usage: 'recover [options]',
  details:
    'Where the rules in force don’t load, or nothing could be enacted under them any more, an Admin goes back to the last rules under which the game ' +
    'could go on. It is one commit on main, told in a post, and listed in content/checkpoints.json. What was said, voted, archived and played since stays. ' +
    'While the game can go on it is refused: then a proposal puts a rule right.',
  examples: [
    { line: 'recover --as ana --dry-run', does: 'say what is wrong, and which rules would be put back' },
    { line: 'recover --as ana --why "Gulls did not load"', does: 'put them back' },
  ],
  options: {
    ...actingOptions,
    why: { type: 'string', value: 'TEXT', summary: 'what is said in public about it' },
    'dry-run': { type: 'boolean', summary: 'change nothing' },
  },
  async run(context): Promise<Ending> {
    const game = await homeGameOf(context);
    const { id, name } = await actorOf(context, game);
    const { why, 'dry-run': dryRun = false } = context.values;
    const said = why === undefined ? {} : { why };
    const recovered = await recover({ forge: game.forge, by: id, name, now: game.now(), dryRun, ...said });
    const kept = dryRun ? [] : await refreshCheckout(game);
    context.give({ ...recovered, kept }, (facts) => `${render(facts)}${describeKept(kept).join('\n')}`);
    return 'ok';
  },
});

function render({ commit, from, at, broken, changed }: Recovered): string {
  const list = changed.map((path) => `  ${path}\n`).join('');
  const state = `${from.slice(0, 7)}, of ${at.slice(0, 16).replace('T', ' ')} UTC`;
  return commit === null
    ? `The game can’t go on: ${broken}\nThese would be put back as they were in ${state}:\n${list}`
    : `The game could not go on: ${broken}\nPut back as they were in ${state}:\n${list}${commit.slice(0, 7)}  Go back to the rules of ${from.slice(0, 7)}\n`;
}
