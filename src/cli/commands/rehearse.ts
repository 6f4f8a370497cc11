import { sayCounts } from '../../wording/ballot.ts';
import { rehearseStep, stepSchema, type Rehearsed } from '../../seat/program/steps.ts';
import { inWords } from '../../wording/naming.ts';
import { defineCommand, type Ending, failure, Failure } from '../command.ts';
import { postMeant } from '../local/find-post.ts';
import { actingOptions, actorOf, homeGameOf } from '../local/game-options.ts';
import { withPosition } from '../../seat/read-table.ts';
import { choiceGiven } from '../read-arguments.ts';
import { actionCalled, noSuchAction, wordsOf } from './act.ts';
import type { HomeGame } from '../../host/game.ts';
import { readWrittenJson } from '../../ruleset/plain-data.ts';
import { plainIssue } from '../../ruleset/schema/plain-issue.ts';

export const command = defineCommand({
  usage: 'rehearse [options] act|vote|comment|post WHAT…',
  details:
    'Tries a step in a copy of the game, and shows its cost and the changes it would make, or the rule that refuses it. Nothing is done. ' +
    'With --step it takes any step as JSON, a proposal too; `schemas/step.json` describes what that can be.',
  examples: [
    { line: 'rehearse act roll roll=2DICE6 --as ana', does: 'an action' },
    { line: 'rehearse vote for 3 --as ana', does: 'how matter 3 would stand then' },
    {
      line: 'rehearse --as ana --step \'{"do":"propose","title":"Manners","changes":[{"do":"add","title":"Manners","text":"Say please."}]}\'',
      does: 'a proposal, by a program',
    },
  ],
  options: {
    ...actingOptions,
    step: { type: 'string', value: 'JSON', summary: 'the step, instead of operands' },
  },
  operands: {
    name: 'WHAT',
    summary: 'the operands of the command act, vote, comment or post',
    min: 0,
    max: 50,
  },
  async run(context): Promise<Ending> {
    const game = await homeGameOf(context);
    const who = await actorOf(context, game);
    const given = context.values.step ?? JSON.stringify(await stepOf(game, context.operands));
    const { value, fault } = readWrittenJson(given);
    if (fault !== null) throw badStep([`The step ${fault}: ${given.slice(0, 60)}`]);
    const step = stepSchema.safeParse(value, { error: plainIssue });
    if (!step.success)
      throw badStep(
        step.error.issues.map(({ path, message }) => `${path.join('.') || 'The step'}: ${message}`),
      );
    const rehearsed = await rehearseStep(game, who, step.data);
    if (!rehearsed.ok && !context.json)
      throw new Failure(
        'refused',
        rehearsed.refusals.map((what) => ({ code: 'would-be-refused', what })),
      );
    context.give({ by: who.id, step: step.data, ...rehearsed }, render);
    return rehearsed.ok ? 'ok' : 'refused';
  },
});

function badStep(problems: readonly string[]): Failure {
  const expected = 'a step as schemas/step.json describes it';
  return new Failure(
    'usage',
    problems.map((what) => ({ code: 'bad-step', what, expected })),
  );
}

const REHEARSED = ['act', 'vote', 'comment', 'post'] as const;

/** Converts arguments in the form of `vote`, `comment`, `post` and `act` to a step. */
async function stepOf(game: HomeGame, [named, ...rest]: readonly string[]): Promise<unknown> {
  if (named === undefined)
    throw failure('usage', 'missing-operand', 'Say what to rehearse.', {
      expected: '`gitnomic rehearse act|vote|comment|post WHAT…`, or --step',
    });
  const what = choiceGiven('`gitnomic rehearse`', named, REHEARSED);
  const [first = '', second = ''] = rest;
  return withPosition(game, (position) => {
    const { play } = position.open;
    const post = (wanted: string): string => postMeant(position, wanted).id;
    if (what === 'vote') return { do: what, vote: first, matter: post(second) };
    if (what === 'comment') return { do: what, post: post(first), text: second };
    if (what === 'post') return { do: what, kind: first, title: second };
    const { actions } = play.sandbox.describe();
    const action = actionCalled(first, actions);
    const known = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (known === undefined) throw noSuchAction(['rehearse act', ...rest], actions);
    return { do: what, action, with: wordsOf(known.title ?? inWords(action), known.with, rest.slice(1)) };
  });
}

function render({ cost, said, open, matter }: Rehearsed): readonly string[] {
  return [
    'It would be allowed; nothing has been done.',
    ...(cost.length === 0 ? [] : [`It costs ${cost.join(' and ')}.`]),
    ...said.map((line) => `  ${line}`),
    ...(matter === null
      ? []
      : [`  ${matter.id} ${matter.title}: ${sayCounts(matter.counts)}, ${matter.state}`]),
    ...(open ? ['Chance or a secret decides the rest.'] : []),
  ];
}
