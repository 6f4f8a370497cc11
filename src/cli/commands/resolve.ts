import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { actAndTick, describeKept, describeReport, failIfRefused } from '../local/acting.ts';
import { findPost } from '../local/find-post.ts';
import { actingOptions, actorOf, openGameOf } from '../local/game-options.ts';

export const command = defineCommand({
  usage: 'resolve [options] MATTER HOW',
  details: 'An Admin enacts or fails a matter by hand, as far as the rules let them.',
  examples: [
    { line: 'resolve 3 enacted --as ana', does: 'enact matter 3' },
    { line: 'resolve 3 failed --as ana', does: 'fail it' },
  ],
  options: { ...actingOptions },
  operands: {
    name: 'MATTER HOW',
    summary: 'the matter’s number, or words of its title; then enacted or failed',
    min: 2,
    max: 2,
  },
  async run(context): Promise<Ending> {
    const [wanted = '', how = ''] = context.operands;
    if (how !== 'enacted' && how !== 'failed')
      throw new Failure('usage', {
        code: 'bad-outcome',
        what: `A matter is enacted or failed, and not ${how}.`,
        next: '`gitnomic resolve --help` shows an example.',
      });
    const game = await openGameOf(context);
    const by = await actorOf(context, game);
    const table = await game.look();
    const post = findPost(table.open.play.state().posts, wanted);
    table.open.play.dispose();
    const acted = await actAndTick(game, () =>
      game.table.comment(by, post.id, how === 'enacted' ? '/enact' : '/fail'),
    );
    // The comment itself is of no account: what counts is the resolution that it asks for.
    failIfRefused({ mine: acted.mine.filter(({ what }) => what.startsWith('resolve ')) });
    context.give({ matter: post.id, outcome: how, by: by.id, commits: acted.report.commits }, () =>
      [
        `${by.name} ${how} ${post.id}, ${post.title}.`,
        ...describeReport(acted.report),
        ...describeKept(acted.kept),
      ]
        .map((line) => `${line}\n`)
        .join(''),
    );
    return 'ok';
  },
});
