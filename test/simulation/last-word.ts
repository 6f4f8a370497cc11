import type { Play } from '../../src/session/play/play.ts';
import { hoursAfter } from '../../src/kernel/time.ts';

/** What became of a proposal that everybody was for: a game that is not stuck enacts it. */
export function lastWord(play: Play, at: string, author: string, voters: readonly string[]): string {
  const text = 'The game goes on.';
  const words = { kind: 'proposal', title: 'On', text, changes: [] };
  const posted = play.take({ type: 'post', at, by: author, id: 'last', ...words });
  if (!posted.ok) return posted.refusal.reason;
  for (const by of voters)
    play.take({ type: 'comment', at, by, on: 'last', id: `last-${by}`, text: ':for:' });
  play.tick(hoursAfter(at, 49));
  return play.state().posts['last']?.status ?? 'gone';
}
