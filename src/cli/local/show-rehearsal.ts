import { readNames, type GameNames } from '../../seat/read-table.ts';
import type { Person } from '../../forge/events.ts';
import type { Game } from '../../host/game.ts';
import type { Inbox } from '../../seat/read-inbox.ts';
import { rehearse, type Rehearsal } from '../../seat/rehearse.ts';
import { describeRefusal } from '../../wording/describe-outcome.ts';
import { asSentence } from '../../kernel/sentence.ts';
import { inWords, titleOfKind, titleOfSubmission } from '../../wording/naming.ts';
import { type Context, failure } from '../command.ts';
import { answered, confirm } from './ask.ts';
import { IN_ENGLISH } from '../../language/wording.ts';

interface Act {
  readonly by: Person;
  readonly action: string;
  readonly words: Readonly<Record<string, unknown>>;
}

type Given = Pick<Context, 'give' | 'progress' | 'say'>;

/** Shows what an action would do. Returns true if it should be taken, after asking for confirmation if required. */
export async function showRehearsal(
  context: Given,
  game: Game,
  { by, action, words }: Act,
  ask: boolean,
): Promise<boolean> {
  // Pending effects come first, as they do when the action is taken.
  await game.tick();
  const before = await game.main();
  const rehearsal = await rehearse(game, by, action, words, (done, all) =>
    context.progress(`looking at pictures: ${done} of ${all}`),
  );
  if (rehearsal.refusal !== null)
    throw failure(
      'refused',
      rehearsal.refusal.code,
      asSentence(`It would be refused: ${describeRefusal(rehearsal.refusal, IN_ENGLISH)}`),
    );
  const named = await readNames(game);
  if (!ask) {
    context.give({ action, by: by.id, with: words, rehearsal }, () => sayRehearsal(action, rehearsal, named));
    return false;
  }
  context.say(sayRehearsal(action, rehearsal, named));
  if (!answered(await confirm({ message: 'Do exactly this?', initialValue: false }))) {
    context.say('Nothing was done. Another rehearsal will show the same.');
    return false;
  }
  if ((await game.main()) === before) return true;
  throw failure(
    'refused',
    'moved-meanwhile',
    'Something else has happened in the game, so the result may differ.',
    { next: 'Rehearse it again.' },
  );
}

function sayRehearsal(
  action: string,
  { draws, told: effect, changes, posts, comments, inbox }: Rehearsal,
  named: GameNames,
): string {
  const { naming, model } = named;
  const lines = [
    `Rehearsal of “${model.actions[action]?.title ?? inWords(action)}”: nothing has been done yet.`,
    ...sayProblems(inbox, named),
    ...part(
      'Draws, as they will come out',
      draws.map(({ kind, size, result }, index) =>
        kind === 'dice'
          ? `${index + 1}. rolled in public, DICE${size}: ${naming.value(result)}`
          : `${index + 1}. secret choice, of ${size}: ${naming.value(result)}`,
      ),
    ),
    ...part('It would answer', effect === null ? [] : effect.split('\n')),
    ...part(
      'Changes',
      changes.map(({ line, private: hidden }) => (hidden ? `${line}  (for your eyes only)` : line)),
    ),
    ...posts.flatMap(({ kind, title, text }) =>
      part(`Post “${title}” (${titleOfKind(model, kind)})`, text.split('\n')),
    ),
    ...comments.flatMap(({ on, text }) => part(`Comment on “${on}”`, text.split('\n'))),
  ];
  return `${lines.join('\n')}\n`;
}

export function sayProblems(
  { problems }: Pick<Inbox, 'problems'>,
  { naming, model }: GameNames,
): readonly string[] {
  return part(
    'To be told in private, because their submission can’t count',
    problems.map(
      ({ by, submission, problem }) =>
        `${naming.person(by)}: your submission “${titleOfSubmission(model, submission)}”: ${problem}`,
    ),
  );
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`.trimEnd())];
}
