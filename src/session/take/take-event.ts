import type { ForgeEvent, Person } from '../../forge/events.ts';
import { throughBridge } from './bridge.ts';
import { HANDLERS } from './event-handlers.ts';
import { turnAway, type EventHead } from './on-post.ts';
import { refusedOutcome } from '../play/outcome.ts';
import { linkOwnPost } from './own-post.ts';
import { whyNotHeard } from './moderate.ts';
import type { Position } from '../position/position.ts';

/** Takes in one event from the forge. The rules decide what it means, and refusals are reported. */
export function takeEvent(position: Position, engine: string, event: ForgeEvent, at: string): void {
  const { accounts, posts } = position;
  if (event.type === 'main-pushed') return;
  if (event.by?.id === engine) {
    if (event.type === 'opened') linkOwnPost(posts, event);
    return;
  }
  const handler = HANDLERS[event.type] as
    ((to: Position, event: ForgeEvent, head: EventHead) => void) | undefined;
  const spoken = throughBridge(position, event);
  if (spoken === 'refused') return;
  if (spoken !== null) {
    if (!isTurnedAway(position, spoken.event, at, spoken.by))
      handler?.(position, spoken.event, { at, by: spoken.by });
    return;
  }
  const said = position.outbox.waiting[0] ?? 0;
  const done = position.rules.happened.length;
  const newcomer = event.by !== null && accounts.known(event.by.id) === null ? event.by : null;
  if (event.by !== null) noteMachine(position, event.by);
  const by = authorOf(position, event.by, event.post);
  if (!isTurnedAway(position, event, at, by)) handler?.(position, event, { at, by });
  if (!hasActed(position, done)) boundNotes(position, { at, by }, said);
  if (newcomer !== null) {
    nameNewcomer(position, newcomer);
    noteMachine(position, newcomer);
  }
}

/** Whether an action has been taken since; those are always answered. */
function hasActed({ rules: { happened, play } }: Position, since: number): boolean {
  return happened
    .slice(since)
    .some(({ what, outcome }) => outcome.ok && Object.hasOwn(play.model.actions, what));
}

/** Non-players get one answer a day, or a stranger could make the engine write as much as they do. */
function boundNotes(position: Position, { at, by }: EventHead, since: number): void {
  const { outbox, strangers, rules } = position;
  if ((outbox.waiting[0] ?? 0) === since) return;
  const why = rules.ask(
    `whether ${by} plays`,
    at,
    () => rules.play.query(at, [['not-a-player', by]])[0]?.value,
    () => null,
  );
  if (typeof why === 'string') strangers.bound(outbox, since, { at, by });
}

/** Reports if joining is closed or the author has said too much in an hour, and ignores the event. */
function isTurnedAway(position: Position, event: ForgeEvent, at: string, by: string): boolean {
  const why = whyNotHeard(position, event, at, by);
  if (why === null) return false;
  const { posts, outbox, rules } = position;
  rules.note({ at, by }, event.type, refusedOutcome('not-heard', why));
  if (event.type === 'opened') turnAway(position, event.post, why);
  else if (event.type === 'commented' && posts.has(posts.idOf(event.post)))
    outbox.comment(event.post, `c-${event.comment}-peace`, why);
  return true;
}

/** Git does not say who pushed, so a push to a matter's branch is attributed to its author. */
function authorOf({ accounts, posts }: Position, by: Person | null, post: string): string {
  return by === null ? (posts.authorOf(posts.idOf(post)) ?? 'somebody') : accounts.register(by);
}

/**
 * Rules know newcomers by id. With their first event they get the name that the forge shows, unless another player has
 * it. Later only the rules change the name.
 */
function nameNewcomer(
  { accounts, open: { play } }: Pick<Position, 'accounts' | 'open'>,
  { id: account, name }: Person,
): void {
  const id = accounts.known(account);
  const shown = name.trim();
  if (id === null || shown === '' || shown === id || play.model.fields['player']?.['name'] === undefined)
    return;
  const { players } = play.state();
  const taken = Object.entries(players).some(
    ([other, one]) => other !== id && (one['name'] === shown || other === shown),
  );
  const now = players[id]?.['name'];
  if ((now === id || now === '') && !taken) play.sandbox.assume(`players.${id}.name`, shown);
}

/**
 * Records a program that acts for a player before its act is taken in. If rules declare a boolean `machine` for
 * players, they find it there. Only a matter resets it, since the next line doesn't show who wrote it.
 */
function noteMachine({ accounts, open: { play } }: Pick<Position, 'accounts' | 'open'>, who: Person): void {
  if (!who.bot) return;
  const id = accounts.lookUp(who);
  const data = play.state().players[id];
  if (data === undefined) return;
  accounts.machines.add(id);
  const isAsked = play.model.fields['player']?.['machine']?.type.kind === 'boolean';
  if (isAsked && data['machine'] !== true) play.sandbox.assume(`players.${id}.machine`, true);
}
