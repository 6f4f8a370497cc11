import type { EventOf, ForgeEvent, Person } from '../../forge/events.ts';
import type { Outcome } from '../../kernel/result.ts';
import { doneOutcome, refusedOutcome } from '../play/outcome.ts';
import { findPerson, namedPeople } from '../position/person-id.ts';
import { isNote } from '../secrets/private-note.ts';
import { isSealed } from '../secrets/sealed-text.ts';
import type { BridgeFact } from '../../store/engine-files.ts';
import type { Accounts } from '../position/accounts.ts';
import { commandsIn, type AskedCommand } from './commands.ts';
import { inertInLine } from '../../wording/inert.ts';
import type { Position } from '../position/position.ts';
import { isReport } from '../../wording/action-report.ts';

const CODE = /^[\w-]{8,64}$/u;
const EXPECTED =
  'write `/bridge ACCOUNT CODE` with the account of the bridge and the code that it gave you in the chat, or `/bridge none`';

/**
 * `/bridge ACCOUNT CODE` lets that account speak for the player, as a bridge to a chat does; `/bridge none` withdraws
 * this. The code stands for one player's chat account, so nobody else can claim it.
 */
export function takeBridge(
  { rules, accounts }: Pick<Position, 'rules' | 'accounts'>,
  { command, at, by }: AskedCommand,
): Outcome {
  const [account = '', code = ''] = command.operands;
  const outcome = ((): Outcome => {
    if (account === 'none' && code === '') {
      accounts.setBridge(by, null);
      return doneOutcome('No account speaks for you any more.');
    }
    if (account === '' || !CODE.test(code)) return refusedOutcome('bridge', EXPECTED);
    const isTaken = Object.entries(accounts.bridges).some(([who, one]) => who !== by && one.code === code);
    if (isTaken) return refusedOutcome('bridge', 'somebody else has already used this code');
    accounts.setBridge(by, { account: account.replace(/^@/u, ''), id: null, code, at });
    return doneOutcome(`${account} can speak for you from now on; \`/bridge none\` undoes that.`);
  })();
  return rules.answer({ at, by }, 'bridge', outcome);
}

const SPEAKS = /^\/as[ \t]+(\S.*?)[ \t]*(?:\r?\n|$)/u;

/** A bridge puts this line in front of the words of the player it speaks for. */
export function speakingFor(player: string, text: string): string {
  return `/as ${player}\n\n${text}`;
}

interface Spoken {
  readonly event: ForgeEvent;
  readonly by: string;
}

/**
 * Attributes words from a bridge to the player who let it speak for them. Votes and acts in them are that player's,
 * and the rules judge them as if the player had written here. Null if the bridge names nobody.
 */
export function throughBridge(position: Position, event: ForgeEvent): Spoken | 'refused' | null {
  const { by } = event;
  if (by === null) return null;
  if (event.type === 'commented') {
    const found = SPEAKS.exec(event.text);
    return found === null ? null : takeSpoken(position, event, { by, named: found[1] ?? '', lead: found[0] });
  }
  if (event.type !== 'comment-edited' && event.type !== 'comment-removed') return null;
  const author = authorOfComment(position, event);
  if (author === null || !speaks(position.accounts, author, by)) return null;
  if (event.type === 'comment-removed') return { event, by: author };
  return { event: { ...event, text: markedAs(by, event.text.replace(SPEAKS, '').trim()) }, by: author };
}

function takeSpoken(
  position: Position,
  event: EventOf<'commented'>,
  { by, named, lead }: { readonly by: Person; readonly named: string; readonly lead: string },
): Spoken | 'refused' {
  const { accounts, outbox, rules } = position;
  const { say } = rules.play.wording;
  const refuse = (why: string): 'refused' => {
    outbox.comment(event.post, `c-${event.comment}-as`, say`${why} Nothing in this comment counts.`);
    return 'refused';
  };
  // A bridge is not in the game, but its account is recorded like any other.
  accounts.register(by);
  const player = playerCalled(position, named);
  const bridge = inertInLine(by.name);
  if (player === null || !speaks(accounts, player, by))
    return refuse(
      say`${bridge} can’t speak for ${inertInLine(named)}, who hasn’t allowed it here: ${'`/bridge ACCOUNT CODE`'}.`,
    );
  const said = event.text.slice(lead.length).trim();
  if (isNote(said) || isReport(said) || isSealed(said))
    return refuse(say`Secrets can only come from the player’s own account.`);
  if (commandsIn(said).some(({ name }) => name === 'bridge'))
    return refuse(say`Only your own account can choose a bridge that speaks for you.`);
  return { event: { ...event, text: markedAs(by, said) }, by: player };
}

/** A bridge is known by its name until it first speaks, then by its id, which nobody else can take over. */
function speaks(accounts: Accounts, player: string, { id, name }: Person): boolean {
  const bridge = Object.hasOwn(accounts.bridges, player) ? accounts.bridges[player] : undefined;
  if (bridge === undefined) return false;
  if (bridge.id !== null) return bridge.id === id;
  if (bridge.account.toLowerCase() !== name.toLowerCase()) return false;
  accounts.setBridge(player, { ...bridge, id });
  return true;
}

function markedAs({ name }: Person, text: string): string {
  return `${text}\n\n*Through ${inertInLine(name)}.*`;
}

function playerCalled({ open: { play } }: Position, named: string): string | null {
  return findPerson(namedPeople(play.state().players), named)?.id ?? null;
}

function authorOfComment(
  { open: { play }, posts }: Position,
  { post, comment }: EventOf<'comment-edited' | 'comment-removed'>,
): string | null {
  const id = posts.commentIdOf(comment);
  const comments = play.state().posts[posts.idOf(post)]?.comments ?? [];
  return comments.find((one) => one.id === id)?.by ?? null;
}

/** The player who let this account speak for them with a code that matches. */
export function playerOfCode(
  bridges: Readonly<Record<string, BridgeFact>>,
  bridge: Person,
  isCode: (code: string, at: string) => boolean,
): string | null {
  const found = Object.entries(bridges).find(
    ([, { account, id, code, at }]) =>
      (id === null ? account.toLowerCase() === bridge.name.toLowerCase() : id === bridge.id) &&
      isCode(code, at),
  );
  return found?.[0] ?? null;
}
