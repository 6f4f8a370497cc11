import { ForgeError, type Person } from '../../forge/events.ts';
import { playerOfCode, speakingFor } from '../../session/take/bridge.ts';
import type { Game, GameElsewhere } from '../../host/game.ts';
import { readStatus } from '../../tick/read-status.ts';
import { readWords } from '../../session/take/commands.ts';
import { withOperands } from '../../session/take/take-command.ts';
import type { Say, Wording } from '../../language/wording.ts';
import { sayStatus as sayHow } from '../../wording/say-status.ts';
import { isSealed } from '../../session/secrets/sealed-text.ts';
import { sayCounts } from '../../wording/ballot.ts';
import { withPosition } from '../../seat/read-table.ts';
import { whyNow } from '../../seat/program/can.ts';
import type { SeatKeys } from '../../seat/program/seat-keys.ts';
import { takeSaidStep, type SaidStep } from '../../seat/program/steps.ts';

/** The commands that a chat offers, each with its parameters; a question mark marks optional ones. */
export const CHAT_COMMANDS: Readonly<
  Record<string, { readonly about: (say: Say) => string; readonly words: readonly string[] }>
> = {
  status: { about: (say) => say`Open votes and how they stand`, words: [] },
  vote: { about: (say) => say`Vote on a proposal`, words: ['vote', 'matter', 'text?'] },
  comment: { about: (say) => say`Say something below a post`, words: ['post', 'text'] },
  act: { about: (say) => say`Do something the rules offer`, words: ['action', 'with?'] },
  roll: { about: (say) => say`Roll dice, on record`, words: ['roll'] },
  why: { about: (say) => say`Why a vote is still open, or an action was refused`, words: ['what', 'with?'] },
  link: {
    about: (say) => say`Link this account to a player, with a code or to get one`,
    words: ['code?'],
  },
};

/** Added to every comment from a chat, in the game and in its journal. */
const remarkIn = ({ say }: Wording): string => `\n\n*${say`Sent from a chat.`}*`;

export interface ChatCall {
  /** The chat account, as the chat itself vouches for it. */
  readonly account: string;
  readonly name: string;
  readonly words: Readonly<Record<string, string>>;
}

/** Runs a chat command as the player linked to the account, and returns the answer. */
export async function answerChat(game: Game, keys: SeatKeys, call: ChatCall): Promise<string> {
  const { account, name, words } = call;
  const wording = await withPosition(game, ({ open: { play } }) => play.wording);
  const { say } = wording;
  if (name === 'link') return linkAccount(game, keys, { account, code: words['code']?.trim() ?? '' }, say);
  const seat =
    game.played === 'here' ? seatHere(keys, account, wording) : await seatElsewhere(game, keys, account);
  if (seat === null)
    return game.played === 'here'
      ? say`This account isn’t linked to a player. ${'`gitnomic bridge --link NAME`'} on the host’s computer gives a code for /link.`
      : say`This account isn’t linked to a player. /link gives you a code for the game.`;
  const { who, voice, remark } = seat;
  if (name === 'status') return sayStatus(game);
  if (name === 'why') return sayWhyTo(game, who, words);
  const step = await stepOf(game, name, words);
  if (step === null) return say`There is no command /${name}.`;
  const { ok, said } = await takeSaidStep(voice ?? game, who, step, remark);
  const done = voice === undefined ? say`Done.` : say`Posted. It counts within minutes.`;
  return [ok ? done : say`Refused.`, ...said].join('\n');
}

/**
 * At home, the game shows a code that is entered in the chat; elsewhere, the chat shows a code that the player posts in
 * the game.
 */
function linkAccount(
  game: Game,
  keys: SeatKeys,
  { account, code }: { readonly account: string; readonly code: string },
  say: Say,
): string {
  if (game.played === 'elsewhere') {
    const own = keys.invite(account, game.now(), 'code');
    return [
      say`Post this as a comment in the game within ten minutes, from your own account:`,
      `\`/bridge ${game.me.name} ${own}\``,
      say`After that, everything this account says counts as yours. ${'`/bridge none`'} undoes it.`,
    ].join('\n');
  }
  const linked = keys.link(code, account, game.now());
  return linked === null
    ? say`This code doesn’t work any more. ${'`gitnomic bridge --link NAME`'} gives a new one, good for ten minutes.`
    : say`This account now speaks for ${linked}. ${`\`gitnomic bridge --withdraw ${linked}\``} undoes that.`;
}

interface ChatSeat {
  readonly who: Person;
  /** The game as seen by the bridge’s own account, if the bridge can't speak as somebody else. */
  readonly voice?: Game;
  readonly remark: string;
}

function seatHere(keys: SeatKeys, account: string, wording: Wording): ChatSeat | null {
  const player = keys.playerOf('chat', account);
  return player === null
    ? null
    : { who: { id: player, name: player, bot: false }, remark: remarkIn(wording) };
}

/**
 * Finds the player who posted the code that this account was given. The engine there records how later actions came in.
 */
function seatElsewhere(game: GameElsewhere, keys: SeatKeys, account: string): Promise<ChatSeat | null> {
  return withPosition(game, ({ accounts, open: { play } }) => {
    const isCode = (code: string, at: string): boolean => keys.isCodeOf(account, code, at);
    const player = playerOfCode(accounts.bridges, game.me, isCode);
    const id = Object.entries(accounts.all).find(([, one]) => one === player)?.[0];
    if (player === null || id === undefined) return null;
    const voice: Game = {
      ...game,
      say: (by, post, text) => {
        if (isSealed(text))
          throw new ForgeError(
            'bad-request',
            play.wording.say`Seal private texts on your own computer: ${'`gitnomic act`'}.`,
          );
        return game.say(by, post, speakingFor(player, text));
      },
    };
    return { who: { id, name: player, bot: false }, voice, remark: '' };
  });
}

async function stepOf(game: Game, name: string, words: ChatCall['words']): Promise<SaidStep | null> {
  const { vote = '', matter = '', text = '', post = '', action = '', roll = '', with: more = '' } = words;
  const plain = (id: string): string => id.trim().replace(/^#/u, '');
  if (name === 'vote') return { do: 'vote', matter: plain(matter), vote: vote.trim(), text };
  if (name === 'comment') return { do: 'comment', post: plain(post), text };
  if (name === 'act') return { do: 'act', action, with: await actionWords(game, action, more) };
  return name === 'roll' ? { do: 'act', action: 'roll', with: { roll } } : null;
}

/** Parses `D4 name="Bone Hall"`, written as in a comment. */
function actionWords(game: Game, action: string, text: string): Promise<Record<string, unknown>> {
  const { operands, words } = readWords(text.replaceAll('\n', ' '));
  return withPosition(game, ({ open: { play } }) =>
    withOperands(
      Object.hasOwn(play.model.actions, action) ? (play.model.actions[action]?.with ?? {}) : {},
      operands,
      words,
    ),
  );
}

function sayStatus(game: Game): Promise<string> {
  return withPosition(game, (position) => {
    const { say } = position.open.play.wording;
    const { name, queue } = readStatus(position, game.now());
    const lines = queue.map(
      ({ id, title, counts, state }) => `${id} ${title}: ${sayCounts(counts)}, ${sayHow(state, { say })}`,
    );
    return [name, ...(lines.length === 0 ? [say`Nothing is being voted on.`] : lines)].join('\n');
  });
}

async function sayWhyTo(
  game: Game,
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
