import { meantBy } from '../meant-by.ts';
import type { Game } from '../../host/game.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { slug } from '../../kernel/names.ts';
import { inWords, titleOfKind } from '../../wording/naming.ts';
import { withPosition, readNames } from '../../seat/read-table.ts';
import { defineCommand, type Context, type Ending, failure } from '../command.ts';
import { actAtOnce, describeReport, failIfRefused } from '../local/acting.ts';
import {
  actingOptions,
  actorOf,
  homeGameOf,
  isJoining,
  openGameOf,
  postOptions,
} from '../local/game-options.ts';

export const command = defineCommand({
  usage: 'post [options] [KIND TITLE]',
  details:
    'Posts in one of the categories that the rules define; without operands it lists them. To change rules or gamestate, use `gitnomic propose`.',
  examples: [
    { line: 'post', does: 'the categories there are' },
    { line: 'post story "A quiet evening" --text "Nothing stirred." --as ana', does: 'post a story' },
    { line: 'post --kind dov --title "I have won" --as ana', does: 'the same options as propose has' },
  ],
  options: { ...actingOptions, ...postOptions },
  operands: { name: 'KIND TITLE', summary: 'the category, and the title', min: 0, max: 2 },
  async run(context): Promise<Ending> {
    const { kind = context.operands[0], title = context.operands.at(-1) } = context.values;
    const named = [context.values.kind, context.values.title].filter((one) => one !== undefined).length;
    if (kind === undefined) return list(context, await kindsIn(await openGameOf(context)));
    if (title === undefined || context.operands.length + named !== 2)
      throw failure('usage', 'missing-operand', 'A post needs one kind and one title.', {
        expected: '`gitnomic post KIND TITLE`, or --kind and --title',
        next: '`gitnomic post --help` shows an example.',
      });
    const game = await homeGameOf(context);
    const kinds = await kindsIn(game);
    assertKind(kind, kinds);
    const by = await actorOf(context, game, context.values.new === true || isJoining(kind));
    const acted = await actAtOnce(game, () =>
      game.people.open(by, { kind, title, text: context.values.text ?? '' }),
    );
    failIfRefused(acted);
    const happened = describeReport(acted.report, await readNames(game));
    return context.give({ post: acted.answer, kind, title, by: by.id, happened }, () => [
      `Post ${acted.answer}: ${title}, by ${by.name}`,
      ...happened,
    ]);
  },
});

export function assertKind(kind: string, kinds: Kinds): void {
  if (Object.hasOwn(kinds, kind)) return;
  const ids = Object.keys(kinds);
  const titled = ids.find((id) => slug(titleOfKind({ kinds }, id)) === slug(kind));
  const meant = titled ?? meantBy(kind, ids);
  throw failure('usage', 'no-such-kind', `There is no category “${kind}”.`, {
    next:
      meant === undefined
        ? '`gitnomic post` lists them.'
        : `Did you mean \`${meant}\` (${titleOfKind({ kinds }, meant)})?`,
  });
}

type Kinds = ModelDescription['kinds'];

export function kindsIn(game: Game): Promise<Kinds> {
  return withPosition(game, ({ open }) => open.play.model.kinds);
}

function list({ give }: Pick<Context, 'give'>, all: Kinds): Ending {
  const kinds = Object.entries(all)
    .filter(([, one]) => !one.engineOnly)
    .map(([id, { title, votable }]) => ({ id, title, votable }));
  return give({ kinds }, () =>
    kinds.map(({ id, title, votable }) => `  ${id}  ${title ?? inWords(id)}${votable ? ', voted on' : ''}`),
  );
}
