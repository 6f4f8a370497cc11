import { valued } from '../../host/command.ts';
import {
  commitResolution,
  conflictsAt,
  textTaken,
  type FileConflict,
  type Take,
} from '../../tick/conflicts.ts';
import type { Game } from '../../host/game.ts';
import type { PostData } from '../../kernel/state.ts';
import { choiceGiven } from '../read-arguments.ts';
import { defineCommand, type Context, type Ending, failure } from '../command.ts';
import { meantBy } from '../meant-by.ts';
import { actAtOnce, describeSaved, describeReport, failIfRefused } from '../local/acting.ts';
import { placeToSay, postMeant } from '../local/find-post.ts';
import { actingOptions, actorOf, homeGameOf, openGameOf } from '../local/game-options.ts';
import { withPosition, readNames } from '../../seat/read-table.ts';

const TAKES: readonly Take[] = ['proposed', 'in-force', 'edited'];

export const command = defineCommand({
  usage: 'resolve [options] MATTER [HOW]',
  details:
    'An Admin enacts or fails a matter by hand, as far as the rules allow. A matter waits if the text that it changes has changed since: ' +
    'without HOW, both versions are shown word by word, and --take chooses one. The choice is on record with the enactment.',
  examples: [
    { line: 'resolve 3 enacted --as ana', does: 'enact matter 3' },
    { line: 'resolve 3 failed --as ana', does: 'fail it' },
    { line: 'resolve 3', does: 'show where it conflicts with the rules in force' },
    {
      line: 'resolve 3 --take proposed --as ana',
      does: 'keep the proposed text; or in-force, or edited for your own in content/',
    },
  ],
  options: {
    ...actingOptions,
    take: valued('WHICH', 'the text to keep in a conflict: proposed, in-force, or edited'),
  },
  operands: {
    name: 'MATTER HOW',
    summary: 'the matter’s number, or words of its title; then enacted or failed',
    min: 1,
    max: 2,
  },
  async run(context): Promise<Ending> {
    const [wanted = '', given] = context.operands;
    const how = given === undefined ? undefined : outcomeMeant(given);
    const take =
      context.values.take === undefined ? undefined : choiceGiven('--take', context.values.take, TAKES);
    // A commit made here means nothing to a game elsewhere.
    const game = await (take === undefined ? openGameOf(context) : homeGameOf(context));
    const isShown = how === undefined && take === undefined;
    const { post, conflicts, place } = await withPosition(game, (position) => {
      const found = postMeant(position, wanted);
      return {
        post: found,
        conflicts: found.status === 'pending' ? conflictsAt(position, found) : [],
        place: isShown ? found.id : placeToSay(position, found),
      };
    });
    if (isShown) {
      if (context.values.as !== undefined) await actorOf(context, game);
      return showConflicts(context, post, conflicts);
    }
    const by = await actorOf(context, game);
    const text =
      take === undefined
        ? how === 'failed'
          ? '/fail'
          : '/enact'
        : await resolution(game, { post, conflicts }, take, by.id);
    const acted = await actAtOnce(game, () => game.say(by, place, text));
    const next = `\`gitnomic status\` shows who is an Admin, and \`gitnomic why ${post.id}\` what it waits for.`;
    // The comment itself doesn't matter, only the resolution that it asks for.
    failIfRefused(
      { mine: acted.mine.filter(({ what }) => !what.startsWith('comment on ')) },
      undefined,
      next,
    );
    const names = await readNames(game);
    const done =
      take === undefined
        ? `${by.name} resolved ${post.id}, ${post.title}: ${how ?? ''}.`
        : `${by.name} resolved the conflict of ${post.id}, ${post.title}.`;
    return context.give(
      {
        matter: post.id,
        how: how ?? null,
        take: take ?? null,
        by: by.id,
        commits: acted.report.commits,
        stuck: acted.report.stuck,
      },
      () => [done, ...describeReport(acted.report, names), ...describeSaved(acted.saved)],
    );
  },
});

/** People name either their action or its result: `enact`, `enacted`. */
function outcomeMeant(given: string): 'enacted' | 'failed' {
  const word = given.toLowerCase();
  const outcome = (['enacted', 'failed'] as const).find((one) => [one, one.slice(0, -2)].includes(word));
  if (outcome !== undefined) return outcome;
  const meant = meantBy(word, ['enact', 'enacted', 'fail', 'failed']);
  throw failure('usage', 'bad-outcome', `A matter can be enacted or failed, not ${given}.`, {
    next: meant === undefined ? '`gitnomic resolve --help` shows an example.' : `Did you mean ${meant}?`,
  });
}

function showConflicts(
  { give }: Pick<Context, 'give'>,
  post: PostData,
  conflicts: readonly FileConflict[],
): Ending {
  return give({ matter: post.id, conflicts }, () =>
    conflicts.length === 0
      ? `${post.title} agrees with the game as it stands.${post.status === 'pending' ? ` \`gitnomic resolve ${post.id} enacted\` or \`failed\` decides it by hand.` : ''}\n`
      : conflicts.map(({ shown }) => `${shown}\n`).join('\n'),
  );
}

async function resolution(
  game: Game,
  about: { readonly post: PostData; readonly conflicts: readonly FileConflict[] },
  take: Take,
  by: string,
): Promise<string> {
  const { post, conflicts } = about;
  if (conflicts.length === 0)
    throw failure(
      'usage',
      'no-conflict',
      `${post.title} agrees with the game as it stands: there is no conflict to resolve.`,
      { next: `\`gitnomic why ${post.id}\` says what it waits for.` },
    );
  const commit = await commitResolution(game, about, textTaken(take, game.folder), by);
  return `/merge ${commit}`;
}
