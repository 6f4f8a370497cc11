import { describeRefusal } from '../../wording/describe-outcome.ts';
import { canNow, type Can, type CanAct } from '../../seat/program/can.ts';
import { withPosition } from '../../seat/read-table.ts';
import { inALine } from '../read-arguments.ts';
import { defineCommand, type Ending } from '../command.ts';
import { actorOf, gameOptions, actingOptions, openGameOf } from '../local/game-options.ts';
import { IN_ENGLISH } from '../../language/wording.ts';

export const command = defineCommand({
  usage: 'can [options]',
  details:
    'Shows what a player can do now: actions with their parameters, votes and posts, and for the others the reason. ' +
    'With --json each parameter has its type, its legal choices and bounds; `schemas/can.json` describes that document.',
  examples: [
    { line: 'can --as ana', does: 'what ana can do now' },
    { line: 'can --as ana --json', does: 'the same for a program' },
  ],
  options: { ...gameOptions, as: actingOptions.as },
  async run(context): Promise<Ending> {
    context.progress('asking the rules');
    const game = await openGameOf(context);
    const who = await actorOf(context, game);
    const can = await withPosition(game, (position) => canNow(position, game.now(), who));
    return context.give({ ...can, actions: possibleFirst(can.actions) }, render);
  },
});

export function possibleFirst(actions: readonly CanAct[]): CanAct[] {
  return actions.toSorted((a, b) => Number(a.refusal !== null) - Number(b.refusal !== null));
}

/** The actions that somebody can begin, followed by the others with the reasons. */
export function renderActions(who: string, actions: readonly CanAct[]): string {
  const [now, later] = [true, false].map((is) => actions.filter(({ refusal }) => (refusal === null) === is));
  const lines = (some: readonly CanAct[] = []): string => some.map(actionLine).join('');
  return [
    `${who} can do now\n${now?.length === 0 ? '  Nothing.\n' : lines(now)}`,
    later?.length === 0 ? '' : `\nNot now\n${lines(later)}`,
  ].join('');
}

export function actionLine({ id, title, parameters, cost, refusal }: CanAct): string {
  const named = parameters.map((one) => (one.required ? `${one.id}=…` : `[${one.id}=…]`));
  const price = cost === null || cost.length === 0 ? '' : `, costs ${cost.join(' and ')}`;
  const line = `  ${[id, ...named].join(' ')}${title === id ? '' : `  ${title}`}${price}\n`;
  return refusal === null ? line : `${line}      ${describeRefusal(refusal, IN_ENGLISH)}\n`;
}

function render({ who, actions, votes, posts }: Can): string {
  const listed = votes.map(({ matter, title, votes: all }) => {
    const open = all.flatMap(({ vote, refusal }) => (refusal === null ? [vote] : []));
    const reasons = [
      ...new Set(
        all.flatMap(({ refusal }) => (refusal === null ? [] : [describeRefusal(refusal, IN_ENGLISH)])),
      ),
    ];
    const why = reasons.map((reason) => `      ${reason}\n`).join('');
    return `  ${matter} ${title}: ${open.length === 0 ? 'no vote' : inALine(open)}\n${why}`;
  });
  const kinds = posts.map(
    ({ kind, title, refusal }) =>
      `  ${kind}  ${title}\n${refusal === null ? '' : `      ${describeRefusal(refusal, IN_ENGLISH)}\n`}`,
  );
  return [
    renderActions(who?.name ?? '', actions),
    listed.length === 0 ? '' : `\nVotes\n${listed.join('')}`,
    `\nPosts\n${kinds.join('')}`,
  ].join('');
}
