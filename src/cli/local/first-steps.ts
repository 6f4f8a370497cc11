import { describeRefusal } from '../../decide/describe-outcome.ts';
import type { Person } from '../../forge/events.ts';
import type { Game } from '../../host/game.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { shellWord } from '../../language/shell-word.ts';
import { kindMeant, previewPost } from '../../seat/preview.ts';
import { withPosition } from '../../seat/read-table.ts';

const FIRST = { title: 'Manners', text: 'Everybody says please.' };

export interface FirstProposal {
  /** The command's words; null if the rules would refuse it. */
  readonly words: string | null;
  readonly reasons: readonly string[];
}

/** A proposal for a newcomer to try, unless the rules refuse it now, for example with too few players. */
export async function firstProposal(game: Game, who: Person): Promise<FirstProposal> {
  const refusal = await withPosition(game, (position) =>
    previewPost(position, game.now(), who, { kind: kindMeant(position, game.now()), ...FIRST }),
  );
  if (refusal === null)
    return {
      words: `--as ${shellWord(who.id)} --add-rule ${FIRST.title} --text ${shellWord(FIRST.text)}`,
      reasons: [],
    };
  return {
    words: null,
    reasons: ['', `${who.name} can’t propose yet: ${describeRefusal(refusal, IN_ENGLISH)}.`],
  };
}
