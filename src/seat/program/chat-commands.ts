import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import { readStatus } from '../../apply/read-status.ts';
import { readWords } from '../../decide/commands.ts';
import { withOperands } from '../../decide/take-command.ts';
import { sayCounts } from '../../play/ballot.ts';
import { withPosition } from '../read-table.ts';
import { whyNow } from './can.ts';
import type { SeatKeys } from './seat-keys.ts';
import { takeSeatStep, type SeatStep } from './steps.ts';

/** The commands that a chat offers, each with its words; those that may be left out have a question mark. */
export const CHAT_COMMANDS: Readonly<
  Record<string, { readonly about: string; readonly words: readonly string[] }>
> = {
  status: { about: 'What is pending, and how it stands', words: [] },
  vote: { about: 'Vote on a matter', words: ['vote', 'matter', 'text?'] },
  comment: { about: 'Say something below a post', words: ['post', 'text'] },
  act: { about: 'Take an action of the rules', words: ['action', 'with?'] },
  roll: { about: 'Roll dice, on record', words: ['roll'] },
  why: { about: 'Why a matter is pending, or an action refused', words: ['what', 'with?'] },
  link: { about: 'Link this account to a player, with the code that they got at home', words: ['code'] },
};

/** Stands below what came so, in the game and in its journal. */
const REMARK = '\n\n*Said through the bridge from a chat.*';

export interface ChatCall {
  /** The account in the chat, as the chat itself signs for it. */
  readonly account: string;
  readonly name: string;
  readonly words: Readonly<Record<string, string>>;
}

/** Does what somebody asks for in a chat, as the player whom they have linked; gives what to answer. */
export async function answerChat(game: HomeGame, keys: SeatKeys, call: ChatCall): Promise<string> {
  const { account, name, words } = call;
  if (name === 'link') {
    const linked = keys.link(words['code']?.trim() ?? '', account, game.now());
    return linked === null
      ? 'This code links nobody: `gitnomic bridge --link NAME` gives a new one, good for ten minutes.'
      : `This account speaks for ${linked} now. \`gitnomic bridge --withdraw ${linked}\` takes that back.`;
  }
  const player = keys.playerOf('chat', account);
  if (player === null)
    return 'This account speaks for nobody yet: `gitnomic bridge --link NAME` at home gives a code for /link.';
  const who = { id: player, name: player, bot: false };
  if (name === 'status') return sayStatus(game);
  if (name === 'why') return sayWhyTo(game, who, words);
  const step = await stepOf(game, name, words);
  if (step === null) return `There is no command /${name}.`;
  const { ok, said } = await takeSeatStep(game, who, step, REMARK);
  return [ok ? 'Done.' : 'Refused.', ...said].join('\n');
}

async function stepOf(game: HomeGame, name: string, words: ChatCall['words']): Promise<SeatStep | null> {
  const { vote = '', matter = '', text = '', post = '', action = '', roll = '', with: more = '' } = words;
  const plain = (id: string): string => id.trim().replace(/^#/u, '');
  if (name === 'vote') return { do: 'vote', matter: plain(matter), vote: vote.trim(), text };
  if (name === 'comment') return { do: 'comment', post: plain(post), text };
  if (name === 'act') return { do: 'act', action, with: await actionWords(game, action, more) };
  return name === 'roll' ? { do: 'act', action: 'roll', with: { roll } } : null;
}

/** `D4 name="Bone Hall"`, as a line of a comment has it. */
function actionWords(game: HomeGame, action: string, text: string): Promise<Record<string, unknown>> {
  const { operands, words } = readWords(text.replaceAll('\n', ' '));
  return withPosition(game, ({ open: { play } }) =>
    withOperands(
      Object.hasOwn(play.model.actions, action) ? (play.model.actions[action]?.with ?? {}) : {},
      operands,
      words,
    ),
  );
}

function sayStatus(game: HomeGame): Promise<string> {
  return withPosition(game, (position) => {
    const { name, queue } = readStatus(position, game.now());
    const lines = queue.map(
      ({ id, title, counts, state }) => `${id} ${title}: ${sayCounts(counts)}, ${state}`,
    );
    return [name, ...(lines.length === 0 ? ['Nothing is pending.'] : lines)].join('\n');
  });
}

async function sayWhyTo(
  game: HomeGame,
  who: Person,
  { what = '', with: more = '' }: ChatCall['words'],
): Promise<string> {
  const words = await actionWords(game, what, more);
  return withPosition(game, (position) => {
    const isAction = Object.hasOwn(position.open.play.model.actions, what);
    const asked = isAction ? { action: what, with: words } : { matter: what.replace(/^#/u, ''), with: {} };
    return whyNow(position, game.now(), who, asked);
  });
}
