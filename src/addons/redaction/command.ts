import { redactGame } from './redact-game.ts';
import { answered, canAsk, confirm } from '../../cli/local/ask.ts';
import type { HomeGame } from '../../host/game.ts';
import { refreshCheckout } from '../../host/checkout.ts';
import { defineCommand, type Ending, failure } from '../../cli/command.ts';
import { namedPeople } from '../../session/position/person-id.ts';
import { actingOptions, actorOf, homeGameOf } from '../../cli/local/game-options.ts';
import { playerMeant, postMeant } from '../../cli/local/find-post.ts';
import { counted } from '../../cli/local/text-table.ts';
import { withPosition } from '../../seat/read-table.ts';

export const command = defineCommand({
  usage: 'admin redact [options] PLAYER',
  details:
    'Removes a person’s words from posts, comments and the journal, at their request: they run it themselves, or an Admin does it for them. Their actions, the times and their votes stay, and `gitnomic log journal verify` still passes. It can’t be undone, and `gitnomic replay` begins after it: nothing earlier can be played again. Commits that are already on main keep their content; to remove that too, start a new repository.',
  examples: [
    { line: 'admin redact bo --as bo', does: 'everything that Bo ever wrote' },
    { line: 'admin redact bo --post 4 --as ana', does: 'what Bo wrote in one post; Ana is an Admin' },
  ],
  options: {
    ...actingOptions,
    post: { type: 'string', value: 'POST', summary: 'in this post only' },
    yes: { type: 'boolean', summary: 'don’t ask before removing them' },
  },
  operands: { name: 'PLAYER', summary: 'the person whose words to remove', min: 1, max: 1 },
  async run(context): Promise<Ending> {
    const [wanted = ''] = context.operands;
    const game = await homeGameOf(context);
    const by = await actorOf(context, game);
    const { players, posts } = await withPosition(game, ({ open: { play } }) => ({
      players: namedPeople(play.state().players),
      posts: play.state().posts,
    }));
    const known = playerMeant(wanted, players);
    const wantedPost = context.values.post;
    const number = wantedPost?.replace(/^#/u, '') ?? '';
    // Past and refused posts are only known by number.
    const post =
      wantedPost === undefined || /^\d+$/u.test(number)
        ? wantedPost && number
        : await withPosition(game, (position) => postMeant(position, wantedPost).id);
    if (post !== undefined && !Object.hasOwn(posts, post) && !(await isOnForge(game, post)))
      throw failure('usage', 'no-such-post', `There is no post ${post}, so nothing was removed.`, {
        next: '`gitnomic log journal` lists what was written where; without --post all of it is removed.',
      });
    const message = `The words of ${known.name} are lost for good, and replays begin after that: nothing earlier can be played again. Remove them?`;
    const asks = context.values.yes !== true && canAsk(context);
    if (asks && !answered(await confirm({ message, initialValue: false }))) return 'ok';
    const redacted = await redactGame(
      game,
      { player: known.id, ...(post === undefined ? {} : { post }) },
      by.id,
    );
    await refreshCheckout(game);
    const replays = redacted.commit === null ? '' : '; `gitnomic replay` begins here from now on';
    context.give({ player: known.id, post: post ?? null, ...redacted }, ({ inFiles, inJournal, inForge }) =>
      inFiles + inJournal + inForge === 0
        ? `${known.id} wrote nothing there that could be removed.\n`
        : `The words of ${known.id} were removed from ${counted(inFiles, 'post or comment', 'posts and comments')}, ${counted(inJournal, 'line')} of the journal and ${inForge} of the forge’s log.\n` +
          `Older commits on main still contain them. \`gitnomic log journal verify\` passes as before${replays}.\n`,
    );
    return 'ok';
  },
});

async function isOnForge({ forge }: HomeGame, post: string): Promise<boolean> {
  const { events } = await forge.observe(null);
  return events.some((event) => 'post' in event && event.post === post);
}
