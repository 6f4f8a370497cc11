import { shellWord } from '../../language/shell-word.ts';
import { sayCounts } from '../../wording/ballot.ts';
import { defineCommand, type Ending, Failure, failure } from '../command.ts';
import { meantBy } from '../meant-by.ts';
import { votesOffered } from '../../seat/preview.ts';
import { withPosition, readNames } from '../../seat/read-table.ts';
import { actAtOnce, describeReport, failIfRefused } from '../local/acting.ts';
import { placeToSay, postMeant } from '../local/find-post.ts';
import { actingOptions, actorOf, openGameOf } from '../local/game-options.ts';
import type { Person } from '../../forge/events.ts';
import type { StateChange } from '../../kernel/store.ts';
import { matterStatusOf } from '../../tick/read-status.ts';
import { refusedAs } from '../../session/play/aborted-calls.ts';
import type { Position } from '../../session/position/position.ts';

export const command = defineCommand({
  usage: 'vote [options] VOTE MATTER…',
  details:
    'Votes on pending matters, by a comment with the icon. The rules say which icons there are and who may use them.',
  examples: [
    { line: 'vote for 3 --as bo', does: 'vote FOR matter 3' },
    { line: 'vote against 3 4 --as cy --text "Too soon."', does: 'vote AGAINST two, and say why' },
  ],
  options: { ...actingOptions, text: { type: 'string', value: 'TEXT', summary: 'a comment to add' } },
  operands: {
    name: 'VOTE MATTER',
    summary: 'for, against, deferential or veto; then the matters’ numbers, or words of a title',
    min: 2,
    max: 50,
  },
  async run(context): Promise<Ending> {
    const [vote = '', ...wanted] = context.operands;
    if (!IS_VOTE.test(vote)) {
      const [last = ''] = wanted.slice(-1);
      const turned = ['gitnomic vote', last, ...[vote, ...wanted.slice(0, -1)].map(shellWord)].join(' ');
      throw failure('usage', 'bad-vote', `${vote} is not a vote.`, {
        expected: 'for, against, deferential or veto, and then a matter',
        ...(IS_VOTE.test(last) ? { next: `Did you mean \`${turned}\`?` } : {}),
      });
    }
    const game = await openGameOf(context);
    const by = await actorOf(context, game);
    const text = `${context.values.text === undefined ? '' : `${context.values.text}\n\n`}:${vote.toLowerCase()}:`;
    const { posts, places } = await withPosition(game, (position) => {
      const found = wanted.map((one) => postMeant(position, one));
      const where = found.map((post) => placeToSay(position, post));
      for (const { id } of found)
        assertIsVote(position, { by, on: id, at: game.now(), text, vote }, found.length > 1);
      return { posts: found, places: where };
    }).catch((error: unknown) => {
      throw error instanceof Failure && wanted.length > 1 ? withNothingCast(error) : error;
    });
    const acted = await actAtOnce(game, async () => {
      for (const place of places) await game.say(by, place, text);
    });
    failIfRefused(acted);
    const matters = await withPosition(game, (after) => {
      const state = after.open.play.state().posts;
      const summary = posts.map((post) => matterStatusOf(after, game.now(), state[post.id] ?? post));
      const voter = after.accounts.lookUp(by);
      return summary.map((one) => ({
        ...one,
        isCounted: Object.hasOwn(one.votes, voter),
        omitted: state[one.id]?.omitted ?? [],
      }));
    });
    const happened = describeReport(acted.report, await readNames(game));
    return context.give({ vote: vote.toUpperCase(), by: by.id, matters, happened }, () => [
      ...matters.flatMap((one) => [
        `${by.name} votes ${vote.toUpperCase()} on ${one.id}, ${one.title}: ${sayCounts(one.counts)}, ${one.state}.`,
        ...(one.isCounted
          ? []
          : [`  It does not count as things stand: the rules give ${by.name} no vote on it.`]),
        ...one.omitted.map(({ change, reason }) => `  left out: ${change}: ${reason}`),
      ]),
      ...happened,
    ]);
  },
});

const withNothingCast = ({ ending, problems }: Failure): Failure =>
  new Failure(ending, [...problems, { code: 'nothing-cast', what: 'No vote was cast.' }]);

const IS_VOTE = /^[a-z-]+$/iu;

/** Refuses icons that the rules don't know, before any comment is made. */
function assertIsVote(
  position: Position,
  { by, on, at, text, vote }: { by: Person; on: string; at: string; text: string; vote: string },
  isOneOfSeveral: boolean,
): void {
  const { play } = position.open;
  const { kind = '', title = on, status = null } = play.state().posts[on] ?? {};
  if (status !== null && status !== 'pending')
    throw failure('refused', 'settled', `Post ${on} is settled: it can be read, but no longer changed.`);
  const player = position.accounts.lookUp(by);
  const comment = { type: 'comment', at, by: player, on, id: 'try', text } as const;
  const changes = play.tryOut(comment);
  const [refusal = null] = changes === null && isOneOfSeveral ? play.sandbox.refusalsOf([comment]) : [];
  if (refusal !== null) failIfRefused({ mine: [{ outcome: refusedAs(refusal) }] });
  if (changes === null || changes.some((change) => isUse(change, on))) return;
  if (status === null)
    throw failure('refused', 'no-matter', `${title} is not being voted on.`, {
      next: '`gitnomic status` lists those that are.',
    });
  const votes = votesOffered(position, at, kind).map((one) => one.toLowerCase());
  const meant = meantBy(vote.toLowerCase(), votes);
  throw failure(
    'refused',
    'no-such-vote',
    `The rules have no vote ${vote}${meant === undefined ? '.' : `; did you mean ${meant}?`}`,
    { expected: votes.length === 0 ? 'a vote that the rules of the game name' : votes.join(', ') },
  );
}

/** Whether somebody used a voting icon on that post. */
function isUse({ path: [scope, post, what] }: StateChange, on: string): boolean {
  return scope === 'posts' && post === on && what === 'uses';
}
