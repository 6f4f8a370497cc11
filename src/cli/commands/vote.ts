import { defineCommand } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { actAndTick, describeReport, failIfRefused } from '../local/acting.ts';
import { findPost } from '../local/find-post.ts';
import { actingOptions, actorOf, openGameOf } from '../local/game-options.ts';
import { matterStatusOf } from '../../engine/local/read-status.ts';

export const command = defineCommand({
  usage: 'vote [options] VOTE MATTER…',
  details:
    'Votes on pending matters by a comment that holds the icon. Which icons there are, and who may use them, is for the rules.',
  examples: [
    { line: 'vote for 3 --as bo', does: 'vote FOR matter 3' },
    { line: 'vote against 3 4 --as cy --text "Too soon."', does: 'vote AGAINST two, and say why' },
  ],
  options: { ...actingOptions, text: { type: 'string', value: 'TEXT', summary: 'what you say with it' } },
  operands: {
    name: 'VOTE MATTER',
    summary: 'for, against, deferential or veto; then the matters’ numbers, or words of a title',
    min: 2,
    max: 50,
  },
  async run(context): Promise<Ending> {
    const [vote = '', ...wanted] = context.operands;
    if (!/^[a-z-]+$/iu.test(vote))
      throw new Failure('usage', {
        code: 'bad-vote',
        what: `${vote} is no vote.`,
        expected: 'for, against, deferential or veto, and then a matter',
      });
    const game = await openGameOf(context);
    const by = await actorOf(context, game);
    const table = await game.look();
    const posts = wanted.map((one) => findPost(table.open.play.state().posts, one));
    table.open.play.dispose();
    const text = `${context.values.text === undefined ? '' : `${context.values.text}\n\n`}:${vote.toLowerCase()}:`;
    const acted = await actAndTick(game, async () => {
      for (const post of posts) await game.table.comment(by, post.id, text);
    });
    failIfRefused(acted);
    const after = await game.look();
    const state = after.open.play.state().posts;
    const standing = posts.map((post) => matterStatusOf(after, game.now(), state[post.id] ?? post));
    after.open.play.dispose();
    context.give({ vote: vote.toUpperCase(), by: by.id, matters: standing }, () =>
      [
        ...standing.map(
          (one) =>
            `${by.name} votes ${vote.toUpperCase()} on ${one.id}, ${one.title}: ${one.for} for, ${one.against} against, ${one.state}.`,
        ),
        ...describeReport(acted.report),
      ]
        .map((line) => `${line}\n`)
        .join(''),
    );
    return 'ok';
  },
});
