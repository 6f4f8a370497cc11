import type { Game } from '../../host/game.ts';
import { sayFacts } from '../../wording/say-changes.ts';
import { ACTIONS } from '../../wording/words.ts';
import { withPosition, readNames } from '../../seat/read-table.ts';
import { defineCommand, type Ending, Failure } from '../command.ts';
import { actAtOnce, describeReport, failIfRefused } from '../local/acting.ts';
import { placeToSay, postMeant } from '../local/find-post.ts';
import { actingOptions, actorOf, openGameOf } from '../local/game-options.ts';

export const command = defineCommand({
  usage: 'comment [options] POST [TEXT]',
  details:
    'Comments on a post. A voting icon in it is a vote; a line that begins with a slash asks the engine for something.',
  examples: [
    { line: 'comment 3 "Well said." --as bo', does: 'say something' },
    { line: 'comment 3 --text "Gladly :for:" --as bo', does: 'vote with a comment' },
  ],
  options: {
    ...actingOptions,
    text: { type: 'string', value: 'TEXT', summary: 'what you say, instead of the operand' },
  },
  operands: {
    name: 'POST [TEXT]',
    summary: 'the post’s number, or words of its title; then what you say',
    min: 1,
    max: 2,
  },
  async run(context): Promise<Ending> {
    const [wanted = '', operand] = context.operands;
    const text = textOf(operand, context.values.text);
    const game = await openGameOf(context);
    const by = await actorOf(context, game);
    const { post, on } = await withPosition(game, async (position) => {
      const number = wanted.replace(/^#/u, '');
      const isInPlay = !/^\d+$/u.test(number) || Object.hasOwn(position.open.play.state().posts, number);
      // It belongs to no rule, but people can talk there as anywhere.
      if (!isInPlay && (await isThread(game, number)))
        return { post: { ...ACTIONS, id: number }, on: number };
      const found = postMeant(position, wanted);
      return { post: found, on: placeToSay(position, found) };
    });
    const acted = await actAtOnce(game, () => game.say(by, on, text));
    failIfRefused(acted);
    const done = acted.mine.flatMap(({ what, outcome }) =>
      outcome.ok && !what.startsWith('comment on ') ? [outcome] : [],
    );
    const names = await readNames(game);
    const facts = done.flatMap((outcome) => sayFacts(outcome, names.naming));
    const happened = describeReport(acted.report, names);
    return context.give({ post: post.id, comment: acted.answer, by: by.id, facts, happened }, () => [
      `${by.name} on ${post.id}, ${post.title}: ${text}`,
      ...facts.map((fact) => `  ${fact}`),
      ...happened,
    ]);
  },
});

/** Asking for the thread would open it. */
async function isThread({ forge }: Game, number: string): Promise<boolean> {
  const { events } = await forge.observe(null);
  return events.some(
    (event) => event.type === 'opened' && event.post === number && event.kind === ACTIONS.kind,
  );
}

function textOf(operand: string | undefined, option: string | undefined): string {
  const text = operand ?? option ?? '';
  if (text.trim() !== '' && (operand === undefined || option === undefined)) return text;
  throw new Failure('usage', {
    code: operand !== undefined && option !== undefined ? 'two-texts' : 'no-text',
    what:
      operand !== undefined && option !== undefined
        ? 'You gave your text twice: as an operand and in --text.'
        : 'Write a comment first.',
    expected: '`gitnomic comment POST TEXT`, or --text',
  });
}
