import type { Game } from '../../host/game.ts';
import { previewSeal } from '../../seat/preview-seal.ts';
import { withPosition } from '../../seat/read-table.ts';
import { describeRefusal } from '../../decide/describe-outcome.ts';
import { asSentence } from '../../kernel/sentence.ts';
import type { Person } from '../../forge/events.ts';
import type { Context } from '../command.ts';
import type { Ending } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { IN_ENGLISH } from '../../language/wording.ts';

interface Seal {
  readonly by: Person;
  readonly kind: string;
  readonly words: Readonly<Record<string, unknown>>;
}

/** Shows the rules' response to a submission, without it leaving this machine. */
export async function rehearseSeal(
  { give }: Pick<Context, 'give'>,
  game: Game,
  { by, kind, words }: Seal,
): Promise<Ending> {
  await game.tick();
  const { refusal, told } = await withPosition(game, (position) =>
    previewSeal(position, game.now(), by, kind, words),
  );
  if (refusal !== null)
    throw new Failure('refused', {
      code: refusal.code,
      what: asSentence(`The rules would not accept it: ${describeRefusal(refusal, IN_ENGLISH)}`),
    });
  give({ submission: kind, by: by.id, with: words, told }, () =>
    [`Rehearsal of ${kind}: nothing has been sent.`, ...(told ?? 'No rule forecasts the result.').split('\n')]
      .map((line) => `${line}\n`)
      .join(''),
  );
  return 'ok';
}
