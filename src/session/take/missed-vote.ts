import type { Ballot } from '../../kernel/describe-model.ts';
import type { VoteUse } from '../../kernel/state.ts';
import { isPlainObject } from '../../kernel/values.ts';
import { ownWords } from '../../ruleset/own-words.ts';
import { sayHowToVote, sayNotCounted } from '../../wording/words.ts';
import { refusedOutcome } from '../play/outcome.ts';
import type { Position } from '../position/position.ts';
import type { EventHead } from './on-post.ts';

/** True for words that their author probably takes for a vote: an icon, or the bare name of a vote, maybe as a command. */
export function isVoteMeant(text: string, { votes }: Ballot): boolean {
  const said = ownWords(text).trim().toLowerCase();
  const bare = said.replaceAll(/^\/?(?:vote\s+)?:?|[:.!]+$/gu, '');
  return votes.some(
    ({ vote, say }) => bare === vote.toLowerCase() || (say !== null && said.includes(say.toLowerCase())),
  );
}

/** Tells somebody whose vote was not counted why: they don't play, or there is no icon in it. */
export function tellMissedVote(
  { rules, posts, outbox }: Pick<Position, 'rules' | 'posts' | 'outbox'>,
  { post, key, what }: { readonly post: string; readonly key: string; readonly what: string },
  { at, by }: EventHead,
): void {
  const { play } = rules;
  const id = posts.idOf(post);
  // The whole state would be read again after each vote.
  const asked = [
    ['posts', id, 'status'],
    ['posts', id, 'uses'],
    ['players', by],
  ];
  const [status, uses, player] = play.query(at, asked).map(({ value }) => value);
  if (status !== 'pending') return;
  const isCast = Array.isArray(uses) && (uses as readonly VoteUse[]).some((use) => use.by === by);
  // Most votes are those of players, and need no further question.
  if (isCast && isPlainObject(player) && player['state'] === 'active') return;
  const votesOn = ['views', 'votes-on', id];
  const [votes, whyNot] = rules.ask(
    `whether ${key} is a vote`,
    at,
    () => play.query(at, [votesOn, ['not-a-player', by]]).map(({ value }) => value),
    () => [],
  );
  if (!isPlainObject(votes)) return;
  if (typeof whyNot === 'string') {
    const outcome = rules.withWayIn({ at, by }, refusedOutcome('no-player', whyNot));
    outbox.comment(post, key, sayNotCounted(what, outcome, play.wording));
  } else if (!Object.hasOwn(votes, by) && !isCast)
    outbox.comment(post, key, `${sayHowToVote(play.model, play.wording)}\n`);
}
