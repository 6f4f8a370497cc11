import { describeRefusal } from '../../wording/describe-outcome.ts';
import type { Person } from '../../forge/events.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
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
  const refusal = await refusalNow(game, who);
  if (refusal === null)
    return {
      words: `--as ${shellWord(who.id)} --add-rule ${FIRST.title} --text ${shellWord(FIRST.text)}`,
      reasons: [],
    };
  const why =
    (await sayTooFew(game, who)) ?? `${who.name} can’t propose yet: ${describeRefusal(refusal, IN_ENGLISH)}.`;
  return { words: null, reasons: ['', why] };
}

function refusalNow(game: Game, who: Person): Promise<RefusalData | null> {
  return withPosition(game, (position) =>
    previewPost(position, game.now(), who, { kind: kindMeant(position, game.now()), ...FIRST }),
  );
}

/** Null if players aren't what is missing. */
export async function sayTooFew(game: Game, who: Person): Promise<string | null> {
  if ((await refusalNow(game, who)) === null) return null;
  const needed = await playersNeeded(game, who);
  return needed === null
    ? null
    : `These rules need ${needed.wanted} players, and you have ${needed.there}: until then nobody can propose anything. Let more people in, or begin a game with other rules.`;
}

/** More players than any rules ask for. */
const MOST_MORE = 20;

/** The number of players with whom the first one could propose something, if more players are all that is missing. */
async function playersNeeded(
  game: Game,
  who: Person,
): Promise<{ readonly wanted: number; readonly there: number } | null> {
  const position = await game.openPosition();
  const { play } = position.open;
  try {
    const { players } = play.state();
    const there = Object.values(players).filter(({ state }) => state === 'active').length;
    const like = players[who.id] ?? {};
    const kind = kindMeant(position, game.now());
    for (let more = 1; more <= MOST_MORE; more++) {
      play.sandbox.assume(`players.another-${more}`, { ...like, name: `another ${more}` });
      if (previewPost(position, game.now(), who, { kind, ...FIRST }) === null)
        return { wanted: there + more, there };
    }
    return null;
  } finally {
    play.dispose();
  }
}
